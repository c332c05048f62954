package check

// Mark tells what about a value is left to the solver.
type Mark uint8

// The marks. A choice is one of finitely many known values: a number or a cell
// that is to be found, or one of several known sets; library functions of it are
// tables. A guarded collection is one whose members are decided one by one.
const (
	Known Mark = iota
	Choice
	Guarded
)

// Unknown reports whether anything about a value is left to the solver.
func (t *Type) Unknown() bool { return t.deep != Known }

// own is what is unknown of the value as a whole. An array's keys are known, and
// a tuple's parts; what is unknown is what they hold.
func (t *Type) own() Mark {
	if t.Kind == Array || t.Kind == Tuple {
		return t.deep
	}
	return t.Mark
}

// raise returns t with at least the mark m.
func raise(t *Type, m Mark) *Type {
	if m == Known {
		return t
	}
	r := *t
	switch {
	case t.Kind == Bad:
		return t
	case t.Kind == Array:
		r.Elem = raise(t.Elem, m)
	case t.Kind == Tuple:
		r.Parts = raiseAll(t.Parts, m)
	case t.Kind == List || t.Kind == Set || t.isWhole():
		r.Mark = max(t.Mark, m)
	default:
		r.Mark = Choice
	}
	return newType(r)
}

func raiseAll(ts []*Type, m Mark) []*Type {
	out := make([]*Type, len(ts))
	for i, t := range ts {
		out[i] = raise(t, m)
	}
	return out
}

// known returns t as it is once everything in it is known.
func known(t *Type) *Type {
	if t.deep == Known {
		return t
	}
	k := *t
	k.Mark = Known
	if t.Elem != nil {
		k.Elem = known(t.Elem)
	}
	if t.Parts != nil {
		k.Parts = make([]*Type, len(t.Parts))
		for i, p := range t.Parts {
			k.Parts[i] = known(p)
		}
	}
	return newType(k)
}

// tabled reports whether a function of t can be the table of its values: t is
// known or one of finitely many known values.
func (t *Type) tabled() bool {
	switch t.Kind {
	case Array:
		return t.deep == Known
	case List, Set:
		return t.Mark <= Choice && t.Elem.tabled()
	}
	return !t.isWhole()
}
