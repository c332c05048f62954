// Small helpers for elements.

type Child = Node | string | undefined | false;
type Props<T> = Partial<Omit<T, "style" | "dataset">> & { class?: string; style?: string; data?: Record<string, string>; aria?: Record<string, string>; role?: string };

/** Makes an element with properties and children. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, props: Props<HTMLElementTagNameMap[K]> = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const el = document.createElement(tag);
  const { class: cls, style, data, aria, role, ...rest } = props as Props<HTMLElement>;
  if (cls) el.className = cls;
  if (style) el.style.cssText = style;
  if (role) el.setAttribute("role", role);
  for (const [k, v] of Object.entries(data ?? {})) el.dataset[k] = v;
  for (const [k, v] of Object.entries(aria ?? {})) el.setAttribute("aria-" + k, v);
  Object.assign(el, rest);
  for (const c of children) if (c) el.append(c);
  return el;
}

/** An element of the page by its id. */
export function by<T extends HTMLElement = HTMLElement>(id: string): T {
  const el = document.getElementById(id);
  if (!el) throw new Error("the page has no #" + id);
  return el as T;
}

const svgSpace = "http://www.w3.org/2000/svg";

/** Makes an element of a drawing. */
export function s(tag: string, attributes: Record<string, string | number>, text?: string): SVGElement {
  const el = document.createElementNS(svgSpace, tag);
  for (const [k, v] of Object.entries(attributes)) el.setAttribute(k, String(v));
  if (text !== undefined) el.textContent = text;
  return el;
}

/** Says something to the person, for a while; screen readers read it. */
export function say(text: string, kind: "note" | "bad" = "note") {
  const el = h("div", { class: "toast " + kind }, text);
  by("toasts").append(el);
  setTimeout(() => el.classList.add("leaving"), kind === "bad" ? 6000 : 3000);
  setTimeout(() => el.remove(), kind === "bad" ? 6400 : 3400);
}

let pressed = false;
const owed = new Set<() => void>();
addEventListener("pointerdown", () => { pressed = true; }, true);
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, () => setTimeout(() => {
    pressed = false;
    const all = [...owed];
    owed.clear();
    for (const f of all) f();
  }), true);
}

/** Calls f once nothing is pressed. A button that is replaced under the pointer would not be clicked. */
export function calmly(f: () => void) {
  if (pressed) owed.add(f);
  else f();
}

/** Calls f once nothing has called for a while. */
export function later<A extends unknown[]>(ms: number, f: (...args: A) => void): ((...args: A) => void) & { now(): void; forget(): void } {
  let timer = 0;
  let last: A | undefined;
  const run = () => { const args = last; last = undefined; clearTimeout(timer); if (args) f(...args); };
  return Object.assign((...args: A) => { last = args; clearTimeout(timer); timer = setTimeout(run, ms); }, {
    now: run,
    forget: () => { clearTimeout(timer); last = undefined; },
  });
}

/** Downloads something as a file. */
export function download(name: string, what: Blob) {
  const url = URL.createObjectURL(what);
  const a = h("a", { href: url, download: name });
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
