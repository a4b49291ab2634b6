(() => {
  const figures = new Map();
  const choices = [...document.querySelectorAll(".choice")];
  const links = [...document.querySelectorAll('a[href^="#tree-"]')];
  const named = (link) => link.getAttribute("href").slice(1);
  const choose = (id) => {
    if (!choices.some((choice) => choice.id === id)) return;
    for (const choice of choices) choice.hidden = choice.id !== id;
    for (const link of links) {
      if (named(link) === id) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    figures.get(id).begin();
  };
  for (const link of links) {
    link.addEventListener("focus", () => choose(named(link)));
    link.addEventListener("click", (event) => {
      choose(named(link));
      // A pointer stays where it is; Enter goes on to the tree.
      if (event.detail > 0) event.preventDefault();
    });
  }
  for (const choice of choices) {
    figures.set(choice.id, new TreeFigure(choice.querySelector("figure.tree")));
    makeSortable(choice.querySelector(".rule-lists"));
    // A leaf leads to its rule, which is folded away.
    choice.querySelector("figure.tree").addEventListener("click", (event) => {
      if (leafAt(event.target)) choice.querySelector("details").open = true;
    });
  }
  addEventListener("hashchange", () => choose(location.hash.slice(1)));
  choose(choices[Math.floor(choices.length / 2)].id);
  choose(location.hash.slice(1));
})();
