"use strict";
// The page: from a file to a tree.

const SECOND_CLICK_AFTER = 1500;
const BETWEEN_TREES = 120;

const bounds = new Bounds();
const engine = new Engine(GOSDT_WASM, (moment) => bounds.add(moment));
const columns = new Columns(() => forgetPath());
const lambda = new Lambda(() => {}, (tree) => choose(tree));
const tryCase = new Case((request) => ask(request));

/// What is open, so that it can be opened again after the memory of the tab ran out.
let source = null;
let reopened = Promise.resolve();
let busy = false;

function complain(text) {
  byId("error").hidden = !text;
  byId("error").textContent = text ?? "";
}

/// Asks the worker. When it ends, another one takes its place and opens the same data.
async function ask(request, file) {
  await reopened;
  try {
    return await engine.call(request, file);
  } catch (error) {
    if (engine.crashed) beginAnew();
    throw error;
  }
}

/// Takes another worker and opens the same data in it.
function beginAnew() {
  engine.restart();
  reopened = reopen();
}

async function reopen() {
  try {
    if (source) await engine.call(...await source());
  } catch (error) {
    // Something else was opened meanwhile.
    if (error.kind !== "ended") complain(error.message);
  }
}

/// Runs something that takes long, with the buttons for it.
async function work(what, run) {
  if (busy) return;
  busy = true;
  complain(null);
  bounds.begin(what);
  byId("progress-part").hidden = false;
  byId("stop").textContent = "Stop with the best tree so far";
  byId("stop").dataset.asked = "no";
  for (const id of ["fit", "path"]) byId(id).disabled = true;
  try {
    await run();
  } catch (error) {
    complain(error.message);
  } finally {
    busy = false;
    byId("progress-part").hidden = true;
    for (const id of ["fit", "path"]) byId(id).disabled = false;
  }
}

// The data.

/// Opens what `requested` asks for, in a worker with fresh memory.
async function open(name, requested) {
  if (busy || source) engine.restart();
  source = requested;
  complain(null);
  for (const id of ["columns-part", "problem-part", "result-part"]) byId(id).hidden = true;
  byId("data-says").textContent = `Reading ${name} …`;
  try {
    const table = await engine.call(...await requested());
    showTable(table);
  } catch (error) {
    source = null;
    byId("data-says").textContent = "";
    complain(error.message);
    if (engine.crashed) engine.restart();
  }
}

function showTable(table) {
  const size = `${counted(table.rows, "row", "rows")}, ${counted(table.columns.length, "column", "columns")}`;
  byId("data-says").textContent = `${table.name}: ${size}.`;
  columns.show(table);
  lambda.show(null);
  byId("columns-part").hidden = false;
  byId("problem-part").hidden = false;
}

function openFile(file) {
  const layout = { header: byId("header").value === "yes", delimiter: byId("delimiter").value || null };
  const request = { do: "open", name: file.name, memory_limit: limit("memory-limit") ?? 1000, ...layout };
  open(file.name, async () => [request, await file.arrayBuffer()]);
}

async function openModel(file) {
  if (busy || source) engine.restart();
  source = null;
  complain(null);
  byId("data-says").textContent = "";
  for (const id of ["columns-part", "problem-part", "result-part"]) byId(id).hidden = true;
  try {
    const tree = await engine.call({ do: "open-model", name: file.name }, await file.arrayBuffer());
    byId("data-says").textContent = `${file.name}: a model of ${counted(tree.leaves, "leaf", "leaves")}.`;
    showTree(tree, file.name);
  } catch (error) {
    complain(error.message);
    if (engine.crashed) engine.restart();
  }
}

// What to look for.

/// A whole number that may be left empty.
function limit(id) {
  const text = byId(id).value.trim();
  if (text === "") return null;
  if (!/^\d{1,9}$/.test(text)) throw new Error(`“${byId(id).labels[0].textContent.trim()}” is a whole number, or empty; it is “${text}”.`);
  return Number(text);
}

function seconds() {
  const text = byId("time-limit").value.trim();
  if (text === "") return null;
  const value = Number(text);
  if (!(value >= 0 && value < 1e9)) throw new Error(`“Seconds” is a number, or empty; it is “${text}”.`);
  return value;
}

const PARAMETERS = {
  weighted: ["A missed positive costs so many false alarms", "10"],
  pauc: ["Up to this false positive rate", "0.1"],
  fbeta: ["β", "2"],
};
const WITH_POSITIVE = ["weighted", "auc", "pauc", "fscore", "fbeta", "jaccard"];

function objectiveChanged() {
  const name = byId("objective").value;
  const parameter = PARAMETERS[name];
  byId("parameter-field").hidden = !parameter;
  if (parameter) [byId("parameter-name").textContent, byId("parameter").value] = parameter;
  byId("positive-field").hidden = !WITH_POSITIVE.includes(name);
  byId("costs-field").hidden = name !== "cost";
}

function options() {
  const name = byId("objective").value;
  return {
    objective: PARAMETERS[name] ? `${name}:${byId("parameter").value.trim()}` : name,
    costs: name === "cost" && byId("costs").value.trim() ? `${byId("costs").value.trim()}\n` : null,
    positive: (WITH_POSITIVE.includes(name) && byId("positive").value) || null,
    lambda: byId("lambda").value.trim(),
    max_depth: limit("max-depth"),
    max_leaves: limit("max-leaves"),
    min_leaf: limit("min-leaf"),
    thresholds: byId("thresholds").value,
    time_limit: seconds(),
    memory_limit: limit("memory-limit") ?? 1000,
  };
}

function forgetPath() {
  if (lambda.path) lambda.show(null);
  byId("save-path").hidden = true;
}

function fit() {
  return work("Searching for the best tree", async () => {
    const tree = await ask({ do: "fit", columns: columns.request(), options: options() });
    showTree(tree);
    byId("result-title").focus({ preventScroll: true });
    byId("result-part").scrollIntoView({ block: "start" });
  });
}

function findPath() {
  return work("Searching for the trees of all λ", async () => {
    forgetPath();
    const [from, to] = [byId("from").value.trim(), byId("to").value.trim()];
    const path = await ask({ do: "path", columns: columns.request(), options: options(), from, to });
    const report = await ask({ do: "path-report" });
    lambda.show(path);
    offer(byId("save-path"), `${baseName()}-path.html`, report, "text/html");
    byId("save-path").hidden = false;
    // Where λ is beyond the path, its nearest end is shown.
    const near = lambda.value > path.trees[0].high ? 0 : path.trees.length - 1;
    lambda.shown = lambda.tree() >= 0 ? lambda.tree() : near;
    showTree(await ask({ do: "choose", tree: lambda.shown }));
    byId("slider").focus();
  });
}

let wanted = null;

/// Shows a tree of the path; while the slider moves, only the last one.
function choose(tree) {
  clearTimeout(wanted);
  wanted = setTimeout(async () => {
    if (busy) return;
    try {
      showTree(await ask({ do: "choose", tree }));
    } catch (error) {
      if (error.kind === "busy") choose(tree);
      else complain(error.message);
    }
  }, BETWEEN_TREES);
}

// The result.

function baseName() {
  const name = byId("data-says").textContent.split(":")[0];
  return name.replace(/(\.(csv|tsv|txt|data|json))?(\.gz)?$/i, "").replace(/[^\p{L}\p{N}._-]+/gu, "-").slice(0, 60) || "tree";
}

function showTree(tree) {
  byId("verdict").textContent = `${tree.verdict} ${counted(tree.leaves, "leaf", "leaves")}, loss ${number(tree.loss)}.`;
  byId("verdict").classList.toggle("proven", tree.proven);
  const name = baseName();
  offer(byId("save-model"), `${name}-model.json`, tree.model, "application/json");
  offer(byId("save-report"), `${name}-report.html`, tree.report, "text/html");
  offer(byId("save-picture"), `${name}-tree.svg`, tree.picture, "image/svg+xml");
  byId("report").srcdoc = tree.report;
  tryCase.show(tree);
  byId("result-part").hidden = false;
}

// What the user does.

let stopped = 0;

/// The first click asks; where nothing comes of that soon, the next one ends the worker.
function stop() {
  if (byId("stop").dataset.asked === "yes" && performance.now() - stopped > SECOND_CLICK_AFTER) {
    beginAnew();
    return;
  }
  stopped = performance.now();
  byId("stop").dataset.asked = "yes";
  byId("stop").textContent = "Stopping … (again: end at once, without a tree)";
  engine.stop();
}

byId("stop").addEventListener("click", stop);
byId("problem").addEventListener("submit", (event) => { event.preventDefault(); fit(); });
byId("path").addEventListener("click", findPath);
byId("objective").addEventListener("change", () => { objectiveChanged(); forgetPath(); });
for (const id of ["parameter", "positive", "costs", "max-depth", "max-leaves", "min-leaf", "thresholds"]) {
  byId(id).addEventListener("change", forgetPath);
}
const chosen = (input, then) => input.addEventListener("change", () => {
  const [file] = input.files;
  input.value = "";
  if (file) attempt(() => then(file));
});
const attempt = (act) => { try { act(); } catch (error) { complain(error.message); } };
chosen(byId("file"), openFile);
chosen(byId("model-file"), openModel);

const drop = byId("drop");
for (const kind of ["dragenter", "dragover"]) {
  document.addEventListener(kind, (event) => { event.preventDefault(); drop.classList.add("over"); });
}
for (const kind of ["dragleave", "drop"]) document.addEventListener(kind, () => drop.classList.remove("over"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  if (file) attempt(() => (/\.json$/i.test(file.name) ? openModel(file) : openFile(file)));
});

objectiveChanged();
engine.call({ do: "demos" }).then((demos) => {
  byId("demos").replaceChildren(...demos.map(({ name, about }) => {
    const button = make("button", { title: about, type: "button" }, name);
    button.addEventListener("click", () => open(name, async () => [{ do: "open-demo", name }, null]));
    return button;
  }));
}).catch((error) => complain(error.message));
