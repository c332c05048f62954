// Names and sentences as people write them.

/** A name in words: "Country road". A word without a vowel is an abbreviation. */
export const title = (name: string) => capital(name.split("_").map((w) => /^[b-df-hj-np-tv-xz]{2,}$/.test(w) ? w.toUpperCase() : w).join(" "));

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A sentence begins with a capital and ends in a full stop. */
export function sentence(text: string): string {
  const t = capital(text.trim());
  return t && !/[.!?…:]$/.test(t) ? t + "." : t;
}
