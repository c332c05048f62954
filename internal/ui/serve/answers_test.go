package serve_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nazo/internal/testkit"
	"nazo/internal/ui/serve"
	"nazo/puzzles"
)

// entering is a script that enters the answer of a spec on a board of its own, by the gestures of a player, and tells
// what became of it.
const entering = `
const ask = async (question) => {
	const answer = await fetch("ask", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(question) });
	return (await answer.text()).split("\n").filter((line) => line).map((line) => JSON.parse(line));
};
const page = document.getElementById("paper").solving;
const paper = document.createElement("div");
document.body.append(paper);
const drawing = new page.drawing.constructor(paper);
const board = new page.constructor(drawing, paper, { changed() {}, say() {}, places() {} });

// trails are drags along edges, each as long as it goes.
const trails = (edges) => {
	const at = new Map(), left = new Set(edges), out = [];
	const add = (a, b, e) => at.set(a, [...at.get(a) ?? [], [b, e]]);
	for (const e of edges) { const [a, b] = ends(e); add(a, b, e); add(b, a, e); }
	for (const e of edges) {
		if (!left.delete(e)) continue;
		const trail = ends(e);
		for (;;) {
			const next = at.get(trail.at(-1)).find(([, f]) => left.has(f));
			if (!next) break;
			left.delete(next[1]);
			trail.push(next[0]);
		}
		out.push(trail);
	}
	return out;
};
const ends = (edge) => /^([rp][\dc,]+)-([rp][\dc,]+)$/.exec(edge).slice(1, 3);

// click clicks until a value is there.
const click = (find, place, value, act) => {
	const now = () => { const m = board.wire()[find.name]; return m.at?.[place] ?? (m.in?.includes(place) ? "in" : m.out?.includes(place) ? "out" : ""); };
	for (let i = (find.values ?? []).length + 3; i > 0 && now() !== value; i--) act();
};

// needed enters what a player has to, and rest the dots and crosses.
const needed = (find, m) => {
	board.find = find.name;
	switch (find.gesture) {
	case "shade": for (const p of m.in ?? []) board.tap(p); break;
	case "line": for (const trail of trails(m.in ?? [])) board.drag(trail); break;
	case "area": for (const trail of trails(m.in ?? [])) board.drag(trail); for (const e of m.out ?? []) board.tap(e); break;
	case "bridge": for (const [e, v] of Object.entries(m.at ?? {})) if (v !== "0") click(find, e, v, () => board.drag(ends(e))); break;
	case "pick": case "turn": for (const [p, v] of Object.entries(m.at ?? {})) click(find, p, v, () => board.tap(p)); break;
	default: for (const [p, v] of Object.entries(m.at ?? {})) board.type(p, v);
	}
};
const rest = (find, m) => {
	board.find = find.name;
	if (find.gesture !== "area") for (const p of m.out ?? []) if (find.gesture === "list") board.type(p, "out"); else board.tap(p, true);
	if (find.gesture === "bridge") for (const [e, v] of Object.entries(m.at ?? {})) if (v === "0") board.tap(e, true);
};

// plain are marks without those that are printed, in one order.
const plain = (finds, all) => JSON.stringify(finds.map((f) => {
	const m = all[f.name] ?? {}, own = (p) => !(f.printed ?? []).includes(p);
	return [f.name, (m.in ?? []).filter(own).sort(), (m.out ?? []).filter(own).sort(), Object.entries(m.at ?? {}).filter(([p]) => own(p)).sort()];
}));
const open = (finds, all) => Object.fromEntries(finds.map((f) => {
	const m = all[f.name] ?? {}, own = (p) => !(f.printed ?? []).includes(p);
	return [f.name, { in: (m.in ?? []).filter(own), out: (m.out ?? []).filter(own), at: Object.fromEntries(Object.entries(m.at ?? {}).filter(([p]) => own(p))) }];
}));

// solved is a puzzle of a spec with an answer: the first instance that comes with it, else one of its first examples.
const solved = async (name, seconds) => {
	const texts = (await ask({ verb: "open", open: name })).find((e) => e.texts)?.texts;
	for (let i = -1; i < 5; i++) {
		const other = i < 0 ? texts : (await ask({ verb: "open", open: "example", spec: texts.spec, name, which: i })).find((e) => e.texts)?.texts;
		if (!other) break;
		const question = { ...other, seconds }, marks = (await ask({ ...question, verb: "answer" })).find((e) => e.kind === "marks")?.marks;
		if (marks) return { question, marks };
	}
	return { question: { ...texts, seconds } };
};

const enter = async (name, seconds) => {
	const { question, marks } = await solved(name, seconds);
	const shown = (await ask({ ...question, verb: "look", stages: ["board"] })).find((e) => e.board)?.board;
	if (!shown) return { skipped: "there is no board in time" };
	if (shown.moving) return { moving: true };
	const finds = shown.finds ?? [];
	if (!finds.length) return { wrong: "there is nothing to enter" };
	if (!marks) return { skipped: "there is no answer in time" };
	drawing.show(shown.svg);
	board.set(finds);
	const begun = performance.now(), own = open(finds, marks);
	for (const f of finds) needed(f, own[f.name]);
	const check = (await ask({ ...question, verb: "check", against: "rules", marks: board.wire() })).find((e) => e.check)?.check;
	for (const f of finds) rest(f, own[f.name]);
	const gestures = [...new Set(finds.map((f) => f.gesture))];
	const took = performance.now() - begun;
	const entered = plain(finds, board.wire()), wanted = plain(finds, marks);
	if (entered !== wanted) return { gestures, wrong: "entered\n" + entered + "\nand not\n" + wanted };
	if (!board.load(board.save()) || plain(finds, board.wire()) !== wanted) return { gestures, wrong: "what was saved is read as something else" };
	while (board.undo());
	if (plain(finds, board.wire()) !== plain(finds, {})) return { gestures, wrong: "not all is undone" };
	if (!check) return { gestures, skipped: "it was not checked in time" };
	if (!check.solved) return { gestures, wrong: "it is not solved: " + check.text };
	return { gestures, took };
};
window.enter = enter;
return true;`

// TestPageAnswers enters answers on the board of the page by taps, drags and typed values. The judge accepts them. By default
// it tries three specs whose gestures differ, and with -thorough all that stand still.
func TestPageAnswers(t *testing.T) {
	specs, seconds := []string{"yajilin", "sudoku", "tentaisho"}, 20
	if testkit.Thorough() {
		specs, seconds = puzzles.Specs(), 5
	}
	server := &serve.Server{Crew: crew(t, "nazo")}
	b := browse(t, start(t, server))
	b.enter(server)
	b.until(`document.getElementById("paper").solving`)
	js[bool](b, `(async () => {`+entering+`})()`)
	tried := map[string]int{}
	var skipped []string
	moving := 0
	for _, name := range specs {
		type outcome struct {
			Gestures       []string
			Skipped, Wrong string
			Moving         bool
		}
		o := js[outcome](b, fmt.Sprintf(`enter(%s, %d)`, quoted(name), seconds))
		switch {
		case o.Wrong != "":
			t.Errorf("%s: %s", name, o.Wrong)
		case o.Skipped != "":
			skipped = append(skipped, name+": "+o.Skipped)
		case o.Moving:
			moving++ // moves are made, and no answers entered
		default:
			for _, g := range o.Gestures {
				tried[g]++
			}
		}
	}
	slices.Sort(skipped)
	t.Logf("tried: %v; %d move; not tried, %d:\n%s", tried, moving, len(skipped), strings.Join(skipped, "\n"))
	if most := (len(specs) - moving) / 2; len(skipped) > most || !testkit.Thorough() && len(skipped) > 0 {
		t.Error("too few were tried")
	}
}
