package fd

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/testkit"
	"pgregory.net/rapid"
)

// everySolution lists the assignments of a small model with which some units hold.
func everySolution(m *model.Model, on []int32) (all []model.Solution) {
	off := slices.DeleteFunc(m.Units(), func(u int32) bool { return slices.Contains(on, u) })
	values := make(model.Solution, len(m.Vars))
	var assign func(v int)
	assign = func(v int) {
		if v == len(values) {
			if e := model.Evaluate(m, values); len(e.Violated(off)) == 0 {
				all = append(all, slices.Clone(values))
			}
			return
		}
		for x := range m.Vars[v].Domain.Each {
			values[v] = x
			assign(v + 1)
		}
	}
	assign(0)
	return all
}

// withInstances charges each constraint of a model to an instance of its own.
func withInstances(m *model.Model) {
	for i := range m.Constraints {
		m.Instances = append(m.Instances, model.Instance{})
		m.Constraints[i].Instance = int32(len(m.Instances) - 1)
	}
}

// randomFacts draws facts about variables of finds, mostly such as a solution is like.
func randomFacts(m *model.Model, r *rand.Rand, like model.Solution) (facts []model.Fact) {
	for v := range m.Vars {
		if m.Vars[v].Find < 0 || r.IntN(3) > 0 {
			continue
		}
		f := model.Fact{Var: model.VarID(v), Value: like[v], Is: true}
		if r.IntN(3) == 0 {
			f.Value, f.Is = m.Vars[v].Domain[0].Lo, like[v] == m.Vars[v].Domain[0].Lo
		}
		facts = append(facts, f)
		if r.IntN(12) == 0 { // which contradicts the other as often as not
			facts = append(facts, model.Fact{Var: f.Var, Value: m.Vars[v].Domain.Bounds().Hi, Is: r.IntN(2) == 0})
		}
	}
	return facts
}

// TestSwitches holds conclusions and refutations against all solutions of random models: what is concluded is so in each, what
// is refuted has none, also with no more than the units and facts that the proof is said to rest on.
func TestSwitches(t *testing.T) {
	tries := 90
	if testkit.Thorough() {
		tries = 450
	}
	var follows, refuted, found, derived int
	check := func(seed int, m *model.Model) {
		if Supports(m) != nil || testkit.Size(m, 1<<11) == 1<<11 || len(m.Vars) == 0 {
			return
		}
		withInstances(m)
		m = m.Split()
		reasons, err := InquireSwitched(context.Background(), m, model.Options{}, 0)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(uint64(seed), 3))
		like := make(model.Solution, len(m.Vars))
		for range 6 {
			for v := range m.Vars {
				n := r.Int64N(m.Vars[v].Domain.Size())
				for x := range m.Vars[v].Domain.Each {
					if n--; n < 0 {
						like[v] = x
						break
					}
				}
			}
			var on []int32
			share := r.IntN(3)
			for _, u := range m.Units() {
				if r.IntN(3) >= share {
					on = append(on, u)
				}
			}
			known, supposed := randomFacts(m, r, like), randomFacts(m, r, like)
			if len(supposed) > 2 {
				supposed = supposed[:2]
			}
			all := everySolution(m, on)
			fits := func(s model.Solution, facts []model.Fact) bool {
				return !slices.ContainsFunc(facts, func(f model.Fact) bool { return !f.Holds(s) })
			}
			conclusions, ok := reasons.Follow(known, on)
			for _, s := range all {
				if !fits(s, known) {
					continue
				}
				if !ok || !fits(s, conclusions) {
					t.Fatalf("%d: %v follow from %v, %t, but there is %v\n%s", seed, conclusions, known, ok, s, testkit.Describe(m))
				}
				follows += len(conclusions)
			}
			derived += derives(t, reasons, m, model.Query{Known: known, On: on, Supposed: supposed}, conclusions)
			got := reasons.Ask(context.Background(), model.Query{Known: known, On: on, Supposed: supposed, Conflicts: model.Unlimited})
			has := slices.ContainsFunc(all, func(s model.Solution) bool { return fits(s, known) && fits(s, supposed) })
			switch {
			case got.Refuted == has || (got.Solution != nil) != has:
				t.Fatalf("%d: on %v known %v supposed %v: %+v, want a solution: %t\n%s", seed, on, known, supposed, got, has, testkit.Describe(m))
			case has:
				found++
				if !fits(got.Solution, known) || !fits(got.Solution, supposed) {
					t.Fatalf("%d: %v is not as %v and %v say", seed, got.Solution, known, supposed)
				}
			default:
				refuted++
				for _, u := range got.Units {
					if !slices.Contains(on, u) {
						t.Fatalf("%d: unit %d is not on", seed, u)
					}
				}
				for _, s := range everySolution(m, got.Units) {
					if fits(s, got.Known) && fits(s, got.Supposed) {
						t.Fatalf("%d: %+v is no refutation of %v: %v\n%s", seed, got, supposed, s, testkit.Describe(m))
					}
				}
			}
		}
	}
	for _, k := range testkit.Kinds() {
		models := rapid.Custom(k.Random)
		for seed := range tries / 30 {
			check(seed, models.Example(seed))
		}
	}
	models := rapid.Custom(testkit.Random)
	for seed := range tries {
		check(seed, models.Example(seed))
	}
	t.Logf("%d conclusions, %d links, %d refuted, %d with a solution", follows, derived, refuted, found)
	if follows == 0 || derived == 0 || refuted < tries/4 || found < tries/4 {
		t.Error("too little was tried")
	}
}

// derives holds each link of a derivation against all solutions of the units that it names: those that are as its facts and the links before it say are
// as it says. It returns how many links there are.
func derives(t *testing.T, q *Inquiry, m *model.Model, x model.Query, want []model.Fact) int {
	d, ok := q.Derive(x, want)
	if !ok {
		return 0
	}
	holds := func(l model.Link, s model.Solution) bool {
		switch l.Op {
		case model.LinkIs:
			return s[l.Var] == l.Value
		case model.LinkIsNot:
			return s[l.Var] != l.Value
		case model.LinkAtLeast:
			return s[l.Var] >= l.Value
		}
		return s[l.Var] <= l.Value
	}
	for i, l := range d.Links {
		last := d.Refuted && i == len(d.Links)-1
		if last != (l.Var < 0) {
			t.Fatalf("link %d of %+v", i, d)
		}
		for _, s := range everySolution(m, l.Units) {
			if slices.ContainsFunc(l.Facts, func(f model.Fact) bool { return !f.Holds(s) }) ||
				slices.ContainsFunc(l.From, func(j int) bool { return !holds(d.Links[j], s) }) {
				continue
			}
			if last || !holds(l, s) {
				t.Fatalf("link %d of %+v does not follow: %v\n%s", i, d, s, testkit.Describe(m))
			}
		}
	}
	for i, at := range d.Wanted {
		if at < 0 || d.Refuted {
			continue
		}
		if l := d.Links[at]; l.Var != want[i].Var || (l.Op == model.LinkIs) && (l.Value == want[i].Value) != want[i].Is {
			t.Fatalf("%v is said to be link %+v", want[i], l)
		}
	}
	return len(d.Links)
}

// TestWholeValues derives what an area with a number needs. A number that follows at once is told as such, and not as what
// it is not.
func TestWholeValues(t *testing.T) {
	m := partitions(alg.NewGraph(5, []alg.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 2, V: 3}, {U: 3, V: 4}}, false))
	withInstances(m)
	q, err := InquireSwitched(t.Context(), m, model.Options{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	size := func(v int) model.VarID { return model.VarID(4 + v) } // behind the four edges
	known := []model.Fact{{Var: size(0), Value: 3, Is: true}, {Var: size(3), Value: 2, Is: true}}
	d, ok := q.Derive(model.Query{Known: known, On: m.Units()}, []model.Fact{{Var: 2, Value: 0, Is: true}}) // the third cell is not joined to the fourth
	if !ok {
		t.Fatal("nothing follows")
	}
	if !slices.ContainsFunc(d.Links, func(l model.Link) bool { return l.Var == size(2) && l.Op == model.LinkIs && l.Value == 3 }) {
		t.Errorf("nothing says that the area of 3 needs its third cell: %+v", d.Links)
	}
}
