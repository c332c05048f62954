package serve_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"nazo/internal/testkit"
	"nazo/internal/ui/serve"
	"nazo/puzzles"
)

// lamps is a small puzzle that no browser has seen: as a new user would type it.
const lamps = `puzzle lamps "Shade cells; a number counts the shaded cells around it."
given clue: grid of 0..8?
find lamp: set of cells(clue)

rule "numbers" for c in clues(clue): not (c in lamp) and size(neighbors(king(clue), c) & lamp) = clue[c]

example "one" clue = """
  0 .
""": expect 1 solution
example "wrong" clue = """
  0 .
""": expect 2 solutions
`

// rows is an instance of it with nothing printed.
func rows(n int) string {
	return "clue:\n" + strings.Repeat(strings.TrimSpace(strings.Repeat(". ", n))+"\n", n)
}

// TestPage uses the page as people do, in a browser.
func TestPage(t *testing.T) {
	dir := t.TempDir()
	folder, err := serve.OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	server := &serve.Server{Folder: folder, Crew: crew(t, "nazo")}
	b := browse(t, start(t, server))
	const instance = `document.querySelector("#instance .cm-content").textContent`
	b.in(t, "by the address that is printed", func() {
		b.enter(server)
		b.until(`document.querySelector("#paper svg")`)
		if href := js[string](b, `location.href`); href != b.address+"/" {
			t.Errorf("the page is at %s", href)
		}
		if cookies := js[string](b, `document.cookie`); cookies != "" {
			t.Errorf("scripts see %s", cookies)
		}
	})
	b.in(t, "first", func() {
		b.fresh("")
		b.make()
		b.verdict("one")
		b.shot("first")
		b.click(`#views button:nth-child(2)`)
		b.shot("solution")
	})
	b.in(t, "type a spec, draw clues, see that it is unique", func() {
		b.click("#new")
		b.write("spec", lamps)
		b.write("instance", rows(3))
		b.until(`document.querySelector("#paper g.board")?.dataset.rows === "3"`) // no more that of what was there before
		b.verdict("several")
		b.until(`document.querySelectorAll("#paper .differ").length`)
		b.shot("several")
		b.drag("left", b.cell(2, 2)) // the cursor
		b.keys("0")
		b.until(instance + `.includes(". 0 .")`)
		b.verdict("one")
		b.drag("right", b.cell(2, 2))
		b.verdict("several")
		if text := b.text("instance"); text != strings.TrimSuffix(rows(3), "\n") && text != rows(3) {
			t.Errorf("%q", text)
		}
		b.click("#undo")
		b.verdict("one")
		b.click("#redo")
		b.verdict("several")
	})
	b.in(t, "make a board, take it back, and repair one", func() {
		press := func(label string) {
			js[bool](b, `([...document.querySelectorAll("#making button")].find((v) => v.textContent === `+quoted(label)+`).click(), true)`)
		}
		const status = `document.querySelector("#making [role=status]").textContent`
		b.write("instance", rows(2))
		b.until(`document.querySelector("#paper g.board")?.dataset.rows === "2"`)
		b.verdict("several")
		press("New board")
		b.until(status + `.includes("exactly one solution")`)
		b.verdict("one")
		b.shot("made")
		b.click("#undo")
		b.verdict("several")
		press("Repair")
		b.until(`document.querySelectorAll("#making li button").length`)
		b.shot("repairs")
		js[bool](b, `(document.querySelector("#making li button").click(), true)`)
		b.verdict("one")
		press("How hard")
		b.until(status + `.includes("rivial") || ` + status + `.includes("asy")`)
		press("Fewest clues")
		b.until(status + `.includes("clue")`)
		b.write("instance", rows(2))
		b.until(status + ` === ""`) // what was said is of another board
	})
	if !testkit.Thorough() {
		t.Log("what else people do on the page is tried with -thorough")
		return
	}
	b.in(t, "texts that are no puzzle are told where it would be solved", func() {
		b.write("instance", "clue:\n 1 x\n")
		b.until(`document.querySelector(".verdict").dataset.verdict === "mistake"`)
		b.click(`[data-to="solve"]`)
		b.until(`document.querySelector("#said.bad button")`)
		b.shot("mistaken")
		b.click("#said.bad button")
		b.until(`document.body.dataset.mode === "make"`)
		b.write("instance", rows(2))
		b.verdict("several")
		b.click(`[data-to="solve"]`)
		b.until(`!document.querySelector("#said.bad")`)
		b.make()
	})
	b.in(t, "values from the palette, along a drag", func() {
		b.write("instance", rows(3))
		b.until(`document.querySelector("#paper g.board")?.dataset.rows === "3"`)
		b.click(`.value[aria-label="2"]`)
		b.drag("left", b.cell(1, 1), b.cell(1, 2), b.cell(1, 3))
		b.until(instance + `.includes("2 2 2")`)
		b.verdict("none")
	})
	b.in(t, "a contradiction glows, and its rules lead to the text", func() {
		b.until(`document.querySelectorAll("#paper .glow").length && document.querySelector(".card.glow") && document.querySelector("#spec .cm-glow-line")`)
		b.shot("contradiction")
		b.click(".card.glow .reason")
		b.until(`document.querySelector("#spec .cm-lit-line")`)
	})
	b.in(t, "where all solutions differ, and that they agree elsewhere", func() {
		b.write("instance", rows(3))
		b.verdict("several")
		b.until(`document.querySelector(".card.verdict").textContent.includes("They differ at 9 places, and agree everywhere else")`)
		b.until(`[...document.querySelectorAll("#views button")].some((v) => v.textContent === "All solutions")`)
		js[bool](b, `([...document.querySelectorAll("#views button")].find((v) => v.textContent === "All solutions").click(), true)`)
		b.until(`document.querySelector("#views .on").textContent === "All solutions"`)
		b.shot("all")
	})
	b.in(t, "candidates, and those that make it unique", func() {
		b.write("instance", "clue:\n. 1 .\n")
		b.verdict("several")
		js[bool](b, `([...document.querySelectorAll("#views button")].find((v) => v.textContent === "Candidates").click(), true)`)
		b.until(`document.querySelectorAll("#paper .candidate.sure").length === 2`)
		b.screen(340, 700, "light")
		b.click(`[data-show="board"]`)
		b.until(`document.querySelectorAll("#views button").length === 4 && document.getElementById("views").getBoundingClientRect().width > 0`)
		if out := js[bool](b, `[...document.querySelectorAll("#views button")].some((v) => { const r = v.getBoundingClientRect(); return r.left < 0 || r.right > document.getElementById("middle").getBoundingClientRect().right; })`); out {
			t.Error("not all that the board shows can be chosen on a narrow screen")
		}
		b.shot("narrow-views")
		b.screen(1440, 900, "light")
		b.write("spec", "puzzle few \"Few are open.\"\ngiven clue: grid of 1..9?\nfind x[c in cells(clue)]: 6..9\nrule \"six more\" for c in clues(clue): x[c] = clue[c] + 6\n")
		b.write("instance", "clue:\n1 .\n")
		b.verdict("several")
		b.until(`document.querySelectorAll("#paper .candidate").length === 4`)
		b.until(`[...document.querySelectorAll("#paper text, #paper tspan")].some((v) => v.textContent === "7" && !v.matches(".candidate"))`) // what is decided
		b.until(`[...document.querySelectorAll("#paper .maybe")].every((v) => getComputedStyle(v).visibility === "hidden")`)
		b.until(`document.querySelector(".candidates").textContent.includes("4 possible values of one unknown")`)
		b.shot("decided")
		b.write("spec", lamps)
		b.write("instance", "clue:\n. 1 .\n")
		b.verdict("several")
	})
	b.in(t, "examples", func() {
		b.until(`document.querySelectorAll("#examples .pass").length === 1 && document.querySelectorAll("#examples .fail").length === 1`)
	})
	b.in(t, "words are completed, and explained", func() {
		b.write("spec", lamps+"rule \"more\": size(lam")
		b.until(`[...document.querySelectorAll(".cm-tooltip-autocomplete li")].some((l) => l.textContent.includes("lamp"))`)
		b.shot("completion")
		b.keys("\x1b")
		b.write("spec", lamps)
		b.verdict("several")
		at := js[spot](b, `(() => { const w = [...document.querySelectorAll("#spec .cm-line span")].find((e) => e.textContent === "neighbors").getBoundingClientRect();
			return {X: w.x + w.width / 2, Y: w.y + w.height / 2}; })()`)
		b.do(chromedp.MouseEvent("mouseMoved", at.X, at.Y), chromedp.MouseEvent("mouseMoved", at.X+2, at.Y))
		b.until(`document.querySelector(".hover")?.textContent.includes("neighbors")`)
		b.shot("hover")
	})
	b.in(t, "mistakes are marked where they are", func() {
		b.write("spec", strings.Replace(lamps, "neighbors", "neighbor", 1))
		b.until(`document.querySelector("#spec .cm-lintRange-error")`)
		b.until(`document.querySelector(".verdict").dataset.verdict === "mistake"`)
		b.until(`document.querySelector(".mistakes .reason")?.innerText.includes("neighbor")`) // what is wrong is said, not only marked
		b.shot("mistake")
	})
	b.in(t, "and mended where they are", func() {
		b.until(`!document.querySelector(".working")`) // what is found later is marked anew, which closes what a pointer has opened
		at := b.at("#spec .cm-lintRange-error")
		b.do(chromedp.MouseEvent("mouseMoved", at.X, at.Y), chromedp.MouseEvent("mouseMoved", at.X+2, at.Y))
		b.until(`document.querySelector(".cm-diagnosticAction")`)
		b.shot("mend")
		js[bool](b, `(document.querySelector(".cm-diagnosticAction").click(), true)`)
		b.verdict("several")
		if text := b.text("spec"); text != strings.TrimSuffix(lamps, "\n") && text != lamps {
			t.Errorf("%q", text)
		}
	})
	b.in(t, "a long count is taken back", func() {
		b.write("spec", lamps)
		b.write("instance", rows(14))
		b.until(`document.querySelector(".working") && document.querySelector('.verdict.several')`)
		b.click(".working button")
		b.until(`!document.querySelector(".working")`)
	})
	b.in(t, "walls and rooms", func() {
		b.write("spec", "puzzle walls \"Walls.\"\ngiven clue: grid of 0..8?\ngiven wall: set of edges(orthogonal(clue)) = {}\nfind x: 1..2\n")
		b.write("instance", rows(3))
		b.verdict("several")
		b.click(`#tools .tab:nth-child(2)`)
		b.drag("left", b.cell(1, 1.5))
		b.until(instance + `.includes("wall")`)
		b.shot("walls")
		b.drag("left", b.cell(1, 1.5))
		b.until(instance + `.endsWith("wall = {}") || !` + instance + `.includes("r1c1")`)
		b.write("spec", "puzzle rooms \"Rooms.\"\ngiven room: grid of label\nfind x[c in cells(room)]: 1..2\n")
		b.write("instance", "room:\na a b\na a b\n")
		b.until(`document.querySelector("#tools").textContent.includes("New room")`)
		b.drag("left", b.cell(1, 3), b.cell(1, 2), b.cell(1, 1))
		b.until(instance + `.includes("b b b")`)
	})
	b.in(t, "what stands between cells", func() {
		b.open("heavy_dots")
		b.verdict("one")
		b.click(`#tools .tab:nth-child(2)`)
		b.click(`.value[aria-label^="white"]`)
		dots := js[int](b, instance+`.split("o").length`)
		b.drag("left", b.cell(6.5, 6.5))
		b.until(instance + fmt.Sprintf(`.split("o").length > %d`, dots))
		b.shot("dots")
	})
	b.in(t, "an address is pasted", func() {
		b.paste("https://puzz.link/p?slither/10/10/g11bg7dhdh26637ch1dg723dj3dg73d662b7cadg227dgdidg6b")
		b.until(`document.getElementById("name").textContent === "Slitherlink"`)
		b.make()
		b.until(instance + `.includes("2")`)
	})
	b.pasteEach(t)
	b.in(t, "the page goes on after links", func() { b.open("slitherlink") })
	b.in(t, "links of a puzzle for other sites are copied", func() {
		b.click("#export summary")
		b.until(`document.querySelectorAll("#export-links button").length >= 2`)
		b.shot("sites")
		for site, begin := range map[string]string{"puzz.link": "https://puzz.link/p?slither/10/10/", "sudokupad": "https://sudokupad.app/"} {
			js[bool](b, `(document.getElementById("export").open = true)`)
			b.click(`#export-links [data-site="` + site + `"]`)
			b.until(`document.getElementById("asking").open && document.querySelector("#asking input").value.startsWith(` + quoted(begin) + `)`)
			b.until(`document.getElementById("copy").textContent !== "Copy"`)
			b.shot("link-" + site)
			b.keys("\x1b")
			b.until(`!document.getElementById("asking").open`)
		}
	})
	b.in(t, "another spec is pasted over this one", func() {
		b.open("sudoku")
		b.verdict("one")
		b.write("spec", lamps)
		b.until(`document.getElementById("name").textContent === "Lamps"`)
		b.until(`!document.getElementById("stale").hidden`) // a board of another puzzle has no place here
		b.write("instance", rows(2))
		b.verdict("several")
		b.until(`document.getElementById("stale").hidden`)
		b.click("#new")
		b.until(`document.getElementById("name").textContent === "Mine"`)
		b.write("spec", "puzzle mine\nfind x: 1..")
		b.until(`!document.getElementById("stale").hidden && document.querySelector("#paper.stale")`)
		b.shot("stale")
	})
	b.in(t, "a game without a board is played on what is drawn of it", func() {
		b.open("hanoi")
		b.until(`document.querySelector("#play .state")?.textContent.startsWith("0 moves")`)
		b.click(`#paper [data-place="peg[1]"]`)
		b.until(`document.querySelector("#paper .chosen")`)
		b.shot("hanoi")
		b.click(`#paper [data-place="peg=3"] > .bay`)
		b.until(`document.querySelector("#play .state")?.textContent.startsWith("1 move")`)
		b.until(`document.querySelector('#paper [data-place="peg=3"] [data-place="peg[1]"]')`)
	})
	b.in(t, "clues of a line are written beside it", func() {
		b.open("nonogram")
		b.verdict("one")
		b.drag("left", b.cell(3, .2))
		b.until(`document.activeElement.matches("#paper .clues") && document.activeElement.value === "2 2"`)
		b.keys("5 4")
		b.shot("line")
		b.keys("\t")
		b.until(instance + `.includes("5 4") && document.activeElement.matches("#paper .clues") && document.activeElement.value === "3"`)
		b.keys("\x1b")
		b.verdict("none")
		b.click("#undo")
		b.verdict("one")
	})
	b.in(t, "shared and opened again", func() {
		b.open("masyu")
		b.verdict("one")
		text := b.text("instance")
		b.click("#share")
		b.until(`document.getElementById("toasts").textContent.includes("opens on this machine only")`)
		hash := js[string](b, `location.hash`)
		if len(hash) < 40 || len(hash) > 400 {
			t.Errorf("a spec that comes with nazo is not only named: %q", hash)
		}
		b.fresh(hash)
		b.make()
		b.verdict("one")
		if again := b.text("instance"); again != text {
			t.Errorf("%q, shared was %q", again, text)
		}
		b.do(chromedp.Navigate(b.address + "/licences.txt")) // leaving keeps what is the author's own: nothing yet
		if kept := js[string](b, `localStorage.getItem("nazo.work") ?? "nothing"`); kept != "nothing" {
			t.Errorf("what came with the address took the place of the author's work: %q", kept)
		}
		b.withScript(`document.addEventListener("DOMContentLoaded", () => document.querySelector("[data-to=make]").click())`, func() {
			b.do(chromedp.Navigate(b.address + "/" + hash)) // its puzzle comes after the click, and stays where it is made
		})
		b.verdict("one")
		b.write("instance", text+"\n")
		b.verdict("one")
		b.do(chromedp.Navigate(b.address + "/licences.txt"))
		if kept := js[string](b, `localStorage.getItem("nazo.work") ?? "nothing"`); kept == "nothing" {
			t.Error("what was changed is not kept")
		}
		masyu, _ := puzzles.Spec("masyu")
		b.fresh("#" + shared(t, map[string]string{"n": "mine", "s": strings.Replace(masyu, "puzzle masyu", "puzzle mine", 1), "i": text}))
		b.make()
		b.verdict("one")
		if name := b.text("spec"); !strings.Contains(name, "puzzle mine") || b.text("instance") != text {
			t.Errorf("a shared spec of its own became %q", name)
		}
		b.fresh("")
	})
	b.in(t, "a puzzle that moves is played", func() {
		b.open("fifteen")
		b.write("instance", "start:\n1 2\n. 3\n\nwanted:\n2 .\n1 3\n")
		state := func(begin string) {
			b.Helper()
			b.until(`document.querySelector("#play .state")?.textContent.startsWith("` + begin + `")`)
		}
		b.until(`document.querySelector(".verdict.one")?.textContent.includes("2 moves")`)
		b.until(`document.querySelectorAll("#play .move").length === 2`) // of three on the board before
		state("0 moves")
		b.drag("left", b.cell(1, 1)) // its tile goes down
		state("1 move")
		b.click("#play .buttons button") // back
		state("0 moves")
		js[bool](b, `(document.getElementById("paper").focus(), true)`)
		b.keys(kb.ArrowDown)
		state("1 move")
		b.click("#play .move")
		b.verdict("one")
		b.click(".verdict .primary")
		b.until(`document.querySelector("#play .state.won")`)
		b.shot("won")
	})
	b.in(t, "the board of a puzzle that moves is drawn", func() {
		b.until(`document.querySelectorAll("#views button").length === 2`)
		b.click("#views button:nth-child(2)")
		b.drag("left", b.cell(2, 1))
		b.keys("4")
		b.until(instance + `.includes("4 3")`)
		b.click("#undo")
		b.until(instance + `.includes(". 3")`)
		b.click("#views button:nth-child(1)")
		b.until(`document.querySelector("#play .state")`)
	})
	b.in(t, "keys alone", func() {
		b.fresh("")
		b.make()
		b.verdict("one")
		for range 60 {
			if js[bool](b, `document.activeElement.id === "paper"`) {
				break
			}
			if js[bool](b, `document.activeElement.closest(".cm-editor") !== null`) {
				b.keys("\x1b") // Escape, then Tab, leaves an editor
			}
			b.keys("\t")
		}
		before := b.text("instance")
		b.keys(kb.ArrowDown + kb.ArrowRight + kb.ArrowRight)
		b.keys("2")
		b.until(instance + ` !== ` + quoted(strings.ReplaceAll(before, "\n", "")))
		b.until(`document.getElementById("place").textContent.includes("row")`)
		b.keys("z", chromedp.KeyModifiers(2))
		b.until(`[...document.querySelectorAll("#instance .cm-line")].map((l) => l.textContent).join("\n") === ` + quoted(before))
	})
	b.in(t, "rules at a place", func() {
		at := b.cell(1, 3)
		b.do(chromedp.MouseEvent("mouseMoved", at.X, at.Y), chromedp.MouseEvent("mouseMoved", at.X+3, at.Y+3))
		b.until(`!document.getElementById("rules-at").hidden`)
	})
	b.in(t, "steps", func() {
		b.until(`!document.querySelector(".working")`) // else what is below moves when it goes
		for level := range 5 {
			b.until(fmt.Sprintf(`document.querySelectorAll(".step .hint").length === %d && !document.querySelector(".step .follows")`, level))
			js[bool](b, `document.querySelector(".step button.primary").click() === undefined`)
		}
		b.until(`document.querySelector(".step .follows")?.textContent.length > 0`)
		b.click(`.step button[aria-label="Next step"]`)
		b.until(`document.querySelector(".step h3").textContent === "Step 2"`)
		b.shot("step")
	})
	b.in(t, "saved in the folder", func() {
		b.keys("s", chromedp.KeyModifiers(2))
		b.until(`document.getElementById("asking").open`)
		b.keys("\r")
		b.until(`!document.getElementById("asking").open`)
		text, err := os.ReadFile(filepath.Join(dir, "slitherlink.nazo"))
		if err != nil || !strings.HasPrefix(string(text), "puzzle slitherlink") {
			t.Errorf("%q %v", text, err)
		}
		if _, err := os.Stat(filepath.Join(dir, "slitherlink.txt")); err != nil {
			t.Error(err)
		}
	})
	b.in(t, "dark, and narrow", func() {
		b.screen(1440, 900, "dark")
		b.until(`document.documentElement.dataset.theme === "dark"`)
		b.shot("dark")
		b.screen(340, 700, "light")
		for _, id := range []string{"undo", "share", "theme"} {
			if out := js[bool](b, `(() => { const r = document.getElementById("`+id+`").getBoundingClientRect(); return r.left < 0 || r.right > innerWidth; })()`); out {
				t.Errorf("#%s is not to be seen", id)
			}
		}
		b.shot("narrowest")
		b.screen(390, 780, "light")
		b.until(`document.documentElement.dataset.theme === "light"`)
		b.shot("narrow")
		for _, part := range []string{"text", "answer", "board"} {
			b.click(`[data-show="` + part + `"]`)
			b.until(`document.body.dataset.tab === "` + part + `"`)
			b.shot("narrow-" + part)
			if wide := js[float64](b, `document.documentElement.scrollWidth`); wide > 390 {
				t.Errorf("%s is %g wide", part, wide)
			}
		}
		b.screen(1440, 900, "light")
	})
	if *shots == "" {
		return
	}
	b.in(t, "looks", func() {
		for _, name := range strings.Fields("sudoku nawabari skyscrapers sokoban queens country_road double_choco kakuro nonogram knights_tour calculation") {
			b.open(name)
			b.until(`!document.querySelector(".working")`)
			b.shot(name)
		}
	})
}

// shared returns what stands behind the # of the address of a puzzle.
func shared(t *testing.T, texts map[string]string) string {
	t.Helper()
	text, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	w, _ := flate.NewWriter(&packed, flate.BestCompression)
	w.Write(text)
	w.Close()
	return base64.RawURLEncoding.EncodeToString(packed.Bytes())
}
