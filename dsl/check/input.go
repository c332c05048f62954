package check

import "nazo/dsl"

// joint checks a grid that is written for several givens at once.
func (c *checker) joint(e dsl.Expr, givens []*dsl.Name) {
	for _, name := range givens {
		s := c.values[name.Text]
		if s != nil && s.typ != nil && !s.typ.bad() && !s.typ.isGrid() && !s.typ.hasPlaces() {
			c.errorf(name, "joint-grid", "only grids are printed together, with what lies on sides and corners, and `%s` is %s", name.Text, s.typ)
		}
	}
	if _, grid := e.(*dsl.GridLit); !grid {
		c.errorf(e, "wrong-type", "this is one value for %s", counted(len(givens), "given")).Expect(`a grid: """…"""`)
	}
}

// hasPlaces reports whether a given has a picture: it is for cells, corners, or edges between them.
func (t *Type) hasPlaces() bool {
	place := t.Elem
	if t.Kind == Array && len(t.Keys) == 1 {
		place = t.Keys[0]
	}
	return (t.Kind == Array || t.Kind == Set) && place != nil && (place.Kind == Cell || place.Kind == Edge && place.Elem.Kind == Cell)
}

// input checks a value that is written for a given. Whether its cells and numbers
// are in their ranges is left to whoever reads instances.
func (c *checker) input(e dsl.Expr, t *Type) {
	if grid, ok := e.(*dsl.GridLit); ok {
		switch t.Kind {
		case Int, Bool, Label, Direction, Text, Tuple, Cell, Edge, Union:
			c.errorf(grid, "wrong-type", "this is a grid").Expect(t.String())
		}
		return
	}
	c.written(e, t, true)
}

// written checks a value element by element, so that what is wrong is shown
// exactly. Where words is true, a bare word may stand for any label.
func (c *checker) written(e dsl.Expr, t *Type, words bool) {
	switch x := e.(type) {
	case *dsl.Name:
		if label := t.alternative(Label); words && !c.isFound(x) && (label != nil && len(label.Enums) == 0 || t.alternative(Shape) != nil) {
			return
		}
	case *dsl.StringLit:
		if t.is(Label) || t.is(Direction) || t.is(Shape) {
			return
		}
	case *dsl.ListLit:
		if elem := t.writtenElement(); elem != nil {
			c.writtenAll(x.Elems, elem, words && t.Kind == List)
			return
		}
	case *dsl.SetLit:
		if t.Kind == List || t.Kind == Set {
			c.writtenAll(x.Elems, t.Elem, words && t.Kind == Set)
			return
		}
	case *dsl.Tuple:
		if t.Kind == Tuple && len(t.Parts) == len(x.Elems) {
			for i, part := range x.Elems {
				c.written(part, t.Parts[i], words)
			}
			return
		}
	}
	if got := c.knownExpr(e, "a value that is given"); !t.bad() && !t.accepts(got) {
		d := advise(c.wrongType(e, t.String(), got), t, got)
		if t.Kind == Array && !t.isGrid() && d.Help == "" && t.Elem.accepts(got) {
			d.Helpf("one value for all keys is written as a list with one for each: [%s for i in KEYS]", c.src.Slice(e.Span()))
		}
	}
}

func (c *checker) writtenAll(es []dsl.Expr, t *Type, words bool) {
	for _, e := range es {
		c.written(e, t, words)
	}
}

// writtenElement is the type of the elements of a list that stands for a t: a
// grid is a list of its rows, any other array the list of its values.
func (t *Type) writtenElement() *Type {
	switch {
	case t.isGrid():
		return listOf(t.Elem)
	case t.Kind == List || t.Kind == Set || t.Kind == Array:
		return t.Elem
	}
	return nil
}

// accepts reports whether a value of type got can be given for a t. Any collection
// may be given for a list.
func (t *Type) accepts(got *Type) bool {
	switch {
	case got.isNone():
		return t.Optional || t.bad()
	case comparable(t, got):
		return true
	}
	elem, inner := t.writtenElement(), got.elements()
	return elem != nil && inner != nil && elem.accepts(inner)
}

// isFound reports whether a name is that of a find or choose.
func (c *checker) isFound(n *dsl.Name) bool {
	s := c.lookup(n.Text)
	return s != nil && (s.role == asFind || s.role == asChoose)
}
