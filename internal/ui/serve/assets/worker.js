// nazo in a worker: a question comes as a message, and each event of its answer goes back as one. Before the first
// question it loads the program, or gets it from the page, which had it from another worker.
"use strict";
importScripts("wasm_exec.js");
/** The file of each engine, and its size. The worker has the name of its engine. */
const engines = { ENGINES };
const [file, size] = engines[self.name] ?? engines.solving;
/** What stands against any answer, once nazo has ended; it never should. */
let over = "";
/** Whether a question is being answered. */
let asked = false;
const tell = (event) => self.postMessage(JSON.stringify(event));
/** The page is told to ask another worker: this one answers nothing any more. */
const fail = () => tell({ kind: "over", text: over });
const end = (why) => {
  over = why;
  if (asked) fail();
};
const ready = new Promise((resolve) => { self.nazoReady = resolve; });
const go = new Go();

/** The program as it comes, with news of how much is there. Some servers unpack it on the way. */
async function arriving() {
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`the server says ${answer.status}`);
  let come = 0, told = 0;
  const counted = answer.body.pipeThrough(new TransformStream({
    transform(part, to) {
      come += part.length;
      const share = Math.min(1, come / size);
      if (share - told > .02 || share === 1 && told < 1) tell({ kind: "loading", share: told = share });
      to.enqueue(part);
    },
  }));
  const reader = counted.getReader();
  const first = await reader.read();
  const whole = new ReadableStream({
    start(to) { if (first.value) to.enqueue(first.value); if (first.done) to.close(); },
    async pull(to) {
      const { value, done } = await reader.read();
      if (done) to.close(); else to.enqueue(value);
    },
  });
  const packed = first.value?.[0] === 0x1f && first.value[1] === 0x8b;
  return new Response(packed ? whole.pipeThrough(new DecompressionStream("gzip")) : whole, { headers: { "Content-Type": "application/wasm" } });
}

let loading;
function load(module) {
  loading ??= (async () => {
    if (!module) {
      module = await WebAssembly.compileStreaming(arriving());
      self.postMessage(module);
    }
    const nazo = await WebAssembly.instantiate(module, go.importObject);
    void go.run(nazo).then(() => end("nazo has ended: it took too much memory, or there is a bug in it"), (e) => end(`nazo has ended: ${e}`));
    await ready;
  })().catch((e) => end(`nazo can't be loaded: ${e.message ?? e}`));
  return loading;
}

self.onmessage = async (m) => {
  if (typeof m.data !== "string") { void load(m.data ?? undefined); return; } // it is to be ready for questions
  asked = true;
  await load();
  if (over) return fail();
  self.nazoAnswer(m.data, (event) => {
    if (event === '{"kind":"done"}') asked = false;
    self.postMessage(event);
  });
};
