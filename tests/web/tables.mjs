// Tables that tests make: the same numbers at every run.

/// Numbers from 0 to 1.
export function random(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const lines = (rows) => rows.map((row) => row.join(",")).join("\n") + "\n";

/// Numeric columns whose label is a rule on three of them, with noise.
export function numbers(rows, columns, seed = 1, noise = 0.05) {
  const next = random(seed);
  const names = Array.from({ length: columns }, (_, at) => `x${at + 1}`);
  const row = () => {
    const cells = names.map(() => (next() * 100).toFixed(2));
    const rule = Number(cells[0]) < 40 ? Number(cells[1]) > 30 : Number(cells[2]) > 70;
    return [...cells, rule !== next() < noise ? "ill" : "healthy"];
  };
  return lines([[...names, "state"], ...Array.from({ length: rows }, row)]);
}

/// Numbers, categories, a yes/no column, weights, and some values missing.
export function mixed(rows = 300, seed = 7) {
  const next = random(seed);
  const pick = (list) => list[Math.floor(next() * list.length)];
  const row = () => {
    const [age, colour, smokes] = [Math.floor(next() * 60) + 20, pick(["red", "green", "blue"]), pick(["yes", "no"])];
    const ill = (age > 50 && smokes === "yes") || colour === "red" ? next() < 0.9 : next() < 0.1;
    return [next() < 0.05 ? "" : age, next() < 0.05 ? "?" : colour, smokes, pick([1, 2, 0.5]), ill ? "1" : "0"];
  };
  return lines([["age", "colour", "smokes", "weight", "ill"], ...Array.from({ length: rows }, row)]);
}

/// Bits whose label is the parity of some of them: hard to prove.
export function parity(rows, columns, of, seed = 3) {
  const next = random(seed);
  const row = () => {
    const bits = Array.from({ length: columns }, () => (next() < 0.5 ? 0 : 1));
    const odd = bits.slice(0, of).reduce((sum, bit) => sum + bit, 0) % 2;
    return [...bits, next() < 0.2 ? 1 - odd : odd];
  };
  const names = Array.from({ length: columns }, (_, at) => `b${at + 1}`);
  return lines([[...names, "odd"], ...Array.from({ length: rows }, row)]);
}
