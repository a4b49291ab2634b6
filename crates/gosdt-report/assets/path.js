(() => {
  const choices = [...document.querySelectorAll(".choice")];
  const links = [...document.querySelectorAll('a[href^="#tree-"]')];
  const named = (link) => link.getAttribute("href").slice(1);
  const middle = (tree) => {
    const root = tree.querySelector(".root > .card > .box");
    return root.x.baseVal.value + root.width.baseVal.value / 2;
  };
  const choose = (id) => {
    if (!choices.some((choice) => choice.id === id)) return;
    for (const choice of choices) choice.hidden = choice.id !== id;
    for (const link of links) {
      if (named(link) === id) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    const tree = document.getElementById(id).querySelector(".scroller");
    tree.scrollLeft = middle(tree) - tree.clientWidth / 2;
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
    const tree = choice.querySelector(".scroller");
    const says = choice.querySelector(".says");
    const hint = says.textContent;
    const leafAt = (target) => target instanceof Element && target.closest(".leaf");
    const say = (leaf) => { says.textContent = leaf ? leaf.getAttribute("aria-label") : hint; };
    tree.addEventListener("focusin", (event) => say(leafAt(event.target)));
    tree.addEventListener("focusout", () => say(null));
    tree.addEventListener("mouseover", (event) => say(leafAt(event.target) || leafAt(document.activeElement)));
    tree.addEventListener("mouseleave", () => say(leafAt(document.activeElement)));
    // A leaf leads to its rule, which is folded away.
    tree.addEventListener("click", (event) => {
      if (leafAt(event.target)) choice.querySelector("details").open = true;
    });
  }
  addEventListener("hashchange", () => choose(location.hash.slice(1)));
  choose(choices[Math.floor(choices.length / 2)].id);
  choose(location.hash.slice(1));
})();
