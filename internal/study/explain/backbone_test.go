package explain_test

import (
	"slices"
	"testing"

	"nazo/internal/model"
	"nazo/internal/study/explain"
	"nazo/internal/testkit"
	"nazo/native"
	"pgregory.net/rapid"
)

// TestFind holds what is said of random models against all their solutions: what is exact is so, of the rest there is at least as
// much, whatever bounds the work had; without any all is decided.
func TestFind(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := testkit.Random(rt)
		m.Objectives = nil
		rt.Log(testkit.Describe(m))
		all := testkit.BruteForce(m, testkit.Task{})
		o := explain.BackboneOptions{Cutoff: rapid.IntRange(0, 4).Draw(rt, "cutoff"), Questions: rapid.Int64Range(0, 8).Draw(rt, "questions"), Seed: rapid.Int64Range(0, 3).Draw(rt, "seed")}
		witnessed := map[explain.Candidate]bool{}
		o.Witness = func(s model.Solution) {
			for _, f := range m.Finds {
				for _, v := range f.Vars {
					witnessed[explain.Candidate{Var: v, Value: s[v]}] = true
				}
			}
		}
		for _, f := range m.Finds {
			o.Alike = append(o.Alike, f.Vars)
		}
		r, err := explain.FindBackbone(t.Context(), m, native.New(), o)
		if err != nil {
			rt.Fatal(err)
		}
		if !r.Decided && r.Reason.Kind != model.Unsupported && (o.Questions == 0 || r.Reason.Kind != model.WorkLimit) {
			rt.Errorf("not decided, because of %q", r.Reason)
		}
		if r.Solutions > len(all) || r.Exact && r.Solutions < len(all) {
			rt.Errorf("%d solutions, exactly: %t; there are %d", r.Solutions, r.Exact, len(all))
		}
		at := map[model.VarID]int{}
		for i, v := range r.Vars {
			at[v] = i
		}
		for _, vars := range o.Alike {
			for i, a := range vars {
				for _, b := range vars[i+1:] {
					differ := slices.ContainsFunc(all, func(s []int64) bool { return s[at[a]] != s[at[b]] })
					together := slices.ContainsFunc(r.Equal, func(g []model.VarID) bool { return slices.Contains(g, a) && slices.Contains(g, b) })
					if together && differ || r.EqualDecided && !differ && len(all) > 0 && !r.Same[a] && !together {
						rt.Errorf("variables %d and %d: said to be equal %t, and they differ %t", a, b, together, differ)
					}
				}
			}
		}
		for i, v := range r.Vars {
			met := map[int64]int{}
			for _, s := range all {
				met[s[i]]++
			}
			said := 0
			for _, c := range r.Candidates[v] {
				n := met[c.Value]
				if c.Solutions > n || c.Exact && c.Solutions < n || r.Decided && !c.Exact && c.Solutions < max(1, o.Cutoff) {
					rt.Errorf("variable %d = %d: %+v, there are %d", v, c.Value, c, n)
				}
				if c.Solutions > 0 != witnessed[explain.Candidate{Var: v, Value: c.Value}] {
					rt.Errorf("variable %d = %d: %+v, and the witnesses say another thing", v, c.Value, c)
				}
				if c.Solutions > 0 {
					said++
				}
			}
			if r.Decided && !r.Settled || r.Settled && said != len(met) || r.Same[v] && len(met) != 1 || r.Differs(v) && len(met) < 2 ||
				r.Decided && len(all) > 0 && r.Same[v] == r.Differs(v) {
				rt.Errorf("variable %d: %d of %d values, same %t, differs %t", v, said, len(met), r.Same[v], r.Differs(v))
			}
		}
	})
}
