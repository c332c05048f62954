// nazo in a worker: a question comes as a message, and each event of its answer goes back as one.
"use strict";
importScripts("wasm_exec.js");
const ready = new Promise((resolve) => { self.nazoReady = resolve; });
const go = new Go();
const loaded = WebAssembly.instantiateStreaming
  ? WebAssembly.instantiateStreaming(fetch("nazo.wasm"), go.importObject).catch(plainly)
  : plainly();
/** Where a server calls the program something else than application/wasm. */
async function plainly() {
  const bytes = await (await fetch("nazo.wasm")).arrayBuffer();
  return WebAssembly.instantiate(bytes, go.importObject);
}
loaded.then((nazo) => go.run(nazo.instance));
self.onmessage = async (m) => {
  await ready;
  self.nazoAnswer(m.data, (event) => self.postMessage(event));
};
