package puzzles_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/show/link"
	"nazo/internal/solve"
	"nazo/internal/testkit"
	"nazo/native"
	"nazo/puzzles"
	"nazo/sat"
)

// rows reads a file, a row for each line that is neither empty nor a comment, its columns parted by tabs.
func rows(t *testing.T, file string, columns int) (out [][]string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		row := strings.Split(line, "\t")
		if len(row) != columns {
			t.Fatalf("%s: %q has %d columns, not %d", file, line, len(row), columns)
		}
		out = append(out, row)
	}
	return out
}

// declaring finds the spec that is for links of a type; nil if there is none. Specs are checked once.
func declaring(t *testing.T) func(id string) *check.Spec {
	names, specs := map[string]string{}, map[string]*check.Spec{}
	for _, name := range puzzles.Specs() {
		text, _ := puzzles.Spec(name)
		for _, id := range link.Declared(text) {
			if names[id] == "" {
				names[id] = name
			}
		}
	}
	return func(id string) *check.Spec {
		name := names[id]
		if name != "" && specs[name] == nil {
			specs[name] = checked(t, name)
		}
		return specs[name]
	}
}

// ofLink is the problem that a link is for a spec.
func ofLink(spec *check.Spec, text string) (*solve.Problem, error) {
	read, err := link.Read(spec, diag.NewSource("link", text))
	if err != nil {
		return nil, err
	}
	p, problems := solve.Compile(context.Background(), spec, instance.Input{Instance: read.Instance}, compile.Options{})
	return p, problems.Err()
}

var team = solve.Team{Engines: []model.Engine{native.New(), sat.New()}, Mode: solve.Race}

// verdict is what Nazo says of a drawn board, an answer to a problem of a spec: accepted, rejected with what is broken, or why
// it can't say.
func verdict(spec *check.Spec, p *solve.Problem, drawn string) (verdict string, broken []string) {
	values, broken, err := link.ReadAnswer(diag.NewSource("answer", drawn), spec, p.Givens, p.Judge.Finds)
	switch {
	case err != nil:
		return err.Error(), nil
	case broken != nil:
		return "rejected", broken
	}
	_, said, err := solve.Open(p, team).JudgeKnown(context.Background(), values, 0)
	if err != nil {
		return err.Error(), nil
	}
	return told(said)
}

// told is a verdict of the judge: accepted, or rejected with what is broken.
func told(said judge.Verdict) (verdict string, broken []string) {
	if said.Accepted {
		return "accepted", nil
	}
	for _, v := range said.Violations {
		broken = append(broken, v.Rule+" "+v.Bindings)
	}
	return "rejected", broken
}

// board is a link as it is read, once for all that is drawn on it.
type board struct {
	spec    *check.Spec
	link    string
	givens  []instance.Given
	judge   *judge.Judge
	problem *solve.Problem // nil until it is compiled
	err     error
}

// newBoard reads a link for a spec, and does not compile it.
func newBoard(spec *check.Spec, address string) *board {
	b := &board{spec: spec, link: address}
	read, err := link.Read(spec, diag.NewSource("link", address))
	if err != nil {
		b.err = err
		return b
	}
	var problems *diag.List
	if b.givens, problems = compile.Givens(context.Background(), spec, instance.Input{Instance: read.Instance}, compile.Options{}); problems.HasErrors() {
		b.err = problems.Err()
		return b
	}
	if b.judge, problems = judge.New(context.Background(), spec, b.givens, nil); problems.HasErrors() {
		b.err = problems.Err()
	}
	return b
}

// verdict is that of the function verdict. Unless the link is compiled, the judge alone says what he can: whether a rule is broken by what is
// drawn, and that none is if all finds are drawn.
func (b *board) verdict(drawn string, compiled bool) (said string, broken []string) {
	if b.err == nil && !compiled {
		values, broken, err := link.ReadAnswer(diag.NewSource("answer", drawn), b.spec, b.givens, b.judge.Finds)
		switch {
		case err != nil:
			return err.Error(), nil
		case broken != nil:
			return "rejected", broken
		}
		whole, either := true, false
		for i, v := range values {
			switch v := v.(type) {
			case nil:
				whole = false
			case *value.Partly:
				values[i], whole = nil, false
			case *value.Route:
				either = either || v.EitherWay
			}
		}
		if !either {
			if said := b.judge.Judge(&judge.Answer{Values: values}); said.Err == nil && (whole || !said.Accepted) {
				return told(said)
			}
		}
	}
	if b.err == nil && b.problem == nil {
		b.problem, b.err = ofLink(b.spec, b.link)
	}
	if b.err != nil {
		return b.err.Error(), nil
	}
	return verdict(b.spec, b.problem, drawn)
}

// TestBoards judges boards of which the answer checker of puzz.link has said whether they are solved, of all types that specs are
// for. The verdict must be the same, and of a rejected one a rule be named. Where it is another, the file FAMILY/SPEC/differences.tsv has
// the board with the reason: type, code, link, why. The short run takes every fourth board and those that
// differ. Only with -thorough each link is compiled.
func TestBoards(t *testing.T) {
	specOf := declaring(t)
	reasons := map[string]string{}
	files, err := filepath.Glob("*/*/differences.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		for _, row := range rows(t, file, 4) {
			reasons[row[0]+" "+row[1]+" "+row[2]] = row[3]
		}
	}
	var read []*board // those of a type
	last := ""
	for i, row := range append(rows(t, "testdata/boards.tsv", 5), rows(t, "testdata/changed.tsv", 5)...) {
		id, want, code, address, drawn := row[0], row[1], row[2], row[3], row[4]
		spec := specOf(id)
		if spec == nil {
			continue
		}
		if id != last {
			last, read = id, nil
		}
		key := id + " " + code + " " + address
		_, differs := reasons[key]
		if i%4 > 0 && !differs && !testkit.Thorough() {
			continue
		}
		at := slices.IndexFunc(read, func(b *board) bool { return b.link == address })
		if at < 0 {
			at, read = len(read), append(read, newBoard(spec, address))
		}
		got, broken := read[at].verdict(drawn, differs || testkit.Thorough())
		delete(reasons, key)
		switch {
		case got == want && differs:
			t.Errorf("%s: %s (%s): no difference any more: strike it off the spec's differences.tsv", id, address, code)
		case got != want && !differs:
			t.Errorf("%s: %s is %s (%s), and here %s %q\n%s", id, address, want, code, got, broken, drawn)
		case got == "rejected" && len(broken) == 0:
			t.Errorf("%s: %s is rejected, and no rule is named", id, address)
		}
	}
	for key := range reasons {
		if specOf(strings.Fields(key)[0]) != nil {
			t.Errorf("a file differences.tsv has %s, which is no board", key)
		}
	}
}

// TestLinkSamples solves a link of each type that a spec is for: there is exactly one answer, drawn as the answer checker of puzz.link
// has accepted it, read back it is accepted, and the link is written as it was.
func TestLinkSamples(t *testing.T) {
	specOf := declaring(t)
	accepted := map[string][]string{}
	for _, row := range rows(t, "testdata/accepted.tsv", 3) {
		accepted[row[0]] = row
	}
	for i, row := range rows(t, "../dsl/linkformat/types.tsv", 3) {
		if i%3 > 0 && !testkit.Thorough() {
			continue
		}
		id, address := row[0], row[2]
		spec := specOf(id)
		if spec == nil {
			continue
		}
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			p, err := ofLink(spec, address)
			if err != nil {
				t.Fatal(err)
			}
			report := solve.Open(p, team).Ask(context.Background(), solve.Question{Limit: 2})
			if report.Fault != nil || report.Count != 1 || !report.Exhausted {
				t.Fatalf("%d solutions, verdict %v", report.Count, report.Verdict)
			}
			if u, err := link.Of(spec, p.Givens); err != nil || u.Path() != address {
				t.Errorf("%s is written as %s, error %v", address, u.Path(), err)
			}
			drawn, err := link.DrawAnswer(spec, p.Givens, p.Judge.Finds, report.Answers[0].Values)
			if err != nil {
				t.Fatal(err)
			}
			if known := accepted[id]; known == nil || known[1] != address || known[2] != string(drawn) {
				t.Errorf("accepted.tsv does not have this answer: ask the checker of puzz.link about it, and add the line\n%s\t%s\t%s", id, address, drawn)
			}
			if got, broken := verdict(spec, p, string(drawn)); got != "accepted" {
				t.Errorf("its own answer is %s: %q", got, broken)
			}
		})
	}
}

// TestLinkParts holds that a spec has all parts that a link of its type can have: what is behind the last part is only ignored
// where nothing can stand there.
func TestLinkParts(t *testing.T) {
	specOf := declaring(t)
	for _, row := range rows(t, "../dsl/linkformat/types.tsv", 3) {
		spec := specOf(row[0])
		if spec == nil {
			continue
		}
		for _, s := range link.Statements(spec) {
			if !s.Names(row[0]) {
				continue
			}
			parts := slices.DeleteFunc(slices.Clone(s.Parts), func(p *dsl.LinkPart) bool { return check.IsBoardSize(p.Format.Text) })
			if want := strings.Count(row[1], ",") + 1; len(parts) != want {
				t.Errorf("%s: the spec has %d parts, and the sample %d: %s", row[0], len(parts), want, row[1])
			}
		}
	}
}

// TestUnreachableCells draws and reads blocks beside cells that no block can reach: they are cells of the board as any other.
func TestUnreachableCells(t *testing.T) {
	spec := declaring(t)("tren")
	const drawn = `[{"to":"border.qans","walls":[[[1,3],[1,4]]],"value":1}]`
	verdictOf, answers, err := answersOf(spec, "tren/4/1/1i", time.Minute)
	if err != nil || verdictOf != "unique" || answers[0].drawn != drawn {
		t.Fatalf("%s, %v, %v", verdictOf, answers, err)
	}
	p, err := ofLink(spec, "tren/4/1/1i")
	if err != nil {
		t.Fatal(err)
	}
	for answer, want := range map[string]string{drawn: "accepted", "[]": "rejected", `[{"to":"border.qans","walls":[[[1,2],[1,3]]],"value":1}]`: "rejected"} {
		if got, broken := verdict(spec, p, answer); got != want {
			t.Errorf("%s is %s: %q", answer, got, broken)
		}
	}
}

// TestFences solves small boards with borders that part no rooms, which rules see all the same. They are no examples of the specs: what examples
// have, nazo make draws.
func TestFences(t *testing.T) {
	const (
		line   = "room:\n A A A A\nfence:\n . | . . . . .\n"
		square = "room:\n A A\n A A\nfence:\n . | .\n . + .\n . . .\n"
		two    = "room:\n A A A\n A A A\nfence:\n . | . | .\n . + . + .\n . . . . .\n"
	)
	for _, test := range []struct {
		spec, instance string
		count          int
	}{
		{"nuruomino", line, 0},
		{"inverse_litso", line, 0},
		{"heyawake", two + "clue:\n 0 . .\n . . .\n", 0},
		{"ayeheya", two + "clue:\n 0 . .\n . . .\n", 0},
		{"heyablock", two + "clue:\n 5 . .\n . . .\n", 1},
		{"sumiwake", two + "dot:\n . . . .\n . . . .\n . . . .\n", 6},
		{"cocktail_lamp", square + "clue:\n 3 .\n . .\n", 2},
		{"shimaguni", square + "clue:\n 3 .\n . .\n", 2},
		{"stostone", square + "clue:\n . .\n . .\n", 1},
		{"country_road", two + "clue:\n . . .\n . . .\n", 2},
		{"moon_or_sun", two + "mark:\n . m .\n . . .\n", 2},
		{"all_or_nothing", two, 0},
		{"onsen_meguri", two + "spring:\n . ? .\n . . .\n", 2},
		{"maxi_loop", square + "clue:\n 4 .\n . .\n", 1},
		{"double_back", "room:\n A A\n B B\nfence = {r1c1-r1c2}\nwall:\n . .\n . .\n", 0},
		{"kazunori", "room:\n A A\nfence = {r1c1-r1c2}\ntotal:\n . . .\n", 0},
		{"mannequin_gate", square + "clue:\n 2 .\n . .\n", 1},
		{"one_room_one_door", two + "clue:\n . . .\n . . .\n", 4},
		{"fillomino", "clue:\n 2 . .\nwall:\n . | . . .\n", 0},
		{"symmetry_area", "clue:\n 2 . .\nwall:\n . | . . .\n", 0},
		{"aqre", "contrast = true\nroom:\n A A\n A A\nfence:\n . | .\n . + .\n . | .\nclue:\n 2 .\n . .\n", 2},
	} {
		spec := checked(t, test.spec)
		for in, err := range instance.EachOf(spec, diag.NewSource(test.spec, test.instance)) {
			if err != nil {
				t.Fatal(err)
			}
			p, problems := solve.Compile(context.Background(), spec, instance.Input{Instance: in}, compile.Options{})
			if problems.HasErrors() {
				t.Errorf("%s: %v", test.spec, problems.Err())
				continue
			}
			if report := solve.Open(p, team).Ask(context.Background(), solve.Question{}); report.Count != test.count || !report.Exhausted {
				t.Errorf("%s: %d solutions, not %d", test.spec, report.Count, test.count)
			}
		}
	}
}
