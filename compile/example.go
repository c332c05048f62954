package compile

import (
	"fmt"
	"strings"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/model"
	"nazo/value"
)

// Example is an instance in a spec and what the spec expects of it.
type Example struct {
	Name   string // or, without a name, its givens in a line
	Input  Input
	Expect []Expectation
	Source *diag.Source
	Span   diag.Span
}

// Expectation is one thing that an example expects.
type Expectation struct {
	Kind         dsl.ExpectKind
	UpToSymmetry bool
	Span         diag.Span
	stmt         *dsl.Expectation
	source       *diag.Source
}

// Examples lists the examples of a spec.
func Examples(spec *check.Spec) []*Example {
	var out []*Example
	for _, placed := range spec.Examples {
		stmt := placed.Stmt
		e := &Example{Source: placed.Source, Span: stmt.Span()}
		e.Input.Instance = &dsl.Instance{Source: placed.Source, Entries: stmt.Givens}
		switch {
		case stmt.Name != nil:
			e.Name = stmt.Name.Value
		case len(stmt.Givens) > 0:
			first, last := stmt.Givens[0].Span(), stmt.Givens[len(stmt.Givens)-1].Span()
			e.Name = title(placed.Source.Slice(first.To(last)))
		default:
			e.Name = fmt.Sprintf("line %d", placed.Source.Position(stmt.Span().Start).Line)
		}
		for _, x := range stmt.Expect {
			e.Expect = append(e.Expect, Expectation{x.Kind, x.UpToSymmetry, x.Span(), x, placed.Source})
		}
		out = append(out, e)
	}
	return out
}

// title makes one line of a text, not too long to stand in a table.
func title(text string) string {
	const longest = 60
	line := []rune(strings.Join(strings.Fields(text), " "))
	if len(line) > longest {
		return string(line[:longest-1]) + "…"
	}
	return string(line)
}

// Values are the numbers that an expectation names: a count, or a minimum or
// maximum for each objective. It is nil for other expectations.
func (p *Problem) Values(e Expectation) (values []value.Value, err error) {
	if e.stmt.Value == nil || e.Kind == dsl.ExpectFind {
		return nil, nil
	}
	err = p.withAnswer(nil, func(ev *evaluator) {
		ev.source = e.source
		ev.attempt(func() {
			if t, ok := e.stmt.Value.(*dsl.Tuple); ok {
				values = ev.evalAll(t.Elems, nil)
			} else {
				values = []value.Value{ev.eval(e.stmt.Value, nil)}
			}
		})
	})
	return values, err
}

// Met says whether an answer has the value of a find that an expectation of
// the kind dsl.ExpectFind names. The error is a diagnostic: the value does not
// fit the find.
func (p *Problem) Met(e Expectation, a *Answer) (bool, error) {
	met := false
	err := p.withAnswer(a, func(ev *evaluator) {
		ev.source = e.source
		ev.attempt(func() {
			x := e.stmt
			found := ev.eval(x.Name, nil)
			if x.Keys != nil {
				found = ev.eval(&dsl.Index{At: x.At, X: x.Name, Keys: x.Keys}, nil)
			}
			met = ev.sameAs(found, x.Value)
		})
	})
	return met, err
}

// sameAs compares a find with a value that is written for it. A grid is
// compared cell by cell: with the values of an array, with the steps of a path, of an
// undirected one from either end, or with the membership of a set, where "." is not in it.
func (ev *evaluator) sameAs(found value.Value, x dsl.Expr) bool {
	raw, ok := x.(*dsl.GridLit)
	if !ok {
		return ev.equal(x, found, ev.eval(x, nil)) == model.True
	}
	if w, isWalk := found.(*value.Walk); isWalk {
		if there, back, ok := w.Directions(); ok {
			return ev.readsAs(there, raw) || ev.readsAs(back, raw)
		}
	}
	return ev.readsAs(found, raw)
}

// readsAs compares a find with a grid.
func (ev *evaluator) readsAs(found value.Value, raw *dsl.GridLit) bool {
	same := true
	row := map[dsl.At]value.Cell{}
	for r, line := range raw.Rows {
		for c, cell := range line.Cells {
			row[cell.At] = value.Cell{Board: &value.Board{Rows: len(raw.Rows), Cols: len(line.Cells)}, Row: r + 1, Col: c + 1}
		}
	}
	ev.grid(raw, func(cell dsl.GridCell) value.Value {
		same = same && printsAs(ev.cellOf(raw, found, row[cell.At]), cell.Text)
		return value.None{}
	})
	return same
}

// cellOf is what a find has at a cell.
func (ev *evaluator) cellOf(at dsl.Node, found value.Value, cell value.Cell) value.Value {
	switch f := found.(type) {
	case *value.Array:
		if v, ok := f.At(cell); ok {
			return v
		}
		return value.None{}
	case *value.Walk:
		return ev.cellOf(at, ev.stepNumbers(at, f), cell)
	case *value.Set:
		return value.Of(f.Contains(cell))
	}
	ev.fail(at, "not-a-grid", "%s can't be written as a grid", value.Kind(found))
	return nil
}

// printsAs says whether a cell with a value may be written so.
func printsAs(v value.Value, text string) bool {
	switch v := v.(type) {
	case value.None:
		return text == "."
	case value.Bool:
		return (v == value.False) == (text == ".")
	case value.Label:
		return text == v.Name || text == v.Print
	case value.Direction:
		return text == v.Name || text == v.Print
	}
	return text == value.String(v)
}
