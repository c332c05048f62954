// Opens links with pzprjs, the program behind puzz.link, and writes them again: a link in each line of standard input, and of
// standard output what it became, or "! " and why not. The argument is a folder with judge.js, a module that has pzpr.
const { pzpr } = require(require("path").resolve(process.argv[2], "judge.js"));
for (const link of require("fs").readFileSync(0, "utf8").split("\n")) {
	if (link === "") continue;
	try {
		const p = new pzpr.Puzzle();
		p.open(link);
		console.log(p.getURL().replace(/^.*\?/, ""));
	} catch (e) {
		console.log("! " + String(e).split("\n")[0]);
	}
}
