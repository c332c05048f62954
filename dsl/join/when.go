package join

// When says in which collections members are looked up. Nothing but work depends on it, so tests
// compare.
type When uint8

// Of WhenItPays it is those of some size, from the second time that they are gone through.
const (
	WhenItPays When = iota
	Always
	Never
)

// Pays reports whether members of a collection of that size are looked up.
func (w When) Pays(size int) bool {
	const few = 8
	return w == Always && size > 0 || w == WhenItPays && size >= few
}
