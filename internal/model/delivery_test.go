package model_test

import (
	"testing"

	"nazo/internal/model"
)

// A search that may make so many choices stops after the last of them, and says why.
func TestDeliveryChoices(t *testing.T) {
	for _, c := range []struct {
		most int64
		made int
		want model.Kind
	}{{0, 100, model.None}, {3, 2, model.None}, {3, 3, model.WorkLimit}} {
		d := model.NewDelivery(t.Context(), model.SolveOptions{Choices: c.most}, func(model.Solution) bool { return true })
		for range c.made {
			if d.Stopped() {
				t.Errorf("of %d choices it stops before %d are made", c.most, c.made)
			}
			d.Tick()
		}
		if r := d.Finish(!d.Stopped(), model.Reason{}); r.Reason.Kind != c.want || r.Complete == d.Stopped() {
			t.Errorf("after %d of %d choices: %v, complete %t", c.made, c.most, r.Reason, r.Complete)
		}
		d.Close()
	}
}
