// <nazo-puzzle src="…">: a puzzle in other people's pages. It stands in a frame of its own, so neither disturbs the other.
import { pack, unpack } from "./share";

const attributes = ["src", "spec", "height"];

/** Where the files beside this one are. */
const here = (name: string) => new URL(name, import.meta.url).href;

async function text(url: string): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: the server says ${answer.status}`);
  return await answer.text();
}

/** The name of a file, without folders and ending. */
const base = (url: string) => /([^/?#]*?)(?:\.\w+)?(?:[?#].*)?$/.exec(url)?.[1] ?? "";

/**
 * A puzzle to be solved. src is a page of nazo publish, a board as text, or an address that the page of nazo shared. A
 * board has its spec, a file or the name of one that comes with nazo, and may stand in the element instead.
 */
export class NazoPuzzle extends HTMLElement {
  static observedAttributes = attributes;
  private frame?: HTMLIFrameElement;
  private turn = 0;

  connectedCallback() { void this.show(); }
  disconnectedCallback() { this.turn++; this.frame = undefined; }
  attributeChangedCallback() { if (this.isConnected && this.frame) void this.show(); }

  /** The address of the page in the frame. */
  private async page(): Promise<string> {
    const src = this.getAttribute("src"), spec = this.getAttribute("spec");
    const url = src && new URL(src, this.ownerDocument.baseURI).href;
    if (url && !/^(?:https?|file):/.test(url)) throw new Error(`src has to be an address of the web, or one beside this page: ${src}`);
    const word = url && /#([\w-]+)$/.exec(url)?.[1];
    if (word && await unpack(word)) return `${here("play.html")}#${word}`;
    if (url && /\.html?(?:[?#]|$)/.test(url)) return url;
    if (!spec) throw new Error("a board needs its spec: spec=\"NAME\", or a file: spec=\"NAME.nazo\"");
    const own = /\.nazo(?:[?#]|$)/.test(spec);
    const [rules, instance] = await Promise.all([own ? text(new URL(spec, this.ownerDocument.baseURI).href) : "", url ? text(url) : this.textContent ?? ""]);
    return `${here("play.html")}#${await pack({ name: base(spec), spec: rules, instance })}`;
  }

  private async show() {
    const turn = ++this.turn;
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    const show = (what: Element) => {
      root.innerHTML = "<style>:host { display: block } iframe { display: block; width: 100%; border: 1px solid #8886; border-radius: 12px }</style>";
      root.append(what);
    };
    try {
      const page = await this.page();
      if (turn !== this.turn) return;
      const frame = this.frame = this.ownerDocument.createElement("iframe");
      frame.title = this.getAttribute("title") ?? "A puzzle to be solved";
      frame.loading = "lazy";
      frame.allow = "clipboard-write; fullscreen";
      frame.style.height = `${Number(this.getAttribute("height")) || 620}px`;
      frame.src = page;
      show(frame);
    } catch (err) {
      if (turn !== this.turn) return;
      const said = this.ownerDocument.createElement("p");
      said.textContent = `This puzzle can't be shown: ${(err as Error).message}`;
      show(said);
    }
  }
}

if (!customElements.get("nazo-puzzle")) customElements.define("nazo-puzzle", NazoPuzzle);
