// Asks the answer checker of puzz.link: each line of standard input is a link, a tab, and what is drawn on it; a line of standard output
// is "accepted", the code of the rule that is broken, or "! " and why there is no verdict. The argument is a folder with judge.js of pzprjs.
const { judge } = require(require("path").resolve(process.argv[2], "judge.js"));
for (const line of require("fs").readFileSync(0, "utf8").split("\n")) {
	if (line === "") continue;
	const [link, drawn] = line.split("\t");
	try {
		const said = judge(link, JSON.parse(drawn));
		console.log(said.ok ? "accepted" : said.code);
	} catch (e) {
		console.log("! " + String(e).split("\n")[0]);
	}
}
