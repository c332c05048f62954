// nazo in a worker: a question comes as a message, and each event of its answer goes back as one.
"use strict";
importScripts("wasm_exec.js");
/** What stands against any answer, once nazo has ended; it never should. */
let over = "";
/** Whether a question is being answered. */
let asked = false;
/** The page is told to ask another worker: this one answers nothing any more. */
const fail = () => self.postMessage(JSON.stringify({ kind: "over", text: over }));
const end = (why) => {
  over = why;
  if (asked) fail();
};
const ready = new Promise((resolve) => { self.nazoReady = resolve; });
const go = new Go();
/** Where a server calls the program something else than application/wasm. */
async function plainly() {
  const bytes = await (await fetch("nazo.wasm")).arrayBuffer();
  return WebAssembly.instantiate(bytes, go.importObject);
}
WebAssembly.instantiateStreaming(fetch("nazo.wasm"), go.importObject).catch(plainly)
  .then((nazo) => go.run(nazo.instance))
  .then(() => end("nazo has ended: it took too much memory, or there is a bug in it"), (e) => end(`nazo can't be loaded: ${e}`));
self.onmessage = async (m) => {
  asked = true;
  if (over) return fail();
  await ready;
  self.nazoAnswer(m.data, (event) => {
    if (event === '{"kind":"done"}') asked = false;
    self.postMessage(event);
  });
};
