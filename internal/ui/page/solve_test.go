package page_test

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"nazo/internal/testkit"
	"nazo/internal/ui/page"
	"nazo/puzzles"
)

// TestGestures has the type of a find decide how it is entered.
func TestGestures(t *testing.T) {
	for _, c := range []struct{ find, gesture, on, place string }{
		{"x: set of cells(clue)", "shade", "cells", "r1c2"},
		{"x: set of vertices(lattice(clue))", "shade", "points", "p1,2"},
		{"x: set of edges(orthogonal(clue))", "line", "edges", "r1c1-r1c2"},
		{"x: cycle in lattice(clue)", "line", "edges", "p1,1-p1,2"},
		{"x: directed path in orthogonal(clue)", "line", "edges", "r1c1-r1c2"},
		{"x[e in edges(orthogonal(clue))]: 0..2", "bridge", "edges", "r1c1-r1c2"},
		{"x[e in edges(orthogonal(clue))]: bool", "line", "edges", "r1c1-r1c2"},
		{"x[c in cells(clue)]: bool", "shade", "cells", "r1c2"},
		{"x[c in cells(clue)]: 1..9", "write", "cells", "r1c2"},
		{"x[c in cells(clue)]: 0..1", "pick", "cells", "r1c2"},
		{"x[c in cells(clue)]: {sun \"*\", moon \"o\"}?", "pick", "cells", "r1c2"},
		{"x[c in cells(clue)]: directions?", "turn", "cells", "r1c2"},
		{"x[c in cells(clue)]: {falling \"\\\", rising \"/\"}", "turn", "cells", "r1c2"},
		{"x: regions in orthogonal(clue)", "area", "edges", "r1c1-r1c2"},
		{"x[c in cells(clue)]: { r in rectangles(clue) where c in r }", "area", "edges", "r1c1-r1c2"},
		{"x[c in cells(clue)]: if clue[c] = none then clues(clue) else {c}", "area", "edges", "r1c1-r1c2"},
		{"x[c in cells(clue)]: cells(clue) - {c}", "pick", "cells", "r1c2"},
		{"x: 1..5", "list", "list", "x"},
		{"x: permutation of 1..3", "list", "list", "2"},
		{"x: set of 1..3", "list", "list", "2"},
		{"x: cycle in complete(1..4)", "list", "list", "x"},
		{"x[i in 1..3]: set of cells(clue)", "list", "list", "2"},
	} {
		t.Run(c.find, func(t *testing.T) {
			q := page.Question{Verb: "look", Spec: "puzzle p\ngiven clue: grid of 1..2?\nfind " + c.find + "\n", Instance: "clue:\n 1 .\n . 2\n", Stages: []string{"board"}}
			b := first(t, asked(t, q), page.KindBoard).Board
			if len(b.Finds) != 1 {
				t.Fatalf("%d finds", len(b.Finds))
			}
			if f := b.Finds[0]; f.Gesture != c.gesture || f.On != c.on || !slices.Contains(f.Places, c.place) {
				t.Errorf("%s on %s at %v, not %s on %s at %s", f.Gesture, f.On, f.Places, c.gesture, c.on, c.place)
			}
			if order := c.find == "x: cycle in complete(1..4)"; b.Finds[0].Order != order {
				t.Errorf("it is a field of places in order: %v", !order)
			}
		})
	}
}

// TestFindOfBoard has the words and values of finds that a page shows.
func TestFindOfBoard(t *testing.T) {
	spec := `puzzle p
given clue: grid of 1..2?
find dark: set of cells(clue) - clues(clue) said "{c} is dark" / "{c} has no paint"
find sign[c in clues(clue)]: {sun "*", moon "o"}?
find far[c in clues(clue)]: 1..clue[c]
choose help: 1..2
show dark as "*"
show sign
show far
`
	b := first(t, asked(t, page.Question{Verb: "look", Spec: spec, Instance: "clue:\n 1 .\n . 2\n", Stages: []string{"board"}}), page.KindBoard).Board
	if len(b.Finds) != 3 {
		t.Fatalf("%+v", b.Finds)
	}
	if dark := b.Finds[0]; dark.Said != [2]string{"dark", "no paint"} || dark.Sign != "★" || !slices.Equal(dark.Places, []string{"r1c2", "r2c1"}) || dark.Rows != 2 || dark.Cols != 2 {
		t.Errorf("%+v", dark)
	}
	sign := b.Finds[1]
	if !slices.Equal(sign.Values, []page.Choice{{Value: "*", Name: "sun"}, {Value: "o", Name: "moon"}}) || !sign.Blank || len(sign.Each) != 0 {
		t.Errorf("%+v", sign)
	}
	if far := b.Finds[2]; far.Blank || !slices.Equal(far.Each["r1c1"], []string{"1"}) || len(far.Each) != 1 || len(far.Values) != 2 {
		t.Errorf("%+v", far)
	}
}

// TestPrinted has a value be printed if a rule says of its place alone that it is the clue there. The same number may be a
// clue of several places.
func TestPrinted(t *testing.T) {
	spec := `puzzle p
given clue: grid of 1..2?
find digit[c in cells(clue)]: 1..2
rule "ones" for c in clues(clue) where clue[c] = 1: digit[c] = 1
rule "twos" for c in clues(clue) where clue[c] = 2: digit[c] + digit[next(c, east)] = 3
`
	f := finds(t, page.NewDesk(20), spec, "clue:\n 2 1 .\n")[0]
	if !slices.Equal(f.Printed, []string{"r1c2"}) || f.Fixed.At["r1c2"] != "1" || len(f.Fixed.At) != 1 {
		t.Errorf("%v %+v", f.Printed, f.Fixed)
	}
}

// TestMarksMisfit has marks that a page never sends end in a problem.
func TestMarksMisfit(t *testing.T) {
	spec := "puzzle p\ngiven clue: grid of 1..2?\nfind x: set of cells(clue)\nfind y[c in cells(clue)]: 1..9\nfind z: 1..5\n"
	at := func(place, word string) page.Marks { return page.Marks{At: map[string]string{place: word}} }
	for _, marks := range []map[string]page.Marks{
		{"w": {}},
		{"x": {In: []string{"r9c9"}}},
		{"x": {In: []string{"r1c1"}, Out: []string{"r1c1"}}},
		{"x": at("r1c1", "1")},
		{"y": at("r1c1", "10")},
		{"y": at("r1c1", "1,\"x\":2")},
		{"y": at("r1c1", "")},
		{"y": at("r1c1", "null")},
		{"y": at("", "1")},
		{"y": {In: []string{"r1c1"}}},
		{"y": {Out: []string{"r1c1"}}},
		{"z": at("z", "six")},
		{"z": at("r1c1", "1")},
	} {
		for _, against := range []string{"rules", "solution", ""} {
			events := asked(t, page.Question{Verb: "check", Spec: spec, Instance: "clue:\n 1 .\n . 2\n", Marks: marks, Against: against})
			if len(events) != 1 || events[0].Kind != page.KindProblem || events[0].Text == "" {
				t.Errorf("%v: %+v", marks, events)
			}
		}
	}
	events := asked(t, page.Question{Verb: "check", Spec: spec, Instance: "clue:\n 1 .\n . 2\n", Against: "luck"})
	if len(events) != 1 || events[0].Kind != page.KindProblem {
		t.Errorf("%+v", events)
	}
}

// usually are the specs whose answers are entered in a short run: one for each gesture.
var usually = []string{"sudoku", "slitherlink", "fillomino", "hashi", "tentaisho", "kin_kon_kan", "magnets", "tsp", "shikaku", "nurikabe"}

// TestSolvedByMarks enters an answer to each spec as a solver would: it is solved, and with one mark fewer or another one
// it is not. The short run takes few specs.
func TestSolvedByMarks(t *testing.T) {
	d := page.NewDesk(20)
	for _, name := range puzzles.Specs() {
		if !testkit.Thorough() && !slices.Contains(usually, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			if len(finds(t, d, shipped(t, name), "")) == 0 {
				return // it moves
			}
			q, ok, unique := answered(t, d, name)
			if !ok {
				unanswered(t, name)
			}
			checked := first(t, askedAt(t, d, q), page.KindCheck).Check
			if !checked.Solved || !checked.Complete {
				t.Fatalf("%+v", checked)
			}
			for _, f := range finds(t, d, q.Spec, q.Instance) {
				for _, place := range f.Printed {
					if q.Marks[f.Name].At[place] != f.Fixed.At[place] {
						t.Errorf("%s is printed at %s, but is %s", f.Fixed.At[place], place, q.Marks[f.Name].At[place])
					}
					delete(q.Marks[f.Name].At, place)
				}
			}
			if checked = first(t, askedAt(t, d, q), page.KindCheck).Check; !checked.Solved || !checked.Complete {
				t.Fatalf("without what is printed: %+v", checked)
			}
			some := q
			some.Marks, some.Against = thirds(q.Marks), "rules"
			if c := first(t, askedAt(t, d, some), page.KindCheck).Check; len(c.Broken) > 0 {
				t.Errorf("a part of an answer: %+v", c)
			}
			if unique {
				spoilMarks(t, d, q)
			}
		})
	}
}

// TestInstancesSolvedByMarks enters an answer to each instance that comes with a spec and takes a few seconds at most.
func TestInstancesSolvedByMarks(t *testing.T) {
	if !testkit.Thorough() {
		t.Skip("takes minutes")
	}
	tried, skipped := 0, 0
	for _, name := range puzzles.Specs() {
		for _, file := range puzzles.Instances(name) {
			t.Run(name+"/"+file, func(t *testing.T) {
				d := page.NewDesk(4)
				text, _ := puzzles.Instance(name, file)
				q := page.Question{Verb: "answer", Spec: shipped(t, name), Name: name, Instance: text}
				for _, e := range askedAt(t, d, q) {
					switch {
					case e.Kind == page.KindMarks:
						q.Verb, q.Marks = "check", e.Marks
					case e.Kind == page.KindProblem && (strings.Contains(e.Text, "moves") || e.Text == "there is no solution"):
						return
					}
				}
				tried++
				if q.Marks == nil {
					skipped++
					t.Skip("LOUD: no answer was found in time")
				}
				if c := first(t, askedAt(t, d, q), page.KindCheck).Check; !c.Solved || !c.Complete {
					t.Errorf("%+v", c)
				}
			})
		}
	}
	if 2*skipped > tried {
		t.Errorf("no answer was found in time to %d of %d", skipped, tried)
	}
}

// unanswered skips a spec without an answer in time. The few of a short run must have one.
func unanswered(t *testing.T, name string) {
	t.Helper()
	if slices.Contains(usually, name) {
		t.Fatal("no answer was found")
	}
	t.Skip("LOUD: no answer was found in time")
}

// finds are the finds that a solver enters. There are none only in a puzzle that moves.
func finds(t *testing.T, d *page.Desk, spec, instance string) []page.Find {
	t.Helper()
	for _, e := range askedAt(t, d, page.Question{Verb: "look", Spec: spec, Instance: instance, Stages: []string{"board"}}) {
		if e.Kind == page.KindBoard {
			if len(e.Board.Finds) == 0 && !e.Board.Moving {
				t.Fatal("there is nothing to enter")
			}
			return e.Board.Finds
		}
	}
	t.Fatal("no board")
	return nil
}

// answered is the question that checks the answer to the first example that has only one, or else to the first that has
// any. unique says which.
func answered(t *testing.T, d *page.Desk, name string) (found page.Question, ok, unique bool) {
	t.Helper()
	q := page.Question{Spec: shipped(t, name), Name: name}
	for i := range 8 {
		texts := first(t, askedAt(t, d, page.Question{Verb: "open", Open: "example", Spec: q.Spec, Which: i}), page.KindTexts).Texts
		if q.Instance = texts.Instance; q.Instance == "" && i > 0 {
			break
		}
		q.Verb, q.Stages = "look", []string{"verdict"}
		for _, e := range askedAt(t, d, q) {
			unique = unique || e.Kind == page.KindVerdict && e.Verdict.Solutions == "one" && !strings.Contains(e.Verdict.Text, "best")
		}
		if q.Verb, q.Stages = "answer", nil; ok && !unique {
			continue
		}
		for _, e := range askedAt(t, d, q) {
			if e.Kind == page.KindMarks {
				found, ok = q, true
				found.Verb, found.Marks = "check", e.Marks
			}
		}
		if unique {
			break
		}
	}
	return found, ok, unique
}

// spoilMarks changes single marks of the answer to a puzzle that has no other answer: then it is not solved, and the
// solution shows a changed one. What is left out is not wrong.
func spoilMarks(t *testing.T, d *page.Desk, q page.Question) {
	t.Helper()
	for _, f := range finds(t, d, q.Spec, q.Instance) {
		whole := q.Marks[f.Name]
		check := func(m page.Marks, wrong string) {
			t.Helper()
			p := q
			p.Against = "rules"
			p.Marks = maps.Clone(q.Marks)
			p.Marks[f.Name] = m
			c := first(t, askedAt(t, d, p), page.KindCheck).Check
			if c.Solved || (len(c.Broken) > 0) != (wrong != "") && c.Text != "This is not a solution." {
				t.Errorf("%s, changed at %s: %+v", f.Name, wrong, c)
			}
			p.Against = "solution"
			c = first(t, askedAt(t, d, p), page.KindCheck).Check
			if c.Solved || wrong == "" && len(c.Wrong) > 0 || wrong != "" && !slices.Equal(c.Wrong, []string{wrong}) {
				t.Errorf("%s, changed at %s: %+v", f.Name, wrong, c)
			}
		}
		if n := len(whole.In); n > 1 {
			place := whole.In[n/2]
			rest := slices.DeleteFunc(slices.Clone(whole.In), func(s string) bool { return s == place })
			if f.Gesture != "area" {
				check(page.Marks{In: rest, Out: whole.Out, At: whole.At}, "")
			}
			check(page.Marks{In: rest, Out: append(slices.Clone(whole.Out), place), At: whole.At}, place)
		}
		if n := len(whole.At); n > 1 {
			places := slices.Sorted(maps.Keys(whole.At))
			place := places[n/2]
			rest := maps.Clone(whole.At)
			if delete(rest, place); f.Gesture != "bridge" || whole.At[place] != "0" {
				check(page.Marks{In: whole.In, Out: whole.Out, At: rest}, "")
			}
			for _, c := range f.Values {
				may := f.Each[place]
				if f.Gesture == "bridge" && c.Value < whole.At[place] {
					continue // more may follow
				}
				if c.Value != whole.At[place] && (may == nil || slices.Contains(may, c.Value)) {
					rest[place] = c.Value
					check(page.Marks{In: whole.In, Out: whole.Out, At: rest}, place)
					break
				}
			}
		}
	}
}

// TestHintsSolve draws what hints say, one after the other, from nothing on. In the end the puzzle is solved, and each
// hint has something to draw. The short run takes few specs.
func TestHintsSolve(t *testing.T) {
	d := page.NewDesk(20)
	for _, name := range puzzles.Specs() {
		if !testkit.Thorough() && !slices.Contains(usually, name) || name == "tsp" { // whose fields are no facts
			continue
		}
		t.Run(name, func(t *testing.T) {
			if len(finds(t, d, shipped(t, name), "")) == 0 {
				return // it moves
			}
			q, ok, unique := answered(t, d, name)
			if !ok {
				unanswered(t, name)
			}
			if !unique {
				return
			}
			look := page.Question{Verb: "look", Spec: q.Spec, Name: q.Name, Instance: q.Instance, Stages: []string{"step"}, Marks: map[string]page.Marks{}}
			for n := 0; ; n++ {
				step := first(t, askedAt(t, d, look), page.KindStep).Step
				if step.End != "" {
					look.Marks = joined(look.Marks, step.Draw)
					break
				}
				if n == 500 || len(step.Draw) == 0 {
					t.Fatalf("step %d draws nothing new: %s", n+1, step.Text)
				}
				look.Marks = joined(look.Marks, step.Draw)
			}
			q.Marks = look.Marks
			if c := first(t, askedAt(t, d, q), page.KindCheck).Check; !c.Solved {
				t.Errorf("%+v %v", c, q.Marks)
			}
		})
	}
}

// thirds is every third mark.
func thirds(all map[string]page.Marks) map[string]page.Marks {
	n := 0
	skipped := func(string) bool { n++; return n%3 > 0 }
	out := map[string]page.Marks{}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		m := page.Marks{In: slices.DeleteFunc(slices.Clone(all[name].In), skipped), Out: slices.DeleteFunc(slices.Clone(all[name].Out), skipped), At: map[string]string{}}
		for _, place := range slices.Sorted(maps.Keys(all[name].At)) {
			if !skipped(place) {
				m.At[place] = all[name].At[place]
			}
		}
		out[name] = m
	}
	return out
}

// joined are marks with further ones.
func joined(all, more map[string]page.Marks) map[string]page.Marks {
	out := maps.Clone(all)
	for name, m := range more {
		is := out[name]
		at := maps.Clone(is.At)
		if at == nil {
			at = map[string]string{}
		}
		maps.Copy(at, m.At)
		out[name] = page.Marks{In: append(slices.Clone(is.In), m.In...), Out: append(slices.Clone(is.Out), m.Out...), At: at}
	}
	return out
}

// TestBroken has rules that marks break, in the words of players and at the marks that break them, and clues that are met.
func TestBroken(t *testing.T) {
	const quad = "clue:\n . 1 2 . .\n 3 . 2 . .\n . . 2 . .\n . . 1 2 .\n 0 . 0 1 3\n"
	const sudoku = "clue:\n . . . 1\n . 2 . .\n 3 . . .\n . 4 . .\n"
	at := func(words string) (m page.Marks) {
		for _, word := range strings.Fields(words) {
			if place, digit, ok := strings.Cut(word, "="); ok {
				if m.At == nil {
					m.At = map[string]string{}
				}
				m.At[place] = digit
			} else if out, ok := strings.CutPrefix(word, "!"); ok {
				m.Out = append(m.Out, out)
			} else {
				m.In = append(m.In, word)
			}
		}
		return m
	}
	for _, c := range []struct{ name, spec, instance, find, marks, text, places, done, red string }{
		{"nothing", "sudoku", sudoku, "digit", "", "Nothing is wrong so far.", "", "", ""},
		{"twice", "sudoku", sudoku, "digit", "r1c1=4 r2c1=4", "2 rules are broken: column 1 must have each number once, and box 1 must have each number once.", "r1c1 r2c1", "", ""},
		{"twice with what is printed", "sudoku", sudoku, "digit", "r1c1=1", "A rule is broken: row 1 must have each number once.", "r1c1 r1c4", "", ""},
		{"once", "sudoku", sudoku, "digit", "r1c1=4 r3c4=4 r1c3=4", "A rule is broken: row 1 must have each number once.", "r1c1 r1c3", "", ""},
		{"three lines", "slitherlink", quad, "loop", "p1,2-p1,3 p1,2-p2,2", "A rule is broken: the 1 at R1C2 must have 1 line around it.", "p1,2-p1,3 p1,2-p2,2", "", "r1c2 clue"},
		{"met", "slitherlink", quad, "loop", "p1,2-p1,3", "Nothing is wrong so far. It is not finished: ", "", "r1c2 clue", ""},
		{"a room", "heyawake", "room:\n a a b\n a a b\nclue:\n 1 . 1\n . . .\n", "black", "r1c1", "Nothing is wrong so far.", "", "r1c1 clue", ""},
		{"in a room", "heyawake", "room:\n a a b\n a a b\nclue:\n 1 . .\n . . .\n", "black", "r1c1 r2c2", "A rule is broken: the room of R1C1 must have 1 cell shaded.", "r1c1 r2c2", "", "r1c1 clue"},
		{"beside", "tents", "wood:\n . T .\n . . .\n . T .\ndown = [1, 0, 1]\nacross = [1, 0, 1]\n", "tent", "r1c1", "Nothing is wrong so far.", "", "above 1 down, left 1 across", ""},
		{"a zero", "slitherlink", quad, "loop", "!p5,1-p5,2", "Nothing is wrong so far.", "", "r5c1 clue", ""},
		{"a bridge beside which another fits", "hashi", "clue:\n 2 . 3 . 1\n", "bridge", "r1c1-r1c3=1", "Nothing is wrong so far.", "", "", ""},
		{"too many bridges", "hashi", "clue:\n 1 . 3 . 2\n", "bridge", "r1c1-r1c3=2", "A rule is broken: the 1 at R1C1 must have 1 bridge.", "r1c1-r1c3", "", "r1c1 clue"},
		{"two numbers in one rectangle", "shikaku", "clue:\n . 2 2 .\n 2 . . 2\n . 4 . .\n", "piece", "r1c2-r1c3", "6 rules are broken: ", "", "", ""},
		{"two numbers in one area", "fillomino", "clue:\n 2 1\n . .\n", "room", "r1c1-r1c2", "2 rules are broken: ", "", "", ""},
		{"a cell without a value", "sudoku", sudoku, "digit", "r1c3=4", "No rule is broken by itself, but this can't be finished.", "", "", ""},
		{"a branch", "slitherlink", quad, "loop", "p4,5-p4,6 p4,5-p5,5 p4,4-p4,5", "A rule is broken: ", "", "r4c4 clue", ""},
		{"an island with its bridge", "hashi", "clue:\n 2 . 2 . 1\n . . . . .\n 1 . . . .\n", "bridge", "r1c3-r1c5=1", "Nothing is wrong so far.", "", "r1c5 clue", ""},
		{"a sum", "kakuro", "block, down, across:\n #    #,4 #,6\n #,.,3  .   .\n #,.,?  .   .\n", "digit", "r2c2=1 r2c3=2", "Nothing is wrong so far.", "", "r2c1 across", ""},
		{"a wrong sum", "kakuro", "block, down, across:\n #    #,4 #,6\n #,.,3  .   .\n #,.,?  .   .\n", "digit", "r2c2=3 r2c3=1", "", "r2c2", "", "r2c1 across"},
		{"a run", "nonogram", "across:\n 1\n 1 1\ndown:\n 1\n 1\n 1\n", "black", "r2c1 r2c3", "Nothing is wrong so far.", "", "left 2 across, above 1 down, above 3 down", ""},
		{"no run", "nonogram", "across:\n 1\n 1 1\ndown:\n 1\n 1\n 1\n", "black", "r2c1 r2c2", "", "", "above 1 down, above 2 down", "left 2 across"},
	} {
		t.Run(c.name, func(t *testing.T) {
			q := page.Question{Verb: "check", Spec: shipped(t, c.spec), Instance: c.instance, Against: "rules", Marks: map[string]page.Marks{c.find: at(c.marks)}}
			got := first(t, asked(t, q), page.KindCheck).Check
			if !strings.HasPrefix(got.Text, c.text) || got.Solved {
				t.Errorf("%q, not %q", got.Text, c.text)
			}
			if refuted := strings.Contains(c.text, "can't be finished"); got.Refuted != refuted {
				t.Errorf("it can't be finished: %v", got.Refuted)
			}
			if places := strings.Fields(c.places); c.places != "" && !slices.ContainsFunc(got.Broken, func(i page.Instance) bool { return slices.Equal(slices.Sorted(slices.Values(i.Places)), places) }) {
				t.Errorf("%+v, not at %s", got.Broken, places)
			}
			var done, red []string
			for _, clue := range got.Done {
				done = append(done, clue.Place+" "+clue.Given)
			}
			for _, i := range got.Broken {
				if i.Clue != nil {
					red = append(red, i.Clue.Place+" "+i.Clue.Given)
				}
			}
			if done := strings.Join(done, ", "); done != c.done {
				t.Errorf("done: %s, not %s", done, c.done)
			}
			if red := strings.Join(red, ", "); red != c.red {
				t.Errorf("red: %s, not %s", red, c.red)
			}
		})
	}
}

// TestPrintedAfterStop has a question that is taken back spoil nothing for the next: what is printed need not be drawn.
func TestPrintedAfterStop(t *testing.T) {
	q := page.Question{Verb: "check", Spec: `puzzle p
given clue: grid of 1..2?
find digit[c in cells(clue)]: 1..2
rule "given" for c in clues(clue): digit[c] = clue[c]
rule "lines" for line in rows(clue) + columns(clue): distinct(digit[line])
`, Instance: "clue:\n 1 .\n . 1\n"}
	d := page.NewDesk(20)
	first(t, askedAt(t, d, page.Question{Verb: "look", Spec: q.Spec, Instance: q.Instance, Stages: []string{"diagnostics"}}), page.KindDiagnostics) // compiles
	over, stop := context.WithCancel(t.Context())
	stop()
	d.Answer(over, q, func(page.Event) {})
	q.Marks = map[string]page.Marks{"digit": {At: map[string]string{"r1c2": "2", "r2c1": "2"}}}
	if c := first(t, askedAt(t, d, q), page.KindCheck).Check; !c.Solved || !c.Complete {
		t.Errorf("%+v", c)
	}
}

// TestMistakenArea has a hint notice two cells that are joined wrongly, before an area is whole.
func TestMistakenArea(t *testing.T) {
	q := page.Question{Verb: "look", Stages: []string{"step"}, Spec: shipped(t, "shikaku"), Instance: "clue:\n 3 . .\n . 3 .\n . . 3\n",
		Marks: map[string]page.Marks{"piece": {In: []string{"r1c2-r2c2", "r2c2-r2c3"}}}}
	step := first(t, asked(t, q), page.KindStep).Step
	if step.End != "no solution is so" || !strings.HasPrefix(step.Text, "There is") {
		t.Errorf("%q: %s", step.End, step.Text)
	}
	q.Marks = map[string]page.Marks{"piece": {In: []string{"r1c1-r1c2"}}}
	if step = first(t, asked(t, q), page.KindStep).Step; step.End != "" || len(step.Draw["piece"].In) == 0 {
		t.Errorf("%+v", step)
	}
}

// TestSeveralSolutions has marks be wrong only if no solution has them.
func TestSeveralSolutions(t *testing.T) {
	for _, c := range []struct {
		marks map[string]string
		text  string
		wrong []string
	}{
		{map[string]string{"r1c1": "2"}, "Nothing is wrong so far. There are several solutions.", nil},
		{map[string]string{"r1c2": "2", "r2c2": "2"}, "There is a mistake in what is known so far: ", []string{"r1c2", "r2c2"}},
	} {
		q := page.Question{Verb: "check", Against: "solution", Spec: small, Instance: "clue:\n . .\n . .\n", Marks: map[string]page.Marks{"digit": {At: c.marks}}}
		got := first(t, asked(t, q), page.KindCheck).Check
		if !strings.HasPrefix(got.Text, c.text) || !slices.Equal(got.Wrong, c.wrong) {
			t.Errorf("%v: %q %v", c.marks, got.Text, got.Wrong)
		}
	}
}

// TestBest has a check find out whether there is a better answer, if that takes no long search.
func TestBest(t *testing.T) {
	q := page.Question{Verb: "check", Spec: "puzzle p\ngiven clue: grid of 1..2?\nfind dark: set of cells(clue)\nrule \"some\": size(dark) > 0\nminimize size(dark)\n",
		Instance: "clue:\n . .\n . .\n"}
	for _, c := range []struct {
		dark    []string
		most    time.Duration
		best    bool
		message string
	}{
		{[]string{"r1c1"}, time.Minute, true, "Solved."},
		{[]string{"r1c1", "r2c2"}, time.Minute, false, "All rules hold. There may be a better answer."},
		{[]string{"r1c1"}, 0, false, "All rules hold. There may be a better answer."},
	} {
		d := page.NewDesk(60)
		d.SearchForBest(c.most)
		q.Marks = map[string]page.Marks{"dark": {In: c.dark}}
		got := first(t, askedAt(t, d, q), page.KindCheck).Check
		if !got.Solved || got.Best != c.best || got.Text != c.message {
			t.Errorf("%v: %+v", c.dark, got)
		}
	}
}

// TestSameProblem has the same marks end in the same problem each time.
func TestSameProblem(t *testing.T) {
	q := page.Question{Verb: "check", Spec: small, Instance: "clue:\n . .\n . .\n", Marks: map[string]page.Marks{"digit": {At: map[string]string{"r1c1": "x", "r1c2": "x", "r2c1": "x", "r2c2": "x"}}}}
	for range 20 {
		if events := asked(t, q); len(events) != 1 || !strings.Contains(events[0].Text, "`r1c1`") {
			t.Fatalf("%+v", events)
		}
	}
}

// TestProse tells the rules in the author's words, or else by the names of those in force.
func TestProse(t *testing.T) {
	const named = `puzzle two_in_line "Shade two cells of each row."
given clue: grid of 1..2?
given full = false
find dark: set of cells(clue)
rule "two in a row" for r in rows(clue): size(r & dark) = 2
rule "one shape": connected(dark) because "the shape would fall apart"
rule "all": full implies dark = cells(clue) because "the \"full\" variant"
rule "helper": size(dark) > 0 because ""
`
	more := ""
	tell := func(spec string) *page.Prose {
		return first(t, asked(t, page.Question{Verb: "prose", Spec: spec, Instance: "clue:\n 1 . .\n . 2 .\n" + more}), page.KindProse).Prose
	}
	p := tell(strings.ReplaceAll(named, `\"`, "'"))
	if want := []string{"Two in a row.", "One shape: otherwise the shape would fall apart."}; p.Own || p.Name != "Two in line" || p.About != "Shade two cells of each row." || !slices.Equal(p.Rules, want) {
		t.Errorf("%+v", p)
	}
	p = tell(strings.ReplaceAll(named, `\"`, "'") + "rules \"\"\"\n  Shade  two.\n\n Hang together.\n\"\"\"\n")
	if want := []string{"Shade  two.", "Hang together."}; !p.Own || !slices.Equal(p.Rules, want) {
		t.Errorf("%+v", p)
	}
	// A line about a rule is told where that says something.
	variant := strings.ReplaceAll(named, `\"`, "'") + "rules \"\"\"\n  Shade two.\n  \"all\": All are dark.\n\"\"\"\n"
	if p := tell(variant); !slices.Equal(p.Rules, []string{"Shade two."}) {
		t.Errorf("%+v", p)
	}
	more = "full = true\n"
	if p := tell(variant); !slices.Equal(p.Rules, []string{"Shade two.", "All are dark."}) {
		t.Errorf("%+v", p)
	}
	for _, name := range puzzles.Specs() {
		text := shipped(t, name)
		if strings.Contains(text, "\nrules \"\"\"") || testkit.Thorough() {
			p := first(t, asked(t, page.Question{Verb: "prose", Spec: text}), page.KindProse).Prose
			for _, line := range p.Rules {
				if !strings.HasSuffix(line, ".") {
					t.Errorf("%s: %q is no sentence", name, line)
				}
			}
		}
	}
}

// TestLevel has the level of a puzzle with one solution, and it told with the news that it is solved.
func TestLevel(t *testing.T) {
	d := page.NewDesk(60)
	q, _, _ := answered(t, d, "slitherlink")
	check := func() string { return first(t, askedAt(t, d, q), page.KindCheck).Check.Level }
	if early := check(); early != "" {
		t.Errorf("the level %q is known before it is asked for", early)
	}
	ask := page.Question{Verb: "level", Spec: q.Spec, Name: q.Name, Instance: q.Instance}
	word := first(t, askedAt(t, d, ask), page.KindLevel).Text
	if word == "" || check() != word {
		t.Errorf("%q, then %q", word, check())
	}
	ask.Instance = "clue:\n . . .\n . . .\n"
	if word := first(t, askedAt(t, d, ask), page.KindLevel).Text; word != "" {
		t.Errorf("several solutions are %s", word)
	}
}

// TestMarksAtRandom has any marks be answered: checked, and followed by a step or by what is wrong. Few of them are right.
func TestMarksAtRandom(t *testing.T) {
	d := page.NewDesk(2)
	for _, name := range puzzles.Specs() {
		if !testkit.Thorough() && !slices.Contains(usually, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			q, ok, _ := answered(t, d, name)
			if !ok {
				return
			}
			all := finds(t, d, q.Spec, q.Instance)
			random := rand.New(rand.NewPCG(1, 2))
			for range 8 {
				q.Marks = map[string]page.Marks{}
				for _, f := range all {
					m := page.Marks{At: map[string]string{}}
					for _, place := range f.Places {
						switch n := random.IntN(12); {
						case n > 5:
						case f.Gesture == "shade" || f.Gesture == "line" || f.Gesture == "area":
							if n < 3 {
								m.In = append(m.In, place)
							} else {
								m.Out = append(m.Out, place)
							}
						case n == 0 && f.Blank && f.Gesture != "list":
							m.Out = append(m.Out, place)
						case len(f.Values) > 0:
							values := []string{f.Values[random.IntN(len(f.Values))].Value}
							if f.Each[place] != nil {
								values = f.Each[place]
							}
							m.At[place] = values[random.IntN(len(values))]
						}
					}
					q.Marks[f.Name] = m
				}
				ask := q
				for _, against := range []string{"", "rules", "solution"} {
					ask.Verb, ask.Against = "check", against
					answers(t, askedAt(t, d, ask))
				}
				ask.Verb, ask.Stages = "look", []string{"step"}
				answers(t, askedAt(t, d, ask))
			}
		})
	}
}

// answers has events be an answer, or say that it takes too long.
func answers(t *testing.T, events []page.Event) {
	t.Helper()
	if len(events) == 0 {
		t.Error("no answer")
	}
	for _, e := range events {
		if e.Kind == page.KindProblem || e.Kind == page.KindDiagnostics {
			t.Errorf("%s: %s %v", e.Kind, e.Text, e.Diagnostics)
		}
	}
}
