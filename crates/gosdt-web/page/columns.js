"use strict";
// The table of the columns: what each is read as, and what to be wary of.

/// More rows than this are not shown; the columns beyond are read as found.
const MOST_COLUMNS_SHOWN = 300;

/// Labels with more values than this are hardly labels.
const MANY_CLASSES = 20;

// eslint-disable-next-line no-unused-vars
class Columns {
  constructor(onChange) {
    this.onChange = onChange;
    for (const id of ["target", "weights", "missing"]) byId(id).addEventListener("change", () => this.changed());
  }

  /// Shows the columns of a table.
  show(table) {
    this.table = table;
    this.kinds = new Map(table.categorical.map((name) => [name, "categorical"]));
    const names = table.columns.map((column) => column.name);
    byId("target").replaceChildren(...names.map((name) => option(name, name)));
    byId("target").value = names.at(-1);
    byId("weights").replaceChildren(option("", "none"), ...names.map((name) => option(`=${name}`, name)));
    const anyMissing = table.columns.some((column) => column.missing > 0);
    byId("missing").value = anyMissing ? "category" : "error";
    this.render();
  }

  changed() {
    this.render();
    this.onChange();
  }

  get target() { return byId("target").value; }

  get weights() { return byId("weights").value.slice(1) || null; }

  /// What the library is told of the columns.
  request() {
    const { target, weights } = this;
    const free = (name) => name !== target && name !== weights;
    const of = (kind) => [...this.kinds].filter(([name, of]) => of === kind && free(name)).map(([name]) => name);
    const [ignore, numeric, categorical] = [of("ignore"), of("numeric"), of("categorical")];
    return { target, weights, ignore, numeric, categorical, missing: byId("missing").value };
  }

  render() {
    const shown = this.table.columns.slice(0, MOST_COLUMNS_SHOWN);
    byId("columns").tBodies[0].replaceChildren(...shown.map((column) => this.row(column)));
    const warnings = this.warnings();
    byId("columns-warn").hidden = warnings.length === 0;
    byId("columns-warn").textContent = warnings.join("\n");
  }

  row(column) {
    return make(
      "tr", {},
      make("th", { scope: "row" }, column.name),
      make("td", {}, this.kind(column)),
      make("td", { class: "number" }, column.missing ? count(column.missing) : "none"),
      make("td", { class: "number" }, column.kind ? count(column.distinct) : "?"),
      make("td", { class: "such" }, column.examples.map((text) => text.slice(0, 40)).join(", ")),
      make("td", { class: "note" }, this.note(column)),
    );
  }

  /// What the column is read as: a choice, unless it is the label or the weights.
  kind(column) {
    if (column.name === this.target) return "label";
    if (column.name === this.weights) return "weights";
    const found = column.kind ? `as found: ${column.kind}` : "as found: unreadable";
    const choices = [["", found], ["numeric", "numeric"], ["categorical", "categorical"], ["ignore", "left out"]];
    const select = make("select", { "aria-label": `read ${column.name} as` });
    select.append(...choices.map(([value, text]) => option(value, text)));
    select.value = this.kinds.get(column.name) ?? "";
    select.addEventListener("change", () => {
      if (select.value) this.kinds.set(column.name, select.value);
      else this.kinds.delete(column.name);
      const at = [...byId("columns").querySelectorAll("select")].indexOf(select);
      this.changed();
      byId("columns").querySelectorAll("select")[at]?.focus();
    });
    return select;
  }

  note(column) {
    if (column.name === this.target) {
      if (column.missing) return "Rows without a label cannot be used.";
      return column.distinct > MANY_CLASSES ? `${count(column.distinct)} different labels: is this the label?` : "";
    }
    if (this.kinds.get(column.name) === "ignore") return "";
    if (column.problem) return column.problem;
    if (column.distinct < 2) return "One value only: it tells nothing.";
    const isText = column.kind === "categorical" || this.kinds.get(column.name) === "categorical";
    if (isText && column.distinct === this.table.rows) return "Every row differs: an identifier? Better left out.";
    return "";
  }

  warnings() {
    const used = this.table.columns.filter(({ name }) => this.kinds.get(name) !== "ignore");
    const missing = used.filter((column) => column.missing > 0);
    const all = [];
    if (missing.length > 0 && byId("missing").value === "error") {
      all.push(`${counted(missing.length, "column has", "columns have")} missing values. Choose what becomes of them, or leave the columns out.`);
    }
    if (this.table.columns.length > MOST_COLUMNS_SHOWN) {
      all.push(`The first ${MOST_COLUMNS_SHOWN} of ${count(this.table.columns.length)} columns are listed; the others are read as found.`);
    }
    return all;
  }
}
