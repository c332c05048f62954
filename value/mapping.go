package value

// Mapping turns values into others: cells into cells, numbers into numbers.
type Mapping interface {
	// Apply is the image of a known value; ok is false if it has none.
	Apply(v Value) (image Value, ok bool)
	// OfKeys is the mapping for the keys of an array: its places, but none of its values.
	OfKeys() Mapping
	// TurnsArcs reports whether the arcs of a route turn round.
	TurnsArcs() bool
}

// A composite has values within it, whose images make its own.
type composite interface {
	mapped(m Mapping) (image Value, ok bool)
}

// MapWithin is the image of a known value that consists of others, made of theirs; ok is false if it
// has none. consists is false for all other values.
func MapWithin(v Value, m Mapping) (image Value, ok, consists bool) {
	c, consists := v.(composite)
	if !consists {
		return v, true, false
	}
	image, ok = c.mapped(m)
	return image, ok, true
}

// mapAll are the images of some values; ok is false if one has none.
func mapAll(vs []Value, m Mapping) (images []Value, ok bool) {
	images = make([]Value, len(vs))
	for i, v := range vs {
		if images[i], ok = m.Apply(v); !ok {
			return nil, false
		}
	}
	return images, true
}
