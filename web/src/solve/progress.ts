// What the browser keeps of a solver's work: marks and time, by puzzle. And the clock.

export interface Progress {
  /** The marks with their history, as the board saves them. */
  marks: string;
  /** How long the puzzle was seen, in milliseconds. */
  ms: number;
  hints?: number;
  /** Whether it is solved as it stands. */
  solved?: boolean;
  /** Whether it was solved at any time. */
  won?: boolean;
  /** The spec, and when the puzzle was last worked on. */
  name: string; at: number;
}

const prefix = "nazo.solve.";

/** As many puzzles as are kept. The one that was not touched for longest goes first. */
const most = 150;

/** A key for some texts: two hashes of 32 bits each by Fowler, Noll and Vo (FNV-1a), one from either end. */
export function keyOf(...texts: string[]): string {
  const text = texts.join("\0");
  const hash = (at: (i: number) => number) => {
    let sum = 0x811c9dc5;
    for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(at(i)), 0x01000193);
    return (sum >>> 0).toString(36);
  };
  return prefix + hash((i) => i) + hash((i) => text.length - 1 - i);
}

function read(key: string): Progress | undefined {
  try {
    const p = JSON.parse(localStorage.getItem(key) ?? "null") as Progress | null;
    return p && typeof p.marks === "string" && typeof p.ms === "number" ? p : undefined;
  } catch { return undefined; }
}

/** The keys of all that is kept, what was touched last first. */
function kept(): { key: string; p: Progress }[] {
  const all: { key: string; p: Progress }[] = [];
  for (let i = 0; i < localStorage.length; i++) {
    const key = localStorage.key(i)!;
    const p = key.startsWith(prefix) ? read(key) : undefined;
    if (p) all.push({ key, p });
  }
  return all.sort((a, b) => b.p.at - a.p.at);
}

/** What is kept of a puzzle. */
export const recall = read;

/** Keeps the work on a puzzle. Where there is no room, old work goes for it, but no more than about as much. */
export function remember(key: string, p: Progress) {
  const text = JSON.stringify(p);
  const put = () => { try { localStorage.setItem(key, text); return true; } catch { return false; } };
  try {
    const fresh = localStorage.getItem(key) === null;
    if (put()) {
      if (fresh) for (const old of kept().slice(most)) localStorage.removeItem(old.key);
      return;
    }
    let freed = 0;
    for (const old of kept().reverse()) {
      if (old.key === key) continue;
      if (freed > 2 * text.length) return; // others have filled the room
      freed += localStorage.getItem(old.key)?.length ?? 0;
      localStorage.removeItem(old.key);
      if (put()) return;
    }
  } catch { /* not allowed: then it is not kept */ }
}

/** Notes that a puzzle without marks was solved. */
export function rememberWon(key: string, name: string) {
  remember(key, { marks: "", ms: 0, ...recall(key), won: true, name, at: Date.now() });
}

/** When each spec was last played. */
export function lastPlayed(): Map<string, number> {
  const out = new Map<string, number>();
  try { for (const { p } of kept()) if (!out.has(p.name)) out.set(p.name, p.at); } catch { /* then never */ }
  return out;
}

/** A time as players write it: 3:07, or 1:03:07. */
export function clockText(ms: number): string {
  const s = Math.floor(ms / 1000), two = (n: number) => String(n).padStart(2, "0");
  return s < 3600 ? `${Math.floor(s / 60)}:${two(s % 60)}` : `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
}

/** A clock that stands while the page is hidden. */
export class Clock {
  private before = 0;
  private since?: number;
  private wanted = false;
  private ticking = 0;

  constructor(private readonly show: (text: string) => void) {
    document.addEventListener("visibilitychange", () => this.turn());
  }

  get ms() { return this.before + (this.since === undefined ? 0 : performance.now() - this.since); }

  get running() { return this.wanted; }

  /** Sets the clock. It stands then. */
  set(ms: number) {
    this.run(false);
    this.before = ms;
    this.show(clockText(ms));
  }

  run(on: boolean) { this.wanted = on; this.turn(); }

  private turn() {
    const on = this.wanted && !document.hidden;
    if (on === (this.since !== undefined)) return;
    clearInterval(this.ticking);
    if (on) {
      this.since = performance.now();
      this.ticking = setInterval(() => this.show(clockText(this.ms)), 500);
    } else {
      this.before = this.ms;
      this.since = undefined;
    }
    this.show(clockText(this.ms));
  }
}
