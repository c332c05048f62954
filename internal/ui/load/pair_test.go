package load_test

import (
	"fmt"
	"strings"
	"testing"

	"nazo/internal/ui/load"
)

// TestPairs pairs the files of folders: the longest name decides, a spec of the folder before one that comes with nazo.
func TestPairs(t *testing.T) {
	for _, c := range []struct{ files, want string }{
		{"lamps-1.txt lamps.nazo", "lamps.nazo: lamps-1.txt"},
		{"lamps-10.txt lamps-9.txt lamps.nazo", "lamps.nazo: lamps-9.txt lamps-10.txt"},
		{"a-b-1.txt a-b.nazo a.nazo", "a-b.nazo: a-b-1.txt; a.nazo:"},
		{"a-b-1.txt a.nazo", "a.nazo: a-b-1.txt"},
		{"lamps.nazo lamps/second.txt lamps-1.txt", "lamps.nazo: lamps-1.txt lamps/second.txt"},
		{"masyu-2.txt lamps.nazo", "lamps.nazo:; masyu: masyu-2.txt"},
		{"masyu-2.txt masyu.nazo", "masyu.nazo: masyu-2.txt"},
		{"first.txt lamps.nazo", "lamps.nazo: first.txt"},
		{"first.txt lamps.nazo other.nazo", "lamps.nazo:; other.nazo:; none: first.txt"},
		{"sudoku/x.txt", "sudoku: sudoku/x.txt"},
		{"deep/lamps.nazo deep/lamps-1.txt lamps.nazo", "deep/lamps.nazo: deep/lamps-1.txt; lamps.nazo:"},
		{"", ""},
	} {
		var got []string
		for _, p := range load.Pairs(strings.Fields(c.files)) {
			name := "none"
			if p.Owner != nil {
				if name = p.Owner.Path; name == "" {
					name = p.Owner.Name
				}
			}
			got = append(got, strings.TrimSpace(fmt.Sprintf("%s: %s", name, strings.Join(p.Boards, " "))))
		}
		if got := strings.Join(got, "; "); got != c.want {
			t.Errorf("%s:\n%s, not\n%s", c.files, got, c.want)
		}
	}
}
