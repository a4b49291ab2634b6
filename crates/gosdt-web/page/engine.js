"use strict";
// The module in its worker, as the page sees it: requests are promises, and a worker that ends is replaced.

/// What went wrong, as a sentence for people.
class EngineError extends Error {
  constructor(kind, text) {
    super(text);
    this.kind = kind;
  }
}

const WORDS = {
  memory: "The memory of this tab did not suffice. Nothing is lost but this result: lower the memory limit "
    + "(the search then keeps less), limit the depth, keep fewer thresholds, or leave out rows or columns.",
  stack: "The tree grew too deep for this browser. Set a largest depth, or raise λ.",
  start: "This browser cannot run the program: it needs WebAssembly with SIMD and DecompressionStream "
    + "(any Chrome, Edge, Firefox or Safari since 2023).",
  bug: "The program ended by a fault of its own, for which we are sorry. Please report it:",
  ended: "Ended. There is no result.",
};

// eslint-disable-next-line no-unused-vars
class Engine {
  constructor(packed, onProgress) {
    this.packed = packed;
    this.onProgress = onProgress;
    this.waiting = null;
    this.begin();
  }

  /// Starts a worker. `this.ready` is rejected where the browser cannot run the module.
  begin() {
    const source = new Blob([`(${workerMain})();`], { type: "text/javascript" });
    const address = URL.createObjectURL(source);
    this.worker = new Worker(address);
    this.ready = new Promise((resolve, reject) => {
      this.giveUp = reject;
      this.worker.onmessage = ({ data }) => {
        if (data.ready) { URL.revokeObjectURL(address); resolve(); return; }
        if (data.progress) { this.onProgress(data.progress); return; }
        const settle = this.take();
        if (data.answer) { settle?.(data.answer); return; }
        const error = this.error(data.ended);
        this.crashed = true;
        if (settle) settle({ error }); else reject(error);
      };
      this.worker.onerror = (event) => {
        event.preventDefault();
        const error = this.error({ kind: "memory", text: event.message });
        this.crashed = true;
        const settle = this.take();
        if (settle) settle({ error }); else reject(error);
      };
    });
    this.ready.catch(() => {});
    this.crashed = false;
    this.worker.postMessage({ packed: this.packed });
  }

  error({ kind, text }) {
    return new EngineError(kind, kind === "bug" ? `${WORDS.bug} ${text}` : WORDS[kind]);
  }

  take() {
    const settle = this.waiting;
    this.waiting = null;
    if (this.stopAddress) URL.revokeObjectURL(this.stopAddress);
    this.stopAddress = null;
    return settle;
  }

  /// Ends the worker, whatever it does, and starts another one, which knows no table.
  restart() {
    this.worker.terminate();
    // Whoever waits for the worker to be ready waits no longer.
    this.giveUp(this.error({ kind: "ended" }));
    this.take()?.({ error: this.error({ kind: "ended" }) });
    this.begin();
  }

  /// Asks for something; there is one request at a time. Fails with a sentence for people.
  async call(request, file = null) {
    await this.ready;
    if (this.waiting) throw new EngineError("busy", "Something else is still being done.");
    this.stopAddress = URL.createObjectURL(new Blob(["go"]));
    const answer = await new Promise((resolve) => {
      this.waiting = resolve;
      const message = { request, file, stopAddress: this.stopAddress };
      this.worker.postMessage(message, file ? [file] : []);
    });
    if (answer.error) throw answer.error;
    if (answer.failed !== undefined) throw new EngineError("input", answer.failed);
    return answer.done;
  }

  /// Asks the work at hand to end with what it has.
  stop() {
    this.worker.postMessage({ stop: true });
    if (this.stopAddress) URL.revokeObjectURL(this.stopAddress);
    this.stopAddress = null;
  }
}
