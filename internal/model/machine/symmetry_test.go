package machine_test

import (
	"iter"
	"slices"
	"testing"

	"nazo/internal/model"
	"nazo/internal/model/machine"
	"nazo/internal/testkit"
	"pgregory.net/rapid"
)

func TestSymmetry(t *testing.T) {
	m := testkit.Towers(12, 4) // three bits a disc: chunks of two
	perm := model.Permutation{Vars: make([]model.VarID, 12), Values: make([]map[int64]int64, 12)}
	for v := range perm.Vars {
		perm.Vars[v] = model.VarID((v + 5) % 12)
		if v%2 == 0 {
			perm.Values[v] = map[int64]int64{1: 1, 2: 3, 3: 2, 4: 4}
		}
	}
	delete(perm.Values[4], 4)
	p := compile(t, m)
	y, ok := p.Symmetry(&perm)
	if !ok {
		t.Fatal("no symmetry")
	}
	rapid.Check(t, func(t *rapid.T) {
		state := drawState(t, m)
		want := make(model.Solution, len(state))
		for v, value := range state {
			if perm.Values[v] != nil {
				value = perm.Values[v][value]
			}
			want[perm.Vars[v]] = value
		}
		into := make(machine.State, p.Words())
		if !y.Image(p.Pack(state), into) {
			if state[4] != 4 {
				t.Fatalf("%v has no image", state)
			}
			return
		}
		if got := p.Unpack(into); !slices.Equal(got, want) {
			t.Fatalf("%v becomes %v, want %v", state, got, want)
		}
	})
}

func TestSymmetryThatLeavesTheStates(t *testing.T) {
	m := testkit.Jumps("o_#oo_")
	perm := model.Permutation{Vars: []model.VarID{1, 0, 2, 3, 4}, Values: make([]map[int64]int64, 5)}
	if _, ok := compile(t, m).Symmetry(&perm); ok { // the first two places never change
		t.Error("accepted")
	}
}

// TestSymmetryOfPlaces maps states of many words by changes of places alone, and
// compares images with other states.
func TestSymmetryOfPlaces(t *testing.T) {
	for _, discs := range []int{9, 40, 70} {
		m := testkit.Towers(discs, 5)
		p := compile(t, m)
		rapid.Check(t, func(t *rapid.T) {
			order := rapid.Permutation(slices.Collect(vars(discs))).Draw(t, "order")
			if rapid.Bool().Draw(t, "turn") {
				order = slices.Collect(vars(discs))
				order = append(order[discs/3:], order[:discs/3]...)
			}
			y, ok := p.Symmetry(&model.Permutation{Vars: order, Values: make([]map[int64]int64, discs)})
			if !ok {
				t.Fatal("no symmetry")
			}
			state, than := drawState(t, m), p.Pack(drawState(t, m))
			into := make(machine.State, p.Words())
			if !y.Image(p.Pack(state), into) {
				t.Fatal("no image")
			}
			for v, value := range p.Unpack(into) {
				if from := slices.Index(order, model.VarID(v)); state[from] != value {
					t.Fatalf("%v becomes %v by %v", state, p.Unpack(into), order)
				}
			}
			if rapid.Bool().Draw(t, "same") {
				copy(than, into)
			}
			less := make(machine.State, p.Words())
			if got := y.Less(p.Pack(state), than, less); got != (slices.Compare(into, than) < 0) || got && !slices.Equal(less, into) {
				t.Fatalf("the image %v is less than %v: %t, becomes %v", into, than, got, less)
			}
		})
	}
}

// TestSymmetryOfSomeValues turns over the values of some variables, while those that
// lie between them stay or change places.
func TestSymmetryOfSomeValues(t *testing.T) {
	m := testkit.Towers(25, 4)
	p := compile(t, m)
	rapid.Check(t, func(t *rapid.T) {
		perm := model.Permutation{Vars: slices.Collect(vars(25)), Values: make([]map[int64]int64, 25)}
		if rapid.Bool().Draw(t, "places") {
			perm.Vars = rapid.Permutation(perm.Vars).Draw(t, "order")
		}
		for v := range perm.Values {
			if rapid.IntRange(0, 3).Draw(t, "turned") == 0 {
				perm.Values[v] = map[int64]int64{1: 4, 2: 3, 3: 2, 4: 1}
			}
		}
		y, ok := p.Symmetry(&perm)
		if !ok {
			t.Fatal("no symmetry")
		}
		state, into := drawState(t, m), make(machine.State, p.Words())
		if !y.Image(p.Pack(state), into) {
			t.Fatal("no image")
		}
		for v, value := range state {
			if perm.Values[v] != nil {
				value = 5 - value
			}
			if got := p.Value(into, perm.Vars[v]); got != value {
				t.Fatalf("%v becomes %v by %v, %v", state, p.Unpack(into), perm.Vars, perm.Values)
			}
		}
	})
}

func vars(n int) iter.Seq[model.VarID] {
	return func(yield func(model.VarID) bool) {
		for v := range n {
			if !yield(model.VarID(v)) {
				return
			}
		}
	}
}
