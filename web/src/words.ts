// Names and sentences as people write them.

/** The titles of the specs that come with nazo, when the catalogue has come. */
export const titles = new Map<string, string>();

/** The title of a puzzle by its name: of one that does not come with nazo, the name in words, such as "Country road". */
export const title = (name: string) => titles.get(name) ?? capital(name.replaceAll("_", " "));

/** The title that the text of a spec says, or "". */
export const titleIn = (spec: string) => /^puzzle[ \t]+\S+[ \t]+as[ \t]+"([^"]+)"/m.exec(spec)?.[1] ?? "";

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A sentence begins with a capital and ends in a full stop. */
export function sentence(text: string): string {
  const t = capital(text.trim());
  return t && !/[.!?…:]$/.test(t) ? t + "." : t;
}

/** Whether a text is a board in a line: a digit or a dot for each cell. */
export const isDigits = (text: string) => /^[\d.]{16,}$/.test(text.trim());
