package judge

import (
	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/library"
	"nazo/value"
)

// Values are the numbers that an expectation of an example names: a count, or a minimum
// or maximum for each objective. It is nil for other expectations.
// The error is a diagnostic or a [Limit].
func (j *Judge) Values(e *dsl.Expectation, src *diag.Source) (values []value.Value, err error) {
	if e.Value == nil || e.Kind == dsl.ExpectFind {
		return nil, nil
	}
	d := j.asked(nil, func(ev *evaluator) {
		ev.source = src
		if t, ok := e.Value.(*dsl.Tuple); ok {
			values = ev.evalAll(t.Elems, nil)
		} else {
			values = []value.Value{ev.eval(e.Value, nil)}
		}
	})
	return values, j.errorOf(d)
}

// Met reports whether an answer has the value of a find that an expectation of the kind
// dsl.ExpectFind names, and which it has. The error is a diagnostic: the value does not fit the find; or
// it is a [Limit].
func (j *Judge) Met(e *dsl.Expectation, src *diag.Source, a *Answer) (met bool, got value.Value, err error) {
	d := j.asked(j.valuesOf(a), func(ev *evaluator) {
		ev.source = src
		found := ev.eval(e.Name, nil)
		if e.Keys != nil {
			found = ev.index(e, found, ev.evalAll(e.Keys, nil))
		}
		got = found
		if raw, ok := e.Value.(*dsl.GridLit); ok {
			met = ev.written(found, raw)
		} else {
			met = ev.equal(e, found, ev.eval(e.Value, nil))
		}
	})
	return met, got, j.errorOf(d)
}

// written compares a find with a grid; an undirected path may be numbered from either
// end.
func (ev *evaluator) written(found value.Value, raw *dsl.GridLit) bool {
	if w, isRoute := found.(*value.Route); isRoute {
		if there, back, ok := w.Directions(); ok {
			return ev.looksLike(there, raw) || ev.looksLike(back, raw)
		}
	}
	return ev.looksLike(found, raw)
}

// looksLike compares a find with a grid cell by cell: the values of an array, the steps
// of a path, or the membership of a set, where "." is not in it.
func (ev *evaluator) looksLike(found value.Value, raw *dsl.GridLit) bool {
	if w, ok := found.(*value.Route); ok {
		steps, err := library.Find("step").Apply(&library.Call{Name: "step", Args: []value.Value{w}})
		if err != nil {
			ev.fail(raw, "no-steps", "%s", err)
		}
		found = steps
	}
	if len(raw.Rows) == 0 {
		ev.fail(raw, "empty-grid", "a grid needs at least one row")
	}
	board := &value.Board{Rows: len(raw.Rows), Cols: len(raw.Rows[0].Cells)}
	same := true
	for r, row := range raw.Rows {
		if len(row.Cells) != board.Cols {
			ev.fail(row, "ragged-grid", "row %d of this grid has %d cells, the rows before it have %d", r+1, len(row.Cells), board.Cols)
		}
		for c, cell := range row.Cells {
			same = same && printsAs(ev.cellOf(raw, found, board.At(r+1, c+1)), cell.Text)
		}
	}
	return same
}

// cellOf is the value of a find at a cell.
func (ev *evaluator) cellOf(at dsl.Node, found, cell value.Value) value.Value {
	switch f := found.(type) {
	case *value.Array:
		if v, ok := f.At(cell); ok {
			return v
		}
		return value.None{}
	case *value.Set:
		return value.Of(f.Contains(cell))
	}
	ev.fail(at, "not-a-grid", "%s can't be written as a grid", value.Kind(found))
	return nil
}

// printsAs reports whether a cell with a value may be written so.
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
	case value.Shape:
		return text == v.Print() || text == value.String(v)
	}
	return text == value.String(v)
}
