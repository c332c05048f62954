package givens

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"nazo/value"
)

// Type is what a given may be, with its domains evaluated.
type Type interface {
	// FromText reads one cell of a grid, or one word of a row.
	FromText(text string) (value.Value, bool)
	// Fits checks a value that was written as an expression and brings it into
	// the form of the type.
	Fits(v value.Value) (value.Value, bool)
	// Describe says what is expected, as in "1..9 or none".
	Describe() string
}

// The types of givens, as they are evaluated.
type (
	Int      struct{}                          // any number
	Bool     struct{}                          // true or false
	Word     struct{}                          // any word
	Shape    struct{}                          // any figure of cells
	OneOf    struct{ Values value.Collection } // a value of a set
	Optional struct{ Of Type }                 // a value of the type, or none
	Union    struct{ Parts []Type }            // what the first of them that fits makes of it
	Tuple    struct{ Parts []Type }
	List     struct{ Of Type }
	Set      struct{ Of Type }
	Grid     struct{ Of Type }
	// Like is the type of a given without one: that of its default.
	Like struct{ Example value.Value }
	// Keyed has a value for each key, written in the order of the keys.
	Keyed struct {
		Keys *value.Set
		Of   []Type
	}
)

func number(text string) (value.Value, bool) {
	if len(text) > 10000 {
		return nil, false
	}
	b, ok := new(big.Int).SetString(text, 10)
	if !ok {
		return nil, false
	}
	return value.FromBig(b), true
}

// FromText implements [Type].
func (Int) FromText(text string) (value.Value, bool) { return number(text) }

// Fits implements [Type].
func (Int) Fits(v value.Value) (value.Value, bool) {
	_, ok := value.BigOf(v)
	return v, ok
}

// Describe implements [Type].
func (Int) Describe() string { return "a number" }

// FromText implements [Type].
func (Bool) FromText(text string) (value.Value, bool) {
	return value.Of(text == "true"), text == "true" || text == "false"
}

// Fits implements [Type].
func (Bool) Fits(v value.Value) (value.Value, bool) {
	_, ok := v.(value.Bool)
	return v, ok
}

// Describe implements [Type].
func (Bool) Describe() string { return "true or false" }

// FromText implements [Type].
func (Word) FromText(text string) (value.Value, bool) {
	return value.Label{Name: text, Print: text}, text != "" && text != "."
}

// Fits implements [Type].
func (t Word) Fits(v value.Value) (value.Value, bool) {
	switch v := v.(type) {
	case value.Text:
		return t.FromText(string(v))
	case value.Int: // a number is a word, as it is where it is printed in a grid
		return t.FromText(value.String(v))
	}
	_, ok := v.(value.Label)
	return v, ok
}

// Describe implements [Type].
func (Word) Describe() string { return "a word" }

// FromText implements [Type].
func (Shape) FromText(text string) (value.Value, bool) {
	s, ok := value.ReadShape(text)
	return s, ok
}

// Fits implements [Type].
func (t Shape) Fits(v value.Value) (value.Value, bool) {
	if text, ok := v.(value.Text); ok {
		return t.FromText(string(text))
	}
	_, ok := v.(value.Shape)
	return v, ok
}

// Describe implements [Type].
func (Shape) Describe() string {
	return "a shape: rows of # and . with / between them, or the letter of a pentomino or tetromino (I4, I5)"
}

// FromText finds the value that is printed or called so.
func (t OneOf) FromText(text string) (value.Value, bool) {
	if on, _ := t.placedOn(); on != nil {
		if v, ok := cellNamed(text, on); ok {
			return v, t.Values.Contains(v)
		}
	}
	if n, ok := number(text); ok && t.Values.Contains(n) {
		return n, true
	}
	if _, isRange := t.Values.(value.Range); isRange {
		return nil, false
	}
	for _, v := range t.Values.List() {
		switch v := v.(type) {
		case value.Label:
			if text == v.Print || text == v.Name {
				return v, true
			}
		case value.Direction:
			if text == v.Print || text == v.Name {
				return v, true
			}
		case value.Int:
		case value.Shape:
			if text == v.Print() || text == value.String(v) {
				return v, true
			}
		default:
			if text == value.String(v) {
				return v, true
			}
		}
	}
	return nil, false
}

// Fits implements [Type].
func (t OneOf) Fits(v value.Value) (value.Value, bool) {
	if text, ok := v.(value.Text); ok {
		return t.FromText(string(text))
	}
	if e, ok := v.(value.Edge); ok && e.Directed && !t.Values.Contains(e) { // see arcs
		v = value.MakeEdge(e.A, e.B, false)
	}
	return v, value.Known(v) && t.Values.Contains(v)
}

// written is a value as it is written in an instance.
func written(v value.Value) string {
	switch v.(type) {
	case value.Cell, value.Edge:
		return expression(v)
	}
	return value.String(v)
}

// Describe lists the values, a dozen at most.
func (t OneOf) Describe() string {
	if r, ok := t.Values.(value.Range); ok {
		return value.String(r)
	}
	var parts []string
	for _, v := range t.Values.List() {
		if len(parts) == 12 {
			parts = append(parts, "…")
			break
		}
		text := written(v)
		if l, ok := v.(value.Label); ok && l.Print != l.Name {
			text = `"` + l.Print + `" (` + l.Name + ")"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

// None is how none is written: a dot, or, where a label prints as one, a blank.
func (t Optional) None() string {
	if prints(t.Of, ".") {
		return " "
	}
	return "."
}

// FromText implements [Type].
func (t Optional) FromText(text string) (value.Value, bool) {
	if text == t.None() {
		return value.None{}, true
	}
	return t.Of.FromText(text)
}

// Fits implements [Type].
func (t Optional) Fits(v value.Value) (value.Value, bool) {
	if isNone(v) {
		return v, true
	}
	return t.Of.Fits(v)
}

// Describe implements [Type].
func (t Optional) Describe() string {
	return fmt.Sprintf("%s, or %q for none", t.Of.Describe(), t.None())
}

// prints reports whether a label of the type prints so.
func prints(t Type, text string) bool {
	switch t := t.(type) {
	case Optional:
		return prints(t.Of, text)
	case Union:
		return slices.ContainsFunc(t.Parts, func(p Type) bool { return prints(p, text) })
	case OneOf:
		if _, isRange := t.Values.(value.Range); isRange {
			return false
		}
		return slices.ContainsFunc(t.Values.List(), func(v value.Value) bool {
			l, isLabel := v.(value.Label)
			return isLabel && l.Print == text
		})
	}
	return false
}

// readsBlanks reports whether a blank is a cell of a grid of the type, so that its
// rows are read character by character.
func readsBlanks(t Type) bool {
	o, optional := t.(Optional)
	return prints(t, " ") || optional && o.None() == " "
}

// FromText implements [Type].
func (t Union) FromText(text string) (value.Value, bool) {
	for _, p := range t.Parts {
		if v, ok := p.FromText(text); ok {
			return v, true
		}
	}
	return nil, false
}

// Fits implements [Type].
func (t Union) Fits(v value.Value) (value.Value, bool) {
	for _, p := range t.Parts {
		if w, ok := p.Fits(v); ok {
			return w, true
		}
	}
	return nil, false
}

// Describe implements [Type].
func (t Union) Describe() string { return describeAll(t.Parts, " or ") }

// FromText implements [Type].
func (t Tuple) FromText(text string) (value.Value, bool) {
	if inner, opened := strings.CutPrefix(text, "("); opened { // as a tuple is written in a spec
		if whole, closed := strings.CutSuffix(inner, ")"); closed {
			text = whole
		}
	}
	parts, ok := splitText(text, t.Parts)
	return value.Tuple(parts), ok
}

// Fits implements [Type].
func (t Tuple) Fits(v value.Value) (value.Value, bool) {
	parts, ok := v.(value.Tuple)
	if !ok || len(parts) != len(t.Parts) {
		return nil, false
	}
	out := make(value.Tuple, len(parts))
	for i, p := range t.Parts {
		if out[i], ok = p.Fits(parts[i]); !ok {
			return nil, false
		}
	}
	return out, true
}

// Describe implements [Type].
func (t Tuple) Describe() string { return "(" + describeAll(t.Parts, ", ") + ")" }

func describeAll(ts []Type, between string) string {
	parts := make([]string, len(ts))
	for i, t := range ts {
		parts[i] = t.Describe()
	}
	return strings.Join(parts, between)
}

// mostUnited is how many values the parts of a type may have together for them to be listed.
const mostUnited = 100_000

// Finite are the values of a type that has finitely many, and whether it has none
// among them. Parts of a type that have more than 100,000 together count as endless.
func Finite(t Type) (values value.Collection, optional, ok bool) {
	switch t := t.(type) {
	case OneOf:
		return t.Values, false, true
	case Bool:
		return value.NewSet(value.False, value.True), false, true
	case Optional:
		values, _, ok = Finite(t.Of)
		return values, true, ok
	case Union:
		var all []value.Value
		for _, part := range t.Parts {
			some, none, fits := Finite(part)
			if !fits || len(all)+some.Len() > mostUnited {
				return nil, false, false
			}
			all = append(all, some.List()...)
			optional = optional || none
		}
		return value.NewSet(all...), optional, true
	}
	return nil, false, false
}

func isNone(v value.Value) bool {
	_, none := v.(value.None)
	return none
}
