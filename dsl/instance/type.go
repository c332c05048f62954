package instance

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"nazo/dsl/library"
	"nazo/dsl/value"
	"nazo/internal/alg"
)

// Type is the type of a given, with its domains evaluated.
type Type interface {
	// FromText reads a cell of a grid, or a word of a row.
	FromText(text string) (value.Value, bool)
	// Fits converts a value that was written as an expression to the type. ok is false if it does not fit.
	Fits(v value.Value) (value.Value, bool)
	// Describe formats the expected values, as in "1..9 or none".
	Describe() string
}

// These are the types of givens.
type (
	Int      struct{}                          // any number
	Bool     struct{}                          // true or false
	Word     struct{}                          // any word
	Shape    struct{}                          // any figure of cells
	OneOf    struct{ Values value.Collection } // a value of a set
	Optional struct{ Of Type }                 // a value of the type, or none
	Union    struct{ Parts []Type }            // the first that fits
	Tuple    struct{ Parts []Type }
	List     struct{ Of Type }
	Set      struct{ Of Type }
	Grid     struct{ Of Type }
	// Like is the type of a given without one, taken from its default.
	Like struct{ Example value.Value }
	// Keyed has a value for each key, in the order of the keys.
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
	case value.Int: // as it is in a grid
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

// FromText finds the value that prints or is named so.
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

// written formats a value as in an instance.
func written(v value.Value) string {
	switch v.(type) {
	case value.Cell, value.Edge:
		return expression(v)
	}
	return value.String(v)
}

// Describe lists the values, up to a dozen.
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

// None returns the text for none: a dot, or a blank if a label prints as a dot.
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
	if value.IsNone(v) {
		return v, true
	}
	return t.Of.Fits(v)
}

// Describe implements [Type].
func (t Optional) Describe() string {
	return fmt.Sprintf("%s, or %q for none", t.Of.Describe(), t.None())
}

// prints reports whether a label of the type prints as a text.
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

// readsBlanks reports whether a blank may be a cell of a grid of the type. Its rows are then read character by
// character.
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
	if inner, opened := strings.CutPrefix(text, "("); opened { // as in a spec
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
	out, ok := fitAll(parts, func(i int) Type { return t.Parts[i] })
	return value.Tuple(out), ok
}

// fitAll converts each value to its type. It returns nil unless all fit.
func fitAll(vs []value.Value, of func(i int) Type) ([]value.Value, bool) {
	out := make([]value.Value, len(vs))
	for i, v := range vs {
		w, ok := of(i).Fits(v)
		if !ok {
			return nil, false
		}
		out[i] = w
	}
	return out, true
}

// Describe implements [Type].
func (t Tuple) Describe() string { return "(" + describeAll(t.Parts, ", ") + ")" }

func describeAll(ts []Type, between string) string {
	return strings.Join(alg.Map(ts, Type.Describe), between)
}

// mostUnited bounds the values of a union that are listed.
const mostUnited = 100_000

// Finite returns the values of a finite type, and whether it includes none. A union of more than 100,000 values
// counts as infinite.
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

// The types of several values are written as a list in one cell or row, or as rows.

// FromText reads a list in a cell, as in 2,1. "." is the empty list.
func (t List) FromText(text string) (value.Value, bool) {
	if text == "." {
		return value.List(nil), true
	}
	var out value.List
	for _, word := range strings.Split(text, ",") {
		v, ok := t.Of.FromText(word)
		if !ok {
			return nil, false
		}
		out = append(out, v)
	}
	return out, true
}

// Fits implements [Type].
func (t List) Fits(v value.Value) (value.Value, bool) {
	if r, ok := v.(value.Range); ok && r.Hi-r.Lo > library.DefaultMost || !hasMembers(v) || !value.Known(v) {
		return nil, false
	}
	out, ok := fitAll(value.Elements(v), func(int) Type { return t.Of })
	return value.List(out), ok
}

// Describe implements [Type].
func (t List) Describe() string { return "a list of " + t.Of.Describe() }

// FromText implements [Type].
func (t Set) FromText(text string) (value.Value, bool) {
	v, ok := List(t).FromText(text)
	return value.NewSet(value.Elements(v)...), ok
}

// Fits implements [Type].
func (t Set) Fits(v value.Value) (value.Value, bool) {
	l, ok := List(t).Fits(v)
	return value.NewSet(value.Elements(l)...), ok
}

// Describe implements [Type].
func (t Set) Describe() string { return "a set of " + t.Of.Describe() }

// FromText implements [Type].
func (t Grid) FromText(string) (value.Value, bool) { return nil, false }

// Fits implements [Type].
func (t Grid) Fits(v value.Value) (value.Value, bool) {
	if a, ok := v.(*value.Array); ok && a.Board != nil {
		return refit(a, func(int) Type { return t.Of })
	}
	rows := value.Elements(v)
	if len(rows) == 0 {
		return nil, false
	}
	board := &value.Board{Rows: len(rows), Cols: len(value.Elements(rows[0]))}
	var values []value.Value
	for _, r := range rows {
		row := value.Elements(r)
		if len(row) != board.Cols || len(row) == 0 {
			return nil, false
		}
		fit, ok := fitAll(row, func(int) Type { return t.Of })
		if !ok {
			return nil, false
		}
		values = append(values, fit...)
	}
	return value.NewArray(value.BoardSet(board), values, board), true
}

// refit converts each value of an array to its type.
func refit(a *value.Array, of func(i int) Type) (value.Value, bool) {
	values, ok := fitAll(a.Values, of)
	if !ok {
		return nil, false
	}
	return value.NewArray(a.Keys, values, a.Board), true
}

// Describe implements [Type].
func (t Grid) Describe() string { return "a grid of " + t.Of.Describe() }

// FromText implements [Type].
func (t Like) FromText(text string) (value.Value, bool) {
	switch t.Example.(type) {
	case value.Int, value.Big:
		return number(text)
	case value.Bool:
		return Bool{}.FromText(text)
	case value.Label, value.Text:
		return Word{}.FromText(text)
	}
	return nil, false
}

// Fits implements [Type].
func (t Like) Fits(v value.Value) (value.Value, bool) {
	switch e := t.Example.(type) {
	case value.List:
		of := Like{value.Int(0)}
		if len(e) > 0 {
			of = Like{e[0]}
		}
		return List{of}.Fits(v)
	case *value.Set, value.Range:
		of := Like{value.Int(0)}
		if parts := value.Elements(e); len(parts) > 0 {
			of = Like{parts[0]}
		}
		return Set{of}.Fits(v)
	case value.Label:
		return Word{}.Fits(v)
	case value.Edge:
		if w, ok := v.(value.Edge); ok && w.Directed && !e.Directed { // see arcs
			return value.MakeEdge(w.A, w.B, false), true
		}
	case value.None:
		return v, true
	}
	return v, value.Kind(v) == value.Kind(t.Example)
}

// Describe implements [Type].
func (t Like) Describe() string {
	if _, ok := t.Example.(value.Bool); ok {
		return Bool{}.Describe()
	}
	return value.Kind(t.Example)
}

// FromText implements [Type].
func (t Keyed) FromText(string) (value.Value, bool) { return nil, false }

// Fits implements [Type].
func (t Keyed) Fits(v value.Value) (value.Value, bool) {
	if a, ok := v.(*value.Array); ok && value.Compare(a.Keys, t.Keys) == 0 {
		return refit(a, func(i int) Type { return t.Of[t.Keys.Index(a.Keys.List()[i])] })
	}
	parts := value.Elements(v)
	if len(parts) != t.Keys.Len() {
		return nil, false
	}
	out, ok := fitAll(parts, func(i int) Type { return t.Of[i] })
	if !ok {
		return nil, false
	}
	return value.NewArray(t.Keys, out, value.BoardOf(t.Keys)), true
}

// Describe implements [Type].
func (t Keyed) Describe() string {
	if len(t.Of) == 0 {
		return "nothing"
	}
	return "one row for each of " + value.String(t.Keys) + ", with " + t.Of[0].Describe()
}

// hasMembers reports whether v has members.
func hasMembers(v value.Value) bool {
	switch v.(type) {
	case value.List, value.Ring, *value.Set, value.Range, *value.Route, value.Stack, value.Runs:
		return true
	}
	return false
}
