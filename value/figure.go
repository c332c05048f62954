package value

// Figure is an unknown shape: that of a set of cells that is decided member by member.
type Figure struct {
	unknown
	// Of is the set.
	Of Value
	// Turned says that shapes are the same if turns make them equal, Mirrored if mirrors do.
	Turned, Mirrored bool
}

func (Figure) noun() string { return "a shape" }

// Forms are the shapes that are the same as s by such turns and mirrors.
func (f Figure) Forms(s Shape) []Shape {
	if !f.Turned {
		return []Shape{s}
	}
	return s.Turned(f.Mirrored)
}

// Form is the one of these shapes that stands for all of them.
func (f Figure) Form(s Shape) Shape {
	switch {
	case f.Mirrored:
		return s.Free()
	case f.Turned:
		return s.OneSided()
	}
	return s
}
