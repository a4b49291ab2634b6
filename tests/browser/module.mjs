// The WebAssembly module without a browser, for measurements.
import { readFileSync } from "node:fs";

/// A session of the module in `file`: a function that answers requests.
export async function load(file) {
  let module;
  const text = (place, length) => Buffer.from(module.memory.buffer, place, length).toString();
  const page = {
    now: () => performance.now(),
    should_stop: () => 0,
    progress: () => {},
    panicked: (place, length) => console.error(text(place, length)),
  };
  const { instance } = await WebAssembly.instantiate(readFileSync(file), { page });
  module = instance.exports;
  module.start();
  const write = (bytes) => {
    const place = module.reserve(bytes.length);
    if (place === 0) throw new RangeError("memory");
    new Uint8Array(module.memory.buffer, place, bytes.length).set(bytes);
  };
  return (request, file = null) => {
    if (file) {
      write(file);
      module.attach();
    }
    write(new TextEncoder().encode(JSON.stringify(request)));
    const length = module.call();
    const answer = JSON.parse(text(module.answer(), length));
    if (answer.failed !== undefined) throw new Error(answer.failed);
    return answer.done;
  };
}
