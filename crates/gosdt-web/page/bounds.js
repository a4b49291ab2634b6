"use strict";
// The bounds of a search, closing.

const PLOT = { width: 704, height: 190, left: 4, right: 90, foot: 22, head: 12 };
const BETWEEN_STATUSES = 3000;

// eslint-disable-next-line no-unused-vars
class Bounds {
  begin(what) {
    this.what = what;
    this.moments = [];
    this.told = performance.now();
    byId("bounds-chart").replaceChildren();
    byId("progress-says").textContent = `${what} …`;
    byId("progress-status").textContent = what;
  }

  add(moment) {
    if (this.moments.length > 0 && this.moments.at(-1).lambda !== moment.lambda) this.moments = [];
    this.moments.push(moment);
    // A long search: every other moment is enough.
    if (this.moments.length > 1500) this.moments = this.moments.filter((_, at) => at % 2 === 0);
    this.render();
  }

  sentence({ seconds, lower, upper, nodes, memory, lambda, trees }) {
    const at = lambda === null ? "" : `λ = ${number(lambda)}, ${counted(trees, "tree", "trees")} so far. `;
    const gap = upper === null ? "" : `, gap ${number(upper - lower, 2)}`;
    return `${at}The optimum is between ${number(lower)} and ${number(upper)}${gap}. ${counted(nodes, "subproblem", "subproblems")}, ${number(memory / 1e6, 3)} MB, ${seconds.toFixed(1)} s.`;
  }

  render() {
    const last = this.moments.at(-1);
    const sentence = this.sentence(last);
    byId("progress-says").textContent = sentence;
    if (performance.now() - this.told > BETWEEN_STATUSES) {
      this.told = performance.now();
      byId("progress-status").textContent = sentence;
    }
    const known = this.moments.filter((moment) => moment.upper !== null);
    if (known.length > 1) byId("bounds-chart").replaceChildren(this.chart(known));
  }

  chart(moments) {
    const { width, height, left, right, foot, head } = PLOT;
    const [first, last] = [moments[0], moments.at(-1)];
    const top = Math.max(...moments.map(({ upper }) => upper)) || 1;
    const x = (seconds) => left + ((seconds - first.seconds) / (last.seconds - first.seconds || 1)) * (width - left - right);
    const y = (value) => head + (1 - value / top) * (height - head - foot);
    const steps = (key) => moments.map((moment, at) => {
      const before = moments[at - 1] ?? moment;
      return `${x(moment.seconds)},${y(before[key])} ${x(moment.seconds)},${y(moment[key])}`;
    });
    const [upper, lower] = [steps("upper"), steps("lower")];
    const back = [...lower].reverse().map((pair) => pair.split(" ").reverse().join(" "));
    const end = (key, text) => {
      // The two texts do not lie on each other when the bounds meet.
      const shift = key === "upper" ? -2 : 12;
      return draw("text", { class: `chart-text text-${key}`, x: x(last.seconds) + 6, y: y(last[key]) + shift }, text);
    };
    return draw(
      "svg", { viewBox: `0 0 ${width} ${height}` },
      draw("line", { class: "grid", x1: left, x2: width - right, y1: y(0), y2: y(0) }),
      draw("text", { class: "chart-text", x: left, y: height - 6 }, `${first.seconds.toFixed(1)} s`),
      draw("text", { class: "chart-text", x: width - right, y: height - 6, "text-anchor": "end" }, `${last.seconds.toFixed(1)} s`),
      draw("polygon", { class: "gap", points: [...upper, ...back].join(" ") }),
      draw("polyline", { class: "upper", points: upper.join(" ") }),
      draw("polyline", { class: "lower", points: lower.join(" ") }),
      end("upper", `best ${number(last.upper, 3)}`),
      end("lower", `bound ${number(last.lower, 3)}`),
    );
  }
}
