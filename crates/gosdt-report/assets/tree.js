const leafAt = (target) => target instanceof Element && target.closest(".leaf");
// The pointer comes before the focus; where neither is on a leaf, the hint stands again.
const letLeavesSpeak = (tree, says) => {
  const hint = says.textContent;
  const say = (leaf) => { says.textContent = leaf ? leaf.getAttribute("aria-label") : hint; };
  tree.addEventListener("focusin", (event) => say(leafAt(event.target)));
  tree.addEventListener("focusout", () => say(null));
  tree.addEventListener("mouseover", (event) => say(leafAt(event.target) || leafAt(document.activeElement)));
  tree.addEventListener("mouseleave", () => say(leafAt(document.activeElement)));
};
const scrollToRoot = (tree) => {
  const root = tree.querySelector(".root > .card > .box");
  const middle = root.x.baseVal.value + root.width.baseVal.value / 2;
  tree.scrollLeft = middle - tree.clientWidth / 2;
};
