package solve_test

import (
	"fmt"
	"testing"

	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/native"
	"nazo/sat"
)

// TestCrossing counts lines that may cross themselves, on boards on which they can. The numbers are those of a program
// that walks along each set of edges.
func TestCrossing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		domain string
		board  string
		all    int // lines
		cover  int // of these, such as visit every cell
	}{
		{"cycle", "3, 3", 15, 0},
		{"directed cycle", "3, 3", 30, 0},
		{"path", "3, 3", 354, 20},
		{"directed path", "3, 3", 708, 40},
		{"cycle", "3, 4", 54, 2},
	} {
		p, problems := compileText(fmt.Sprintf("puzzle p\nlet b = grid(%s)\nfind x: %s in orthogonal(b) crossing at cells(b)\n", c.board, c.domain))
		if p == nil {
			t.Fatal(problems.Text(false))
		}
		bounds := effort{}
		if d, finished := difference(p, bounds); d != "" || !finished {
			t.Errorf("%s on %s: %s", c.domain, c.board, d)
		}
		if c.board == "3, 3" && c.domain != "directed path" {
			holdSolutions(t, p, 3)
		}
		for rule, want := range map[string]int{"length(x) > 0": c.all, "covers(x, cells(b))": c.cover} {
			p, problems := compileText(fmt.Sprintf("puzzle p\nlet b = grid(%s)\nfind x: %s in orthogonal(b) crossing at cells(b)\nrule \"r\": %s\n", c.board, c.domain, rule))
			if p == nil {
				t.Fatal(problems.Text(false))
			}
			team := solve.Team{Engines: []model.Engine{sat.New(), native.New()}, Mode: solve.InTurn}
			r := solve.Ask(t.Context(), p, team, solve.Question{})
			if r.Fault != nil || r.Count != want {
				t.Errorf("%s on %s, %s: %d, %v, want %d", c.domain, c.board, rule, r.Count, r.Fault, want)
			}
		}
	}
}

// TestNowhereToCross: a board without a side has no line, though a search for the best one looks at the empty line.
func TestNowhereToCross(t *testing.T) {
	t.Parallel()
	p, problems := compileText("puzzle p\nlet b = grid(1, 1)\nfind x: path in orthogonal(b) crossing at cells(b)\nminimize size(cells(b))\n")
	if p == nil {
		t.Fatal(problems.Text(false))
	}
	if d, finished := difference(p, effort{}); d != "" || !finished {
		t.Error(d)
	}
}

// TestInside holds what is inside of cycles to brute force by the judge, which counts sides where the compiler colours cells.
func TestInside(t *testing.T) {
	t.Parallel()
	for _, find := range []string{"cycle in lattice(grid(2, 3))", "cycle in lattice(grid(2, 2)) crossing at vertices(lattice(grid(2, 2)))", "cycle in orthogonal(b)",
		"directed cycle in orthogonal(grid(2, 3))", "cycle in within(orthogonal(b), cells(b) - {cell(b, 1, 2)})"} {
		for _, rule := range []string{"cell(b, 2, 2) in inside(x)", "size(inside(x)) = 2", "some c in row(b, 2): c in inside(x) and not next(c, north) in inside(x)"} {
			p, problems := compileText(fmt.Sprintf("puzzle p\nlet b = grid(3, 3)\nfind x: %s\nrule \"r\": %s\n", find, rule))
			if p == nil {
				t.Fatal(problems.Text(false))
			}
			if d, finished := difference(p, effort{}); d != "" || !finished {
				t.Errorf("%s, %s: %s", find, rule, d)
			}
		}
	}
}

// TestDirectedCycles: along edges a cycle goes through three vertices or more, along arcs that are given as such through two.
func TestDirectedCycles(t *testing.T) {
	t.Parallel()
	for graph, want := range map[string]int{
		"orthogonal(grid(2, 3))":                          6,
		"orthogonal(grid(1, 2))":                          0,
		"complete(1..3)":                                  2,
		"digraph(1..3, [(1, 2), (2, 1), (2, 3), (3, 1)])": 2,
	} {
		p, problems := compileText("puzzle p\nfind x: directed cycle in " + graph + "\n")
		if p == nil {
			t.Fatal(problems.Text(false))
		}
		if d, finished := difference(p, effort{}); d != "" || !finished {
			t.Errorf("%s: %s", graph, d)
		}
		team := solve.Team{Engines: []model.Engine{sat.New(), native.New()}, Mode: solve.InTurn}
		if r := solve.Ask(t.Context(), p, team, solve.Question{}); r.Count != want || r.Fault != nil {
			t.Errorf("%s: %d cycles, want %d", graph, r.Count, want)
		}
	}
}

// TestStepsFrom counts along directed cycles from a start that may be on them.
func TestStepsFrom(t *testing.T) {
	t.Parallel()
	for _, rule := range []string{"step(x, cell(b, 1, 1))[2, 2] < step(x, cell(b, 1, 1))[1, 2]", "step(x, cell(b, 2, 3))[1, 1] = none", "(max c in cells(b): step(x, cell(b, 1, 2))[c]) = 4"} {
		p, problems := compileText("puzzle p\nlet b = grid(2, 3)\nfind x: directed cycle in orthogonal(b)\nrule \"r\": " + rule + "\n")
		if p == nil {
			t.Fatal(problems.Text(false))
		}
		if d, finished := difference(p, effort{}); d != "" || !finished {
			t.Errorf("%s: %s", rule, d)
		}
	}
}
