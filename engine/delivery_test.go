package engine_test

import (
	"testing"

	"nazo/engine"
	"nazo/model"
)

// A search that may make so many choices stops after the last of them, and says why.
func TestDeliveryChoices(t *testing.T) {
	for _, c := range []struct {
		most int64
		made int
		want engine.Kind
	}{{0, 100, engine.None}, {3, 2, engine.None}, {3, 3, engine.WorkLimit}} {
		d := engine.NewDelivery(t.Context(), engine.SolveOptions{Choices: c.most}, func(model.Solution) bool { return true })
		for range c.made {
			if d.Stopped() {
				t.Errorf("of %d choices it stops before %d are made", c.most, c.made)
			}
			d.Tick()
		}
		if r := d.Finish(!d.Stopped(), engine.Reason{}); r.Reason.Kind != c.want || r.Complete == d.Stopped() {
			t.Errorf("after %d of %d choices: %v, complete %t", c.made, c.most, r.Reason, r.Complete)
		}
		d.Close()
	}
}
