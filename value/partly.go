package value

// Partly is a value of a find of which only a part is known: of a set whether each member is in it, of a route whether it takes each
// edge, of regions whether the ends of each edge are in one part, of an array what it has for each key. A value that isn't known is nil.
type Partly struct {
	unknown
	At *Array
}

// NewPartly is a value of which some parts are known, in the order of keys.List().
func NewPartly(keys *Set, parts []Value) *Partly {
	return &Partly{At: &Array{Keys: keys, Values: parts}}
}
