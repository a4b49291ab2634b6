// The layout of crates/gosdt-report/src/layout.rs and plan.rs, for the part of a tree that is not folded.
const GAP = 14, MARGIN = 10, ROOM = 52, LABEL = 16;
/// How far a subtree reaches on each level from the middle of its root, and where its nodes are from there.
const outlineOf = (node, size, parentIsFirst) => {
  const own = [-size(node) / 2, size(node) / 2];
  if (!node.shown.length) return { levels: [own], spots: [[node, 0]] };
  const [first, second] = node.shown.map((child) => outlineOf(child, size, parentIsFirst));
  let apart = 0;
  for (let at = 0; at < Math.min(first.levels.length, second.levels.length); at++) {
    apart = Math.max(apart, first.levels[at][1] - second.levels[at][0] + GAP);
  }
  const by = parentIsFirst ? [0, apart] : [-apart / 2, apart / 2];
  const levels = [own];
  for (let at = 0; at < Math.max(first.levels.length, second.levels.length); at++) {
    const ends = [first, second].flatMap((side, which) => (side.levels[at] || []).map((edge) => edge + by[which]));
    levels.push([ends[0], ends[ends.length - 1]]);
  }
  const moved = [first, second].flatMap((side, which) => side.spots.map(([at, place]) => [at, place + by[which]]));
  return { levels, spots: [[node, 0], ...moved] };
};
