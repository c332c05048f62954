package serve_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"nazo/internal/testkit"
	"nazo/internal/ui/page"
	"nazo/internal/ui/serve"
)

// played is a puzzle to be solved on the page: its texts, what is entered, and the answer.
type played struct {
	name, spec, instance string
	finds                []page.Find
	answer               map[string]page.Marks
}

// example is the puzzle of an example of a spec that comes with nazo.
func example(t *testing.T, name string, which int) *played {
	t.Helper()
	desk := page.NewDesk(60)
	ask := func(q page.Question) (out page.Event) {
		desk.Answer(context.Background(), q, func(e page.Event) {
			switch {
			case e.Texts != nil:
				out.Texts = e.Texts
			case e.Board != nil:
				out.Board = e.Board
			case e.Kind == page.KindMarks:
				out.Marks = e.Marks
			case e.Kind == page.KindProblem || e.Kind == page.KindDiagnostics && len(e.Diagnostics) > 0:
				t.Error(name, e.Text, e.Diagnostics)
			}
		})
		return out
	}
	p := &played{name: name}
	p.spec = ask(page.Question{Verb: "open", Open: name}).Texts.Spec
	p.instance = ask(page.Question{Verb: "open", Open: "example", Name: name, Spec: p.spec, Which: which}).Texts.Instance
	q := page.Question{Verb: "look", Stages: []string{"board"}, Name: name, Spec: p.spec, Instance: p.instance}
	p.finds = ask(q).Board.Finds
	q.Verb = "answer"
	p.answer = ask(q).Marks
	return p
}

// solve opens a puzzle to be solved, which is not new if something was entered in it before.
func (b *browser) solve(p *played) {
	b.Helper()
	work, _ := json.Marshal(map[string]string{"name": p.name, "spec": p.spec, "instance": p.instance, "mode": "solve"})
	b.do(chromedp.Navigate(b.address + "/licences.txt"))
	js[bool](b, `(localStorage.setItem("nazo.work", `+quoted(string(work))+`), true)`)
	b.do(chromedp.Navigate(b.address + "/"))
	b.until(`document.getElementById("solve").dataset.puzzle && document.querySelector("#paper svg .over")`)
}

// place is where a place of the board is on the screen: a cell, a corner, or a side.
func (b *browser) place(name string) spot {
	b.Helper()
	var r, c float64
	if from, to, ok := strings.Cut(name, "-"); ok {
		p, q := b.place(from), b.place(to)
		return spot{(p.X + q.X) / 2, (p.Y + q.Y) / 2}
	}
	if _, err := fmt.Sscanf(name, "r%fc%f", &r, &c); err == nil {
		return b.cell(r, c)
	}
	if _, err := fmt.Sscanf(name, "p%f,%f", &r, &c); err != nil {
		b.Fatalf("where is %q?", name)
	}
	return b.cell(r-.5, c-.5)
}

// tap presses and releases at a place: the mouse, or a finger.
type tap func(way ...spot)

func (b *browser) mouse(way ...spot) { b.Helper(); b.drag("left", way...) }

// finger touches the screen along a way.
func (b *browser) finger(way ...spot) {
	b.Helper()
	touch := func(kind input.DispatchTouchEventType, at ...*input.TouchPoint) {
		b.call(func() error {
			_, err := chromedp.Call(b.ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: at})
			return err
		})
	}
	touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: way[0].X, Y: way[0].Y})
	for _, at := range way[1:] {
		touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: at.X, Y: at.Y})
	}
	touch(input.DispatchTouchEventTypeTouchEnd, []*input.TouchPoint{}...)
}

// press presses a button of the page.
func (b *browser) press(by tap, selector string) { b.Helper(); by(b.at(selector)) }

// enterAll enters an answer as people do, by the gestures of its finds, up to so many places.
func (b *browser) enterAll(p *played, by tap, most int) {
	b.Helper()
	for _, f := range p.finds {
		if len(p.finds) > 1 {
			if tab := `#keys [role=tab][data-find=` + quoted(f.Name) + `]`; js[bool](b, `!!document.querySelector(`+quoted(tab)+`)`) {
				b.press(by, tab)
			}
		}
		m := p.answer[f.Name]
		done := func() bool { most--; return most < 0 }
		switch f.Gesture {
		case "shade":
			for _, place := range m.In {
				if slices.Contains(f.Printed, place) {
					continue
				}
				if done() {
					return
				}
				by(b.place(place))
			}
		case "line", "area":
			for _, place := range m.In {
				if slices.Contains(f.Printed, place) {
					continue
				}
				if done() {
					return
				}
				from, to, _ := strings.Cut(place, "-")
				by(b.place(from), b.place(place), b.place(to))
			}
		case "bridge":
			for _, place := range slices.Sorted(maps.Keys(m.At)) {
				if done() {
					return
				}
				from, to, _ := strings.Cut(place, "-")
				n, _ := strconv.Atoi(m.At[place])
				for range n {
					by(b.place(from), b.place(place), b.place(to))
				}
			}
		case "write", "pick", "turn":
			for _, place := range slices.Sorted(maps.Keys(m.At)) {
				if slices.Contains(f.Printed, place) {
					continue
				}
				if done() {
					return
				}
				by(b.place(place))
				b.press(by, `#keys .key[data-value='`+strings.NewReplacer(`\\`, `\\\\`, `'`, `\\'`).Replace(m.At[place])+`']`)
			}
		case "list":
			for _, place := range slices.Sorted(maps.Keys(m.At)) {
				if done() {
					return
				}
				js[bool](b, `(() => { const f = document.querySelector('#fields [data-find="`+f.Name+`"][data-place="`+place+`"]'); f.focus(); f.select?.(); return true; })()`)
				b.keys(m.At[place] + "\t")
			}
		default:
			b.Fatalf("%s is entered by %q", f.Name, f.Gesture)
		}
	}
}

// won waits until the page says that the puzzle is solved.
func (b *browser) won() {
	b.Helper()
	b.until(`document.querySelector("#said.won")?.textContent.startsWith("Solved in ")`)
}

// trial is an example of a spec that comes with nazo.
type trial struct {
	name  string
	which int
}

// byGesture are examples with all gestures. The first three are tried in a short run.
var byGesture = []trial{{"sudoku", 1}, {"slitherlink", 1}, {"nurikabe", 0}, {"binairo", 1}, {"masyu", 1}, {"hashi", 0}, {"shikaku", 0}, {"gokigen", 1}, {"send_more_money", 0}, {"tents", 0}, {"roma", 0},
	{"yajilin", 0}}

// solveAll solves examples by mouse, and returns the gestures of their finds, each with one of the specs.
func (b *browser) solveAll(t *testing.T, cases []trial, shot string) map[string]string {
	gestures := map[string]string{}
	for _, c := range cases {
		b.in(t, c.name, func() {
			p := example(t, c.name, c.which)
			for _, f := range p.finds {
				gestures[f.Gesture] = c.name
			}
			b.solve(p)
			b.enterAll(p, b.mouse, 1000)
			b.won()
			b.shot(shot + c.name)
		})
	}
	return gestures
}

// TestSolve solves puzzles on the page as people do, one for each kind of gesture.
func TestSolve(t *testing.T) {
	server := &serve.Server{Crew: crew(t, "nazo")}
	b := browse(t, start(t, server))
	b.enter(server)
	few := example(t, "sudoku", 1)
	b.in(t, "a wrong entry is called by its rule", func() {
		b.fresh("")
		b.solve(few)
		b.mouse(b.place("r1c1"))
		b.keys("1") // as the row has it already
		b.until(`document.querySelectorAll("#paper .ink .entered").length === 1`)
		b.click("#check")
		b.until(`document.querySelector("#said.bad")?.textContent.includes("each number once")`)
		b.until(`document.querySelectorAll("#paper .ink .bad").length > 0`)
		b.shot("solve-wrong")
		b.click("#undo-mark")
		b.until(`document.getElementById("undo-mark").disabled && document.querySelectorAll("#paper .ink .entered").length === 0`)
		b.until(`!document.querySelector("#said.bad")`)
	})
	b.in(t, "a hint tells one more by each click, and is drawn", func() {
		for level := range 5 {
			b.click("#hint")
			b.until(fmt.Sprintf(`document.querySelector("#said.hint")?.textContent.includes("Hint %d of 5")`, level+1))
		}
		b.until(`document.querySelector("#paper .coordinates")`) // a reason names cells
		b.shot("solve-hint")
		b.click("#draw-hint")
		b.until(`document.querySelectorAll("#paper .ink .entered").length > 0`)
		b.click("#undo-mark")
		b.until(`document.querySelectorAll("#paper .ink .entered").length === 0`)
	})
	b.in(t, "what is entered is there again, and goes back to the start", func() {
		b.enterAll(few, b.mouse, 4)
		b.until(`document.querySelectorAll("#paper .ink .entered").length === 4`)
		b.solve(few)
		b.until(`document.querySelectorAll("#paper .ink .entered").length === 4`)
		for range 4 {
			b.click("#undo-mark")
		}
		b.until(`document.getElementById("undo-mark").disabled && document.querySelectorAll("#paper .ink .entered").length === 0`)
	})
	b.in(t, "a puzzle that was chosen by keys takes keys at once", func() {
		b.fresh("")
		for _, name := range []string{"masyu", "nurikabe"} {
			b.choose(name)
			b.until(`document.activeElement.id === "paper" && document.querySelector("#paper .ink .chosen > *")`)
		}
		b.keys(" ")
		b.until(`document.querySelectorAll("#paper .ink .shades > *").length === 1`)
	})
	b.in(t, "and so does the next puzzle", func() {
		b.choose("sudoku")
		b.until(`document.activeElement.id === "paper" && document.querySelector("#paper .ink .chosen > *")`)
		js[bool](b, `(document.querySelector("#more > div").querySelector("#show-solution").click(), true)`)
		b.won()
		js[bool](b, `(document.getElementById("next-puzzle").focus(), true)`)
		b.keys("\r")
		b.until(`document.getElementById("puzzles").innerText.includes("2 of") && document.activeElement.id === "paper" && document.querySelector("#paper .ink .chosen > *")`)
	})
	cases := byGesture
	if !testkit.Thorough() {
		cases = cases[:3]
	}
	gestures := b.solveAll(t, cases, "solved-")
	b.in(t, "the keypad of many numbers has the digits", func() {
		p := &played{name: "many", instance: "clue:\n . .\n", spec: "puzzle many\ngiven clue: grid of 1..30?\nfind number[c in cells(clue)]: 1..30\nrule \"sum\": sum(number) = 41\n"}
		b.solve(p)
		b.mouse(b.cell(1, 1))
		b.click(`#keys [data-digit="1"]`)
		b.click(`#keys [data-digit="2"]`)
		b.mouse(b.cell(1, 2))
		b.click(`#keys [data-digit="2"]`)
		b.click(`#keys [data-digit="9"]`)
		b.won()
	})
	b.in(t, "by touch, on a narrow screen", func() {
		b.do(chromedp.EmulateViewport(400, 800, chromedp.EmulateTouch, chromedp.EmulateMobile))
		b.fresh("")
		b.solve(few)
		if high := js[float64](b, `Math.max(document.documentElement.scrollHeight, document.getElementById("strokes").getBoundingClientRect().bottom)`); high > 800 {
			t.Errorf("the page is %g high", high)
		}
		if wide := js[float64](b, `document.documentElement.scrollWidth`); wide > 400 {
			t.Errorf("the page is %g wide", wide)
		}
		if board := js[float64](b, `document.querySelector("#paper svg").getBoundingClientRect().width`); board < 300 {
			t.Errorf("the board is only %g wide", board)
		}
		b.enterAll(few, b.finger, 3)
		b.shot("solve-touch")
		b.enterAll(few, b.finger, 1000)
		b.won()
		b.shot("solved-touch")
		if cut := js[float64](b, `document.getElementById("next-puzzle").getBoundingClientRect().bottom - document.getElementById("said").getBoundingClientRect().bottom`); cut > -2 {
			t.Errorf("the button of the next puzzle ends %g below what is said", cut)
		}
		b.fresh("")
		b.solve(example(t, "send_more_money", 0))
		b.until(`document.getElementById("about").getBoundingClientRect().height > 60 && document.getElementById("about").innerText.includes("SEND + MORE = MONEY")`)
		if high := js[float64](b, `Math.max(document.documentElement.scrollHeight, document.getElementById("strokes").getBoundingClientRect().bottom)`); high > 800 {
			t.Errorf("a puzzle without a board is %g high", high)
		}
		b.shot("boardless-touch")
		b.do(chromedp.EmulateViewport(1440, 900))
	})
	t.Log("gestures tried:", gestures)
	if !testkit.Thorough() {
		t.Log("what else there is to solving is tried with -thorough")
		return
	}
	b.in(t, "rules are watched after each stroke, by choice", func() {
		b.fresh("")
		b.solve(few)
		b.click("#more summary")
		b.click("#smart")
		b.keys("\x1b")
		for _, at := range []string{"r1c1", "r2c1"} {
			b.mouse(b.place(at))
			b.keys("4")
		}
		b.until(`document.querySelectorAll("#paper .ink .bad").length === 2`)
		b.keys(kb.Delete)
		b.until(`document.querySelectorAll("#paper .ink .bad").length === 0`)
	})
	b.in(t, "an attempt is dropped, and another is kept", func() {
		const entered = `document.querySelectorAll("#paper .ink .entered").length`
		b.until(entered + ` === 1`)
		for _, end := range []struct {
			button string
			left   int
		}{{"#drop-try", 1}, {"#keep-try", 2}} {
			b.click("#try")
			b.mouse(b.place("r1c2"))
			b.keys("2")
			b.until(`document.querySelectorAll("#paper .ink .entered.tried").length === 1`)
			b.click(end.button)
			b.until(fmt.Sprintf(`document.querySelectorAll("#paper .ink .tried").length === 0 && %s === %d`, entered, end.left))
		}
	})
	b.in(t, "the marks of who solves are not those of who makes", func() {
		b.make()
		b.verdict("one")
		b.until(`document.querySelectorAll("#paper .ink .entered").length === 0`)
		b.click(`[data-to="rules"]`)
		b.until(`document.querySelector("#spec").getBoundingClientRect().width > 400 && !document.querySelector("#paper").getBoundingClientRect().width`)
		b.shot("rules")
		b.click(`[data-to="solve"]`)
		b.until(`document.querySelectorAll("#paper .ink .entered").length === 2`)
	})
	b.in(t, "the solution is shown, and taken back", func() {
		b.click("#more summary")
		b.click("#show-solution")
		b.won()
		b.click("#undo-mark")
		b.until(`!document.querySelector("#said.won") && document.querySelectorAll("#paper .ink .entered").length === 2`)
	})
	b.in(t, "not more is kept than has room", func() {
		js[bool](b, `(() => { for (let i = 0; i < 200; i++) localStorage.setItem("nazo.solve.old" + i, JSON.stringify({marks: "", ms: 1, name: "old", at: i})); return true; })()`)
		b.solve(example(t, "masyu", 1))
		b.drag("left", b.place("r1c1"), b.place("r1c2"))
		b.until(`Object.keys(localStorage).filter((k) => k.startsWith("nazo.solve.")).length === 150 && !localStorage.getItem("nazo.solve.old0") && localStorage.getItem("nazo.solve.old199")`)
		b.do(chromedp.Navigate(b.address + "/licences.txt"))
		js[bool](b, `(localStorage.clear(), true)`)
		b.solve(few)
	})
	b.in(t, "the next puzzle", func() {
		b.choose("slitherlink")
		b.until(`document.querySelector("#puzzles").textContent.includes("1 of 2")`)
		b.click("#next-puzzle-mark")
		b.until(`document.querySelector("#puzzles").textContent.includes("2 of 2") && document.querySelector("#paper g.board")?.dataset.rows === "20"`)
		b.click("#puzzle-before-mark")
		b.until(`document.querySelector("#paper g.board")?.dataset.rows === "10"`)
	})
	b.in(t, "printed with its rules above the board", func() {
		b.choose("masyu")
		b.until(`document.querySelector("#about li")`)
		media := func(name string) {
			b.Helper()
			b.call(func() error {
				_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: name})
				return err
			})
		}
		media("print")
		b.until(`document.querySelector("#about li").getBoundingClientRect().height > 0 && !document.getElementById("keys").offsetParent &&
			document.getElementById("about").getBoundingClientRect().bottom <= document.querySelector("#paper svg").getBoundingClientRect().top + 1`)
		b.shot("print")
		media("")
	})
	b.in(t, "the catalogue knows titles", func() {
		for typed, title := range map[string]string{"salesman": "Travelling salesman", "lits": "LITS", "knights": "Knight's tour"} {
			b.click("#open-catalogue")
			b.until(`document.querySelector("#listed button")`)
			b.keys(typed)
			b.until(`document.querySelector("#listed b").textContent === ` + quoted(title))
			b.keys("\r")
			b.until(`document.getElementById("name").textContent === ` + quoted(title) + ` && document.querySelector("#about h2").textContent === ` + quoted(title))
		}
	})
	b.in(t, "the catalogue is filtered by level and size", func() {
		b.click("#open-catalogue")
		b.until(`document.querySelectorAll("#listed button").length > 200`)
		set := func(label, value string) {
			js[bool](b, `(() => { const s = document.querySelector('#filters [aria-label="`+label+`"]'); s.value = `+quoted(value)+`; s.dispatchEvent(new Event("change")); return true; })()`)
		}
		set("Level", "easy")
		b.until(`[...document.querySelectorAll("#listed .spec")].length < 100 && [...document.querySelectorAll("#listed .spec")].every((s) => s.querySelector(".chip")?.textContent.endsWith(" easy"))`)
		set("Size", "2")
		b.until(`document.querySelectorAll("#listed .spec").length < 20`)
		b.keys("akari")
		b.until(`document.querySelectorAll("#listed .spec").length === 1`)
		b.shot("filtered")
		b.keys("\r")
		b.until(`document.getElementById("name").textContent === "Akari" && document.querySelector("#paper g.board")?.dataset.rows === "20"`)
		b.click("#open-catalogue")
		set("Level", "")
		set("Size", "")
		b.keys("\x1b")
		b.until(`!document.getElementById("catalogue").open`)
	})
	b.in(t, "a game is played by a swipe and by arrows", func() {
		b.do(chromedp.EmulateViewport(400, 800, chromedp.EmulateTouch, chromedp.EmulateMobile))
		b.choose("fifteen")
		state := func(begin string) {
			b.Helper()
			b.until(`document.querySelector("#play .state")?.textContent.startsWith("` + begin + `")`)
		}
		state("0 moves")
		way := map[string][2]float64{"north": {0, -80}, "south": {0, 80}, "west": {-80, 0}, "east": {80, 0}}
		open := js[string](b, `document.querySelector("#arrows .key:not(:disabled)").getAttribute("aria-label")`)
		from := b.cell(2, 2)
		b.finger(from, spot{from.X + way[open][0], from.Y + way[open][1]})
		state("1 move")
		b.press(b.finger, `#arrows .key:not(:disabled)`)
		state("2 moves")
		if high := js[float64](b, `document.documentElement.scrollHeight`); high > 800 {
			t.Errorf("the page is %g high", high)
		}
		b.shot("swiped")
		b.do(chromedp.EmulateViewport(1440, 900))
	})
	if *shots == "" {
		return
	}
	b.in(t, "looks", func() {
		for _, c := range []struct {
			name  string
			which int
		}{{"sudoku", 2}, {"slitherlink", 1}, {"nurikabe", 0}, {"hashi", 0}, {"shikaku", 0}, {"yajilin", 0}, {"send_more_money", 0}, {"roma", 0}} {
			p := example(t, c.name, c.which)
			for _, colours := range []string{"light", "dark"} {
				for _, wide := range []int64{1400, 400} {
					b.screen(wide, map[int64]int64{1400: 900, 400: 800}[wide], colours)
					b.fresh("")
					b.solve(p)
					b.enterAll(p, b.mouse, 6)
					b.click("#hint")
					b.until(`document.querySelector("#said.hint") && !document.querySelector("#said .working")`)
					b.shot(fmt.Sprintf("look-%s-%d-%s", c.name, wide, colours))
				}
			}
		}
		for _, name := range []string{"sokoban", "calculation", "fifteen", "rush_hour"} {
			for _, wide := range []int64{1400, 400} {
				b.screen(wide, map[int64]int64{1400: 900, 400: 800}[wide], "light")
				b.choose(name)
				b.until(`document.querySelector("#play .state")`)
				b.shot(fmt.Sprintf("look-%s-%d", name, wide))
			}
		}
		b.click("#open-catalogue")
		b.until(`document.querySelectorAll("#listed .thumb img").length > 2`)
		b.shot("catalogue-400")
		b.screen(1400, 900, "light")
		b.shot("catalogue-1400")
	})
}

// TestOpen opens boards of the folder with the specs that they belong to.
func TestOpen(t *testing.T) {
	if !testkit.Thorough() {
		t.Skip("opening files in a browser is tried with -thorough only")
	}
	dir := t.TempDir()
	pearls := example(t, "masyu", 1)
	for name, text := range map[string]string{"lamps.nazo": lamps, "lamps-1.txt": rows(3), "lamps/second.txt": rows(2), "masyu-2.txt": pearls.instance} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	folder, err := serve.OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	server := &serve.Server{Folder: folder, Crew: crew(t, "nazo")}
	b := browse(t, start(t, server))
	b.enter(server)
	open := func(name string) {
		b.Helper()
		b.click("#open-file")
		b.until(`document.querySelector("#asking[open] .file")`)
		js[bool](b, `([...document.querySelectorAll("#asking .file")].find((f) => f.textContent === `+quoted(name)+`).click(), true)`)
	}
	shown := func(name string, rows int) {
		b.Helper()
		b.until(fmt.Sprintf(`document.getElementById("name").textContent === %q && document.querySelector("#paper g.board")?.dataset.rows === "%d"`, name, rows))
	}
	b.in(t, "a board with its spec", func() {
		b.fresh("")
		open("lamps-1.txt")
		shown("Lamps", 3)
		open("masyu-2.txt")
		shown("Masyu", 5)
		open("lamps/second.txt")
		shown("Lamps", 2)
		open("lamps.nazo")
		shown("Lamps", 3)
	})
	b.in(t, "the folder comes first in the catalogue", func() {
		b.click("#open-catalogue")
		b.until(`document.querySelector("#listed h3")?.textContent.startsWith("In ")`)
		b.until(`document.querySelectorAll("#listed .thumb img").length > 3`)
		b.shot("catalogue")
		b.keys("\x1b")
		b.until(`!document.getElementById("catalogue").open`)
	})
	b.in(t, "what is opened from elsewhere is not saved over a file", func() {
		b.choose("akari")
		b.until(`document.getElementById("name").textContent === "Akari"`)
		js[bool](b, `(document.getElementById("save").click(), true)`)
		b.until(`document.querySelector("#asking[open] input")`)
		if name := js[string](b, `document.querySelector("#asking input").value`); name != "akari.nazo" {
			t.Errorf("akari would be saved as %s", name)
		}
		b.keys("\x1b")
		b.until(`!document.getElementById("asking").open`)
		open("lamps.nazo")
		shown("Lamps", 3)
	})
	b.in(t, "a board that does not fit what was changed", func() {
		b.make()
		b.write("spec", lamps+"# changed\n")
		b.verdict("several")
		open("masyu-2.txt")
		b.until(`document.querySelector("#asking[open] h2")?.textContent === "masyu-2.txt does not fit Lamps"`)
		b.shot("does-not-fit")
		b.click("#asking .primary")
		shown("Masyu", 5)
	})
}
