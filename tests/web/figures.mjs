// Times of figure 4's problems in the module (this node's WebAssembly) and in the program with one thread.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "../browser/module.mjs";

const SETS = ["car-evaluation", "compas-binary", "tic-tac-toe", "monk-1", "monk-2", "monk-3"];
const LAMBDAS = ("0.2 0.1 0.09 0.08 0.07 0.06 0.05 0.04 0.03 0.02 0.01 0.009 0.008 0.007 0.006 0.005 0.004 0.003 "
  + "0.002 0.001 0.0009 0.0008 0.0007 0.0006 0.0005 0.0004 0.0003 0.0002 0.0001").split(" ");
const [data, only] = process.argv.slice(2);

/// Seconds of the processor that `work` takes, and what it returns.
function timed(work) {
  const before = process.cpuUsage();
  const found = work();
  const { user, system } = process.cpuUsage(before);
  return [(user + system) / 1e6, found];
}

/// The same for the program, whose processor time the shell tells.
function program(...args) {
  const command = ["-c", 'TIMEFORMAT="%U %S"; time "$@"', "bash", process.env.GOSDT, ...args];
  const { stdout, stderr } = spawnSync("bash", command, { encoding: "utf8", maxBuffer: 1 << 28 });
  const [user, system] = stderr.trim().split(" ").map(Number);
  return [user + system, JSON.parse(stdout)];
}

console.log("dataset,lambda,leaves,module_seconds,program_seconds,module_cpu,program_cpu");
let [ours, theirs] = [0, 0];
for (const set of SETS.filter((name) => !only || name === only)) {
  const file = join(data, "paper", `${set}.csv`);
  const call = await load(process.env.WASM);
  call({ do: "open", name: set, header: true, memory_limit: 2000 }, readFileSync(file));
  for (const lambda of LAMBDAS) {
    const options = { objective: "accuracy", lambda, memory_limit: 2000 };
    const request = { do: "fit", columns: { missing: "category" }, options };
    const [cpu, tree] = timed(() => call(request));
    const [ownCpu, own] = program("fit", file, "--missing", "category", "--lambda", lambda, "--threads", "1", "--json", "-q");
    if (own.leaves !== tree.leaves || own.objective !== tree.objective) throw new Error(`${set} ${lambda}: the trees differ`);
    [ours, theirs] = [ours + cpu, theirs + ownCpu];
    console.log([set, lambda, tree.leaves, tree.seconds.toFixed(6), own.seconds.toFixed(6), cpu.toFixed(3), ownCpu.toFixed(3)].join(","));
  }
}
console.error(`processor time: module ${ours.toFixed(2)} s, program ${theirs.toFixed(2)} s, ratio ${(ours / theirs).toFixed(2)}`);
