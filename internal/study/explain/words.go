package explain

import (
	"cmp"

	"nazo/compile"
	"nazo/dsl/value"
	"nazo/internal/model"
)

// Words put facts and reasons of a problem, or of its state, into sentences.
type Words struct {
	Problem       *compile.Problem
	m             *model.Model
	meanings      map[model.VarID]compile.Meaning // nil until they are asked for
	names         *value.Names                    // nil until they are asked for
	writing       []bool                          // see writes; nil until it is needed
	constraintsOf map[int32][]int32               // the constraints of units; nil until they are asked for
	keyed         map[string]bool                 // the written finds that have values at keys; nil until they are asked for
	isStructural  map[int32]bool                  // the answers of structural
	sentences     map[int32]string                // the answers of Because
	tallies       map[int32]*tally                // the answers of tallyOf
	partVertices  map[model.VarID]partVertex      // see partOf; nil until they are asked for
	areaCells     *areaGraph                      // see areaGraphOf; nil until it is needed
	areaNumbers   map[int]model.VarID             // see numbersOf; nil until they are asked for
}

// WordsOf returns the words of a problem.
func WordsOf(p *compile.Problem) *Words { return &Words{Problem: p, m: p.Model} }

// Meaning returns what a variable stands for. ok is false for a variable of no find.
func (x *Words) Meaning(v model.VarID) (m compile.Meaning, ok bool) {
	if x.meanings == nil {
		x.meanings = x.Problem.Meanings()
	}
	m, ok = x.meanings[v]
	return m, ok && x.m.Vars[v].Find >= 0
}

// Find returns the name of the find of a variable.
func (x *Words) Find(v model.VarID) string { return x.m.Finds[x.m.Vars[v].Find].Name }

// Names returns the names of places.
func (x *Words) Names() *value.Names {
	if x.names == nil {
		x.names = x.Problem.Names()
	}
	return x.names
}

// writes reports whether a player writes what a variable is.
func (x *Words) writes(v model.VarID) bool {
	if x.writing == nil {
		x.writing = make([]bool, len(x.m.Vars))
		for i := range x.writing {
			if m, ok := x.Meaning(model.VarID(i)); ok {
				x.writing[i] = !m.OnLine && x.Problem.Written(x.m.Finds[x.m.Vars[i].Find].Name)
			}
		}
	}
	return x.writing[v]
}

// among returns, in order, the places of the constraint whose piece a unit is, whatever its rule binds. It returns
// nil unless all are cells or edges.
func (x *Words) among(u int32) (places []value.Value) {
	all := true
	model.Operands(x.m.Constraints[x.m.Instances[u].Piece.Of].Body, func(model.Bool) { all = false }, func(i model.Int) {
		v, ok := x.m.Ints[i].(model.IntVar)
		if !ok {
			all = false
			return
		}
		meaning, _ := x.Meaning(v.Var)
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

// Places returns the cells and edges that a unit is about, or none for the whole board.
func (x *Words) Places(u int32) []value.Value {
	if p := x.m.Instances[u].Piece; p != nil && p.Says != "" {
		if p.At >= 0 {
			return []value.Value{x.Problem.Vertex(p.Of, p.At)}
		}
		if places := x.among(u); places != nil {
			return places
		}
	}
	return x.Problem.Places(u)
}

// Says returns the sentence of a unit, or the rule's name if the rule is silent.
func (x *Words) Says(u int32) string { return cmp.Or(x.Because(u), x.Problem.RuleName(u)) }
