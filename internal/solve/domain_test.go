package solve_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nazo/dsl/diag"
	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
	"nazo/native"
	"nazo/sat"
)

// domainForms has a spec for each type of package dsl that is a dsl.DomainForm: on the
// square b, a find or state of that form with few values, which half a turn of b turns into
// each other; or why the form is none of a find or state.
var domainForms = map[string]string{
	"Optional":      `find x: cells(b)?`,
	"Union":         `find x: cells(b) or {north, east, south, west}`,
	"SetOf":         `find x: set of cells(b)`,
	"PermutationOf": `find x: permutation of cells(b)`,
	"PathIn":        `find x: path in orthogonal(b)`,
	"CycleIn":       `find x: directed cycle in king(b)`,
	"LinksIn":       "given ends: grid of 1..1? = \"\"\"\n1 .\n. 1\n\"\"\"\nfind x: links in orthogonal(b) joining ends",
	"StackOf":       "state x: stack of cells(b) up to 2 = []\nmove put(c in cells(b)) when size(x) < 2 then x := push(x, c)\ngoal size(x) = 2",
	"ListOf":        "is given, and never found",
	"GridOf":        "is given, and never found",
	"RegionsIn":     `find x: regions in orthogonal(b)`,
}

// TestEveryDomain asks of each form of domains all that a find's value is asked: brute
// force and both engines have the same solutions, its variables have names, and a solution
// can be written, read back and judged, drawn, and turned.
func TestEveryDomain(t *testing.T) {
	t.Parallel()
	if want, got := formsOfSyntax(t), slices.Sorted(maps.Keys(domainForms)); !slices.Equal(want, got) {
		t.Errorf("package dsl has the forms %v, domainForms has %v", want, got)
	}
	for name, text := range domainForms {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !strings.Contains(text, "x: ") {
				return
			}
			p, problems := compileText("puzzle p\nlet b = grid(2, 2)\n" + text + "\n")
			if p == nil {
				t.Fatal(problems.Text(false))
			}
			if d, finished := difference(p, effort{}); d != "" || !finished {
				t.Fatal(d)
			}
			for i, names := range p.VariableNames() {
				if got := len(p.Model.Finds[i].Vars); got != len(names) {
					t.Errorf("there are %d variables, with the names %v", got, names)
				}
			}
			holdSolutions(t, p, 2)
		})
	}
}

// holdSolutions holds each solution to what is said in TestEveryDomain, on a square board of so many rows.
func holdSolutions(t *testing.T, p *solve.Problem, rows int) {
	found := map[value.Key]bool{}
	var solutions []value.Value
	drawn := false
	team := solve.Team{Engines: []model.Engine{sat.New(), native.New()}, Mode: solve.InTurn}
	r := solve.Ask(t.Context(), p, team, solve.Question{Each: func(_ string, a *judge.Answer) {
		json := string(picture.AppendAnswer(nil, p.Judge, a))
		said, err := picture.JudgeAnswer(t.Context(), diag.NewSource("a.json", json), solve.Open(p, team), 0)
		if err != nil || len(said) != 1 || !said[0].Accepted {
			t.Errorf("%s: %+v, %v", json, said, err)
		}
		drawn = drawn || strings.Count(picture.Drawer{}.Answer(p, a), "\n") > 1
		if a.Run == nil {
			v := undirected(a.Values[0])
			found[value.KeyOf(v)] = true
			solutions = append(solutions, v)
		}
	}})
	if r.Fault != nil {
		t.Error(r.Fault)
	}
	if !drawn {
		t.Error("no solution is drawn on its board")
	}
	moved := 0
	for _, v := range solutions {
		w, ok := halfTurn(rows).Apply(v)
		switch {
		case !ok || !found[value.KeyOf(undirected(w))]:
			t.Errorf("half a turn makes of %s what is no solution", value.String(v))
		case !value.Equal(v, w):
			moved++
		}
	}
	if moved == 0 && len(solutions) > 0 {
		t.Error("half a turn moves no solution")
	}
}

// halfTurn is that of a square of so many rows.
func halfTurn(rows int) value.Transform {
	turns := value.CellTransforms(value.BoardSet(&value.Board{Rows: rows, Cols: rows}))
	return turns[slices.IndexFunc(turns, func(t value.Transform) bool { return t.Name == "half a turn" })]
}

// formsOfSyntax are the types of package dsl that are forms of domains: those with a
// method parts.
func formsOfSyntax(t *testing.T) (out []string) {
	files, err := filepath.Glob("../../dsl/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil && f.Name.Name == "parts" {
				out = append(out, fmt.Sprint(f.Recv.List[0].Type.(*ast.StarExpr).X))
			}
		}
	}
	slices.Sort(out)
	return out
}
