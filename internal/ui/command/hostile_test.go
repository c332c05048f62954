package command

import (
	"os"
	"runtime"
	"strings"
	"testing"
)

// Long texts in the place of an instance end in a message. They may allocate 64 MB, so that they are fast without a look
// at the clock.
func TestLongTexts(t *testing.T) {
	inFiles(t, map[string]string{"mine.nazo": "puzzle mine \"Shade nothing.\"\ngiven clue: grid of 0..9?\nfind black: set of cells(clue)\nrule \"none\": black = {}\n", "zeros.txt": ""})
	if err := os.Truncate("zeros.txt", 100<<20); err != nil { // it takes no room
		t.Fatal(err)
	}
	for name, args := range map[string][]string{
		"a link":           {"solve", "https://www.f-puzzles.com/?load=" + strings.Repeat("A", 100<<20)},
		"a line of digits": {"solve", "mine.nazo", strings.Repeat("1", 100<<20)},
		"an address":       {"solve", "https://puzz.link/p?slither/10/10/" + strings.Repeat("1", 100<<20)},
		"a file":           {"solve", "mine.nazo", "zeros.txt"},
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			status, out, errs := runHere(t, args...)
			runtime.ReadMemStats(&after)
			if status != StatusMistake || out != "" || errs == "" || len(errs) > 2000 {
				t.Errorf("exit status %d, %.100q, %.300q", status, out, errs)
			}
			if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 64 {
				t.Errorf("it allocates %d MB", took)
			}
		})
	}
}
