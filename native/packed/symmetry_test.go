package packed_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nazo/compile/model"
	"nazo/compile/model/modeltest"
	"nazo/native/packed"
)

func TestSymmetry(t *testing.T) {
	m := modeltest.Towers(12, 4) // three bits a disc: chunks of two
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
		into := make(packed.State, p.Words())
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
	m := modeltest.Jumps("o_#oo_")
	perm := model.Permutation{Vars: []model.VarID{1, 0, 2, 3, 4}, Values: make([]map[int64]int64, 5)}
	if _, ok := compile(t, m).Symmetry(&perm); ok { // the first two places never change
		t.Error("accepted")
	}
}
