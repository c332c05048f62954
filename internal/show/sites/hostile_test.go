package sites

import (
	"errors"
	"net/url"
	"runtime"
	"strings"
	"testing"

	"nazo/dsl/linkformat"
)

// deflated is a text as penpa packs it.
func deflated(text string) string {
	return penpaHead + "m=edit&p=" + url.QueryEscape(packedDrawing(text))
}

func fpuzzles(json string) string {
	return "https://www.f-puzzles.com/?load=" + url.QueryEscape(packLZ(json))
}

// A hostile link ends in a message. It may allocate 64 MB beyond its own text, and read no more than what the site allows:
// so it is fast, too, without a look at the clock.
func TestHostileLinks(t *testing.T) {
	const row = `[{},{},{},{}]`
	grid := `"size":4,"grid":[` + row + `,` + row + `,` + row + `,` + row + `]`
	for name, link := range map[string]string{
		"a bomb of LZ-string":           fpuzzles(`{` + grid + `,"x":"` + strings.Repeat("a", MaxText) + `"}`),
		"codes that grow without end":   "https://www.f-puzzles.com/?load=N4Ig" + strings.Repeat("A", 1<<20),
		"the same in other letters":     "https://www.f-puzzles.com/?load=N4Ig" + strings.Repeat("/w", 1<<20),
		"the same to its end":           "https://www.f-puzzles.com/?load=" + strings.Repeat("Q", linkformat.MaxLink-100),
		"a bomb of deflate":             deflated(strings.Repeat("a", 40<<20)),
		"a bomb of lines":               deflated(strings.Repeat("\n", 40<<20)),
		"deep lists":                    fpuzzles(`{` + grid + `,"x":` + strings.Repeat("[", 100_000)),
		"deep objects":                  fpuzzles(`{` + grid + `,"x":` + strings.Repeat(`{"a":`, 150_000)),
		"deep lists that end":           fpuzzles(`{` + grid + `,"x":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}`),
		"deep lists of penpa":           deflated("square,4,4,38,0,1,1,152,152,76,76\n[0,0,0,0]\n" + strings.Repeat("[", 100_000)),
		"bytes that are no text":        "https://www.f-puzzles.com/?load=%ff%fe\xff\xfe",
		"bytes after packed text":       "N4Ig\xff\x00\xc3\x28",
		"penpa without text":            "https://swaroopg92.github.io/penpa-edit/#m=edit&p=\xff\xfe",
		"a board of 1e9":                fpuzzles(`{"size":1e9,"grid":[]}`),
		"a board of 1e999":              fpuzzles(`{"size":1e999,"grid":[]}`),
		"a negative board":              fpuzzles(`{"size":-4,"grid":[]}`),
		"a board of many digits":        fpuzzles(`{"size":` + strings.Repeat("9", 100_000) + `,"grid":[]}`),
		"a board of penpa":              deflated("square,1000000000,1000000000,38,0,1,1,1,1,1,1\n[0,0,0,0]\n"),
		"a board of Kudamono":           "https://pedros.works/paper-puzzle-player?W=1000000000x1000000000&L=x0&G=hidato",
		"rows without number":           fpuzzles(`{"size":4,"grid":[[],[],[],[]]}`),
		"no JSON":                       fpuzzles(`nothing`),
		"a link of 100 MB":              "https://www.f-puzzles.com/?load=" + strings.Repeat("A", 100<<20),
		"a line of 100 MB":              strings.Repeat("1", 100<<20),
		"an address of many parameters": "https://sudokupad.app/fpuz" + strings.Repeat("%2F", 1<<20),
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			Recognize(link)
			_, err := Read(link)
			runtime.ReadMemStats(&after)
			var said *linkformat.Error
			if !errors.As(err, &said) || said.Message == "" || len(said.Message) > 500 {
				t.Errorf("the mistake is %.600v", err)
			}
			if took := after.TotalAlloc - before.TotalAlloc; took > 64<<20 {
				t.Errorf("%d MB for a link of %d kB", took>>20, len(link)>>10)
			}
		})
	}
}

// What stands beside the board is no mistake of the link, but it must not lead to a panic.
func TestPlacesFarOutside(t *testing.T) {
	const row = `[{},{},{},{}]`
	for _, items := range []string{`"odd":[{"cell":"R999C999"}]`, `"odd":[{"cell":"R0C0"}]`, `"thermometer":[{"lines":[["R5C5","R99999999999999999999C1"]]}]`,
		`"arrow":[{"cells":null,"lines":[[]]}]`, `"killercage":[null,1,"x",{"cells":[[[["R1C1"]]]],"value":1e300}]`} {
		if _, err := Read(fpuzzles(`{"size":4,"grid":[` + row + `,` + row + `,` + row + `,` + row + `],` + items + `}`)); err != nil {
			t.Errorf("%s: %v", items, err)
		}
	}
}

// FuzzRead reads any text: there is a document or a mistake with a message, and what is read is within the bounds.
func FuzzRead(f *testing.F) {
	const row = `[{"value":1,"given":true},{"region":1},{},{}]`
	for _, seed := range []string{
		"...1.2..3....4..", fpuzzles(`{"size":4,"grid":[` + row + `,` + row + `,` + row + `,` + row + `],"thermometer":[{"lines":[["R1C1","R1C2"]]}],"negative":["xv"]}`),
		"https://sudokupad.app/fpuz" + packLZ(`{"size":1,"grid":[[{}]]}`), "https://www.f-puzzles.com/?id=abc", "N4Ig",
		deflated("square,2,2,38,0,1,1,76,76,38,38\n[0,0,0,0]\n[\"1\"]\n{}\n{}\n"), "m=edit&p=", "https://pedros.works/paper-puzzle-player?W=2x2&L=x0y1&G=hidato",
		".Thermo~R1C1~R1C2.Cage~10~R1C1~R1C2.AntiKnight", "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Shape~4x4.~R1C1_1", strings.Repeat("A1.P", 64),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := Read(text)
		var said *linkformat.Error
		switch {
		case err != nil && (!errors.As(err, &said) || said.Message == ""):
			t.Fatalf("the mistake is %v", err)
		case err == nil && (d.Rows < 1 || d.Columns < 1 || d.Rows > maxSide || d.Columns > maxSide):
			t.Fatalf("a board of %d by %d", d.Rows, d.Columns)
		case (err == nil || d != nil) && Recognize(text) == "":
			t.Fatal("what is read is recognized")
		}
	})
}
