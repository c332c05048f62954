package solve

import (
	"cmp"
	"context"
	"slices"

	"nazo/internal/model"
)

// SmallestHittingSet returns a set of least weight that shares a member with each of the sets and contains no banned
// set. An engine proves that it is the least. Without weights, each member weighs 1. any is false if there is no such
// set. ok is false if the engine did not finish within the choices (0 is no limit) or before ctx ended.
func SmallestHittingSet[E cmp.Ordered](ctx context.Context, e model.Engine, sets, banned [][]E, weight func(E) int, choices int64) (chosen []E, any, ok bool) {
	all := slices.Concat(slices.Concat(sets...), slices.Concat(banned...))
	slices.Sort(all)
	all = slices.Compact(all)
	p := model.New()
	p.Rules, p.Instances = []model.Rule{{Name: "one of each set"}}, []model.Instance{{}}
	p.Finds = []model.Find{{Name: "chosen"}}
	vars := map[E]model.Bool{}
	var terms []model.Term
	for _, x := range all {
		w := 1
		if weight != nil {
			w = weight(x)
		}
		vars[x] = p.BoolVar(p.AddBool(0))
		terms = append(terms, model.Term{Coef: int64(w), X: p.ToInt(vars[x])})
	}
	for i, set := range slices.Concat(sets, banned) {
		var clause []model.Bool
		for _, x := range set {
			b := vars[x]
			if i >= len(sets) {
				b = b.Not()
			}
			clause = append(clause, b)
		}
		p.Constrain(0, model.True, model.Assert{B: p.Or(clause...)})
	}
	p.Objectives = []model.Objective{{X: p.Sum(terms...)}}
	job, err := e.Open(ctx, p, model.Options{})
	if err != nil {
		return nil, false, false
	}
	r := job.Solve(ctx, model.SolveOptions{Limit: 1, Choices: choices}, func(s model.Solution) bool {
		any, chosen = true, nil
		for i, x := range all {
			if s[i] != 0 {
				chosen = append(chosen, x)
			}
		}
		return true
	})
	return chosen, any, r.Complete
}
