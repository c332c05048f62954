package tour

// Divergence is where lines lie: a histogram over the step at which each line
// first differs from the one before (Kakehi, 1970s). Depth-first searches yield
// lines in an order in which that tells how far they had to go back.
type Divergence struct {
	// Steps has at index k how many lines differ at step k, counted from 1, and
	// not earlier; the first line differs from none and is at index 0.
	Steps []int64

	last []int32
}

// Add counts a line.
func (d *Divergence) Add(line []int32) {
	if d.Steps == nil {
		d.Steps = make([]int64, len(line)+1)
		d.last = append(d.last, line...)
		d.Steps[0]++
		return
	}
	k := 0
	for k < len(line) && line[k] == d.last[k] {
		k++
	}
	copy(d.last[k:], line[k:])
	d.Steps[min(k+1, len(line))]++
}
