package modeltest

import (
	"testing"

	"pgregory.net/rapid"

	"nazo/model"
)

// Kind is a kind of constraint, a type that implements [model.Body].
type Kind struct {
	// Name is that of the type.
	Name string
	// weight is how often the kind is drawn for a random model, compared with others.
	weight int
	draw   func(*randomModel) model.Body
}

// Kinds are all kinds of constraints. A test compares them with package model.
func Kinds() []Kind {
	return []Kind{
		{"Assert", 3, (*randomModel).assert},
		{"Distinct", 1, (*randomModel).distinct},
		{"Inverse", 1, (*randomModel).inverse},
		{"Regular", 1, (*randomModel).regular},
		{"Connected", 1, (*randomModel).connected},
		{"Part", 1, (*randomModel).part},
		{"Acyclic", 1, (*randomModel).acyclic},
		{"Route", 3, (*randomModel).route},
		{"Links", 1, (*randomModel).links},
		{"Regions", 1, (*randomModel).regions},
		{"PartSizes", 2, (*randomModel).partSizes},
	}
}

// Random draws a model as [Random] does, with a single constraint, of this kind.
func (k Kind) Random(t *rapid.T) *model.Model {
	return randomOf(t, 1, k.draw)
}

// body draws a constraint of any kind.
func (r *randomModel) body() model.Body {
	kinds := Kinds()
	total := 0
	for _, k := range kinds {
		total += k.weight
	}
	nth := r.between(1, total)
	for _, k := range kinds {
		if nth -= k.weight; nth <= 0 {
			return k.draw(r)
		}
	}
	panic("modeltest: no kind was drawn")
}

func (r *randomModel) assert() model.Body { return model.Assert{B: r.boolean(3)} }

// samples is how many models EachKind makes of a kind.
const samples = 12

// EachKind calls test with the same few small models of each kind of constraint every time. It is
// how a test of an engine fails if a new kind was forgotten there.
func EachKind(t *testing.T, test func(t *testing.T, m *model.Model)) {
	for _, k := range Kinds() {
		t.Run(k.Name, func(t *testing.T) {
			models := rapid.Custom(k.Random)
			for seed := range samples {
				test(t, models.Example(seed))
			}
		})
	}
}
