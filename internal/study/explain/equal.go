package explain

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"nazo/compile"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
)

// Variables that are equal in all solutions, as sweeping finds them (Kuehlmann, Krohm, Equivalence checking using cuts and
// heaps, 1997): each solution splits the classes of variables that were equal so far. What stays together is asked
// about, pair by pair: is there a solution in which they differ?

// split parts the classes by the values of a solution.
func (w *work) split(s model.Solution) {
	var classes [][]model.VarID
	for _, c := range w.classes {
		at := map[int64]int{}
		for _, v := range c {
			i, met := at[s[v]]
			if !met {
				i = len(classes)
				at[s[v]] = i
				classes = append(classes, nil)
			}
			classes[i] = append(classes[i], v)
		}
	}
	w.classes = slices.DeleteFunc(classes, func(c []model.VarID) bool { return len(c) == 1 })
}

// equals asks, for each class, whether its variables are always equal to its first.
func (w *work) equals(ctx context.Context) {
	for i := 0; i < len(w.classes); i++ {
		c := slices.DeleteFunc(slices.Clone(w.classes[i]), func(v model.VarID) bool { return w.Same[v] })
		for _, v := range c[min(1, len(c)):] {
			pair := [2]model.VarID{c[0], v}
			if w.over() {
				return
			}
			if w.equal[pair] {
				continue
			}
			switch w.apart(ctx, c[0], v) {
			case refuted:
				w.equal[pair] = true
			case found: // the classes are others now
				i = -1
			}
			if i < 0 {
				break
			}
		}
	}
}

// apart looks for a solution in which two variables differ.
func (w *work) apart(ctx context.Context, a, b model.VarID) reply {
	if w.m.Vars[a].Domain.Size() > MostValues {
		return unanswered
	}
	for _, c := range slices.Clone(w.Candidates[a]) {
		supposed := []model.Fact{c.fact()}
		if w.m.Vars[b].Domain.Contains(c.Value) {
			supposed = append(supposed, model.Fact{Var: b, Value: c.Value})
		}
		if c.Out() {
			continue
		}
		if r := w.ask(ctx, supposed...); r != refuted {
			return r
		}
	}
	return refuted
}

// finishEqual fills in which variables are always equal.
func (w *work) finishEqual() {
	w.EqualDecided = w.Solutions > 0
	for _, class := range w.classes {
		class = slices.DeleteFunc(slices.Clone(class), func(v model.VarID) bool { return w.Same[v] })
		proved := slices.DeleteFunc(slices.Clone(class), func(v model.VarID) bool {
			return v != class[0] && !w.Exact && !w.equal[[2]model.VarID{class[0], v}]
		})
		w.EqualDecided = w.EqualDecided && len(proved) == len(class)
		if len(proved) > 1 {
			w.Equal = append(w.Equal, proved)
		}
	}
	slices.SortFunc(w.Equal, func(a, b []model.VarID) int { return cmp.Compare(a[0], b[0]) })
}

// Alike returns the variables of the values of each find that has several, to ask which of them are always equal.
func Alike(p *compile.Problem) (groups [][]model.VarID) {
	meanings := p.Meanings()
	for _, f := range p.Model.Finds {
		group := slices.DeleteFunc(slices.Clone(f.Vars), func(v model.VarID) bool {
			m, ok := meanings[v]
			return !ok || m.Key == nil || m.Member != nil || m.Values == nil
		})
		if len(group) > 1 {
			groups = append(groups, group)
		}
	}
	return groups
}

// EqualText names places that are equal: "digit at R1C1 = R2C3".
func EqualText(group []Place) string {
	return group[0].Find + " at " + strings.Join(alg.Map(group, func(p Place) string { return value.Named(p.Key) }), " = ")
}

// EqualPlaces lists the places that are equal in all solutions, in groups, each in the order of its find.
func EqualPlaces(p *compile.Problem, r *BackboneResult) (groups [][]Place) {
	at := map[model.VarID]Place{}
	for _, place := range Places(p, r) {
		at[place.Var] = place
	}
	for _, class := range r.Equal {
		first := at[class[0]]
		group := []Place{first}
		for _, v := range class[1:] {
			if other := at[v]; !slices.ContainsFunc(first.Candidates, func(c Candidate) bool {
				return !c.Out() && !value.Equal(first.Values(c.Value), other.Values(c.Value))
			}) {
				group = append(group, other)
			}
		}
		if len(group) > 1 {
			groups = append(groups, group)
		}
	}
	return groups
}
