"use strict";
// The worker: runs the module, one request after another. It is handed over as text (a page that is opened
// from disk may not load a worker from there), so this function uses nothing from outside of itself.
// eslint-disable-next-line no-unused-vars
function workerMain() {
  const LEAST_BETWEEN_LOOKS = 100;
  let module, stopAddress, looked, panic;

  const text = (place, length) => new TextDecoder().decode(new Uint8Array(module.memory.buffer, place, length));

  // The page revokes the address of a blob to ask for a stop. That is seen from within a long computation,
  // without shared memory, which pages from disk do not have.
  const isRevoked = () => {
    try {
      const request = new XMLHttpRequest();
      request.open("GET", stopAddress, false);
      request.send();
      return request.status !== 200;
    } catch {
      return true;
    }
  };

  const page = {
    now: () => performance.now(),
    should_stop: () => {
      const now = performance.now();
      if (now - looked < LEAST_BETWEEN_LOOKS) return 0;
      looked = now;
      return isRevoked() ? 1 : 0;
    },
    progress: (place, length) => self.postMessage({ progress: JSON.parse(text(place, length)) }),
    panicked: (place, length) => { panic = text(place, length); },
  };

  const write = (bytes) => {
    const place = module.reserve(bytes.length);
    if (place === 0) throw new RangeError("memory");
    new Uint8Array(module.memory.buffer, place, bytes.length).set(bytes);
  };

  const answer = (request, file) => {
    if (file) {
      write(new Uint8Array(file));
      module.attach();
    }
    write(new TextEncoder().encode(JSON.stringify(request)));
    const length = module.call();
    return JSON.parse(text(module.answer(), length));
  };

  // What ended the module: a bug says so; else it ran out of stack or of memory.
  const ending = (error) => {
    if (panic) return { kind: "bug", text: panic };
    if (/call stack/i.test(error.message)) return { kind: "stack", text: error.message };
    return { kind: "memory", text: error.message };
  };

  const start = async (packed) => {
    const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    const unpacked = await new Response(stream).arrayBuffer();
    const { instance } = await WebAssembly.instantiate(unpacked, { page });
    module = instance.exports;
    module.start();
  };

  self.onmessage = async ({ data }) => {
    if (data.packed) {
      try {
        await start(data.packed);
        self.postMessage({ ready: true });
      } catch (error) {
        self.postMessage({ ended: { kind: "start", text: error.message } });
      }
      return;
    }
    stopAddress = data.stopAddress;
    looked = performance.now();
    try {
      self.postMessage({ answer: answer(data.request, data.file) });
    } catch (error) {
      self.postMessage({ ended: ending(error), held: module.memory.buffer.byteLength });
    }
  };
}
