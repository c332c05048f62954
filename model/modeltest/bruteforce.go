package modeltest

import (
	"slices"

	"nazo/model"
)

// Project returns the values of the finds' variables, find by find: what
// makes two solutions different.
func Project(m *model.Model, s model.Solution) []int64 {
	var out []int64
	for _, f := range m.Finds {
		for _, v := range f.Vars {
			out = append(out, s[v])
		}
	}
	return out
}

// Size is the number of assignments of all variables, or limit if there are
// at least that many.
func Size(m *model.Model, limit int64) int64 {
	size := int64(1)
	for _, v := range m.Vars {
		if size *= v.Domain.Size(); size >= limit {
			return limit
		}
	}
	return size
}

// BruteForce tries all assignments and returns the projections of those that
// meet the task, sorted and without repeats: with objectives only the optimal
// ones, unless the task asks for any. Task.Limit plays no part.
func BruteForce(m *model.Model, t Task) [][]int64 {
	var found [][]int64
	var best []int64
	values := make(model.Solution, len(m.Vars))
	fixed := map[model.VarID]model.Domain{}
	for _, f := range t.Within {
		d, seen := fixed[f.Var]
		if !seen {
			d = m.Vars[f.Var].Domain
		}
		fixed[f.Var] = d.Intersect(f.Values)
	}
	judge := func() {
		e := model.Evaluate(m, values)
		if len(e.Violated(t.Off)) > 0 {
			return
		}
		if score := Score(m, e); !t.AnyObjective && len(score) > 0 {
			if c := slices.Compare(score, best); best == nil || c < 0 {
				best, found = score, nil
			} else if c > 0 {
				return
			}
		}
		found = append(found, Project(m, values))
	}
	var assign func(v int)
	assign = func(v int) {
		if v == len(values) {
			judge()
			return
		}
		domain := m.Vars[v].Domain
		if d, ok := fixed[model.VarID(v)]; ok {
			domain = d
		}
		for x := range domain.Each {
			values[v] = x
			assign(v + 1)
		}
	}
	assign(0)
	return Sorted(found)
}

// Score has the values of the objectives, negated where they are maximised, so
// that the lexicographically least is the best.
func Score(m *model.Model, e *model.Evaluation) []int64 {
	var score []int64
	for _, o := range m.Objectives {
		v := e.Int(o.X)
		if o.Maximize {
			v = -v
		}
		score = append(score, v)
	}
	return score
}

// Sorted sorts projections and drops repeats.
func Sorted(found [][]int64) [][]int64 {
	slices.SortFunc(found, slices.Compare[[]int64])
	return slices.CompactFunc(found, slices.Equal[[]int64])
}

// Equal reports whether two lists of projections are the same, in the same order. A package that compares values of
// whatever type takes many times as long, which counts where lists are long and tests many.
func Equal(a, b [][]int64) bool { return slices.EqualFunc(a, b, slices.Equal[[]int64]) }
