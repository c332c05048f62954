package explain

import (
	"slices"

	"nazo/engine"
	"nazo/model"
)

// witnesses are for each unit assignments of what it is about that it admits, with all that is known. What one of them lacks does not follow
// from the unit, so a question that was answered once is asked again only when the answer is no longer as all known facts are.
type witnesses struct {
	scope func(unit int32) []model.VarID
	of    [][]witness
	news  [][]engine.Fact // for each unit with witnesses what became known about it since they were looked at
}

// witness has a value for each variable in the scope of a unit.
type witness []int64

func newWitnesses(units int, scope func(int32) []model.VarID) *witnesses {
	return &witnesses{scope: scope, of: make([][]witness, units), news: make([][]engine.Fact, units)}
}

// add adds a solution of a unit.
func (w *witnesses) add(u int32, s model.Solution) {
	var values witness
	for _, v := range w.scope(u) {
		values = append(values, s[v])
	}
	w.of[u] = append(w.of[u], values)
}

// learn notes what became known about a unit.
func (w *witnesses) learn(u int32, f engine.Fact) {
	if len(w.of[u]) > 0 {
		w.news[u] = append(w.news[u], f)
	}
}

// holds reports whether a fact holds in a witness of a unit.
func (w *witnesses) holds(u int32, s witness, f engine.Fact) bool {
	i, _ := slices.BinarySearch(w.scope(u), f.Var)
	return (s[i] == f.Value) == f.Is
}

// undecided are those of some facts about a unit that hold in all its witnesses. Of these, those are kept that serve to tell.
func (w *witnesses) undecided(u int32, facts []engine.Fact) []engine.Fact {
	kept := w.of[u][:0]
	for _, s := range w.of[u] {
		if slices.ContainsFunc(w.news[u], func(f engine.Fact) bool { return !w.holds(u, s, f) }) {
			continue
		}
		before := len(facts)
		facts = slices.DeleteFunc(facts, func(f engine.Fact) bool { return !w.holds(u, s, f) })
		if len(facts) < before {
			kept = append(kept, s)
		}
	}
	clear(w.of[u][len(kept):])
	w.of[u], w.news[u] = kept, w.news[u][:0]
	return facts
}
