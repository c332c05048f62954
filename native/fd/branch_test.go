package fd

import (
	"context"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
)

// TestPlaceInHouse takes a value from all cells of a row but two. Where it stands is then a better choice than any cell
// with its nine values.
func TestPlaceInHouse(t *testing.T) {
	m := testkit.BoxedLatin(3, nil)
	for cell := range 9 {
		if cell != 2 && cell != 6 {
			m.Constrain(0, model.True, model.Assert{B: m.Equal(m.IntVar(model.VarID(cell)), m.Int(5)).Not()})
		}
	}
	o := model.SolveOptions{Limit: 1}
	d := model.NewDelivery(context.Background(), o, func(model.Solution) bool { return true })
	defer d.Close()
	root, err := Presolve(t.Context(), m, model.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := root.newSearch(o, d)
	if !s.post() {
		t.Fatal("a row with two places for a value is impossible")
	}
	choice, any := s.b.choose(s.s)
	if !any || choice.op != equals || choice.v != 5 || s.b.chosen != 2 && s.b.chosen != 6 {
		t.Errorf("chosen: %v of variable %d", choice, s.b.chosen)
	}
	s.b.last = 40 // where the last dead end came from goes first
	if choice, _ := s.b.choose(s.s); s.b.chosen != 40 {
		t.Errorf("chosen after a dead end: %v of variable %d", choice, s.b.chosen)
	}
}
