"use strict";
// The slider for λ, and behind it the path: the trees of all λ as steps.

const [LARGEST, SMALLEST] = [0.5, 0.0005];
const POSITIONS = 1000;
const CHART = { width: 704, height: 96, foot: 16 };

// eslint-disable-next-line no-unused-vars
class Lambda {
  constructor(onChange, onTree) {
    this.onChange = onChange;
    this.onTree = onTree;
    this.path = null;
    byId("slider").addEventListener("input", () => {
      byId("lambda").value = this.at(Number(byId("slider").value));
      this.moved();
    });
    byId("lambda").addEventListener("input", () => {
      this.place();
      this.moved();
    });
    this.place();
  }

  /// λ as a decimal of two digits, at a position from left to right.
  at(position) {
    const lambda = LARGEST * (SMALLEST / LARGEST) ** (position / POSITIONS);
    return Number(lambda.toPrecision(2)).toString();
  }

  /// The share of the way from left to right at which λ is.
  share(lambda) {
    const share = Math.log(lambda / LARGEST) / Math.log(SMALLEST / LARGEST);
    return Math.min(1, Math.max(0, share));
  }

  /// λ as a number; a fraction may be typed, too.
  get value() {
    const [above, below = "1"] = byId("lambda").value.split("/");
    return Number(above) / Number(below);
  }

  place() {
    if (this.value > 0) byId("slider").value = Math.round(this.share(this.value) * POSITIONS);
  }

  moved() {
    this.render();
    this.onChange();
    const tree = this.tree();
    if (tree >= 0 && tree !== this.shown) {
      this.shown = tree;
      this.onTree(tree);
    }
  }

  /// The number of the path's tree at λ, or −1.
  tree() {
    return this.path ? this.path.trees.findIndex(({ low, high }) => low <= this.value && this.value <= high) : -1;
  }

  /// Takes a path over, or none.
  show(path) {
    this.path = path;
    this.shown = -1;
    this.render();
  }

  render() {
    const tree = this.path?.trees[this.tree()];
    let says = "A further leaf has to lower the loss by more than λ.";
    if (tree) {
      const proven = tree.proven ? "the best tree has" : "the best tree found has";
      says = `At this λ ${proven} ${counted(tree.leaves, "leaf", "leaves")} and loss ${number(tree.loss)} (${number(tree.accuracy * 100)} % right).`;
    } else if (this.path) {
      says = "The path does not reach this λ.";
    }
    byId("lambda-says").textContent = says;
    byId("slider").setAttribute("aria-valuetext", tree ? `${byId("lambda").value}: ${says}` : byId("lambda").value);
    byId("path-chart").replaceChildren(...(this.path ? [this.chart()] : []));
  }

  chart() {
    const most = Math.max(...this.path.trees.map((tree) => tree.leaves));
    const chart = draw("svg", { viewBox: `0 0 ${CHART.width} ${CHART.height}` });
    const here = this.tree();
    this.path.trees.forEach((tree, at) => {
      const [left, right] = [tree.high, tree.low || SMALLEST].map((lambda) => this.share(lambda) * CHART.width);
      const height = Math.max(3, (tree.leaves / most) * (CHART.height - CHART.foot));
      const kind = `step${at === here ? " here" : ""}${tree.proven ? "" : " open"}`;
      const wide = Math.max(1, right - left - 1);
      chart.append(draw("rect", { class: kind, x: left, y: CHART.height - height, width: wide, height, rx: 2 }));
      if (wide > 14) {
        const place = { class: "chart-text", x: left + wide / 2, y: CHART.height - height - 4, "text-anchor": "middle" };
        chart.append(draw("text", place, String(tree.leaves)));
      }
    });
    return chart;
  }
}
