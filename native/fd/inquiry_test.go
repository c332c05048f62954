package fd

import (
	"slices"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
	"pgregory.net/rapid"
)

// TestInquiry asks random models a series of questions, and holds each reply against all solutions.
func TestInquiry(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := testkit.Random(rt)
		rt.Log(testkit.Describe(m))
		var finds []model.VarID
		for _, f := range m.Finds {
			finds = append(finds, f.Vars...)
		}
		left := testkit.BruteForce(m, testkit.Task{AnyObjective: true})
		root, err := Presolve(t.Context(), m, model.Options{AnyObjective: true})
		if err != nil {
			rt.Fatal(err)
		}
		q, err := root.Inquire(t.Context(), rapid.Int64Range(0, 3).Draw(rt, "seed"))
		if err != nil {
			rt.Fatal(err)
		}
		q.interval = rapid.Int64Range(1, 20).Draw(rt, "interval")
		meets := func(values []int64, fixed []model.Fact) bool {
			for _, f := range fixed {
				for i, v := range finds {
					if v == f.Var && (values[i] == f.Value) != f.Is {
						return false
					}
				}
			}
			return true
		}
		for range 12 {
			var assumed []model.Fact
			for _, v := range finds {
				if rapid.IntRange(0, 2).Draw(rt, "assumed") == 0 {
					value := rapid.Int64Range(0, 1).Draw(rt, "truth")
					if b := m.Vars[v].Domain; !m.Vars[v].Bool {
						value = rapid.Int64Range(b.Bounds().Lo, b.Bounds().Hi).Draw(rt, "value")
					}
					assumed = append(assumed, model.Fact{Var: v, Value: value, Is: m.Vars[v].Domain.Bounds().Hi >= 1000 || rapid.Bool().Draw(rt, "is")})
				}
			}
			known := assumed[:rapid.IntRange(0, len(assumed)).Draw(rt, "known")]
			reply := q.Ask(t.Context(), model.Query{Known: known, Supposed: assumed[len(known):], Conflicts: model.Unlimited})
			if reply.GivenUp() {
				rt.Fatal("given up")
			}
			want := assumed
			if reply.Refuted {
				want = slices.Concat(reply.Known, reply.Supposed)
			}
			at := -1
			for i, s := range left {
				if meets(s, want) {
					at = i
				}
			}
			if reply.Solution == nil {
				if at >= 0 {
					rt.Fatalf("%v is excluded by %v, but there is %v", assumed, want, left[at])
				}
				continue
			}
			values := testkit.Project(m, reply.Solution)
			found := -1
			for i, s := range left {
				if meets(s, assumed) && slices.Equal(s, values) {
					found = i
				}
			}
			if found < 0 {
				rt.Fatalf("%v under %v is no solution", values, assumed)
			}
			if rapid.Bool().Draw(rt, "exclude") {
				var all []model.Fact
				for i, v := range finds {
					all = append(all, model.Fact{Var: v, Value: values[i], Is: true})
				}
				q.Exclude(all)
				left = append(left[:found:found], left[found+1:]...)
			}
		}
	})
}

// TestComplete holds the units of which propagation is said to miss nothing against the search.
func TestComplete(t *testing.T) {
	complete, found := 0, 0
	check := func(rt *rapid.T) {
		m := testkit.Random(rt)
		if Supports(m) != nil {
			return
		}
		q, err := InquireSwitched(t.Context(), m, model.Options{AnyObjective: true}, 0)
		if err != nil {
			rt.Fatal(err)
		}
		for _, u := range m.Units() {
			if !q.Complete(u) {
				continue
			}
			complete++
			var known []model.Fact
			for _, v := range q.Scope(u) {
				if d := m.Vars[v].Domain; rapid.IntRange(0, 2).Draw(rt, "known") == 0 {
					known = append(known, model.Fact{Var: v, Value: rapid.Int64Range(d.Bounds().Lo, d.Bounds().Hi).Draw(rt, "value"), Is: true})
				}
			}
			if r := q.Ask(t.Context(), model.Query{Known: known, On: []int32{u}, Conflicts: model.Unlimited}); r.Refuted {
				if _, ok := q.Follow(known, []int32{u}); ok {
					rt.Errorf("propagation of unit %d does not refute %v", u, known)
				}
				continue
			}
			follows, _ := q.Follow(known, []int32{u})
			for _, v := range q.Scope(u) {
				for k := range m.Vars[v].Domain.Each {
					f := model.Fact{Var: v, Value: k, Is: true}
					if r := q.Ask(t.Context(), model.Query{Known: known, On: []int32{u}, Supposed: []model.Fact{f}, Conflicts: model.Unlimited}); !r.Refuted {
						continue
					}
					found++
					other := func(g model.Fact) bool { return g.Var == v && (g.Value == k) != g.Is }
					if !slices.ContainsFunc(follows, other) && !slices.ContainsFunc(known, other) {
						rt.Errorf("propagation of unit %d and %v misses that %v fails", u, known, f)
					}
				}
			}
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		for range 60 { // few models have such a unit
			check(rt)
		}
	})
	if complete == 0 || found == 0 {
		t.Errorf("of %d units %d facts failed", complete, found)
	}
	t.Logf("%d units, %d facts", complete, found)
}
