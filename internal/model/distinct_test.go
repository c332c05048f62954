package model_test

import (
	"testing"

	"nazo/internal/model"
)

// TestDistinctComparesOnlyWhatMayBeEqual counts the comparisons of a decomposition:
// operands whose bounds are apart need none.
func TestDistinctComparesOnlyWhatMayBeEqual(t *testing.T) {
	m := model.New()
	var b model.Distinct
	for i := range int64(20_000) {
		b.Xs = append(b.Xs, m.Int(i))
		b.Present = append(b.Present, m.BoolVar(m.AddBool(-1)))
	}
	meet := m.IntVar(m.AddInt(model.Range(5, 7), -1, false))
	b.Xs, b.Present = append(b.Xs, meet), append(b.Present, model.True)
	l := &comparisons{Model: m}
	if got := len(b.Decompose(l)); got != 3 || l.n != 3 {
		t.Errorf("%d conditions from %d comparisons, want 3 from 3", got, l.n)
	}
}

// comparisons counts how often two operands are compared.
type comparisons struct {
	*model.Model
	n int
}

func (c *comparisons) Bool(b model.Bool) model.Bool { return b }

func (c *comparisons) Equal(x, y model.Int) model.Bool {
	c.n++
	return c.Model.Equal(x, y)
}
