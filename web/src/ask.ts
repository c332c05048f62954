// Questions go to the server by HTTP, or without a server to nazo in a worker.
import type { Event, Pair, Question } from "./protocol";
import { isDigits } from "./words";

/** True if the page came without a server, and nazo runs in a worker of the browser. */
export const alone = document.documentElement.dataset.answers === "worker";

/** Why nazo can't run in this browser, or "". Browsers start no worker for a page that is a file. */
export const noEngine = alone && location.protocol === "file:" ? "This page was opened as a file, so the browser runs no solver for it. You can draw, but nothing is checked. Put the site on a web server to have it checked." : "";

/** Answers that the page came with. */
export const known: { of(question: Question): Event[] | undefined } = { of: () => undefined };

/** Asks a question and passes on the events of its answer. Aborting the signal cancels the question and its events. */
export async function ask(question: Question, on: (e: Event) => void, signal?: AbortSignal): Promise<void> {
  const heed = (e: Event) => { if (!signal?.aborted) on(e); };
  const there = known.of(question);
  if (there) { for (const e of there) heed(e); return; }
  try {
    if (noEngine) throw new Error(noEngine);
    await (alone ? askWorker : askServer)(question, heed, signal);
  } catch (err) {
    if (signal?.aborted) return;
    heed({ kind: "problem", text: alone || err instanceof Refusal ? (err as Error).message : "nazo serve does not answer. Is it still running?" });
    heed({ kind: "done" });
  }
}

/** Asks a question whose answer is one event of a kind. Throws the reason if there is none. */
export async function askFor(kind: string, question: Question, signal?: AbortSignal): Promise<Event | undefined> {
  let found: Event | undefined;
  let against = "";
  await ask(question, (e) => {
    if (e.kind === kind) found = e;
    else if (e.kind === "problem" || e.kind === "limit") against = e.text ?? "";
    else if (e.kind === "diagnostics") against ||= e.diagnostics?.find((d) => d.severity === "error")?.message ?? "";
  }, signal);
  if (!found && against) throw new Error(against);
  return found;
}

/** The text of a spec that comes with nazo, "" if there is none of the name. */
export async function specOf(name: string): Promise<string> {
  return (await askFor("texts", { verb: "spec", name }))?.texts?.spec ?? "";
}

/** Which boards belong to which spec, by the names of files. */
export async function paired(files: string[]): Promise<Pair[]> {
  return (await askFor("pairs", { verb: "pair", files }))?.pairs ?? [];
}

/** The server refused the question, and says why. */
class Refusal extends Error {
  static async of(answer: Response) { return new Refusal((await answer.text()).replace(/^nazo: /, "").trim()); }
}

async function askServer(question: Question, on: (e: Event) => void, signal?: AbortSignal) {
  const answer = await fetch("ask", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(question), signal });
  if (!answer.ok || !answer.body) throw await Refusal.of(answer);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) on(JSON.parse(line) as Event);
  }
}

/** Each crew has a worker for its questions. To cancel a question the worker is ended, as it can't be interrupted. */
interface Crew { ready?: Worker }

/** Nazo for solving, or for all. */
class Engine {
  readonly quick: Crew = {};
  readonly searching: Crew = {};
  /** The program, once a worker has loaded it: others get it from here. */
  private program?: WebAssembly.Module;

  constructor(private readonly name: string) {}

  newWorker() {
    const worker = new Worker("worker.js", { name: this.name });
    if (this.program) worker.postMessage(this.program);
    return worker;
  }

  /** Takes what a worker says of its program, and tells whether that was all. */
  loaded(data: string | WebAssembly.Module): data is WebAssembly.Module {
    if (typeof data !== "string") { this.program = data; coming.share(1); return true; }
    if (!data.startsWith('{"kind":"loading"')) return false;
    coming.share((JSON.parse(data) as { share: number }).share);
    return true;
  }

  /** Loads the program before anything is asked. Most questions of a solver take long. */
  prepare() {
    if (this.quick.ready || this.searching.ready || this.program) return;
    const worker = this.searching.ready = this.newWorker();
    worker.onmessage = (m: MessageEvent<string | WebAssembly.Module>) => { this.loaded(m.data); };
    worker.postMessage(null);
  }
}
const engines = { solving: new Engine("solving"), writing: new Engine("writing") };

/** What the engine for solving answers, by verb and stages. Without it there is no other engine. See page.Solving. */
const solved = JSON.parse(document.documentElement.dataset.solving ?? "null") as Record<string, string[]> | null;
function engineOf(q: Question): Engine {
  const link = q.open?.includes("/") || isDigits(q.open ?? ""); // which the other reads
  const stages = link ? undefined : solved?.[q.verb];
  if (!solved || stages && (!stages.length || q.stages?.length && q.stages.every((s) => stages.includes(s)))) return engines.solving;
  return engines.writing;
}

/** Is told how much of the program has come, from 0 to 1. */
export const coming = { share: (_: number): void => undefined };

/** Loads nazo for solving before anything is asked. */
export function prepare() { if (alone) engines.solving.prepare(); }

/** Workers that have read a puzzle, perhaps that on the board. */
const know = new WeakSet<Worker>();

/** The verbs of questions that take long, each with its slow stages. No stages means all. See page.Searching. */
const slow = JSON.parse(document.documentElement.dataset.searching ?? "{}") as Record<string, string[]>;
const searches = (q: Question) => {
  const stages = slow[q.verb];
  return stages !== undefined && (!stages.length || !q.stages?.length || q.stages.some((s) => stages.includes(s)));
};

function askWorker(question: Question, on: (e: Event) => void, signal?: AbortSignal): Promise<void> {
  const engine = engineOf(question);
  const shows = question.verb === "place" && engine.searching.ready && know.has(engine.searching.ready);
  const crew = searches(question) || shows ? engine.searching : engine.quick;
  return new Promise((resolve, reject) => {
    const worker = crew.ready ?? engine.newWorker();
    crew.ready = undefined;
    const keep = () => {
      know.add(worker);
      if (crew.ready) worker.terminate();
      else crew.ready = worker;
      resolve();
    };
    const fail = (text: string) => {
      coming.share(1); // nothing more comes
      signal?.removeEventListener("abort", end);
      worker.terminate(); // the next question gets another
      reject(new Error(text));
    };
    worker.onmessage = (m: MessageEvent<string | WebAssembly.Module>) => {
      if (engine.loaded(m.data)) return;
      const e = JSON.parse(m.data) as Event;
      if (e.kind === "over") { fail(e.text ?? ""); return; }
      on(e);
      if (e.kind === "done") { signal?.removeEventListener("abort", end); keep(); }
    };
    worker.onerror = (e) => fail(e.message || "nazo can't be loaded");
    const end = () => { worker.terminate(); crew.ready ??= engine.newWorker(); resolve(); };
    signal?.addEventListener("abort", end, { once: true });
    worker.postMessage(JSON.stringify(question));
  });
}

/** Lists, reads and writes the files in the folder of nazo serve. */
export interface Contents { folder: string; files?: string[]; more?: boolean; text?: string }
export async function folder(errand: { do: "list" | "read" | "write"; path?: string; text?: string; new?: boolean }): Promise<Contents> {
  if (alone) return { folder: "" };
  const answer = await fetch("folder", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(errand) });
  if (!answer.ok) throw await Refusal.of(answer);
  return await answer.json() as Contents;
}
