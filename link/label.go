package link

import (
	"slices"

	"nazo/dsl/check"
	"nazo/value"
)

// labelsOf are the labels of a type, in the order in which the spec lists them, and the one that prints as ?, if
// there is one, apart.
func labelsOf(t *check.Type) (labels []value.Label, clue *value.Label) {
	if t == nil {
		return nil, nil
	}
	for _, e := range t.Enums {
		for i, l := range e.Set.Labels {
			label := value.Label{Name: l.Name.Text, Print: l.Print.Value, Rank: i + 1}
			if label.Print == unknown.Print {
				clue = &label
			} else {
				labels = append(labels, label)
			}
		}
	}
	within := t.Parts
	if t.Elem != nil {
		within = append([]*check.Type{t.Elem}, within...)
	}
	for _, p := range within {
		more, c := labelsOf(p)
		labels = append(labels, more...)
		if clue == nil {
			clue = c
		}
	}
	return labels, clue
}

// directions are those that arrows of addresses count, from 1 on.
var directions = []value.Direction{value.North, value.South, value.West, value.East}

// directionNumber is the number of the direction with a name, 0 if there is none.
func directionNumber(name string) int {
	return 1 + slices.IndexFunc(directions, func(d value.Direction) bool { return d.Name == name })
}

// roomName is the word for the room with a number, counted from 0: A to Z, then AA, AB …
func roomName(n int) string {
	name := string(rune('A' + n%26))
	if n >= 26 {
		name = roomName(n/26-1) + name
	}
	return name
}
