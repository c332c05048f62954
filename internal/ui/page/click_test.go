package page_test

import (
	"encoding/json"
	"strings"
	"testing"

	"nazo/internal/ui/page"
)

// TestClickReadsOnce holds that the desk which shows a board parses its spec once for all clicks on it, and computes the values of each text of the
// instance once; and that it shows what a desk does that sees the text for the first time.
func TestClickReadsOnce(t *testing.T) {
	type click struct{ given, place, value string }
	lines := "puzzle p\ngiven across: list of list of 1..9\ngiven down: list of list of 1..9\nlet board = grid(size(across), size(down))\nfind black: set of cells(board)\n" +
		"rule \"rows\" for i in 1..size(across): runs(row(board, i), black) = across[i]\n"
	sets := "puzzle p\ngiven board = grid(2, 2)\ngiven n: 0..4 = size(black)\ngiven black: set of cells(board) = {}\nfind x[c in cells(board)]: 1..2\nrule \"n\" for c in black: x[c] = 1\n"
	for _, c := range []struct {
		name, spec, instance string
		clicks               []click
	}{
		{"in cells", small, "clue:\n . .\n . .\n", []click{{"clue", "r1c1", "1"}, {"clue", "r2c2", "1"}, {"clue", "r1c1", "."}}},
		{"more room", strings.ReplaceAll(small, "1..2", "1..20"), "clue:\n . 1\n . .\n", []click{{"clue", "r2c2", "12"}, {"clue", "r2c1", "2"}}},
		{"the example", small + "example clue = \"\"\"\n  . 1\n  . .\n\"\"\": expect solution\n", "", []click{{"clue", "r2c2", "1"}, {"clue", "r1c1", "2"}}},
		{"lines", lines, "across:\n 1  1\n 3\n\ndown = [[1, 1], [1], [2]]\n", []click{{"across", "1", "2"}, {"down", "2", "1 1"}}},
		{"a set", sets, "black = {}\n", []click{{"black", "r1c2", "true"}, {"black", "r2c2", "true"}}},
		{"several instances", small, "--- one\nclue:\n . .\n . .\n\n--- two\nclue:\n 1 .\n . .\n", []click{{"clue", "r1c1", "1"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := page.NewDesk(60)
			q := page.Question{Verb: "look", Spec: c.spec, Instance: c.instance}
			same(t, d, q)
			for i, click := range c.clicks {
				parses, readings := d.Counted()
				if parses != 1 || readings != 1+i {
					t.Fatalf("before click %d the spec was parsed %d times, and %d texts were read", i, parses, readings)
				}
				q.Verb, q.Given, q.Place, q.Value = "place", click.given, click.place, click.value
				change := first(t, askedAt(t, d, q), page.KindChange).Change
				q = page.Question{Verb: "look", Spec: c.spec, Instance: q.Instance[:change.From] + change.Insert + q.Instance[change.To:]}
				same(t, d, q)
			}
			if parses, readings := d.Counted(); parses != 1 || readings != 1+len(c.clicks) {
				t.Errorf("the spec was parsed %d times, and %d texts were read", parses, readings)
			}
		})
	}
}

// same holds a desk's answer against that of a new one.
func same(t *testing.T, d *page.Desk, q page.Question) {
	t.Helper()
	var texts [2]string
	for i, desk := range []*page.Desk{d, page.NewDesk(60)} {
		for _, e := range askedAt(t, desk, q) {
			if e.Verdict != nil {
				e.Verdict.Seconds, e.Verdict.Kept = 0, false
			}
			text, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			texts[i] += string(text) + "\n"
		}
	}
	if texts[0] != texts[1] {
		t.Errorf("%q:\n%s\nwhere a new desk says\n%s", q.Instance, texts[0], texts[1])
	}
}

// TestPlaceUnread holds that a value with which the instance could not be read is refused, with what is wrong, and that the desk goes on.
func TestPlaceUnread(t *testing.T) {
	spec := "puzzle p\ngiven n: 1..9\ngiven rows: list of 1..9\ngiven top: 1..9 = rows[n]\nfind x: 1..top\n"
	d := page.NewDesk(60)
	q := page.Question{Verb: "place", Spec: spec, Instance: "n = 2\nrows = [3, 4]\n", Given: "n", Value: "5"}
	events := askedAt(t, d, q)
	if len(first(t, events, page.KindDiagnostics).Diagnostics) == 0 || strings.Contains(kinds(events), page.KindChange) {
		t.Errorf("%+v", events)
	}
	q.Value = "1"
	if c := first(t, askedAt(t, d, q), page.KindChange).Change; c.Insert != "n = 1" {
		t.Errorf("%+v", c)
	}
}
