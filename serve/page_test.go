package serve_test

import (
	"strings"
	"testing"

	"nazo/serve"
)

// lamps is a small puzzle that no browser has seen: as a new user would type it.
const lamps = `puzzle lamps "Shade cells; a number counts the shaded cells around it."
given clue: grid of 0..8?
find lamp: set of cells(clue)

rule "numbers" for c in clues(clue): not (c in lamp) and size(neighbors(king(clue), c) & lamp) = clue[c]
`

// TestPage uses the page as people do, in a browser.
func TestPage(t *testing.T) {
	b := browse(t, start(t, &serve.Server{Quick: crew(t, "nazo"), Searching: crew(t, "nazo")}))
	b.in(t, "first", func() {
		b.fresh("")
		b.verdict("one")
		b.shot("first")
	})
	b.in(t, "type and draw", func() {
		b.click("#new")
		b.write("spec", lamps)
		b.write("instance", "clue:\n. . .\n. . .\n. . .\n")
		b.verdict("several")
		b.drag("left", b.cell(2, 2)) // the cursor
		b.keys("0")
		b.until(`document.getElementById("instance").textContent.includes(". 0 .")`)
		b.verdict("one")
		b.drag("right", b.cell(2, 2))
		b.verdict("several")
		if text := b.text("instance"); !strings.Contains(text, ". . .\n. . .\n. . .") {
			t.Error(text)
		}
	})
	if *shots != "" {
		b.in(t, "looks", func() {
			for _, name := range strings.Fields("slitherlink sudoku masyu nawabari skyscrapers sokoban queens country_road double_choco kakuro") {
				b.open(name)
				b.until(`!document.querySelector(".working")`)
				b.shot(name)
			}
			b.screen(1440, 900, "dark")
			b.open("slitherlink")
			b.shot("dark")
			b.screen(390, 780, "light")
			b.shot("narrow")
		})
	}
}
