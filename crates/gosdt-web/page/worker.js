"use strict";
// The worker: runs the module, one request after another. It is handed over as text (a page that is opened
// from disk may not load a worker from there), so this function uses nothing from outside of itself.
// eslint-disable-next-line no-unused-vars
function workerMain() {
  const LEAST_BETWEEN_LOOKS = 100;
  // With these the module can wait for the page in the midst of a computation, and so hear it.
  const CAN_WAIT = typeof WebAssembly.Suspending === "function" && typeof WebAssembly.promising === "function";
  const turn = new MessageChannel();
  let module, call, stopAddress, looked, panic, isStopped, isDeaf;

  const text = (place, length) => new TextDecoder().decode(new Uint8Array(module.memory.buffer, place, length));

  // Lets messages of the page arrive; whether one of them said stop.
  const hear = () => new Promise((resolve) => {
    turn.port1.onmessage = () => resolve(isStopped ? 1 : 0);
    turn.port2.postMessage(null);
  });

  // Where the module cannot wait: the page revokes the address of a blob to ask for a stop. That is seen
  // from within a computation, without shared memory. A page from disk may not read its own blobs: then
  // the worker is deaf, and the page has to end it.
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

  const shouldStop = () => {
    const now = performance.now();
    if (isDeaf || isStopped || now - looked < LEAST_BETWEEN_LOOKS) return isStopped ? 1 : 0;
    looked = now;
    if (CAN_WAIT) return hear();
    isStopped = isRevoked();
    return isStopped ? 1 : 0;
  };

  const page = {
    now: () => performance.now(),
    should_stop: CAN_WAIT ? new WebAssembly.Suspending(shouldStop) : shouldStop,
    progress: (place, length) => self.postMessage({ progress: JSON.parse(text(place, length)) }),
    panicked: (place, length) => { panic = text(place, length); },
  };

  const write = (bytes) => {
    const place = module.reserve(bytes.length);
    if (place === 0) throw new RangeError("memory");
    new Uint8Array(module.memory.buffer, place, bytes.length).set(bytes);
  };

  const answer = async (request, file) => {
    if (file) {
      write(new Uint8Array(file));
      module.attach();
    }
    write(new TextEncoder().encode(JSON.stringify(request)));
    const length = await call();
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
    call = CAN_WAIT ? WebAssembly.promising(module.call) : module.call;
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
    if (data.stop) {
      isStopped = true;
      return;
    }
    stopAddress = data.stopAddress;
    isStopped = false;
    isDeaf ??= !CAN_WAIT && isRevoked();
    looked = performance.now();
    try {
      self.postMessage({ answer: await answer(data.request, data.file) });
    } catch (error) {
      self.postMessage({ ended: ending(error), held: module.memory.buffer.byteLength });
    }
  };
}
