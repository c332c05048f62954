package page

// Counted is how many specs the desk parsed, and of how many instances it computed the values.
func (d *Desk) Counted() (parses, readings int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.parses, d.readings
}
