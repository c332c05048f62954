package value

import "testing"

// TestShortKey holds that only short lists and tuples of plain known values have a short key, and
// that values have the same one exactly if they are equal.
func TestShortKey(t *testing.T) {
	one, two := Int(1), Int(2)
	for _, c := range []struct {
		name string
		v    Value
		ok   bool
	}{
		{"list", List{one, two}, true},
		{"tuple", Tuple{one, two}, true},
		{"other way round", List{two, one}, true},
		{"empty", List{}, true},
		{"ring", Ring{one, two}, false},
		{"nested", List{List{one}}, false},
		{"long", List{one, one, one, one, one, one, one, one, one}, false},
		{"number", one, false},
	} {
		key, ok := ShortKey(c.v)
		if ok != c.ok || ok && key != KeyOf(c.v) {
			t.Errorf("%s: %v %t", c.name, key, ok)
		}
	}
}
