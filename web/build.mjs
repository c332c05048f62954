// Bundles the page into serve/static, with the licences of what is in it.
import { build } from "esbuild";
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";

const to = "../internal/ui/serve/static/";
const options = { bundle: true, minify: true, target: "es2022", legalComments: "none", charset: "utf8", outdir: to, metafile: true, logLevel: "warning" };
const result = await build({ ...options, entryPoints: { page: "src/main.ts", puzzle: "src/puzzle.ts", solved: "src/solved.ts" }, format: "iife" });
await build({ ...options, entryPoints: { "nazo-puzzle": "src/element.ts" }, format: "esm" });
await build({ entryPoints: { page: "src/page.css" }, bundle: true, minify: true, outdir: to, logLevel: "warning", external: ["*.svg"] });
for (const name of ["index.html", "icon.svg"]) copyFileSync("src/" + name, to + name);
// A published puzzle has the screen of Solve.
const screen = /<section id="solve"[^]*?<\/section>/.exec(readFileSync("src/index.html", "utf8"))?.[0];
if (!screen) throw new Error("index.html has no section #solve");
writeFileSync(to + "puzzle.html", readFileSync("src/puzzle.html", "utf8").replace("<!-- solve -->", () => screen));

const packages = new Set();
for (const path of Object.keys(result.metafile.inputs)) {
  const found = path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)\//);
  if (found) packages.add(found[1]);
}
let text = "Nazo's page contains these libraries, under the licences below.\n";
for (const name of [...packages].sort()) {
  const folder = `node_modules/${name}/`;
  const about = JSON.parse(readFileSync(folder + "package.json", "utf8"));
  if (!existsSync(folder + "LICENSE")) throw new Error(`${name} comes without a licence`);
  text += `\n${"=".repeat(72)}\n${name} ${about.version} (${about.license})\n\n${readFileSync(folder + "LICENSE", "utf8").trim()}\n`;
}
writeFileSync(to + "licences.txt", text);

// What is large is kept compressed. A file that holds the same already stays as it is: not every zlib makes the same bytes of a text.
for (const name of ["page.js", "puzzle.js", "solved.js", "nazo-puzzle.js", "page.css", "licences.txt"]) {
  const made = readFileSync(to + name), packed = to + name + ".gz";
  if (!existsSync(packed) || !gunzipSync(readFileSync(packed)).equals(made)) writeFileSync(packed, gzipSync(made, { level: 9 }));
  rmSync(to + name);
}
