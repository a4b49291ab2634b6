"use strict";
(() => {
  const data = JSON.parse(document.getElementById("set").textContent);
  const byId = (id) => document.getElementById(id);
  const list = byId("list"), space = byId("space"), canvas = byId("trees"), status = byId("status");
  const pen = canvas.getContext("2d");
  const TILE = { width: 128, height: 104 }, HEAD = 34;
  const LETTERS = ["A", "B"], RINGS = ["#0072b2", "#d55e00"];

  // A tree is [objective, loss, nodes, rows, shares]: nodes in preorder, yes before no; a split is its
  // number, a leaf -1 - its class.
  const trees = data.trees.map(([objective, loss, nodes, rows, shares], at) => {
    const columns = new Set(nodes.filter((node) => node >= 0).map((node) => data.splits[node][0]));
    const leaves = nodes.filter((node) => node < 0).length;
    return { at, number: data.numbers[at], objective, loss, nodes, rows, shares, columns, leaves };
  });

  const short = (value) => String(Number(value.toPrecision(6)));
  const question = (split) => data.splits[split][1];
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  // Nodes with their places: x counts leaves from the left, y levels from the top.
  function layout(tree) {
    if (tree.layout) return tree.layout;
    let next = 0, leaf = 0, depth = 0;
    const places = [], lines = [];
    const place = (level) => {
      depth = Math.max(depth, level);
      const node = tree.nodes[next++];
      const here = { node, y: level, x: 0 };
      places.push(here);
      if (node < 0) {
        here.x = leaf++;
      } else {
        const [yes, no] = [place(level + 1), place(level + 1)];
        here.x = (yes.x + no.x) / 2;
        lines.push([here, yes], [here, no]);
      }
      return here;
    };
    place(0);
    return (tree.layout = { places, lines, depth, leaves: leaf });
  }

  // Rows of the list: heads of groups and tiles side by side, with the place where each begins.
  let rows = [], shown = [], focus = -1, chosen = [null, null], across = 1, tile = 0;

  const picked = (id) => byId(id).value;
  function keeps(tree) {
    const [least, most] = [Number(picked("least-leaves")) || 0, Number(picked("most-leaves")) || Infinity];
    if (tree.leaves < least || tree.leaves > most) return false;
    if (tree.objective > data.objectives[Number(picked("objective"))]) return false;
    const top = picked("top");
    if (top !== "" && tree.nodes[0] !== Number(top)) return false;
    for (const [column, wish] of wishes) if (tree.columns.has(column) !== wish) return false;
    return true;
  }

  let wishes = [];
  function readWishes() {
    const asked = [...document.querySelectorAll(".column-filters select")].filter((one) => one.value !== "");
    wishes = asked.map((one) => [Number(one.dataset.column), one.value === "asked"]);
  }

  function filter() {
    readWishes();
    byId("objective-says").textContent = "at most " + short(data.objectives[Number(picked("objective"))]);
    const groups = new Map();
    for (const tree of trees.filter(keeps)) {
      const first = tree.nodes[0];
      if (!groups.has(first)) groups.set(first, []);
      groups.get(first).push(tree);
    }
    shown = [...groups.values()].flat();
    focus = shown.length > 0 ? 0 : -1;
    arrange([...groups.values()]);
    say();
  }

  let grouped = [];
  function arrange(groups = grouped) {
    grouped = groups;
    const width = list.clientWidth;
    across = Math.max(1, Math.floor(width / TILE.width));
    tile = width / across;
    rows = [];
    let top = 0, at = 0;
    for (const group of groups) {
      const first = group[0].nodes[0];
      const name = first < 0 ? "no split" : question(first);
      rows.push({ top, head: `${name} · ${group.length} ${group.length === 1 ? "tree" : "trees"}` });
      top += HEAD;
      for (let from = 0; from < group.length; from += across) {
        const many = Math.min(across, group.length - from);
        rows.push({ top, from: at + from, many });
        top += TILE.height;
      }
      at += group.length;
    }
    space.style.height = `${Math.max(top, list.clientHeight)}px`;
    const scale = devicePixelRatio || 1;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(list.clientHeight * scale);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${list.clientHeight}px`;
    draw();
  }

  let due = false;
  function draw() {
    if (due) return;
    due = true;
    requestAnimationFrame(() => { due = false; paint(); });
  }

  function rowAt(y) {
    let low = 0, high = rows.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (rows[middle].top <= y) low = middle; else high = middle - 1;
    }
    return low;
  }

  function paint() {
    const scale = devicePixelRatio || 1, from = list.scrollTop;
    const ink = { text: colour("--ink"), faint: colour("--faint"), card: colour("--card"), focus: colour("--blue") };
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.textBaseline = "middle";
    for (let at = rowAt(from); at < rows.length && rows[at].top < from + list.clientHeight; at++) {
      const row = rows[at], y = row.top - from;
      if (row.head) {
        pen.fillStyle = ink.card;
        pen.fillRect(0, y, list.clientWidth, HEAD - 4);
        pen.fillStyle = ink.text;
        pen.font = "600 14px system-ui, sans-serif";
        pen.fillText(row.head, 10, y + HEAD / 2 - 2, list.clientWidth - 20);
      } else {
        for (let place = 0; place < row.many; place++) paintTree(row.from + place, place * tile, y, ink);
      }
    }
  }

  function paintTree(at, x, y, ink) {
    const tree = shown[at], { places, lines, depth, leaves } = layout(tree);
    const [wide, high] = [tile - 24, TILE.height - 40];
    const across = (place) => x + 12 + (leaves > 1 ? place.x / (leaves - 1) : 0.5) * wide;
    const down = (place) => y + 14 + (depth > 0 ? place.y / depth : 0) * high;
    pen.lineWidth = 1;
    pen.strokeStyle = ink.faint;
    pen.globalAlpha = 0.6;
    pen.beginPath();
    for (const [a, b] of lines) {
      pen.moveTo(across(a), down(a));
      pen.lineTo(across(b), down(b));
    }
    pen.stroke();
    pen.globalAlpha = 1;
    const size = Math.max(2, Math.min(6, wide / leaves / 2.4));
    for (const place of places) {
      pen.beginPath();
      if (place.node < 0) {
        pen.fillStyle = data.colours[-1 - place.node];
        pen.fillRect(across(place) - size, down(place) - size, 2 * size, 2 * size);
      } else {
        pen.fillStyle = ink.faint;
        pen.arc(across(place), down(place), Math.min(4, size + 1), 0, 7);
        pen.fill();
      }
    }
    pen.fillStyle = ink.faint;
    pen.font = "11px system-ui, sans-serif";
    pen.fillText(short(tree.objective), x + 10, y + TILE.height - 12, tile - 20);
    chosen.forEach((one, side) => { if (one === tree) ring(x, y, RINGS[side], LETTERS[side]); });
    if (at === focus && document.activeElement === list) ring(x + 3, y + 3, ink.focus, "", 6);
  }

  function ring(x, y, colour, letter, less = 0) {
    pen.strokeStyle = colour;
    pen.lineWidth = 2;
    pen.strokeRect(x + 2, y + 2, tile - 4 - less, TILE.height - 4 - less);
    if (letter === "") return;
    pen.fillStyle = colour;
    pen.font = "700 13px system-ui, sans-serif";
    pen.fillText(letter, x + tile - 16, y + TILE.height - 13);
  }

  function words(tree) {
    const columns = [...tree.columns].map((column) => data.columns[column]);
    const asks = columns.length > 0 ? `asks ${columns.join(", ")}` : "asks nothing";
    return `tree ${tree.number}: objective ${short(tree.objective)}, ${tree.leaves} ${tree.leaves === 1 ? "leaf" : "leaves"}, ${asks}`;
  }

  function say() {
    const many = `${shown.length} of ${trees.length} trees shown. `;
    status.textContent = many + (focus >= 0 ? `Here: ${words(shown[focus])}.` : "No tree keeps these filters.");
  }

  function reveal() {
    const row = rows.find((one) => !one.head && focus >= one.from && focus < one.from + one.many);
    if (!row) return;
    const before = rows.indexOf(row) === 1 ? 0 : row.top;
    if (before < list.scrollTop) list.scrollTop = before;
    if (row.top + TILE.height > list.scrollTop + list.clientHeight) list.scrollTop = row.top + TILE.height - list.clientHeight;
  }

  function go(to) {
    if (shown.length === 0) return;
    focus = Math.max(0, Math.min(shown.length - 1, to));
    reveal();
    say();
    draw();
  }

  // The next tree to be chosen takes the place of the one that was chosen first.
  let turn = 0;
  function choose(tree) {
    const known = chosen.indexOf(tree);
    if (known >= 0) {
      chosen[known] = null;
      turn = known;
    } else {
      chosen[turn] = tree;
      turn = 1 - turn;
    }
    compare();
    draw();
  }

  function element(name, className, text) {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function outline(tree, other) {
    const asked = new Set(other ? other.nodes.filter((node) => node >= 0) : []);
    let next = 0, leaf = 0;
    const item = (answer) => {
      const node = tree.nodes[next++], made = element("li");
      if (answer) made.append(element("span", "answer", answer));
      if (node < 0) {
        const dot = element("span", "dot");
        dot.style.background = data.colours[-1 - node];
        made.append(dot, element("span", "class", data.classes[-1 - node]));
        made.append(element("span", "counts", ` ${tree.rows[leaf]} rows, ${tree.shares[leaf]} %`));
        leaf += 1;
      } else {
        made.append(element("span", other && !asked.has(node) ? "own" : "", question(node) + "?"));
        const below = element("ul");
        below.append(item("yes"), item("no"));
        made.append(below);
      }
      return made;
    };
    const root = element("ul", "root");
    root.append(item(""));
    return root;
  }

  function compare() {
    chosen.forEach((tree, side) => {
      const panel = byId(side === 0 ? "first" : "second");
      panel.replaceChildren(element("h3", "", tree ? `${LETTERS[side]}: tree ${tree.number}` : `${LETTERS[side]}: none chosen`));
      if (!tree) return;
      const facts = `objective ${short(tree.objective)}, loss ${short(tree.loss)}, ${tree.leaves} ${tree.leaves === 1 ? "leaf" : "leaves"}`;
      panel.append(element("p", "small", facts), outline(tree, chosen[1 - side]));
    });
  }

  list.addEventListener("scroll", draw, { passive: true });
  list.addEventListener("focus", draw);
  list.addEventListener("blur", draw);
  list.addEventListener("click", (event) => {
    const box = list.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top + list.scrollTop];
    const row = rows[rowAt(y)];
    const place = Math.floor(x / tile);
    if (!row || row.head || place >= row.many) return;
    go(row.from + place);
    choose(shown[focus]);
  });
  list.addEventListener("keydown", (event) => {
    const page = Math.max(1, Math.floor(list.clientHeight / TILE.height) - 1) * across;
    const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: across, ArrowUp: -across, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    if (event.key in steps) go(focus + steps[event.key]);
    else if ((event.key === "Enter" || event.key === " ") && focus >= 0) choose(shown[focus]);
    else return;
    event.preventDefault();
  });
  byId("filters").addEventListener("input", () => { list.scrollTop = 0; filter(); });
  byId("filters").addEventListener("reset", () => setTimeout(() => { list.scrollTop = 0; filter(); }));
  new ResizeObserver(() => arrange()).observe(list);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  filter();
  if (trees.length > 0) chosen[0] = trees[0];
  if (trees.length > 1) chosen[1] = trees[1];
  compare();
})();
