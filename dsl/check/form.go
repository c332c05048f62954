package check

// Form tells routes apart.
type Form uint8

// The forms of routes; a find whose domain is chosen by a condition may be either
// a path or a cycle.
const (
	PathForm Form = iota
	CycleForm
	LinksForm
	AnyForm
)

var formNouns = [...]noun{
	PathForm:  {"a path", "paths"},
	CycleForm: {"a cycle", "cycles"},
	LinksForm: {"links", "links"},
	AnyForm:   {"a path or cycle", "paths or cycles"},
}

// mayHaveEnds reports whether a route of the form may lead from one vertex to another.
func (f Form) mayHaveEnds() bool { return f == PathForm || f == AnyForm }
