(() => {
  const tree = document.querySelector(".scroller");
  const says = document.getElementById("says");
  const hint = says.textContent;
  const leafAt = (target) => target instanceof Element && target.closest(".leaf");
  const say = (leaf) => { says.textContent = leaf ? leaf.getAttribute("aria-label") : hint; };
  tree.addEventListener("focusin", (event) => say(leafAt(event.target)));
  tree.addEventListener("focusout", () => say(null));
  tree.addEventListener("mouseover", (event) => say(leafAt(event.target) || leafAt(document.activeElement)));
  tree.addEventListener("mouseleave", () => say(leafAt(document.activeElement)));
  const root = tree.querySelector(".root > .card > .box");
  const middle = root.x.baseVal.value + root.width.baseVal.value / 2;
  tree.scrollLeft = middle - tree.clientWidth / 2;
})();
