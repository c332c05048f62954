package page_test

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"nazo/internal/ui/page"
	"nazo/puzzles"
)

// asked are the events that answer a question.
func asked(t *testing.T, q page.Question) (out []page.Event) {
	t.Helper()
	return askedAt(t, page.NewDesk(60), q)
}

// askedAt are the events that answer a question at a desk.
func askedAt(t *testing.T, d *page.Desk, q page.Question) (out []page.Event) {
	t.Helper()
	d.Answer(context.Background(), q, func(e page.Event) { out = append(out, e) })
	if len(out) == 0 || out[len(out)-1].Kind != page.KindDone {
		t.Fatalf("the answer does not end: %v", kinds(out))
	}
	return out[:len(out)-1]
}

func kinds(events []page.Event) string {
	var words []string
	for _, e := range events {
		words = append(words, e.Kind)
	}
	return strings.Join(words, " ")
}

// first is the first event of a kind.
func first(t *testing.T, events []page.Event, kind string) page.Event {
	t.Helper()
	for _, e := range events {
		if e.Kind == kind {
			return e
		}
	}
	t.Fatalf("no %s among %s", kind, kinds(events))
	return page.Event{}
}

func shipped(t *testing.T, name string) string {
	t.Helper()
	text, ok := puzzles.Spec(name)
	if !ok {
		t.Fatalf("no spec %s", name)
	}
	return text
}

const small = `puzzle small "No two neighbours are equal."
given clue: grid of 1..2?
find digit[c in cells(clue)]: 1..2
rule "clues" for c in clues(clue): digit[c] = clue[c]
rule "neighbours" for {a, b} in edges(orthogonal(clue)): digit[a] != digit[b]
`

// TestLook has verdicts with all that goes with them.
func TestLook(t *testing.T) {
	for _, c := range []struct{ name, spec, instance, kinds, solutions, text string }{
		{"several", small, "clue:\n . .\n . .\n", "board diagnostics verdict candidates step count", "several", "several solutions"},
		{"one", small, "clue:\n 1 .\n . .\n", "board diagnostics verdict step", "one", "exactly one solution"},
		{"none", small, "clue:\n 1 1\n . .\n", "board diagnostics verdict conflict", "none", "no solution"},
		{"the best", small + "minimize sum c in cells(clue): digit[c]\n", "clue:\n . .\n . .\n", "board diagnostics verdict step", "one", "the best there is, proved"},
		{"in the spec", "puzzle p\nfind x: 1..", "", "diagnostics", "", ""},
		{"in the instance", small, "clue:\n 1 9\n . .\n", "diagnostics", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			events := asked(t, page.Question{Verb: "look", Spec: c.spec, Instance: c.instance})
			if got := kinds(events); got != c.kinds {
				t.Fatalf("%s, not %s: %+v", got, c.kinds, events)
			}
			if c.solutions == "" {
				return
			}
			v := first(t, events, page.KindVerdict).Verdict
			if v.Solutions != c.solutions || v.Text != c.text {
				t.Errorf("%s: %q, not %s: %q", v.Solutions, v.Text, c.solutions, c.text)
			}
		})
	}
}

// TestDiagnosticsCount has places count as browsers do, in either text.
// TestSolvingDesk has the desk for solving tell what the other tells, and answer nothing for authors.
func TestSolvingDesk(t *testing.T) {
	d := page.NewSolvingDesk(60)
	for name, instance := range map[string]string{"several": "clue:\n . .\n . .\n", "one": "clue:\n 1 .\n . .\n", "none": "clue:\n 1 1\n . .\n"} {
		q := page.Question{Verb: "look", Name: "small", Spec: small, Instance: instance, Stages: []string{"board", "verdict", "step"}}
		got, want := askedAt(t, d, q), asked(t, q)
		if kinds(got) != kinds(want) || first(t, got, "verdict").Verdict.Text != first(t, want, "verdict").Verdict.Text {
			t.Errorf("%s: %s, where the other desk has %s", name, kinds(got), kinds(want))
		}
	}
	if text := first(t, askedAt(t, d, page.Question{Verb: "spec", Name: "sudoku"}), page.KindTexts).Texts.Spec; text != shipped(t, "sudoku") {
		t.Errorf("the text of sudoku is %q", text)
	}
	if events := askedAt(t, d, page.Question{Verb: "spec", Name: "nowhere"}); len(events) > 0 {
		t.Errorf("a spec that is not there: %s", kinds(events))
	}
	if events := askedAt(t, d, page.Question{Verb: "examples", Spec: small}); kinds(events) != page.KindProblem {
		t.Errorf("it tries examples: %s", kinds(events))
	}
	for verb := range page.Solving() {
		for _, e := range askedAt(t, d, page.Question{Verb: verb, Spec: small, Instance: "clue:\n 1 .\n . .\n"}) {
			if strings.Contains(e.Text, "there is no question") {
				t.Errorf("it does not know of %s", verb)
			}
		}
	}
}

func TestDiagnosticsCount(t *testing.T) {
	spec := "# 謎 🧩 🧩\npuzzle p\nfind x: 1..3\nrule \"r\": y = 1\n"
	events := asked(t, page.Question{Verb: "look", Spec: spec})
	d := first(t, events, page.KindDiagnostics).Diagnostics[0]
	if want := strings.Index(spec, "y = 1") - len("謎") - 2*len("🧩") + 1 + 4; d.From != want || d.To != want+1 || d.In != "spec" {
		t.Errorf("%+v is not at %d", d, want)
	}
	events = asked(t, page.Question{Verb: "look", Spec: small, Instance: "# 🧩\nclue:\n 1 9\n . .\n"})
	d = first(t, events, page.KindDiagnostics).Diagnostics[0]
	if d.From != len("# xx\nclue:\n 1 ") || d.In != "instance" {
		t.Errorf("%+v", d)
	}
}

// TestReasons has a contradiction name its rules with their places in spec and board, and a step what follows.
func TestReasons(t *testing.T) {
	events := asked(t, page.Question{Verb: "look", Spec: small, Instance: "clue:\n 1 1\n . .\n"})
	rules := map[string]bool{}
	for _, i := range first(t, events, page.KindConflict).Conflict {
		rules[i.Rule] = true
		if !strings.HasPrefix(small[i.From:i.To], "rule \""+i.Rule) || len(i.Places) == 0 {
			t.Errorf("%+v", i)
		}
	}
	if !rules["clues"] || !rules["neighbours"] {
		t.Errorf("%v", rules)
	}
	events = asked(t, page.Question{Verb: "look", Spec: small, Instance: "clue:\n 1 .\n . .\n"})
	if s := first(t, events, page.KindStep).Step; s.Text == "" || len(s.Since) != 1 || !strings.Contains(s.SVG, "<svg") || len(s.Places) == 0 {
		t.Errorf("%+v", s)
	}
}

// TestHints has a step told as nazo hint does, level by level, with its technique, and in no words of a programmer.
func TestHints(t *testing.T) {
	for skip := range 9 {
		events := asked(t, page.Question{Verb: "look", Spec: shipped(t, "sudoku"), Instance: "clue:\n . . . 1\n . 2 . .\n 3 . . .\n . 4 . .\n", Stages: []string{"step"}, Skip: skip})
		s := first(t, events, page.KindStep).Step
		if (s.Given == "4 values given.") != (skip == 0) || s.Technique == "" || len(s.Look) == 0 || len(s.Since) == 0 || s.Since[0].To <= s.Since[0].From {
			t.Errorf("step %d: %+v", skip+1, s)
		}
		if len(s.Hints) != 5 {
			t.Fatalf("%d hints", len(s.Hints))
		}
		for i, begin := range []string{"Look at ", "The rule: ", "The technique: " + s.Technique, "So ", s.Text} {
			if !strings.HasPrefix(s.Hints[i], begin) {
				t.Errorf("hint %d of step %d: %q", i+1, skip+1, s.Hints[i])
			}
		}
		if lines, _, ok := strings.Cut(s.Text, " have every other "); ok {
			if _, lines, _ = strings.Cut(lines, ": "); s.Hints[0] != "Look at "+lines+"." {
				t.Errorf("step %d: %q, but %q", skip+1, s.Hints[0], s.Text)
			}
		}
		for _, text := range append(s.Hints, s.Since[0].Says) {
			if strings.Contains(text, "rule instance") || strings.Contains(text, "digit[") || strings.Contains(text, "r1c1") {
				t.Errorf("step %d: %q", skip+1, text)
			}
		}
	}
}

// TestLongStep has a long step told with a line for each inference.
func TestLongStep(t *testing.T) {
	instance, _ := puzzles.Instance("heyawake", "10x10.txt")
	q := page.Question{Verb: "look", Spec: shipped(t, "heyawake"), Instance: instance, Stages: []string{"step"}}
	desk := page.NewDesk(60)
	for q.Skip = range 60 { // the desk goes on from step to step
		s := first(t, askedAt(t, desk, q), page.KindStep).Step
		if len(s.Lines) > 0 {
			if s.Head == "" || len(s.Lines) < 2 {
				t.Errorf("%+v", s)
			}
			return
		}
		if utf8.RuneCountInString(s.Text) > 200 || s.End != "" {
			t.Fatalf("%+v", s)
		}
	}
	t.Error("no step is long")
}

// TestMistaken has the page say what is wrong with what is known before anything else, and that a board is finished.
func TestMistaken(t *testing.T) {
	const sudoku = "clue:\n . . . 1\n . 2 . .\n 3 . . .\n . 4 . .\n"
	for _, c := range []struct{ from, end, text string }{
		{"r1c2=1", "no solution is so", "There is a mistake in what is known so far: R1C2 is not 1: "},
		{"r1c2=3 r3c3=1", "no solution is so", "There is a mistake in what is known so far: as R1C2 = 3, R3C3 is not 1: R3C2 = 1 ("},
		{"r1c1=4 r1c2=3 r1c3=2 r2c1=1 r2c3=3 r2c4=4 r3c2=1 r3c3=4 r3c4=2 r4c1=2 r4c3=1 r4c4=3", "all is known", ""},
	} {
		m := page.Marks{At: map[string]string{}}
		for _, mark := range strings.Fields(c.from) {
			place, digit, _ := strings.Cut(mark, "=")
			m.At[place] = digit
		}
		s := first(t, asked(t, page.Question{Verb: "look", Spec: shipped(t, "sudoku"), Instance: sudoku, Marks: map[string]page.Marks{"digit": m}, Stages: []string{"step"}}), page.KindStep).Step
		if s.End != c.end || !strings.HasPrefix(s.Text, c.text) {
			t.Errorf("from %q: %q, %q", c.from, s.End, s.Text)
		}
		if mistake := c.text != ""; mistake == (s.Head == "") || mistake && (!strings.HasPrefix(s.Text, s.Head+": ") || !strings.HasPrefix(c.text, s.Head+": ")) {
			t.Errorf("from %q: the mistake is %q of %q", c.from, s.Head, s.Text)
		}
	}
}

// TestKept has a comment or a picture ask for no new verdict, and a rule for one.
func TestKept(t *testing.T) {
	desk := page.NewDesk(60)
	verdict := func(spec string) (v *page.Verdict) {
		desk.Answer(context.Background(), page.Question{Verb: "look", Spec: spec, Instance: "clue:\n 1 .\n . .\n"}, func(e page.Event) {
			if e.Verdict != nil {
				v = e.Verdict
			}
		})
		return v
	}
	if verdict(small).Kept {
		t.Error("the first is new")
	}
	if !verdict("# a comment\n" + strings.Replace(small, "for c in", "for   c in # another\n  ", 1) + "show digit\n").Kept {
		t.Error("a comment, blanks and a picture change nothing")
	}
	if verdict(small + "rule \"more\" for c in cells(clue): digit[c] > 0\n").Kept {
		t.Error("a rule changes the puzzle")
	}
}

// TestPlace puts values where the palette says that they may stand.
func TestPlace(t *testing.T) {
	for _, c := range []struct{ name, spec, instance, given, place, value, want string }{
		{"in its cell", small, "# mine\nclue:\n  . 1\n  . .\n", "clue", "r2c1", "2", "# mine\nclue:\n  . 1\n  2 .\n"},
		{"without blanks", small, "clue:\n .1\n ..\n", "clue", "r2c2", "2", "clue:\n .1\n .2\n"},
		{"away again", small, "clue:\n .1\n ..\n", "clue", "r1c2", ".", "clue:\n ..\n ..\n"},
		{"nothing but rows", small, ".1\n..\n", "clue", "r1c1", "1", "11\n..\n"},
		{"more room", strings.ReplaceAll(small, "1..2", "1..20"), "clue: \n . 1\n . .\n", "clue", "r1c1", "12", "clue:\n  12 1\n   . .\n"},
		{"a number", "puzzle p\ngiven n: 1..9\nfind x: 1..n\n", "n = 3\n", "n", "", "4", "n = 4\n"},
		{"a set", "puzzle p\ngiven board = grid(2, 2)\ngiven black: set of cells(board) = {}\nfind x[c in cells(board)]: 1..2\n", "", "black", "r1c2", "true", "black:\n  . #\n  . .\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := first(t, asked(t, page.Question{Verb: "place", Spec: c.spec, Instance: c.instance, Given: c.given, Place: c.place, Value: c.value}), page.KindChange)
			if got := c.instance[:e.Change.From] + e.Change.Insert + c.instance[e.Change.To:]; got != c.want {
				t.Errorf("%q, not %q", got, c.want)
			}
		})
	}
}

// TestBlank makes an empty board of a size.
func TestBlank(t *testing.T) {
	e := first(t, asked(t, page.Question{Verb: "blank", Spec: shipped(t, "slitherlink"), Instance: "# kept\nclue:\n 1 .\n . .\n", Rows: 3, Cols: 2}), page.KindChange)
	if e.Change.Insert != "clue:\n  . .\n  . .\n  . ." || e.Change.From != len("# kept\n") {
		t.Errorf("%+v", e.Change)
	}
}

// TestSizeOfBlank has no board made that nobody could draw on.
func TestSizeOfBlank(t *testing.T) {
	for _, n := range []int{-1, 100_000} {
		if e := first(t, asked(t, page.Question{Verb: "blank", Spec: small, Rows: n, Cols: n}), page.KindProblem); !strings.Contains(e.Text, "200") {
			t.Error(e.Text)
		}
	}
}

// TestSameNames has a spec that is called as the other text is.
func TestSameNames(t *testing.T) {
	events := asked(t, page.Question{Verb: "look", Name: "instance", Spec: "puzzle p\nfind x: 1..", Instance: "n = 1\n"})
	if d := first(t, events, page.KindDiagnostics).Diagnostics[0]; d.In != "spec" || d.From == 0 {
		t.Errorf("%+v", d)
	}
}

// TestOpen opens specs and addresses, and writes addresses.
func TestOpen(t *testing.T) {
	texts := first(t, asked(t, page.Question{Verb: "open", Open: "slitherlink"}), page.KindTexts).Texts
	if texts.Name != "slitherlink" || texts.Spec != shipped(t, "slitherlink") || texts.Instance == "" {
		t.Errorf("%+v", texts)
	}
	address := first(t, asked(t, page.Question{Verb: "address", Spec: texts.Spec, Instance: "clue:\n 1 . 2\n . 3 .\n"}), page.KindTexts).Texts.Address
	again := first(t, asked(t, page.Question{Verb: "open", Open: address}), page.KindTexts).Texts
	if again.Name != "slitherlink" || !strings.Contains(again.Instance, "1 . 2\n  . 3 .") {
		t.Errorf("%s: %+v", address, again)
	}
	if line := first(t, asked(t, page.Question{Verb: "open", Open: " ...1.2..3....4..\n"}), page.KindTexts).Texts; line.Name != "sudoku" || !strings.Contains(line.Instance, ". . . 1\n") {
		t.Errorf("a line of digits opens %s with\n%s", line.Name, line.Instance)
	}
	noted := first(t, asked(t, page.Question{Verb: "open", Open: "https://puzz.link/p?slither/3/3/b2z"}), page.KindTexts).Texts.Instance
	if !strings.HasPrefix(noted, "# of the link: \"z\" is for 20 cells, and only 5 of 9 are left: what is beyond the last is ignored\n") {
		t.Error(noted)
	}
	more := page.Question{Verb: "address", Spec: texts.Spec + "\ngiven more: 1..9 = 3\n", Instance: "more = 4\nclue:\n 1 . 2\n . 3 .\n"}
	if e := first(t, asked(t, more), page.KindProblem); !strings.HasPrefix(e.Text, "a link can't say what `more` is") {
		t.Error(e.Text)
	}
	for open, says := range map[string]string{"slitherlnk": "did you mean `slitherlink`", "https://puzz.link/p?nosuch/3/3/a": "no spec", "https://puzz.link/p?slither/3/3/1A": "begins no mark here", "a/b/c": ""} {
		events := asked(t, page.Question{Verb: "open", Open: open})
		if e := first(t, events, page.KindProblem); e.Text == "" || !strings.Contains(e.Text, says) {
			t.Errorf("%s: %q", open, e.Text)
		}
	}
}

// TestAct plays: what can be done, what came of it, and what can't be done.
func TestAct(t *testing.T) {
	spec := `puzzle stroll "To the end of the board."
given board: grid of {man "M", home "G"}?
state at: cells(board) = first c in cells(board): board[c] = man
move go(d in directions)
  let to = next(at, d)
  when to in cells(board)
  then at := to
goal board[at] = home
`
	q := page.Question{Verb: "act", Spec: spec, Instance: "board:\n M .\n . G\n"}
	p := first(t, asked(t, q), page.KindPlay).Play
	if len(p.Legal) != 2 || p.Won || p.Over || len(p.Legal[0].Keys) != 1 || !slices.Equal(p.Legal[0].Places, []string{"r1c1", "r1c2", "at"}) {
		t.Fatalf("%+v", p)
	}
	q.Moves = []string{p.Legal[0].Text}
	if p = first(t, asked(t, q), page.KindPlay).Play; p.Made != 1 || p.Won || strings.Count(p.SVG, ">M<") != 1 {
		t.Errorf("%+v", p) // there is one man, where he has come to
	}
	q.Moves = append(q.Moves, "go(north)", "go(west)", "go(nowhere)")
	p = first(t, asked(t, q), page.KindPlay).Play
	if p.Made >= 4 || !strings.Contains(p.Text, "can't be made") {
		t.Errorf("%+v", p)
	}
	q.Moves = []string{"go(east)", "go(south)"}
	if p = first(t, asked(t, q), page.KindPlay).Play; !p.Won || len(p.Legal) != 0 || p.Text != "solved in 2 moves" {
		t.Errorf("%+v", p)
	}
}

// TestEnds has questions that can't be answered end with a word about why, and a long one with its time.
func TestEnds(t *testing.T) {
	if e := first(t, asked(t, page.Question{Verb: "nosuch"}), page.KindProblem); !strings.Contains(e.Text, "nosuch") {
		t.Error(e.Text)
	}
	first(t, asked(t, page.Question{Verb: "place", Spec: small, Instance: "clue:\n . .\n", Given: "clue", Place: "r9c9", Value: "1"}), page.KindProblem)
	first(t, asked(t, page.Question{Verb: "place", Spec: small, Instance: "clue:\n . .\n", Given: "clue", Place: "r1c1", Value: "7"}), page.KindProblem)
	ctx, stop := context.WithCancel(context.Background())
	stop()
	page.NewDesk(60).Answer(ctx, page.Question{Verb: "look", Spec: small}, func(e page.Event) {
		if e.Kind == page.KindDone {
			t.Error("nobody is there to be told")
		}
	})
}

// TestFirstBoard holds that a spec without examples says how to come to a board, and that a blank one can be had.
func TestFirstBoard(t *testing.T) {
	spec := "puzzle p\ngiven clue: grid of 0..4?\nfind x: set of cells(clue)\n"
	d := first(t, asked(t, page.Question{Verb: "look", Spec: spec}), page.KindDiagnostics).Diagnostics
	if len(d) != 1 || !strings.Contains(d[0].Message, "clue has no value") || !strings.Contains(d[0].Message, "beside Blank") {
		t.Errorf("%+v", d)
	}
	if c := first(t, asked(t, page.Question{Verb: "blank", Spec: spec, Rows: 1, Cols: 2}), page.KindChange).Change; c.Insert != "clue:\n  . .\n" {
		t.Errorf("%+v", c)
	}
}

// TestLines holds that several clues of a line are written in its row, and nothing else of the text changes.
func TestLines(t *testing.T) {
	spec := "puzzle p\ngiven across: list of list of 1..9\ngiven down: list of list of 1..9\nlet board = grid(size(across), size(down))\nfind black: set of cells(board)\n" +
		"rule \"rows\" for i in 1..size(across): runs(row(board, i), black) = across[i]\nrule \"columns\" for j in 1..size(down): runs(column(board, j), black) = down[j]\n" +
		"link \"nonogram\": num16 outsidehalf (down, across)\n"
	text := "# a comment\nacross:\n 1  1\n 3\n\ndown = [[1, 1], [1], [2]]\n"
	b := first(t, asked(t, page.Question{Verb: "look", Spec: spec, Instance: text, Stages: []string{"board"}}), page.KindBoard).Board
	if p := b.Palettes[0]; p.On != "lines" || p.Sides[""] != "left" || p.Now["1"] != "1 1" || p.Now["2"] != "3" {
		t.Errorf("%+v", p)
	}
	for _, c := range []struct{ given, line, value, want string }{
		{"across", "1", "2", "# a comment\nacross:\n 2\n 3\n\ndown = [[1, 1], [1], [2]]\n"},
		{"across", "2", "", "# a comment\nacross:\n 1  1\n []\n\ndown = [[1, 1], [1], [2]]\n"},
		{"down", "2", "1 1", "# a comment\nacross:\n 1  1\n 3\n\ndown:\n  1 1\n  1 1\n  2\n"},
		{"across", "1", "10", ""},
		{"across", "3", "1", ""},
	} {
		events := asked(t, page.Question{Verb: "place", Spec: spec, Instance: text, Given: c.given, Place: c.line, Value: c.value})
		if c.want == "" {
			first(t, events, page.KindProblem)
			continue
		}
		change := first(t, events, page.KindChange).Change
		if got := text[:change.From] + change.Insert + text[change.To:]; got != c.want {
			t.Errorf("%s %s = %s: %q", c.given, c.line, c.value, got)
		}
	}
}

// TestPlacesOfCharts names what a move is about where there is no board: the thing that its parameters name first, and where it was and is.
func TestPlacesOfCharts(t *testing.T) {
	pegs := "puzzle p\nstate peg[d in 1..2]: 1..3 = 1\nmove shift(d in 1..2, to in 1..3)\n  when to != peg[d] and no e in 1..d - 1: peg[e] = peg[d] or peg[e] = to\n  then peg[d] := to\ngoal all d in 1..2: peg[d] = 3\n"
	p := first(t, asked(t, page.Question{Verb: "act", Spec: pegs}), page.KindPlay).Play
	if got := fmt.Sprint(p.Legal); got != "[{shift(1, 2) [] [peg[1] peg=1 peg=2]} {shift(1, 3) [] [peg[1] peg=1 peg=3]}]" {
		t.Error(got)
	}
	for _, place := range p.Legal[1].Places {
		if !strings.Contains(p.SVG, `data-place="`+place+`"`) {
			t.Errorf("%s is not in the drawing", place)
		}
	}
	bank := "puzzle p\nlet crew = {goat \"g\", wolf \"w\"}\nstate here: set of crew = crew\nmove go(x in crew) when x in here then here := here - {x}\ngoal here = {}\n"
	p = first(t, asked(t, page.Question{Verb: "act", Spec: bank}), page.KindPlay).Play
	if got := fmt.Sprint(p.Legal); got != "[{go(goat) [] [here[goat]]} {go(wolf) [] [here[wolf]]}]" || !strings.Contains(p.SVG, `data-place="here[goat]"`) {
		t.Error(got)
	}
}

// TestWatch shows a search, and a player, at work.
func TestWatch(t *testing.T) {
	walk := "puzzle p\nlet board = grid(2, 3)\nfind walk: path in orthogonal(board)\nrule \"all\": covers(walk, cells(board))\n"
	offered := func(spec string) []string {
		return first(t, asked(t, page.Question{Verb: "look", Spec: spec, Stages: []string{"board", "verdict"}}), page.KindSearches).Searches
	}
	all := offered(walk)
	if len(all) < 3 {
		t.Fatalf("searches %q", all)
	}
	for _, name := range all {
		for _, e := range asked(t, page.Question{Verb: "watch", Spec: walk, Search: name, Every: 1000}) {
			if e.Kind == page.KindProblem {
				t.Errorf("%s was offered: %s", name, e.Text)
			}
		}
	}
	told := asked(t, page.Question{Verb: "look", Spec: strings.Replace(walk, "path", "directed path", 1) + "rule \"early\": step(walk)[cell(board, 1, 2)] = 2\n", Stages: []string{"board", "verdict"}})
	first(t, told, page.KindVerdict)
	for _, e := range told {
		if e.Kind == page.KindSearches {
			t.Errorf("no search can check the rule, but there are %q", e.Searches)
		}
	}
	events := asked(t, page.Question{Verb: "watch", Spec: walk, Search: all[0]})
	if m := first(t, events, page.KindMoment).Moment; m.Choices == 0 || !strings.Contains(m.SVG, "<svg") {
		t.Errorf("%+v", m)
	}
	if v := first(t, events, page.KindVerdict).Verdict; !strings.Contains(v.SVG, "<svg") {
		t.Errorf("%+v", v)
	}
	first(t, asked(t, page.Question{Verb: "watch", Spec: walk, Search: "nosuch"}), page.KindProblem)
	stones := "puzzle p\nstate n: 0..3 = 3\nmove take(k in {1, 2}) when k <= n then n := n - k\ngoal n = 0\nplayer greedy: prefer take(k) by 0 - k\n"
	events = asked(t, page.Question{Verb: "watch", Spec: stones, Player: "greedy"})
	if last := events[len(events)-1].Play; last == nil || !last.Won || len(last.Moves) != 2 {
		t.Errorf("%+v", events)
	}
}

// TestRules names the instances of a rule, and the rules about a cell.
func TestRules(t *testing.T) {
	q := page.Question{Verb: "rules", Spec: small, Instance: "clue:\n 1 .\n . .\n", At: strings.Index(small, `rule "neighbours"`)}
	if all := first(t, asked(t, q), page.KindInstances).Instances; len(all) != 4 || len(all[0].Places) == 0 {
		t.Errorf("%+v", all)
	}
	q.Place = "r1c1"
	if all := first(t, asked(t, q), page.KindInstances).Instances; len(all) != 3 {
		t.Errorf("%+v", all)
	}
}

// TestCandidates tells which values leave one solution.
func TestCandidates(t *testing.T) {
	all := first(t, asked(t, page.Question{Verb: "look", Spec: small, Instance: "clue:\n . .\n . .\n"}), page.KindCandidates).Candidates
	if !all.Complete || len(all.Places) != 8 {
		t.Fatalf("%+v", all)
	}
	for _, c := range all.Places {
		if c.Find != "digit" || c.Solutions != 1 || c.More {
			t.Errorf("%+v", c)
		}
	}
}

// TestLanguage completes words and says what stands at a place, in both texts.
func TestLanguage(t *testing.T) {
	tell := func(q page.Question) (out page.Language) {
		q.Verb = "language"
		if err := json.Unmarshal(first(t, asked(t, q), page.KindLanguage).Language, &out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	spec := "# 🧩\n" + small
	at := strings.Index(spec, "clues(clue)") + len("clu") - 2 // of the four bytes of the sign two units
	l := tell(page.Question{Spec: spec, In: "spec", At: at, Ask: "complete"})
	if !slices.ContainsFunc(l.Completions, func(c page.Completion) bool { return c.Label == "clues" }) || l.From != at-len("clu") {
		t.Errorf("%+v", l)
	}
	if h := tell(page.Question{Spec: spec, In: "spec", At: at, Ask: "hover"}).Hover; h == nil || !strings.Contains(h.Text, "clues") || h.From != at-len("clu") {
		t.Errorf("%+v", h)
	}
	if l = tell(page.Question{Spec: spec, Instance: "cl", In: "instance", At: 2, Ask: "complete"}); len(l.Completions) != 1 || l.Completions[0].Label != "clue" {
		t.Errorf("%+v", l)
	}
}

// TestOpenExample has an example of the spec as an instance of its own, with what it says and nothing else.
func TestOpenExample(t *testing.T) {
	e := first(t, asked(t, page.Question{Verb: "open", Open: "example", Which: 1, Spec: small + "given more: 1..9 = 3\nexample \"a\" clue = [[1]]: expect 1 solution\nexample \"b\" clue = [[1, none]]: expect 1 solution\n"}), page.KindTexts)
	if e.Texts.Instance != "clue:\n  1 .\n" {
		t.Errorf("%q", e.Texts.Instance)
	}
}

// TestDiffer has all solutions say where they differ, and that they agree everywhere else; what is not known for lack of work is said.
func TestDiffer(t *testing.T) {
	q := page.Question{Verb: "look", Instance: "clue:\n 2 . . .\n", Spec: `puzzle p
given clue: grid of 1..3?
find x[c in cells(clue)]: 1..3
rule "clues" for c in clues(clue): x[c] = clue[c]
`}
	c := first(t, asked(t, q), page.KindCandidates).Candidates
	if want := []page.Differing{{Text: "x at R1C2 is 1, 2 or 3", Place: "r1c2"}, {Text: "x at R1C3 is 1, 2 or 3", Place: "r1c3"}, {Text: "x at R1C4 is 1, 2 or 3", Place: "r1c4"}}; !slices.Equal(c.Differ, want) || !c.Agree || c.Ended != "" {
		t.Errorf("%q, agree %t, %q", c.Differ, c.Agree, c.Ended)
	}
	if !strings.Contains(c.SVG, "<svg") {
		t.Error("no picture")
	}
	desk := page.NewDesk(60)
	desk.Work = 1
	q.Spec, q.Instance = small, "clue:\n . .\n . .\n"
	if c = first(t, askedAt(t, desk, q), page.KindCandidates).Candidates; c.Agree || c.Complete || c.Ended == "" {
		t.Errorf("agree %t, complete %t, %q", c.Agree, c.Complete, c.Ended)
	}
}

// TestOneMore has each step of a walk told once, whoever asks in which order, and the next one take no more than that.
func TestOneMore(t *testing.T) {
	desk, q := page.NewDesk(60), page.Question{Verb: "look", Spec: shipped(t, "sudoku"), Instance: "clue:\n . . . 1\n . 2 . .\n 3 . . .\n . 4 . .\n", Stages: []string{"step"}}
	step := func(d *page.Desk, skip int) page.Step {
		q.Skip = skip
		return *first(t, askedAt(t, d, q), page.KindStep).Step
	}
	var told []page.Step
	for skip := range 100 {
		if told = append(told, step(desk, skip)); told[skip].End != "" {
			break
		}
	}
	last := len(told) - 1
	if last < 6 || told[last].End != "all is known" {
		t.Fatalf("%d steps, %+v", last, told[last])
	}
	for _, skip := range []int{last + 5, last, 3, 0} {
		want := told[min(skip, last)]
		if got := step(desk, skip); !reflect.DeepEqual(got, want) {
			t.Errorf("%d: %+v, before %+v", skip, got, want)
		}
		if got := step(page.NewDesk(60), skip); !reflect.DeepEqual(got, want) {
			t.Errorf("%d at another desk: %+v, not %+v", skip, got, want)
		}
	}
}

// TestTwiceAtOnce has one desk asked the same things by several at once: all get the same answers.
func TestTwiceAtOnce(t *testing.T) {
	const stones = "puzzle p\nstate n: 0..3 = 3\nmove take(k in {1, 2}) when k <= n then n := n - k\ngoal n = 0\n"
	questions := []page.Question{
		{Verb: "look", Spec: small, Instance: "clue:\n . .\n . .\n"},
		{Verb: "rules", Spec: small, Instance: "clue:\n . .\n . .\n", Place: "r1c1"},
		{Verb: "look", Spec: small, Instance: "clue:\n . .\n . .\n", Stages: []string{"step"}, Skip: 1},
		{Verb: "act", Spec: stones, Moves: []string{"take(1)"}},
	}
	desk := page.NewDesk(60)
	answer := func(q page.Question) string {
		var out []page.Event
		desk.Answer(context.Background(), q, func(e page.Event) {
			if e.Verdict != nil { // how it was found differs
				e.Verdict.Seconds, e.Verdict.Engine, e.Verdict.Kept = 0, "", false
			}
			out = append(out, e)
		})
		text, err := json.Marshal(out)
		if err != nil {
			t.Error(err)
		}
		return string(text)
	}
	said := make([][]string, len(questions))
	var wait sync.WaitGroup
	for i, q := range questions {
		said[i] = make([]string, 3)
		for k := range said[i] {
			wait.Go(func() { said[i][k] = answer(q) })
		}
	}
	wait.Wait()
	for i, all := range said {
		for _, text := range append(all, answer(questions[i])) {
			if text != all[0] || !strings.Contains(text, `"kind":"done"`) {
				t.Errorf("%s: %s, and %s", questions[i].Verb, text, all[0])
			}
		}
	}
}

// TestQuick has what is said of all questions agree with what is said of each: which take long, and which stages of them do.
func TestQuick(t *testing.T) {
	for _, c := range []struct {
		verb, stages string
		quick        bool
	}{
		{"look", "", false}, {"look", "board", true}, {"look", "diagnostics board", true}, {"look", "board step", false}, {"look", "count", false},
		{"rules", "", false}, {"rules", "board", false}, {"examples", "", false}, {"act", "", false}, {"watch", "", false},
		{"language", "", true}, {"place", "", true}, {"open", "", true}, {"specs", "", true}, {"nosuch", "", true},
	} {
		q := page.Question{Verb: c.verb, Stages: strings.Fields(c.stages)}
		stages, slow := page.Searching()[c.verb]
		slow = slow && (len(stages) == 0 || len(q.Stages) == 0 || slices.ContainsFunc(q.Stages, func(s string) bool { return slices.Contains(stages, s) }))
		if q.Quick() != c.quick || slow == c.quick {
			t.Errorf("%s %s: quick %t, slow %t", c.verb, c.stages, q.Quick(), slow)
		}
	}
}

// TestFixes has what was misspelt come with what mends it, in either text.
func TestFixes(t *testing.T) {
	const sign = "# 🧩\n"
	for _, c := range []struct{ spec, instance, in, wrong, right string }{
		{sign + strings.Replace(small, "for c in clues(clue)", "for c in cluse(clue)", 1), "", "spec", "cluse", "clues"},
		{small, sign + "cleu:\n 1 .\n . .\n", "instance", "cleu", "clue"},
	} {
		d := first(t, asked(t, page.Question{Verb: "look", Spec: c.spec, Instance: c.instance}), page.KindDiagnostics).Diagnostics[0]
		text := c.spec
		if c.in == "instance" {
			text = c.instance
		}
		from := strings.Index(text, c.wrong) - 2 // of the four bytes of the sign two units
		if d.In != c.in || len(d.Fixes) != 1 || len(d.Fixes[0].Edits) != 1 || d.Fixes[0].Edits[0] != (page.Change{From: from, To: from + len(c.wrong), Insert: c.right}) {
			t.Errorf("%+v", d)
		}
	}
	used := asked(t, page.Question{Verb: "look", Spec: "puzzle p\nuse \"nosuch\"\nfind x: 1..2\n"})
	if d := first(t, used, page.KindDiagnostics).Diagnostics[0]; d.In != "spec" || d.To <= d.From {
		t.Errorf("%+v", d)
	}
}
