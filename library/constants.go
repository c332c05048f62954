package library

import "nazo/value"

// Constants lists the names of the values that the language itself names.
func Constants() []string { return []string{"directions", "north", "east", "south", "west"} }

// Constant is the value of such a name; ok is false for other names.
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
