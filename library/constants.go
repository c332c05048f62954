package library

import "nazo/value"

// Constant is the value of a name that the language itself gives; ok is false for other
// names.
func Constant(name string) (v value.Value, ok bool) {
	ds := value.Directions()
	if name == "directions" {
		return value.NewSet(ds[0], ds[1], ds[2], ds[3]), true
	}
	for _, d := range ds {
		if d.Name == name {
			return d, true
		}
	}
	return nil, false
}
