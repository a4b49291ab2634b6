/// Rules can be sorted within their groups.
const makeSortable = (lists) => {
  const sort = lists.querySelector(".sort");
  if (!sort) return;
  sort.closest(".tools").hidden = false;
  const orders = {
    number: (rule) => rule.value,
    rows: (rule) => -Number(rule.dataset.rows),
    purity: (rule) => -Number(rule.dataset.purity),
    class: (rule) => Number(rule.dataset.class),
  };
  sort.addEventListener("change", () => {
    const order = orders[sort.value];
    for (const list of lists.querySelectorAll(".rules")) {
      list.append(...[...list.children].sort((a, b) => order(a) - order(b) || a.value - b.value));
    }
  });
};

/// Unfolds the rules in which the page's address is.
const openTarget = () => {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  for (let at = target && target.closest("details"); at; at = at.parentElement.closest("details")) at.open = true;
  if (target) target.scrollIntoView({ block: "nearest" });
};
addEventListener("hashchange", openTarget);
