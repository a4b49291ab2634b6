"use strict";
// Trying a case: only what the tree asks is asked for, and the answer shows the way through the tree.

const OTHER = "another value";

// eslint-disable-next-line no-unused-vars
class Case {
  constructor(ask) {
    this.ask = ask;
    byId("case").addEventListener("submit", (event) => {
      event.preventDefault();
      this.answer();
    });
  }

  /// Asks what this tree asks.
  show(tree) {
    this.tree = tree;
    this.fields = tree.form.map((question) => [question, this.field(question)]);
    const labels = this.fields.map(([question, field]) => make("label", {}, make("span", {}, question.name), field));
    byId("questions").replaceChildren(...labels);
    byId("case-says").replaceChildren();
  }

  field({ kind, choices, may_be_missing: mayBeMissing }) {
    if (kind === "numeric") {
      return make("input", { inputmode: "decimal", size: "8", placeholder: mayBeMissing ? "empty: missing" : "a number" });
    }
    const select = make("select");
    // Values are numbered: any text can be one.
    select.append(...choices.map((text, at) => option(String(at), text)));
    if (kind === "categorical") select.append(option("other", OTHER));
    if (mayBeMissing) select.append(option("missing", "missing"));
    return select;
  }

  /// A text that is none of the values.
  stranger(choices) {
    let text = "another value";
    while (choices.includes(text)) text += "'";
    return text;
  }

  text([{ kind, choices }, field]) {
    if (kind === "numeric") return field.value.trim();
    if (field.value === "missing") return "";
    return field.value === "other" ? this.stranger(choices) : choices[Number(field.value)];
  }

  async answer() {
    const values = Object.fromEntries(this.fields.map((pair) => [pair[0].name, this.text(pair)]));
    const says = byId("case-says");
    try {
      const found = await this.ask({ do: "case", values });
      const shares = found.shares.filter(([, share]) => share > 0).map(([name, share]) => `${name} ${number(share * 100, 3)} %`);
      const rule = found.conditions.length ? `If ${found.conditions.join(" and ")}, then ${found.class}.` : `Always ${found.class}.`;
      says.replaceChildren(
        make("p", { class: "says" }, `${this.tree.target}: ${found.class}`),
        make("p", {}, `Rule ${found.rule}: ${rule}`),
        make("p", { class: "small" }, `${counted(found.rows, "row", "rows")} of the data went this way: ${shares.join(", ")}.`),
        make("p", { class: "small" }, found.way.length ? "The way from the root:" : "The tree asks nothing."),
        make("ol", {}, ...found.way.map((step) => make("li", {}, step))),
      );
    } catch (error) {
      says.replaceChildren(make("p", { class: "warning" }, error.message));
    }
  }
}
