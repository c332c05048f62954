// A puzzle as the part of an address behind its #: the texts, deflated, in characters that addresses have. A spec that
// comes with nazo is only named.

/** The texts. A spec without text is the one of its name that comes with nazo. */
export interface Shared { name: string; spec: string; instance: string }

/** No more than this is unpacked, in characters. */
const most = 9_000_000;

const through = (bytes: BlobPart, by: CompressionStream | DecompressionStream) => new Blob([bytes]).stream().pipeThrough(by as ReadableWritablePair<Uint8Array, Uint8Array>);

/** The texts as one word. */
export async function pack(what: Shared): Promise<string> {
  const text = JSON.stringify({ n: what.name, s: what.spec || undefined, i: what.instance });
  const bytes = new Uint8Array(await new Response(through(text, new CompressionStream("deflate-raw"))).arrayBuffer());
  let binary = "";
  for (let i = 0; i < bytes.length; i += 8192) binary += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The texts of a word; undefined if it is none. */
export async function unpack(word: string): Promise<Shared | undefined> {
  try {
    const binary = atob(word.replaceAll("-", "+").replaceAll("_", "/"));
    const reader = through(Uint8Array.from(binary, (c) => c.charCodeAt(0)), new DecompressionStream("deflate-raw")).pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
    let text = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      text += value;
      if (text.length > most) { void reader.cancel(); return undefined; }
    }
    const { n, s, i } = JSON.parse(text) as Record<string, unknown>;
    if (!n && !s) return undefined;
    return { name: String(n ?? ""), spec: String(s ?? ""), instance: String(i ?? "") };
  } catch {
    return undefined;
  }
}
