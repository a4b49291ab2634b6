// Reports made by the program, as users make them.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "gosdt-pages-"));
const gosdt = (...args) => execFileSync(process.env.GOSDT, args, { cwd: folder, maxBuffer: 1 << 28 });

/// Names that break out of markup, style, script, attributes and XML where they are not escaped.
export const NASTY = {
  columns: [
    "<script>alert(1)</script>",
    "</style><b>bold</b>",
    "]]>",
    "&amp; &lt;i&gt;",
    "a very long name ".repeat(12).trim(),
  ],
  values: ["<img src=x onerror=alert(2)>", "<svg onload=alert(5)>"],
  classes: ["</title><script>alert(3)</script>", "it's <u>fine</u>"],
  target: "</script><script>alert(4)</script>",
};

const cell = (text) => `"${text.replaceAll('"', '""')}"`;

/// All combinations of two values, labelled by a list of decisions that needs every column.
function nastyTable() {
  const count = NASTY.columns.length;
  const row = (bits) => {
    const first = bits.findIndex((bit) => bit);
    return [...bits.map((bit) => NASTY.values[bit ? 0 : 1]), NASTY.classes[(first + 2) % 2]];
  };
  const bits = (number) => NASTY.columns.map((_, at) => ((number >> at) & 1) === 1);
  const rows = Array.from({ length: 1 << count }, (_, number) => row(bits(number)));
  return [[...NASTY.columns, NASTY.target], ...rows].map((row) => row.map(cell).join(",")).join("\n");
}

function fitted(name, leaves, ...args) {
  const [page, model] = [`${name}.html`, `${name}.json`];
  const result = JSON.parse(gosdt(...args, "--report", page, "-o", model, "--json", "-q"));
  if (result.leaves !== leaves) throw new Error(`${name} has ${result.leaves} leaves`);
  return { name, leaves, depth: result.depth, page: join(folder, page), model: join(folder, model) };
}

/// Training and test halves of tic-tac-toe.
function halves() {
  const [head, ...rows] = gosdt("demo", "tic-tac-toe", "--csv").toString().trim().split("\n");
  for (const [name, half] of [["train.csv", 0], ["test.csv", 1]]) {
    // Neighbours are alike: every other row goes to the other half.
    const chosen = rows.filter((_, at) => at % 2 === half);
    writeFileSync(join(folder, name), [head, ...chosen].join("\n") + "\n");
  }
}

export function makePages() {
  halves();
  writeFileSync(join(folder, "nasty.csv"), nastyTable());
  const eight = ["fit", "train.csv", "--test", "test.csv", "--lambda", "0.005", "--max-leaves", "8"];
  const partial = ["fit", "train.csv", "--test", "test.csv", "--objective", "pauc:0.3", "--max-leaves", "4"];
  return {
    two: fitted("two", 2, "demo", "monk-1", "--lambda", "0.1", "--max-leaves", "2"),
    eight: fitted("eight", 8, ...eight),
    forty: fitted("forty", 41, "demo", "monk-2", "--lambda", "0.002"),
    partial: fitted("partial", 4, ...partial),
    nasty: fitted("nasty", 6, "fit", "nasty.csv", "--lambda", "0.001"),
  };
}

function pathPage(name, ...args) {
  const page = `${name}.html`;
  const result = JSON.parse(gosdt("path", ...args, "--report", page, "--json", "-q"));
  const trees = result.trees.map(({ leaves, proven }) => ({ leaves, proven }));
  return { name, trees, page: join(folder, page) };
}

/// Pages about paths: one that is proven, one that is not, one with names that could break out.
export function makePaths() {
  writeFileSync(join(folder, "monk-2.csv"), gosdt("demo", "monk-2", "--csv"));
  writeFileSync(join(folder, "games.csv"), gosdt("demo", "tic-tac-toe", "--csv"));
  writeFileSync(join(folder, "nasty.csv"), nastyTable());
  return {
    proven: pathPage("path-proven", "monk-2.csv", "--to", "0.002"),
    stopped: pathPage("path-stopped", "games.csv", "--to", "0.0005", "--time-limit", "300ms"),
    nasty: pathPage("path-nasty", "nasty.csv"),
  };
}

function setPage(name, ...args) {
  const page = `${name}.html`;
  const result = JSON.parse(gosdt("rashomon", ...args, "--limit", "0", "--report", page, "--json", "-q"));
  return { name, count: BigInt(result.count), page: join(folder, page) };
}

/// Pages of near-optimal trees: a whole set, one of which a sample is shown, one with names that could
/// break out.
export function makeSets() {
  writeFileSync(join(folder, "monk-3.csv"), gosdt("demo", "monk-3", "--csv"));
  writeFileSync(join(folder, "games.csv"), gosdt("demo", "tic-tac-toe", "--csv"));
  writeFileSync(join(folder, "nasty.csv"), nastyTable());
  return {
    whole: setPage("set-whole", "monk-3.csv", "--within", "0.2"),
    sampled: setPage("set-sampled", "games.csv", "--within", "0.05"),
    nasty: setPage("set-nasty", "nasty.csv", "--within", "0.1"),
  };
}

/// A column of numbers with decimals, a yes/no column, one of categories, with values that are missing.
function mixedTable() {
  const rows = [];
  for (let at = 0; at < 240; at++) {
    const dose = at % 11 === 0 ? "" : ((at * 37) % 101) / 8;
    const smoker = at % 13 === 0 ? "" : at % 3 === 0 ? "yes" : "no";
    const group = at % 17 === 0 ? "" : ["red, dark", "green", 'blue "sky"'][(at * 7) % 3];
    const ill = dose === "" || (dose > 6.5 && smoker === "yes") || group === "green" && dose < 3;
    rows.push([dose, smoker, group, ill ? "ill" : "well"]);
  }
  return table(["dose", "smoker", "group"], rows);
}

const table = (columns, rows) => [[...columns, "state"], ...rows].map((row) => row.map((text) => cell(String(text))).join(",")).join("\n") + "\n";

/// A page with cases to try: rows of the data, and values that training has not seen.
function casePage(name, text, columns, others, ...args) {
  writeFileSync(join(folder, `${name}.csv`), text);
  const [page, model] = [`${name}.html`, `${name}.json`].map((file) => join(folder, file));
  gosdt("fit", `${name}.csv`, ...args, "--report", page, "-o", model, "-q");
  return { page, model, cases: others.map((values) => Object.fromEntries(columns.map((column, at) => [column, values[at]]))) };
}

/// Reports whose forms are tried.
export function makeCases() {
  const numbers = Array.from({ length: 200 }, (_, at) => [((at * 61) % 200) / 10, ((at * 17) % 200) / 7, at % 5]);
  const labelled = numbers.map(([x, y, z]) => [x, y, z, (x > 7.3) !== (y > 11.2) || z === 4 ? "a" : "b"]);
  const doses = ["0", "2.9", "3", "6.5", "6.6", "12.5", "-4", "1e3", ""];
  const cases = doses.flatMap((dose) => ["yes", "no", ""].flatMap((smoker) =>
    ["red, dark", "green", 'blue "sky"', "never seen", ""].map((group) => [dose, smoker, group])));
  return {
    mixed: casePage("mixed", mixedTable(), ["dose", "smoker", "group"], cases, "--missing", "category", "--lambda", "0.005"),
    numeric: casePage("numeric", table(["x", "y", "z"], labelled), ["x", "y", "z"],
      numbers.slice(0, 60).map((row) => row.map(String)), "--lambda", "0.004"),
  };
}

/// The classes that the program predicts.
export function predicted(model, cases) {
  const columns = Object.keys(cases[0]);
  const rows = cases.map((values) => columns.map((column) => cell(values[column])).join(","));
  const file = join(folder, "cases.csv");
  writeFileSync(file, [columns.map(cell).join(","), ...rows].join("\n") + "\n");
  return gosdt("predict", model, file).toString().trim().split("\n").slice(1);
}

/// A model in another form, as a file.
export function shown(made, form) {
  const file = join(folder, `${made.name}-shown.${form}`);
  gosdt("show", made.model, "--as", form, "-o", file);
  return file;
}

export const sizeOf = (file) => readFileSync(file).length;
