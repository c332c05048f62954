package page

import "time"

// Counted is how many specs the desk parsed, and of how many instances it computed the values.
func (d *Desk) Counted() (parses, readings int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.parses, d.readings
}

// SearchForBest bounds the search for the best answer in a check.
func (d *Desk) SearchForBest(most time.Duration) { d.soon = most }
