package count

import (
	"math"
	"testing"

	"nazo/internal/model"
)

// What is decided doesn't depend on what was measured, and what is decided of a part not on the memory that the part has.
func TestWorkOfForecast(t *testing.T) {
	const total, peak = 1e12, 1e10
	work := func(measured float64, o model.CountOptions) float64 {
		c := &counting{elimination: &elimination{}, options: o,
			estimate: &Estimate{Total: total, Peak: peak, Processor: measured, Bits: 64}}
		return c.Forecast(t.Context()).Work
	}
	const plenty = 1 << 50
	whole := model.CountOptions{RunOptions: model.RunOptions{Memory: plenty}}
	for _, measured := range []float64{0, 1, 1e12} {
		if got := work(measured, whole); math.Abs(got/(total*usualStateTime)-1) > 1e-9 {
			t.Errorf("measured %v s: %v s of work", measured, got)
		}
	}
	if little := work(0, model.CountOptions{}); little < 2*work(0, whole) {
		t.Errorf("parts that the memory makes necessary take no longer: %v s", little)
	}
	part := model.CountOptions{Parts: 1}
	rich := part
	rich.Memory = plenty
	if work(0, part) != work(0, rich) {
		t.Errorf("with less memory a part takes %v s, with more %v s", work(0, part), work(0, rich))
	}
}
