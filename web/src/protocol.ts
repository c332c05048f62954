// What the page asks, and what it is told: package page has the same in Go, with what each field means.

export interface Question {
  verb: string;
  spec?: string; name?: string; instance?: string; which?: number;
  stages?: string[];
  marks?: Record<string, Marks>; against?: "rules" | "solution"; moves?: string[]; seed?: number; skip?: number; player?: string; search?: string; every?: number;
  given?: string; place?: string; value?: string;
  rows?: number; cols?: number; making?: Making;
  at?: number; in?: string; ask?: string;
  open?: string;
  from?: string; site?: string;
  files?: string[];
  seconds?: number;
}

export interface Diagnostic {
  in: "spec" | "instance"; from: number; to: number;
  severity: "error" | "warning" | "note";
  code: string; message: string; fixes?: { title: string; edits: Change[] }[];
}
export interface Choice { value: string; name?: string; blank?: boolean }
export interface Palette { given: string; on: string; values: Choice[] | null; free?: boolean; now: Record<string, string>; sides?: Record<string, string>; rows?: number; cols?: number; start?: number; step?: number }
/** What a player enters for one find: see page.Find for the meaning of each field. */
export interface Find {
  name: string; gesture: "shade" | "write" | "pick" | "turn" | "line" | "bridge" | "area" | "list"; on: string; said?: [string, string]; sign?: string;
  places: string[] | null; values?: Choice[]; each?: Record<string, string[]>; free?: boolean; order?: boolean; blank?: boolean;
  rows?: number; cols?: number; start?: number; step?: number; printed?: string[]; fixed?: Marks;
}
/** What is entered for one find: in and out for sets, lines and borders, values at places for others. */
export interface Marks { in?: string[]; out?: string[]; at?: Record<string, string> }
export interface Check { solved: boolean; best?: boolean; complete?: boolean; text: string; broken?: Instance[]; wrong?: string[]; refuted?: boolean; done?: Clue[]; level?: string }
export interface Prose { name: string; about: string; rules?: string[]; own?: boolean }
export interface Board { svg: string; palettes: Palette[] | null; finds?: Find[]; moving?: boolean; rows?: number; cols?: number; titles?: string[]; players?: string[] }
/** How solutions differ at a place, if it is at one. */
export interface Differing { text: string; place?: string }
export interface Verdict {
  solutions: "none" | "one" | "several" | "unknown"; text: string; svg?: string; differ?: Differing[]; moves?: string[];
  seconds: number; engine?: string; kept?: boolean;
}
export interface Instance { rule: string; says: string; from: number; to: number; places: string[] | null; clue?: Clue }
/** A part of a given by its place on the board. */
export interface Clue { place: string; given: string }
export interface Candidate { find: string; place: string; value: string; solutions: number; more?: boolean }
export interface Equal { text: string; places: string[] }
export interface Candidates { svg?: string; places: Candidate[] | null; equal: Equal[]; equalDecided: boolean; complete: boolean; ended?: string; differ: Differing[]; agree: boolean }
export interface Step {
  text: string; head?: string; lines?: { depth?: number; text: string }[]; technique?: string;
  hints?: string[]; look?: string[]; since: Instance[] | null; given?: string; svg: string; places: string[] | null; draw?: Record<string, Marks>; end?: string;
}
export interface Count { text: string; proved: boolean }
export interface Change { from: number; to: number; insert: string }
export interface Making { symmetry?: string; fewest?: number; most?: number; level?: string; keep?: boolean; givens?: string[] }
export interface Offer { text: string; change: Change }
export interface Move { text: string; keys?: string[]; places?: string[] }
export interface Play { svg: string; legal: Move[] | null; won: boolean; over: boolean; text: string; made: number; moves?: string[] }
export interface Example { name: string; index: number; from: number; to: number; pass: boolean; known: boolean; text: string }
export interface Listed { name: string; title: string; about: string; instances: string[] | null; boards: Shipped[]; link?: boolean }
/** What is known of a board that comes with nazo. */
export interface Shipped { rows?: number; cols?: number; level?: string }
export interface Family { name: string; specs: Listed[] | null }
/** A spec of a folder, or one that comes with nazo if it has no path. */
export interface Owner { name: string; path?: string }
/** A spec with its boards, or the boards of none. */
export interface Pair { owner?: Owner; boards?: string[] }
export interface Texts { name?: string; spec?: string; instance?: string; address?: string; from?: string; sites?: string[] }

export interface Event {
  kind: string;
  diagnostics?: Diagnostic[]; board?: Board; verdict?: Verdict; conflict?: Instance[]; candidates?: Candidates; step?: Step; count?: Count;
  change?: Change; offer?: Offer; play?: Play; example?: Example; catalogue?: Family[]; texts?: Texts; language?: unknown; instances?: Instance[]; moment?: { svg: string; choices: number };
  searches?: string[]; check?: Check; marks?: Record<string, Marks>; prose?: Prose; pairs?: Pair[];
  text?: string;
}
