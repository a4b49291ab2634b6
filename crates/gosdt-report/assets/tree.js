const leafAt = (target) => target instanceof Element && target.closest(".leaf, .row-leaf");
// The pointer comes before the focus; where neither is on a leaf, the hint stands again.
const letLeavesSpeak = (figure, says) => {
  const hint = says.textContent;
  const say = (leaf) => { says.textContent = leaf ? leaf.getAttribute("aria-label") : hint; };
  figure.addEventListener("focusin", (event) => say(leafAt(event.target)));
  figure.addEventListener("focusout", () => say(null));
  figure.addEventListener("mouseover", (event) => say(leafAt(event.target) || leafAt(document.activeElement)));
  figure.addEventListener("mouseleave", () => say(leafAt(document.activeElement)));
};

/// A tree in the page: zoom, subtrees that are folded away, a list in place of the picture.
class TreeFigure {
  constructor(figure) {
    this.figure = figure;
    this.scroller = figure.querySelector(".scroller");
    this.picture = figure.querySelector(".gosdt-tree");
    this.lies = this.picture.classList.contains("lies");
    this.size = [this.picture.width.baseVal.value, this.picture.height.baseVal.value];
    this.rows = [...figure.querySelectorAll(".outline li")];
    this.nodes = this.readNodes();
    this.zoom = 1;
    this.foundView = false;
    for (const node of this.nodes) {
      this.rows[node.index]?.querySelector(".row-leaf")?.setAttribute("aria-label", this.says(node));
    }
    letLeavesSpeak(figure, figure.querySelector(".says"));
    this.addTools();
    for (const node of this.nodes) if (node.children.length) this.makeFoldable(node);
    this.scroller.addEventListener("scroll", () => this.hint());
    addEventListener("resize", () => this.hint());
  }

  /// The nodes in the order of the walk, which is that of the groups and of the list.
  readNodes() {
    const known = new Map();
    return [...this.picture.querySelectorAll(".branch")].map((group, index) => {
      const above = known.get(group.parentElement) || null;
      const card = group.querySelector(":scope > .card");
      const box = card.querySelector(".box");
      const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => box[name].baseVal.value);
      const line = group.querySelector(":scope > .line");
      const node = { index, group, above, card, line, x, y, width, height, children: [], shown: [], folded: false };
      node.depth = above ? above.depth + 1 : 0;
      node.path = line && line.getAttribute("d");
      if (above) above.children.push(node);
      known.set(group, node);
      return node;
    });
  }

  /// What is said of a leaf.
  says(node) {
    return node.card.getAttribute("aria-label");
  }

  leavesBelow(node) {
    return node.children.length ? node.children.reduce((sum, child) => sum + this.leavesBelow(child), 0) : 1;
  }

  addTools() {
    const tools = this.figure.querySelector(".tools");
    tools.hidden = false;
    tools.addEventListener("click", (event) => {
      const { view, zoom } = event.target.dataset || {};
      if (view) this.show(view);
      if (zoom === "fit") this.setZoom(this.fitting());
      if (zoom === "in") this.setZoom(this.zoom * 1.25);
      if (zoom === "out") this.setZoom(this.zoom / 1.25);
    });
    this.levels = tools.querySelector(".levels");
    this.levels?.addEventListener("change", () => this.foldBelow(this.levels.value === "" ? Infinity : Number(this.levels.value)));
  }

  /// A split becomes a button, in the picture and in the list.
  makeFoldable(node) {
    const toggle = () => { node.folded = !node.folded; this.update(); };
    const leaves = `${this.leavesBelow(node)} leaves`;
    node.handle = document.createElementNS(this.picture.namespaceURI, "g");
    node.handle.setAttribute("class", "handle");
    const at = this.lies ? [node.x + node.width, node.y + node.height / 2] : [node.x + node.width / 2, node.y + node.height + 6];
    node.handle.setAttribute("transform", `translate(${at[0]} ${at[1]})`);
    const part = (name, attributes, text = "") => {
      const made = document.createElementNS(this.picture.namespaceURI, name);
      for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
      made.textContent = text;
      node.handle.append(made);
    };
    part("circle", { r: 7 });
    part("path", { class: "minus", d: "M-3.5 0H3.5" });
    part("path", { class: "plus", d: "M0 -3.5V3.5" });
    part("text", this.lies ? { x: 11, y: 4 } : { y: 20, "text-anchor": "middle" }, leaves);
    node.card.append(node.handle);
    const asks = node.card.querySelector("title").textContent.split("\n")[0];
    const row = this.rows[node.index]?.querySelector(".asks");
    node.buttons = [node.card, ...(row ? [row] : [])];
    for (const button of node.buttons) {
      button.setAttribute("role", "button");
      button.setAttribute("tabindex", "0");
      button.setAttribute("aria-label", `${asks} ${leaves} below`);
      button.addEventListener("click", toggle);
      button.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        toggle();
      });
    }
    this.markFolded(node);
  }

  markFolded(node) {
    for (const button of node.buttons) button.setAttribute("aria-expanded", String(!node.folded));
    node.group.classList.toggle("folded", node.folded);
  }

  foldBelow(levels) {
    for (const node of this.nodes) node.folded = node.children.length > 0 && node.depth >= levels;
    this.update();
  }

  /// Unfolds whatever hides a node.
  reveal(node) {
    let changed = false;
    for (let at = node.above; at; at = at.above) if (at.folded) { at.folded = false; changed = true; }
    if (changed) this.update();
  }

  update() {
    for (const node of this.nodes) {
      node.hidden = node.above !== null && (node.above.hidden || node.above.folded);
      node.shown = node.folded ? [] : node.children;
      node.group.style.display = node.hidden ? "none" : "";
      if (this.rows[node.index]) this.rows[node.index].hidden = node.hidden;
      if (node.children.length) this.markFolded(node);
    }
    if (this.levels && !this.sameLevels()) this.levels.value = "";
    this.place();
    this.setZoom(this.zoom);
  }

  /// Whether the chosen number of levels is what is shown.
  sameLevels() {
    const levels = this.levels.value === "" ? Infinity : Number(this.levels.value);
    return this.nodes.every((node) => !node.children.length || node.folded === (node.depth >= levels));
  }

  /// Moves what is shown together, as if the rest were not there.
  place() {
    const shown = this.nodes.filter((node) => !node.hidden);
    const { levels, spots } = outlineOf(this.nodes[0], (node) => (this.lies ? node.height : node.width), this.lies);
    const start = Math.min(...levels.map((level) => level[0]));
    const across = Math.max(...levels.map((level) => level[1])) - start;
    const middles = new Map(spots.map(([node, place]) => [node, place - start + MARGIN]));
    const columns = [];
    for (const node of shown) columns[node.depth] = Math.max(columns[node.depth] || 0, node.width);
    const starts = columns.map((_, depth) => MARGIN + columns.slice(0, depth).reduce((sum, width) => sum + width + ROOM, 0));
    for (const node of shown) {
      const spot = this.lies
        ? { x: starts[node.depth], y: middles.get(node) - node.height / 2 }
        : { x: middles.get(node) - node.width / 2, y: node.y };
      node.at = spot;
      node.moved = [spot.x - node.x, spot.y - node.y];
      const [dx, dy] = node.above ? [node.moved[0] - node.above.moved[0], node.moved[1] - node.above.moved[1]] : node.moved;
      node.group.setAttribute("transform", `translate(${dx} ${dy})`);
      if (node.line) node.line.setAttribute("d", this.lineTo(node));
    }
    const right = Math.max(...shown.map((node) => node.at.x + node.width + (this.lies && node.folded ? ROOM : 0)));
    const below = Math.max(...shown.map((node) => node.at.y + node.height + (!this.lies && node.folded ? LABEL : 0)));
    this.size = this.lies ? [right + MARGIN, across + 2 * MARGIN] : [across + 2 * MARGIN, below + MARGIN];
    this.picture.setAttribute("viewBox", `0 0 ${this.size[0]} ${this.size[1]}`);
  }

  /// The line from the node above, in the coordinates of the node's own group.
  lineTo(node) {
    const { above, at: to, moved: [dx, dy] } = node;
    const from = above.at;
    const point = (x, y) => `${(x - dx).toFixed(1)} ${(y - dy).toFixed(1)}`;
    if (this.lies) {
      const [y, toY, bend, half] = [from.y + above.height / 2, to.y + node.height / 2, to.x - ROOM, to.x - ROOM / 2];
      return `M${point(from.x + above.width, y)}L${point(bend, y)}C${point(half, y)} ${point(half, toY)} ${point(to.x, toY)}`;
    }
    const [x, y, toX] = [from.x + above.width / 2, from.y + above.height, to.x + node.width / 2];
    const half = (y + to.y) / 2;
    return `M${point(x, y)}C${point(x, half)} ${point(toX, half)} ${point(toX, to.y)}`;
  }

  /// At which the whole picture is as wide as its frame, or smaller.
  fitting() {
    const style = getComputedStyle(this.scroller);
    const room = this.scroller.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return Math.min(1, room / this.size[0]);
  }

  setZoom(zoom) {
    this.enlarge(zoom);
    this.hint();
  }

  enlarge(zoom) {
    this.zoom = Math.min(3, Math.max(0.1, zoom));
    const [width, height] = this.size.map((length) => `${length * this.zoom}px`);
    Object.assign(this.picture.style, { width, height });
    this.figure.querySelector(".zoom output").textContent = `${Math.round(100 * this.zoom)} %`;
  }

  /// Says in which directions there is more to see.
  hint() {
    const { scrollLeft, scrollTop, clientWidth, clientHeight, scrollWidth, scrollHeight } = this.scroller;
    const arrows = [
      scrollLeft > 4 && "←",
      scrollTop > 4 && "↑",
      scrollHeight - clientHeight - scrollTop > 4 && "↓",
      scrollWidth - clientWidth - scrollLeft > 4 && "→",
    ].filter(Boolean);
    const more = this.figure.querySelector(".more");
    more.hidden = !arrows.length;
    more.textContent = `scroll ${arrows.join(" ")}`;
  }

  show(view) {
    this.turnTo(view);
    this.hint();
  }

  turnTo(view) {
    this.figure.classList.toggle("as-list", view === "list");
    for (const button of this.figure.querySelectorAll("[data-view]")) {
      button.setAttribute("aria-pressed", String(button.dataset.view === view));
    }
  }

  /// Called when the figure has its width: a picture that would be tiny on a narrow screen is a list. The page
  /// is laid out twice for this, once to learn the width and once to scroll.
  begin() {
    if (this.foundView) return;
    this.foundView = true;
    const fit = this.fitting();
    this.turnTo(innerWidth < 640 && fit < 0.75 && this.rows.length ? "list" : "picture");
    this.enlarge(Math.max(0.75, fit));
    const root = this.nodes[0];
    this.scroller.scrollLeft = (root.x + root.width / 2) * this.zoom - this.scroller.clientWidth / 2;
    this.hint();
  }

  /// Marks the nodes with these numbers as the way of a case.
  take(way) {
    for (const node of this.nodes) {
      const on = way.includes(node.index);
      node.group.classList.toggle("taken", on);
      this.rows[node.index]?.classList.toggle("taken", on);
    }
    if (way.length) this.reveal(this.nodes[way[way.length - 1]]);
  }
}
