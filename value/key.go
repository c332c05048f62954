package value

import "strconv"

// Key identifies a known value in a map: equal values have equal keys. Small
// values, which are almost all, need no text.
type Key struct {
	rank rank
	a, b int64
	text string
}

// KeyOf is the key of a known value.
func KeyOf(v Value) Key { return v.key() }

// ShortKey is the key of a tuple or list of at most eight numbers, labels, cells or the like, as it is
// soon made; ok is false for anything else, also for a [Ring], which is more than its list.
func ShortKey(v Value) (key Key, ok bool) {
	var parts []Value
	switch v := v.(type) {
	case Tuple:
		parts = v
	case List:
		parts = v
	default:
		return Key{}, false
	}
	if len(parts) > 8 {
		return Key{}, false
	}
	for _, p := range parts {
		switch p.(type) {
		case Int, Label, Cell, Direction, Bool, None:
			if !Known(p) {
				return Key{}, false
			}
		default:
			return Key{}, false
		}
	}
	return v.key(), true
}

// spelt is the key of a value of which no number tells what it is.
func spelt(v Value) Key { return Key{rank: v.rank(), text: string(Spell(make([]byte, 0, 64), v))} }

// Spell appends to out a spelling of a known value that no value has which is
// not equal to it.
func Spell(out []byte, v Value) []byte {
	return v.spell(append(out, byte('A'+v.rank())))
}

// spellAll spells values so that where each ends, and how many there are, shows.
func spellAll(out []byte, vs ...Value) []byte {
	out = strconv.AppendInt(out, int64(len(vs)), 10)
	for _, v := range vs {
		out = Spell(append(out, ' '), v)
	}
	return out
}

// spellInts spells numbers with commas between them.
func spellInts(out []byte, numbers ...int) []byte {
	for i, n := range numbers {
		if i > 0 {
			out = append(out, ',')
		}
		out = strconv.AppendInt(out, int64(n), 10)
	}
	return out
}

// Scalar reports whether v is known and no collection: such values are equal, in the language,
// exactly if their keys are.
func Scalar(v Value) bool {
	switch v := v.(type) {
	case None, Int, Big, Text, Label, Direction, Shape, Cell, Edge:
		return true
	case Bool:
		return v.known()
	}
	return false
}
