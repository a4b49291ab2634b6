const make = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};

/// Sends one case through the tree as the program's prediction does.
class Case {
  constructor(form, figure) {
    Object.assign(this, JSON.parse(form.querySelector(".case-data").textContent));
    this.form = form;
    this.figure = figure;
    this.says = form.querySelector(".case-says");
    this.fields = [...form.querySelectorAll(".field")];
    form.addEventListener("input", () => this.answer());
    form.querySelector(".clear").addEventListener("click", () => this.clear());
  }

  clear() {
    for (const field of this.fields) {
      for (const input of field.querySelectorAll("input, select")) {
        if (input.type === "checkbox") input.checked = false;
        else input.value = "";
      }
    }
    this.answer();
  }

  /// The value of a field: `number`, `text`, `missing`, or `trouble` with what to do about it.
  value(at) {
    const field = this.fields[at];
    const name = field.querySelector(".field-name").textContent;
    const input = field.querySelector("input:not([type=checkbox]), select");
    const absent = field.querySelector("input[type=checkbox]");
    if (absent) input.disabled = absent.checked;
    if (absent?.checked) return { missing: true };
    const entered = input.value.trim();
    if (entered === "") return { trouble: `Give ${name} to go on.` };
    if (input.localName === "select") {
      if (entered === "missing") return { missing: true };
      return { text: entered === "other" ? null : this.choices[at][Number(entered)] };
    }
    return this.number(entered, name);
  }

  number(entered, name) {
    if (/^(na|n\/a|nan|null|\?)$/i.test(entered)) {
      return this.missing ? { missing: true } : { trouble: `The tree cannot go on without ${name}.` };
    }
    const number = Number(entered);
    if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(entered) || !Number.isFinite(number)) {
      return { trouble: `${name} should be a number, such as 3 or 2.5.` };
    }
    return { number };
  }

  /// What a value answers to a test. A missing value answers no to all but whether it is missing.
  answers(test, value) {
    if (test === "is_missing") return value.missing === true;
    if (value.missing) return false;
    return "at_most" in test ? value.number <= test.at_most : value.text === test.is;
  }

  /// The nodes from the root on, what was answered there, and the rule or the trouble at the end.
  walk() {
    const [way, steps] = [[0], []];
    for (;;) {
      const node = this.nodes[way[way.length - 1]];
      if (node.rule !== undefined) return { way, steps, rule: node.rule };
      const value = this.value(node.field);
      if (value.trouble) return { way, steps, trouble: value.trouble, field: node.field };
      const answer = this.answers(node.test, value) ? 1 : 0;
      steps.push(node.says[answer]);
      way.push(node.next[answer]);
    }
  }

  answer() {
    for (let at = 0; at < this.fields.length; at++) this.value(at);
    const { way, steps, rule, trouble, field } = this.walk();
    const begun = this.fields.some((_, at) => this.value(at).trouble === undefined) || rule !== undefined;
    this.fields.forEach((element, at) => element.classList.toggle("next", at === field));
    this.figure.take(begun ? way : []);
    const path = steps.length ? [make("p", { class: "small" }, "The way from the root:"), make("ol", {}, ...steps.map((step) => make("li", {}, step)))] : [];
    const end = rule === undefined ? [make("p", { class: "small" }, trouble)] : this.verdict(rule, way[way.length - 1]);
    this.says.replaceChildren(...end, ...path);
  }

  /// The class, and the rule with its training rows, as the picture has them.
  verdict(rule, leaf) {
    const [name, colour] = this.rules[rule];
    const sentence = this.figure.says(this.figure.nodes[leaf]).replace(/^Leaf \d+\. /, "");
    const dot = make("span", { class: "dot" });
    dot.style.background = colour;
    const link = make("a", { href: `#${this.anchor}${rule + 1}` }, `Rule ${rule + 1}`);
    return [
      make("p", { class: "case-class class" }, dot, name),
      make("p", { class: "case-rule" }, link, `: ${sentence}`),
    ];
  }
}
