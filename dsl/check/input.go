package check

import "nazo/dsl"

// input checks a value that is written for a given (or a find, in an example):
// parts is for how many givens at once. What its cells or numbers are is left to
// whoever reads instances.
func (c *checker) input(e dsl.Expr, t *Type, parts int) {
	if grid, ok := e.(*dsl.GridLit); ok {
		c.gridInput(grid, t)
		return
	}
	if parts > 1 {
		c.errorf(e, "wrong-type", "this is one value for %s", counted(parts, "given")).Expect(`a grid: """…"""`)
		return
	}
	if c.wordInput(e, t) || c.elementsInput(e, t) {
		return
	}
	if got := c.knownExpr(e, "a value that is given"); !t.bad() && !t.accepts(got) {
		c.wrongType(e, t.String(), got)
	}
}

// gridInput: a written grid can be a grid, a set of cells or of edges, lists of
// rows.
func (c *checker) gridInput(grid *dsl.GridLit, t *Type) {
	switch t.Kind {
	case Int, Bool, Label, Direction, Text, Tuple, Cell, Edge, Union:
		c.wrongType(grid, t.String(), gridOf(labelType)).Message = "this is a grid"
	}
}

// wordInput takes a bare word where any label may stand; it is no name then.
func (c *checker) wordInput(e dsl.Expr, t *Type) bool {
	label := t.alternative(Label)
	if label == nil || len(label.Enums) > 0 {
		return false
	}
	_, word := e.(*dsl.Name)
	return word
}

// elementsInput checks the elements of a list or set that is written out, each
// on its own.
func (c *checker) elementsInput(e dsl.Expr, t *Type) bool {
	var written []dsl.Expr
	switch e := e.(type) {
	case *dsl.ListLit:
		written = e.Elems
	case *dsl.SetLit:
		written = e.Elems
	case *dsl.Tuple:
		if t.Kind != Tuple || len(t.Parts) != len(e.Elems) {
			return false
		}
		for i, x := range e.Elems {
			c.input(x, t.Parts[i], 1)
		}
		return true
	default:
		return false
	}
	if t.Kind != List && t.Kind != Set && t.Kind != Array && t.Kind != Walk {
		return false
	}
	elem := t.elements()
	if t.isGrid() && len(written) > 0 { // rows
		if _, rows := written[0].(*dsl.ListLit); rows {
			elem = listOf(elem)
		}
	}
	if t.Kind == Walk {
		elem = either([]*Type{t.Elem, elem, setOf(t.Elem)})
	}
	for _, x := range written {
		c.input(x, elem, 1)
	}
	return true
}

// accepts tells whether a value of type got can be given for a t: where cells are
// meant, their rows and columns may be written, and any collection may be given
// for a list.
func (t *Type) accepts(got *Type) bool {
	switch {
	case got.Kind == Never && got.Optional:
		return t.Optional || t.Kind == Bad || t.Kind == Array
	case comparable(t, got):
		return true
	case t.Kind == Union:
		for _, p := range t.Parts {
			if p.accepts(got) {
				return true
			}
		}
		return false
	case t.Kind == Cell && got.Kind == Tuple:
		return len(got.Parts) == 2 && got.Parts[0].is(Int) && got.Parts[1].is(Int)
	case t.Kind == Edge && (got.Kind == Set || got.Kind == Tuple || got.Kind == List):
		return true
	case t.elements() != nil && got.elements() != nil:
		return t.elements().accepts(got.elements()) || t.isGrid() && listOf(t.Elem).accepts(got.elements())
	}
	return false
}
