package ide

import (
	"fmt"
	"slices"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
)

// Highlight is a place where a symbol is meant.
type Highlight struct {
	Span    Span `json:"span"`
	Declare bool `json:"declare,omitempty"` // it is declared there
}

// symbolAt is what the name at an offset stands for, and the name; nil if there is none.
func (d *Document) symbolAt(offset int) (*check.Symbol, *dsl.Name) {
	if d.written {
		return d.givenAt(offset)
	}
	name, _ := d.nameAt(offset)
	if name == nil {
		return nil, nil
	}
	return d.found().record.SymbolOf(name), name
}

// Definition is where what stands at an offset is declared; ok is false if there is no such place. A used spec is declared by
// its text as a whole.
func (d *Document) Definition(offset int) (at Location, ok bool) {
	if s, _ := d.symbolAt(offset); s != nil {
		return Location{s.Source.Name, s.Name.Span()}, true
	}
	use, isUse := d.statementAt(offset).(*dsl.Use)
	if d.written || !isUse || use.Name == nil || d.uses == nil {
		return Location{}, false
	}
	src, ok := d.uses(use.Name.Text)
	if !ok {
		return Location{}, false
	}
	return Location{src.Name, Span{}}, true
}

// References lists where the symbol at an offset is meant, in the text and in the specs that it uses.
func (d *Document) References(offset int, declaration bool) []Location {
	s, _ := d.symbolAt(offset)
	if s == nil {
		return nil
	}
	var out []Location
	for _, u := range d.usesOf(s) {
		if declaration || !u.Declare {
			out = append(out, u.Location)
		}
	}
	return out
}

// use is a place where a symbol is meant.
type use struct {
	Location
	Declare bool
}

// usesOf lists the places where a symbol is meant.
func (d *Document) usesOf(s *check.Symbol) []use {
	var out []use
	for _, u := range d.record().Uses(s) {
		out = append(out, use{Location{u.Source.Name, u.Name.Span()}, u.Name == s.Name})
	}
	return out
}

// Highlights lists where the symbol at an offset is meant in this text.
func (d *Document) Highlights(offset int) []Highlight {
	s, _ := d.symbolAt(offset)
	if s == nil || d.written {
		return nil
	}
	var out []Highlight
	for _, u := range d.usesOf(s) {
		if u.File == d.Source.Name {
			out = append(out, Highlight{u.Span, u.Declare})
		}
	}
	return out
}

// Renamable is the name at an offset if it can be renamed here: it is declared in this text. The error says why not.
func (d *Document) Renamable(offset int) (Span, error) {
	s, name := d.symbolAt(offset)
	switch {
	case s == nil:
		return Span{}, fmt.Errorf("there is no name here that the spec declares")
	case d.written || s.Source != d.Source:
		return Span{}, fmt.Errorf("`%s` is declared in %s", name.Text, s.Source.Name)
	}
	return name.Span(), nil
}

// Rename has the edits that give the symbol at an offset another name. The error says why that can't be: it is no name, or some name
// would then stand for something else.
func (d *Document) Rename(offset int, to string) ([]Edit, error) {
	if _, err := d.Renamable(offset); err != nil {
		return nil, err
	}
	tokens := dsl.Scan(to)
	if len(tokens) != 1 || tokens[0].Kind != dsl.WordToken || tokens[0].Text != to {
		return nil, fmt.Errorf("%q is no name: a name has letters, digits and _, and begins with no digit", to)
	}
	if dsl.Reserved(to) {
		return nil, fmt.Errorf("`%s` is a word of the language", to)
	}
	s, name := d.symbolAt(offset)
	if name.Text == to {
		return nil, nil
	}
	var edits []Edit
	for _, u := range d.usesOf(s) {
		if u.File == d.Source.Name {
			edits = append(edits, Edit{u.Span, to})
		}
	}
	after := Open(diag.NewSource(d.Source.Name, Apply(d.Source.Text, edits)), d.uses)
	if !slices.Equal(d.bindings(), after.bindings()) {
		return nil, fmt.Errorf("`%s` already means something where `%s` is used", to, name.Text)
	}
	return edits, nil
}

// bindings tells for each name of the text, in order, which name declares it: its place among them, -1 for names that stand for nothing
// and -2 for those declared elsewhere. Whatever names are called, two texts mean the same if this is the same.
func (d *Document) bindings() []int {
	place := map[*dsl.Name]int{}
	var names []*dsl.Name
	dsl.Visit(d.found().file, func(n dsl.Node) bool {
		if name, ok := n.(*dsl.Name); ok {
			place[name] = len(names)
			names = append(names, name)
		}
		return true
	})
	out := make([]int, 0, len(names)+1)
	for _, n := range names {
		s := d.found().record.SymbolOf(n)
		switch at, own := place[symbolName(s)]; {
		case s == nil:
			out = append(out, -1)
		case own:
			out = append(out, at)
		default:
			out = append(out, -2)
		}
	}
	errors := 0 // a name that is declared twice changes no place
	for _, p := range d.found().checks.All() {
		if p.Severity == diag.Error {
			errors++
		}
	}
	return append(out, errors)
}

func symbolName(s *check.Symbol) *dsl.Name {
	if s == nil {
		return nil
	}
	return s.Name
}
