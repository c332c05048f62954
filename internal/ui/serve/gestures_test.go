package serve_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"nazo/internal/testkit"
	"nazo/internal/ui/page"
	"nazo/internal/ui/serve"
)

// drawnBoard is a script that makes a board of four rows and columns, over the page.
const drawnBoard = `
const page = document.getElementById("paper").solving;
const paper = document.createElement("div");
paper.id = "trial";
paper.style.cssText = "position: fixed; inset: 0 auto auto 0; width: 400px; height: 400px; z-index: 1000; background: white";
document.body.append(paper);
window.told = [];
const drawing = new page.drawing.constructor(paper);
const trial = window.trial = new page.constructor(drawing, paper, { changed() {}, say(text) { told.push(text); }, places() {} });
let cells = "";
for (let r = 1; r <= 4; r++) for (let c = 1; c <= 4; c++) cells += '<rect data-place="r' + r + 'c' + c + '" x="' + (c * 40 - 40) + '" y="' + (r * 40 - 40) + '" width="40" height="40" fill="none"/>';
drawing.show('<svg xmlns="http://www.w3.org/2000/svg" class="nazo" width="200" height="200" viewBox="0 0 200 200"><g class="board" data-rows="4" data-cols="4" transform="translate(20 20)"><g class="cells">' + cells + '</g><text data-place="r4c4" x="140" y="140">7</text></g></svg>');
trial.active = true;
return true;`

// grid returns the cells of the board, or the edges between neighbours.
func grid(edges bool) (all []string) {
	name := func(r, c int) string { return fmt.Sprintf("r%dc%d", r, c) }
	for r := 1; r <= 4; r++ {
		for c := 1; c <= 4; c++ {
			if !edges {
				all = append(all, name(r, c))
				continue
			}
			if c < 4 {
				all = append(all, name(r, c)+"-"+name(r, c+1))
			}
			if r < 4 {
				all = append(all, name(r, c)+"-"+name(r+1, c))
			}
		}
	}
	return all
}

// choices are values without other names.
func choices(values ...string) (all []page.Choice) {
	for _, v := range values {
		all = append(all, page.Choice{Value: v})
	}
	return all
}

// trialBoard is the board of drawnBoard in a browser.
type trialBoard struct{ *browser }

// at returns where "x,y" is, in cells from the upper left corner of the board.
func (b trialBoard) at(text string) spot {
	b.Helper()
	x, y, _ := strings.Cut(text, ",")
	return js[spot](b.browser, `(() => { const m = document.querySelector("#trial g.board").getScreenCTM(); const p = new DOMPoint(`+x+` * 40, `+y+` * 40).matrixTransform(m); return {X: p.x, Y: p.y}; })()`)
}

// finger reports a touch with all fingers that are on the screen.
func (b trialBoard) finger(kind input.DispatchTouchEventType, at ...string) {
	b.Helper()
	points := []*input.TouchPoint{}
	for i, a := range at {
		s := b.at(a)
		points = append(points, &input.TouchPoint{X: s.X, Y: s.Y, ID: new(float64(i))})
	}
	b.call(func() error {
		_, err := chromedp.Call(b.ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
		return err
	})
}

// act does what a line says: drag, right, touch or hold, with the places of the pointer, pinch, key or js.
func (b trialBoard) act(line string) {
	b.Helper()
	what, rest, _ := strings.Cut(line, " ")
	words := strings.Fields(rest)
	switch what {
	case "drag", "right":
		var way []spot
		for _, w := range words {
			way = append(way, b.at(w))
		}
		b.drag(map[string]input.MouseButton{"drag": "left", "right": "right"}[what], way...)
	case "touch", "hold":
		js[bool](b.browser, `(told.length = 0, true)`)
		b.finger(input.DispatchTouchEventTypeTouchStart, words[0])
		if what == "hold" {
			b.until(`told.length`) // what a finger draws is told when it has rested
		}
		for _, w := range words[1:] {
			b.finger(input.DispatchTouchEventTypeTouchMove, w)
		}
		b.finger(input.DispatchTouchEventTypeTouchEnd)
	case "pinch": // after a first finger has drawn
		b.finger(input.DispatchTouchEventTypeTouchStart, words[0])
		b.finger(input.DispatchTouchEventTypeTouchMove, words[1])
		b.finger(input.DispatchTouchEventTypeTouchStart, words[1], words[2])
		b.finger(input.DispatchTouchEventTypeTouchEnd)
	case "js":
		js[bool](b.browser, `(() => { `+rest+`; return true; })()`)
	case "key":
		for _, w := range words {
			var bits int64
			for mod, bit := range map[string]int64{"ctrl+": 2, "shift+": 8} {
				if strings.HasPrefix(w, mod) {
					w, bits = w[len(mod):], bit
				}
			}
			code := w
			switch {
			case len(w) == 1 && w >= "0" && w <= "9":
				code = "Digit" + w
			case len(w) == 1:
				code = "Key" + strings.ToUpper(w)
			case w == "Space":
				w = " "
			}
			for _, kind := range []input.DispatchKeyEventType{"keyDown", "keyUp"} {
				b.call(func() error {
					_, err := chromedp.Call(b.ctx, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: kind, Key: w, Code: code, Modifiers: bits})
					return err
				})
			}
		}
	default:
		b.Fatalf("what is %q?", line)
	}
}

// marks is what is drawn of a find, in one line.
func (b trialBoard) marks() string {
	b.Helper()
	var all map[string]page.Marks
	if err := json.Unmarshal([]byte(js[string](b.browser, `JSON.stringify(trial.wire())`)), &all); err != nil {
		b.Fatal(err)
	}
	var out []string
	for _, find := range slices.Sorted(maps.Keys(all)) {
		m := all[find]
		out = append(out, m.In...)
		for _, p := range m.Out {
			out = append(out, "!"+p)
		}
		for _, p := range slices.Sorted(maps.Keys(m.At)) {
			out = append(out, p+"="+m.At[p])
		}
	}
	return strings.Join(out, " ")
}

// TestPageGestures makes gestures with mouse, fingers and keys on a board, and reads the marks that come of them.
func TestPageGestures(t *testing.T) {
	server := &serve.Server{Crew: crew(t, "nazo")}
	b := browse(t, start(t, server))
	b.enter(server)
	b.until(`document.querySelector("#paper svg.nazo")`)
	b.in(t, "the colours of ink have contrast", func() {
		if bad := js[string](b, inkContrasts); bad != "" {
			b.Error(bad)
		}
	})
	js[bool](b, `(async () => {`+drawnBoard+`})()`)
	shade := page.Find{Name: "a", Gesture: "shade", On: "cells", Places: grid(false), Said: [2]string{"wet", "dry"}}
	line := page.Find{Name: "b", Gesture: "line", On: "edges", Places: grid(true)}
	write := page.Find{Name: "c", Gesture: "write", On: "cells", Places: grid(false), Values: choices("1", "2", "3", "12"), Blank: true, Printed: []string{"r4c4"}}
	area := page.Find{Name: "d", Gesture: "area", On: "edges", Places: grid(true)}
	bridge := page.Find{Name: "e", Gesture: "bridge", On: "edges", Places: []string{"r1c1-r1c4", "r1c1-r3c1", "r1c4-r3c4"}, Values: choices("0", "1", "2")}
	turn := page.Find{Name: "f", Gesture: "turn", On: "cells", Places: grid(false), Values: []page.Choice{{Value: "^", Name: "up"}, {Value: ">", Name: "right"}}, Blank: true}
	slants := page.Find{Name: "g", Gesture: "line", On: "edges", Places: []string{"r1c1-r2c2", "r1c2-r2c1"}}
	for _, c := range []struct {
		name  string
		finds []page.Find
		acts  string // and after "->" the marks
	}{
		{"a click goes from shaded to a dot to nothing", []page.Find{shade}, `
			drag .5,.5 -> r1c1
			drag .5,.5 -> !r1c1
			drag .5,.5 ->
			right .5,.5 -> !r1c1`},
		{"a drag paints what the first cell became", []page.Find{shade}, `
			drag .5,.5 3.5,.5 3.5,1.5 -> r1c1 r1c2 r1c3 r1c4 r2c4
			drag .5,.5 2.5,.5 -> r1c4 r2c4 !r1c1 !r1c2 !r1c3
			right 1.5,2.5 1.5,3.5 -> r1c4 r2c4 !r1c1 !r1c2 !r1c3 !r3c2 !r4c2
			js trial.undo() -> r1c4 r2c4 !r1c1 !r1c2 !r1c3
			js trial.undo(),trial.undo() ->
			js trial.redo() -> r1c1 r1c2 r1c3 r1c4 r2c4`},
		{"fingers draw, rest for a dot, and two of them draw nothing", []page.Find{shade}, `
			touch .5,.5 -> r1c1
			touch .5,1.5 1.5,1.5 2.5,1.5 -> r1c1 r2c1 r2c2 r2c3
			hold .5,3.5 -> r1c1 r2c1 r2c2 r2c3 !r4c1
			pinch .5,2.5 1.5,2.5 3.5,3.5 -> r1c1 r2c1 r2c2 r2c3 !r4c1`},
		{"keys shade and cross out", []page.Find{shade}, `
			drag .5,.5 -> r1c1
			key ArrowRight Space ArrowDown x -> r1c1 r1c2 !r2c2
			key Delete ctrl+z ctrl+z -> r1c1 r1c2`},
		{"colours are no marks", []page.Find{shade}, `
			js trial.pen="colour",trial.colour=3 ->
			drag .5,.5 2.5,.5 ->
			js trial.pen="value" ->`},
		{"a colour is for what is drawn next, not for cells chosen before", []page.Find{write}, `
			drag .5,.5 ->
			js trial.pen="colour" ->
			drag 2.5,2.5 ->
			js trial.pen="value",trial.enter("2") ->`},
		{"a drag draws a line or takes it away, a click on its middle crosses it out", []page.Find{line}, `
			drag .5,.5 2.5,.5 2.5,1.5 -> r1c1-r1c2 r1c2-r1c3 r1c3-r2c3
			drag .5,.5 1.5,.5 -> r1c2-r1c3 r1c3-r2c3
			drag 2,.5 -> r1c3-r2c3 !r1c2-r1c3
			drag 2,.5 -> r1c3-r2c3
			right 3,.5 3,2.5 -> r1c3-r2c3 !r1c3-r1c4 !r2c3-r2c4 !r3c3-r3c4
			drag .5,2.5 1.4,2.9 1.5,3.5 -> r1c3-r2c3 r3c1-r3c2 r3c2-r4c2 !r1c3-r1c4 !r2c3-r2c4 !r3c3-r3c4`},
		{"keys draw lines", []page.Find{line}, `
			drag .5,.5 ->
			key shift+ArrowRight shift+ArrowDown -> r1c1-r1c2 r1c2-r2c2
			key x ArrowRight -> r1c1-r1c2 r1c2-r2c2 !r2c2-r2c3
			key Space ArrowDown Space -> r1c1-r1c2 r1c2-r2c2 r2c2-r3c2 !r2c2-r2c3`},
		{"a click is about cells where a drag draws lines", []page.Find{shade, line}, `
			drag .5,.5 2.5,.5 -> r1c1-r1c2 r1c2-r1c3
			drag 1.5,1.5 -> r2c2 r1c1-r1c2 r1c2-r1c3
			right 2.5,2.5 -> r2c2 !r3c3 r1c1-r1c2 r1c2-r1c3`},
		{"cells are chosen and typed into", []page.Find{write}, `
			drag .5,.5 1.5,.5 ->
			key 2 -> r1c1=2 r1c2=2
			drag 2.5,2.5 -> r1c1=2 r1c2=2
			js for (const k of "12")document.getElementById("trial").dispatchEvent(new KeyboardEvent("keydown",{key:k,code:"Digit"+k})) -> r1c1=2 r1c2=2 r3c3=12
			key ArrowUp 4 x -> !r2c3 r1c1=2 r1c2=2 r3c3=12
			drag 3.5,3.5 -> !r2c3 r1c1=2 r1c2=2 r3c3=12
			key 1 -> !r2c3 r1c1=2 r1c2=2 r3c3=12
			drag .5,.5 1.5,.5 -> !r2c3 r1c1=2 r1c2=2 r3c3=12
			key Delete -> !r2c3 r3c3=12
			key shift+1 ctrl+2 -> !r2c3 r3c3=12
			js trial.enter("3") -> !r2c3 r1c1=3 r1c2=3 r3c3=12
			js document.activeElement.blur() -> !r2c3 r1c1=3 r1c2=3 r3c3=12
			key 1 -> !r2c3 r1c1=1 r1c2=1 r3c3=12`},
		{"cells are joined, and borders drawn", []page.Find{area}, `
			drag .5,.5 1.5,.5 1.5,1.5 -> r1c1-r1c2 r1c2-r2c2
			key shift+ArrowDown -> r1c1-r1c2 r1c2-r2c2 !r2c2-r3c2
			drag 2,0 2,2 -> r1c1-r1c2 r1c2-r2c2 !r1c2-r1c3 !r2c2-r2c3 !r2c2-r3c2
			drag 2.5,2 -> r1c1-r1c2 r1c2-r2c2 !r1c2-r1c3 !r2c2-r2c3 !r2c2-r3c2 !r2c3-r3c3
			right 3,3.5 -> r1c1-r1c2 r1c2-r2c2 r4c3-r4c4 !r1c2-r1c3 !r2c2-r2c3 !r2c2-r3c2 !r2c3-r3c3`},
		{"bridges are dragged, or clicked", []page.Find{bridge}, `
			drag .5,.5 3.5,.5 -> r1c1-r1c4=1
			drag .5,.5 3.5,.5 -> r1c1-r1c4=2
			drag .5,.5 .5,1.6 -> r1c1-r1c4=2 r1c1-r3c1=1
			drag 2,.5 -> r1c1-r3c1=1
			right 3.5,1.5 -> r1c1-r3c1=1 r1c4-r3c4=0`},
		{"a click turns", []page.Find{turn}, `
			drag .5,.5 -> r1c1=^
			drag .5,.5 -> r1c1=>
			drag .5,.5 -> !r1c1
			drag .5,.5 ->
			key ArrowRight shift+ArrowRight -> r1c2=>`},
		{"a click goes through lines that cross", []page.Find{slants}, `
			drag 1,1 -> r1c1-r2c2
			drag 1,1 -> r1c2-r2c1
			drag 1,1 ->`},
		{"an attempt is kept or dropped, and both are undone", []page.Find{shade}, `
			drag .5,.5 -> r1c1
			js trial.attempt(true) -> r1c1
			drag 1.5,.5 -> r1c1 r1c2
			js trial.attempt(false) -> r1c1
			js trial.undo() -> r1c1 r1c2
			js trial.attempt(false,true) -> r1c1 r1c2
			js trial.undo(),trial.attempt(false) -> r1c1
			js trial.clear() ->
			js trial.undo() -> r1c1`},
	} {
		b.in(t, c.name, func() {
			finds, err := json.Marshal(c.finds)
			if err != nil {
				t.Fatal(err)
			}
			js[bool](b, `(trial.set(`+string(finds)+`), trial.pen = "value", true)`)
			board := trialBoard{b}
			for i, step := range strings.Split(strings.TrimSpace(c.acts), "\n") {
				act, want, _ := strings.Cut(step, "->")
				board.act(strings.TrimSpace(act))
				if got, want := board.marks(), strings.TrimSpace(want); got != want {
					b.shot("gestures")
					b.Fatalf("after step %s, %s:\n%s, and not\n%s", strconv.Itoa(i+1), strings.TrimSpace(act), got, want)
				}
			}
			if other := js[bool](b, `(() => { const now = JSON.stringify(trial.wire()); return !trial.load(trial.save()) || JSON.stringify(trial.wire()) !== now; })()`); other {
				b.Error("what is saved is not what is read")
			}
		})
	}
}

// inkContrasts is a script that returns the pairs of colours, of ink and what is behind it, that are hard to tell apart.
const inkContrasts = `(() => {
	const root = document.documentElement, before = root.dataset.theme, bad = [];
	const light = (colour) => {
		const [r, g, b] = colour.replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3").match(/[0-9a-f]{2}/gi).map((n) => parseInt(n, 16) / 255).map((c) => c <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4);
		return .2126 * r + .7152 * g + .0722 * b;
	};
	const numbered = (name, from, to) => Array.from({ length: to - from + 1 }, (_, i) => name + (from + i));
	const written = ["ink-own", "ink-tried", "ink-quiet", "ink-border"], behind = [...numbered("ink-area", 0, 4), ...numbered("ink-colour", 1, 8)];
	const drawn = [...written, "ink-met", "ink-shade", "ink-bad", "ink-chosen", ...numbered("ink-line", 0, 5), ...numbered("ink-pen", 1, 8)];
	for (const theme of ["light", "dark"]) {
		root.dataset.theme = theme;
		const colour = (name) => getComputedStyle(document.querySelector("#paper svg.nazo")).getPropertyValue("--" + name).trim();
		const hold = (ink, ground) => {
			const [a, b] = [light(colour(ink)), light(colour(ground))], ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
			if (!(ratio >= 4.5)) bad.push(theme + ": " + ink + " on " + ground + ", " + ratio.toFixed(2));
		};
		for (const ink of drawn) hold(ink, "paper");
		for (const ink of written) for (const ground of behind) hold(ink, ground);
		hold("ink-on-shade", "ink-shade");
		for (const ground of ["wall", "disc", "ring"]) for (const ink of ["met", "bad"]) hold("ink-" + ink + "-on-" + ground, "nazo-" + ground);
	}
	root.dataset.theme = before;
	return bad.join("\n");
})()`

// TestPageInkOnTime holds that a stroke on a large board is drawn within a frame or two, where nothing else keeps the machine busy.
func TestPageInkOnTime(t *testing.T) {
	if !testkit.Timing() {
		t.Skip("only with -timing")
	}
	server := &serve.Server{Crew: crew(t, "nazo")}
	b := browse(t, start(t, server))
	b.enter(server)
	b.until(`document.getElementById("paper").solving`)
	js[bool](b, `(async () => {`+drawnBoard+`})()`)
	took := js[map[string]float64](b, `(async () => {
		const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
		const name = (r, c) => "r" + r + "c" + c, n = 30, cells = [], edges = [];
		for (let r = 1; r <= n; r++) for (let c = 1; c <= n; c++) {
			cells.push(name(r, c));
			if (c < n) edges.push(name(r, c) + "-" + name(r, c + 1));
			if (r < n) edges.push(name(r, c) + "-" + name(r + 1, c));
		}
		const third = (all, k) => all.filter((_, i) => i % 3 === k);
		const finds = {
			shade: [{ on: "cells", places: cells }, { in: third(cells, 0), out: third(cells, 1) }],
			line: [{ on: "edges", places: edges }, { in: third(edges, 0), out: third(edges, 1) }],
			area: [{ on: "edges", places: edges }, { in: third(edges, 0), out: third(edges, 1) }],
			write: [{ on: "cells", places: cells, values: [{ value: "7" }] }, { at: Object.fromEntries(third(cells, 0).map((c) => [c, "7"])) }],
		};
		const out = {};
		for (const [gesture, [find, marks]] of Object.entries(finds)) {
			trial.set([{ name: "a", gesture, ...find }]);
			trial.apply({ a: marks });
			await frame();
			const all = [];
			for (let i = 0; i < 30; i++) {
				const begun = performance.now();
				if (gesture === "shade") trial.tap(cells[i * 7]); else if (gesture === "write") trial.type(cells[i * 7 + 1], "7"); else trial.tap(edges[i * 7]);
				trial.drawNow();
				trial.drawing.svg.getBoundingClientRect();
				all.push(performance.now() - begun);
				await frame();
			}
			out[gesture] = all.sort((x, y) => x - y)[15];
		}
		return out;
	})()`)
	t.Log(took)
	for gesture, ms := range took {
		frames := time.Duration(1)
		if gesture == "area" { // all areas may take other colours: that needs about a frame
			frames = 2
		}
		testkit.Late(t, gesture+": a stroke", time.Duration(ms*float64(time.Millisecond)), frames*16*time.Millisecond)
	}
}
