// Which board belongs to which spec, by the names of their files.

/** The name that a spec has by its path. */
export const specName = (path: string) => path.replace(/^.*\//, "").replace(/\.nazo$/, "");

export const isSpec = (path: string) => path.endsWith(".nazo");

/** A spec of the folder, or one that comes with nazo if it has no path. */
export interface Owner { name: string; path?: string }

/** The spec that a board belongs to: NAME.txt, NAME-1.txt and the boards of a folder NAME belong to NAME.nazo, or else to the spec of this name that comes with nazo. */
export function ownerOf(path: string, files: readonly string[], shipped: readonly string[]): Owner | undefined {
  const parts = path.split("/");
  const base = parts.pop()!.replace(/\.\w+$/, "");
  const names: [string, string[]][] = [];
  for (let name = base; ; name = name.replace(/-[^-]*$/, "")) {
    names.push([name, parts]);
    if (!name.includes("-")) break;
  }
  if (parts.length) names.push([parts.at(-1)!, parts.slice(0, -1)]);
  for (const [name, folder] of names) {
    const there = [...folder, name + ".nazo"].join("/");
    if (files.includes(there)) return { name, path: there };
  }
  for (const [name] of names) if (shipped.includes(name)) return { name };
  const beside = files.filter((f) => isSpec(f) && f.split("/").slice(0, -1).join("/") === parts.join("/"));
  return beside.length === 1 ? { name: specName(beside[0]), path: beside[0] } : undefined;
}

/** Specs with the boards that belong to them, and boards that belong to none. */
export function paired(files: readonly string[], shipped: readonly string[]): { owner?: Owner; boards: string[] }[] {
  const all = new Map<string, { owner?: Owner; boards: string[] }>();
  for (const f of files) if (isSpec(f)) all.set(f, { owner: { name: specName(f), path: f }, boards: [] });
  for (const f of files) {
    if (isSpec(f)) continue;
    const owner = ownerOf(f, files, shipped);
    const key = owner ? owner.path ?? owner.name : "";
    const there = all.get(key) ?? { owner, boards: [] };
    there.boards.push(f);
    all.set(key, there);
  }
  const deep = (path: string) => path.split("/").length;
  for (const { boards } of all.values()) boards.sort((a, b) => deep(a) - deep(b) || a.localeCompare(b, "en", { numeric: true }));
  return [...all.values()];
}
