(() => {
  const figure = new TreeFigure(document.querySelector("figure.tree"));
  figure.begin();
  document.querySelectorAll(".rule-lists").forEach(makeSortable);
  const form = document.querySelector(".case");
  if (form) new Case(form, figure);
  openTarget();
})();
