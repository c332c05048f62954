package value

// Collection is a known finite set that need not be spelt out: a *Set or a Range.
type Collection interface {
	Len() int
	List() []Value // in the order of the set
	Contains(Value) bool
}

// Len is the number of members.
func (r Range) Len() int { return int(max(r.Hi-r.Lo+1, 0)) }

// List has the members in ascending order.
func (r Range) List() []Value { return Elements(r) }

// Contains reports whether v is a whole number of the range.
func (r Range) Contains(v Value) bool {
	i, ok := v.(Int)
	return ok && r.Lo <= int64(i) && int64(i) <= r.Hi
}
