package explain

import (
	"cmp"

	"nazo/compile"
	"nazo/compile/layout"
	"nazo/dsl/value"
	"nazo/internal/model"
)

// Words say facts and reasons of a problem, or of its state.
type Words struct {
	Problem  *compile.Problem
	m        *model.Model
	meanings map[model.VarID]layout.Meaning // nil until they are asked for
	names    *value.Names                   // nil until they are asked for
	writing  []bool                         // see writes; nil until it is needed
}

// WordsOf are those of a problem.
func WordsOf(p *compile.Problem) *Words { return &Words{Problem: p, m: p.Model} }

// Meaning is what the variable of a fact stands for; ok is false of one that is no find's.
func (w *Words) Meaning(v model.VarID) (m layout.Meaning, ok bool) {
	if w.meanings == nil {
		w.meanings = w.Problem.Meanings()
	}
	m, ok = w.meanings[v]
	return m, ok && w.m.Vars[v].Find >= 0
}

// Find is the name of the find that a variable is a part of.
func (w *Words) Find(v model.VarID) string { return w.m.Finds[w.m.Vars[v].Find].Name }

// Names are the names of places.
func (w *Words) Names() *value.Names {
	if w.names == nil {
		w.names = w.Problem.Names()
	}
	return w.names
}

// writes reports whether a player writes what a variable is.
func (w *Words) writes(v model.VarID) bool {
	if w.writing == nil {
		w.writing = make([]bool, len(w.m.Vars))
		for i := range w.writing {
			if m, ok := w.Meaning(model.VarID(i)); ok {
				w.writing[i] = !m.OnLine && w.Problem.Written(w.m.Finds[w.m.Vars[i].Find].Name)
			}
		}
	}
	return w.writing[v]
}

// among are the places of what the constraint is about of which a unit is a piece, in its order, whatever its rule binds; nil if they are not
// all cells or edges.
func (w *Words) among(u int32) (places []value.Value) {
	all := true
	w.m.Constraints[w.m.Instances[u].Piece.Of].Body.Operands(func(model.Bool) { all = false }, func(i model.Int) {
		v, ok := w.m.Ints[i].(model.IntVar)
		if !ok {
			all = false
			return
		}
		meaning, _ := w.Meaning(v.Var)
		switch meaning.Key.(type) {
		case value.Cell, value.Edge:
			places = append(places, meaning.Key)
		default:
			all = false
		}
	})
	if !all {
		return nil
	}
	return places
}

// Places are the cells and edges that a unit is about; none for what is about everything.
func (w *Words) Places(u int32) []value.Value {
	if p := w.m.Instances[u].Piece; p != nil && p.Says != "" {
		if p.At >= 0 {
			return []value.Value{w.Problem.Vertex(p.Of, p.At)}
		}
		if places := w.among(u); places != nil {
			return places
		}
	}
	return w.Problem.Places(u)
}

// Says is what a unit says, also of a rule that is left out of reasons: then its name.
func (w *Words) Says(u int32) string { return cmp.Or(w.Because(u), w.Problem.RuleName(u)) }
