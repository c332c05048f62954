package sat

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
)

// oracles are programs that read an export and print an assignment, which
// these take from what they printed and from a file named by RESULT.
var oracles = []struct {
	name    string
	format  Format
	command string // IN and RESULT stand for files
}{
	{"minisat", DIMACS, "minisat IN RESULT"},
	{"cadical", DIMACS, "cadical -q IN"},
	{"clasp", DIMACS, "clasp --verbose=0 IN"},
	{"clasp", OPB, "clasp --verbose=0 IN"},
	{"glpsol", LP, "glpsol --lp IN --write RESULT"},
	{"cbc", LP, "cbc IN solve solution RESULT"},
}

// ask has a program solve an export; nil if there is no solution.
func ask(t *testing.T, p *exported, command string) map[int]bool {
	t.Helper()
	dir := t.TempDir()
	in, result := filepath.Join(dir, "in."+string(p.format)), filepath.Join(dir, "result")
	var text bytes.Buffer
	if err := p.write(&text); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(in, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	words := strings.Fields(strings.NewReplacer("IN", in, "RESULT", result).Replace(command))
	printed, _ := exec.CommandContext(t.Context(), words[0], words[1:]...).CombinedOutput() // the status is the answer of some
	written, _ := os.ReadFile(result)                                                       // not all write one
	all := string(printed) + "\n" + string(written)
	if p.format == LP && !strings.Contains(all, "Optimal - ") && !strings.Contains(all, "INTEGER OPTIMAL") ||
		p.format != LP && strings.Contains(all, "UNSAT") {
		return nil
	}
	on := map[int]bool{}
	for _, line := range strings.Split(all, "\n") {
		fields := strings.Fields(line)
		switch {
		case words[0] == "cbc" && len(fields) >= 4 && strings.HasPrefix(fields[1], "x"):
			v, _ := strconv.Atoi(fields[1][1:])
			on[v] = fields[2] == "1"
		case words[0] == "glpsol" && len(fields) == 3 && fields[0] == "j":
			column, _ := strconv.Atoi(fields[1])
			on[column] = fields[2] == "1"
		case p.format == OPB && strings.HasPrefix(line, "v"), p.format == DIMACS && isLiterals.MatchString(line):
			for _, f := range fields {
				if v, err := strconv.Atoi(strings.TrimPrefix(strings.TrimPrefix(f, "-"), "x")); err == nil && v > 0 {
					on[v] = f[0] != '-'
				}
			}
		}
	}
	if words[0] == "glpsol" { // it numbers columns as they come
		byName := map[int]bool{}
		for i, v := range columns(text.String()) {
			byName[v] = on[i+1]
		}
		return byName
	}
	return on
}

// isLiterals recognises values, as solvers print them or write them to a file.
var isLiterals = regexp.MustCompile(`^(v )?(-?\d+ )*-?\d+ *$`)

// columns lists the variables of an LP text in the order of their first use.
func columns(lp string) []int {
	var out []int
	seen := map[string]bool{}
	for _, line := range strings.Split(lp, "\n") {
		if strings.HasPrefix(line, "\\") {
			continue
		}
		for _, word := range strings.Fields(line) {
			if v, err := strconv.Atoi(strings.TrimPrefix(word, "x")); err == nil && word[0] == 'x' && !seen[word] {
				seen[word] = true
				out = append(out, v)
			}
		}
	}
	return out
}

func TestExportsAreSolved(t *testing.T) {
	cases := []struct {
		name  string
		model *model.Model
		none  bool
		hard  bool // for programs that rely on linear relaxations
		tight bool // for others
		long  bool // for programs that rely on linear relaxations; they are asked with -thorough
	}{
		{name: "open tour 3x4", model: testkit.Tour(testkit.Knight(3, 4), false)},
		{name: "open tour 5x5", model: testkit.Tour(testkit.Knight(5, 5), false), hard: true},
		{name: "closed tour 6x6", model: testkit.Tour(testkit.Knight(6, 6), true), hard: true},
		{name: "directed tour 3x4", model: testkit.Tour(testkit.Directed(testkit.Knight(3, 4)), false), long: true},
		{name: "no open tour 3x3", model: testkit.Tour(testkit.Knight(3, 3), false), none: true},
		{name: "no closed tour 4x4", model: testkit.Tour(testkit.Knight(4, 4), true), none: true},
		{name: "links", model: testkit.Links5(), long: true},
		{name: "spanning tree", model: testkit.SpanningTrees(testkit.Grid(3, 3))},
		{name: "numbered path", model: testkit.Numbered(testkit.King(2, 3))},
		{name: "queens 6", model: testkit.OneInEachLine(6)},
		{name: "queens 3", model: testkit.OneInEachLine(3), none: true},
		{name: "magic square", model: testkit.EqualSums(3), hard: true},
		{name: "runs", model: testkit.Runs()},
		{name: "squares", model: testkit.Squares(), hard: true},
		{name: "knapsack", model: testkit.Knapsack()},
		{name: "dominating set", model: testkit.Dominating(testkit.Grid(5, 5))},
		{name: "shortest round trip", model: shortestTour(burma14()), tight: true},
	}
	for _, o := range oracles {
		t.Run(o.name+" "+string(o.format), func(t *testing.T) {
			if _, err := exec.LookPath(o.name); err != nil {
				t.Skipf("%s is not installed", o.name)
			}
			for _, c := range cases {
				if o.format == LP && (c.hard || c.long && !testkit.Thorough()) || c.tight && o.format == OPB {
					continue
				}
				t.Run(c.name, func(t *testing.T) {
					p, err := program(context.Background(), c.model, o.format, ExportOptions{})
					if err != nil {
						t.Fatal(err)
					}
					on := ask(t, p, o.command)
					if c.none || on == nil {
						if c.none != (on == nil) {
							t.Errorf("there is no solution: %v, but %s found %v", c.none, o.name, on)
						}
						return
					}
					p.holds(t, on)
				})
			}
		})
	}
}

// holds decodes an assignment and holds it against the model, and against the
// optimum where the format has the objective.
func (p *exported) holds(t *testing.T, on map[int]bool) {
	t.Helper()
	solution := p.decode(func(l Lit) bool { return l == litTrue || on[int(l.variable())] == (l > 0) })
	if violated := model.Evaluate(p.m, solution).Violated(nil); len(violated) > 0 {
		t.Errorf("%d constraints are violated, the first is %T", len(violated), p.m.Constraints[violated[0]].Body)
	}
	if len(p.m.Objectives) == 0 || p.format == DIMACS {
		return
	}
	_, result := first(p.m, testkit.Task{Limit: 1})
	for i, o := range p.m.Objectives {
		if got, want := model.Evaluate(p.m, solution).Int(o.X), result.Bounds[i].Lo; got != want {
			t.Errorf("objective %d is %d, want %d", i, got, want)
		}
	}
}

func TestExportsTellWhatTheyLeaveOut(t *testing.T) {
	m := shortestTour(burma14())
	for _, c := range []struct {
		format Format
		opt    ExportOptions
		want   string
	}{
		{DIMACS, ExportOptions{}, "c The objective is left out"},
		{DIMACS, ExportOptions{Pieces: Relaxed}, "c A RELAXATION"},
		{OPB, ExportOptions{Pieces: Relaxed}, "* A RELAXATION"},
		{LP, ExportOptions{Pieces: ByLevels}, `\ One piece: each vertex has a parent`},
		{LP, ExportOptions{}, `\ No subtours`},
		{LP, ExportOptions{Name: func(find, i int) string { return fmt.Sprintf("edge %d of %d", i, find) }}, `\ x1: edge 0 of 0`},
	} {
		var text bytes.Buffer
		if err := Export(context.Background(), m, c.format, &text, c.opt); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(text.String(), c.want) {
			t.Errorf("%s %+v: nothing like %q in\n%.600s", c.format, c.opt, c.want, text.String())
		}
	}
}

func TestExportsThatFail(t *testing.T) {
	tour := testkit.Tour(testkit.Knight(8, 8), true)
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		ctx    context.Context
		model  *model.Model
		format Format
		opt    ExportOptions
		want   string
		large  bool
	}{
		{context.Background(), tour, LP, ExportOptions{Pieces: BySubtours}, "2^63 sets", true},
		{context.Background(), tour, DIMACS, ExportOptions{Pieces: BySubtours}, "opb and lp", false},
		{context.Background(), testkit.Links5(), LP, ExportOptions{Pieces: BySubtours}, "through all vertices", false},
		{context.Background(), tour, "cnf", ExportOptions{}, `no format "cnf"`, false},
		{cancelled, testkit.Tour(testkit.Knight(40, 40), true), DIMACS, ExportOptions{}, "canceled", false},
	} {
		err := Export(c.ctx, c.model, c.format, &bytes.Buffer{}, c.opt)
		if err == nil || !strings.Contains(err.Error(), c.want) || errors.Is(err, ErrTooLarge) != c.large {
			t.Errorf("%s %+v: got %v, want %q", c.format, c.opt, err, c.want)
		}
	}
}
