package compile

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"nazo/dsl"
	"nazo/value"
)

// inputType is what a given may be.
type inputType interface {
	// fromText reads one cell of a grid, or one word of a row.
	fromText(text string) (value.Value, bool)
	// fits checks a value that was written as an expression and brings it into
	// the form of the type.
	fits(v value.Value) (value.Value, bool)
	// describe says what is expected, as in "1..9 or none".
	describe() string
}

type (
	intType      struct{}
	boolType     struct{}
	labelType    struct{}
	valuesType   struct{ values collection }
	optionalType struct{ of inputType }
	unionType    struct{ parts []inputType }
	tupleType    struct{ parts []inputType }
	listType     struct{ of inputType }
	setType      struct{ of inputType }
	gridType     struct{ of inputType }
	// likeType is the type of a given without one: that of its default.
	likeType struct{ example value.Value }
	// keyedType has a value for each key, written in the order of the keys.
	keyedType struct {
		keys *value.Set
		of   []inputType
	}
)

// typeOf evaluates the type of a given.
func (ev *evaluator) typeOf(x dsl.Expr, sc *scope) inputType {
	switch x := x.(type) {
	case *dsl.Name:
		switch x.Text {
		case "int":
			return intType{}
		case "bool":
			return boolType{}
		case "label":
			return labelType{}
		}
	case *dsl.Optional:
		return optionalType{ev.typeOf(x.Of, sc)}
	case *dsl.Union:
		return unionType{ev.typesOf(x.Parts, sc)}
	case *dsl.Tuple:
		return tupleType{ev.typesOf(x.Elems, sc)}
	case *dsl.ListOf:
		return listType{ev.typeOf(x.Of, sc)}
	case *dsl.SetOf:
		return setType{ev.typeOf(x.Of, sc)}
	case *dsl.GridOf:
		return gridType{ev.typeOf(x.Of, sc)}
	case *dsl.StackOf, *dsl.PermutationOf, *dsl.PathIn, *dsl.CycleIn, *dsl.LinksIn, *dsl.RegionsIn:
		ev.fail(x, "not-an-input", "a given can't have this type")
	}
	values, _ := ev.domainValues(x, sc)
	return valuesType{values}
}

func (ev *evaluator) typesOf(xs []dsl.Expr, sc *scope) []inputType {
	out := make([]inputType, len(xs))
	for i, x := range xs {
		out[i] = ev.typeOf(x, sc)
	}
	return out
}

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

func (intType) fromText(text string) (value.Value, bool) { return number(text) }
func (intType) fits(v value.Value) (value.Value, bool) {
	_, ok := value.BigOf(v)
	return v, ok
}
func (intType) describe() string { return "a number" }

func (boolType) fromText(text string) (value.Value, bool) {
	return value.Of(text == "true"), text == "true" || text == "false"
}
func (boolType) fits(v value.Value) (value.Value, bool) {
	_, ok := v.(value.Bool)
	return v, ok
}
func (boolType) describe() string { return "true or false" }

func (labelType) fromText(text string) (value.Value, bool) {
	return value.Label{Name: text, Print: text}, text != "" && text != "."
}
func (t labelType) fits(v value.Value) (value.Value, bool) {
	switch v := v.(type) {
	case value.Text:
		return t.fromText(string(v))
	case value.Int: // a number is a word, as it is where it is printed in a grid
		return t.fromText(value.String(v))
	}
	_, ok := v.(value.Label)
	return v, ok
}
func (labelType) describe() string { return "a word" }

// fromText finds the value that is printed or called so.
func (t valuesType) fromText(text string) (value.Value, bool) {
	if n, ok := number(text); ok && t.values.Contains(n) {
		return n, true
	}
	if _, isRange := t.values.(rangeCollection); isRange {
		return nil, false
	}
	for _, v := range t.values.List() {
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
		default:
			if text == value.String(v) {
				return v, true
			}
		}
	}
	return nil, false
}
func (t valuesType) fits(v value.Value) (value.Value, bool) {
	if text, ok := v.(value.Text); ok {
		return t.fromText(string(text))
	}
	if e, ok := v.(value.Edge); ok && e.Directed && !t.values.Contains(e) { // see arcs
		v = value.MakeEdge(e.A, e.B, false)
	}
	return v, value.Known(v) && t.values.Contains(v)
}
func (t valuesType) describe() string {
	if r, ok := t.values.(rangeCollection); ok {
		return value.String(value.Range(r))
	}
	var parts []string
	for _, v := range t.values.List() {
		if len(parts) == 12 {
			parts = append(parts, "…")
			break
		}
		text := value.String(v)
		if l, ok := v.(value.Label); ok && l.Print != l.Name {
			text = `"` + l.Print + `" (` + l.Name + ")"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

// none is how none is written: a dot, or, where a label prints as one, a blank.
func (t optionalType) none() string {
	if prints(t.of, ".") {
		return " "
	}
	return "."
}

func (t optionalType) fromText(text string) (value.Value, bool) {
	if text == t.none() {
		return value.None{}, true
	}
	return t.of.fromText(text)
}
func (t optionalType) fits(v value.Value) (value.Value, bool) {
	if absent(v) {
		return v, true
	}
	return t.of.fits(v)
}
func (t optionalType) describe() string {
	return fmt.Sprintf("%s, or %q for none", t.of.describe(), t.none())
}

// prints says whether a label of the type prints so.
func prints(t inputType, text string) bool {
	switch t := t.(type) {
	case optionalType:
		return prints(t.of, text)
	case unionType:
		return slices.ContainsFunc(t.parts, func(p inputType) bool { return prints(p, text) })
	case valuesType:
		if _, isRange := t.values.(rangeCollection); isRange {
			return false
		}
		return slices.ContainsFunc(t.values.List(), func(v value.Value) bool {
			l, isLabel := v.(value.Label)
			return isLabel && l.Print == text
		})
	}
	return false
}

// readsBlanks says whether a blank is a cell of a grid of the type, so that its
// rows are read character by character.
func readsBlanks(t inputType) bool {
	o, optional := t.(optionalType)
	return prints(t, " ") || optional && o.none() == " "
}

func (t unionType) fromText(text string) (value.Value, bool) {
	for _, p := range t.parts {
		if v, ok := p.fromText(text); ok {
			return v, true
		}
	}
	return nil, false
}
func (t unionType) fits(v value.Value) (value.Value, bool) {
	for _, p := range t.parts {
		if w, ok := p.fits(v); ok {
			return w, true
		}
	}
	return nil, false
}
func (t unionType) describe() string { return describeAll(t.parts, " or ") }

func (t tupleType) fromText(text string) (value.Value, bool) {
	parts, ok := splitText(text, t.parts)
	return value.Tuple(parts), ok
}
func (t tupleType) fits(v value.Value) (value.Value, bool) {
	parts, ok := v.(value.Tuple)
	if !ok || len(parts) != len(t.parts) {
		return nil, false
	}
	out := make(value.Tuple, len(parts))
	for i, p := range t.parts {
		if out[i], ok = p.fits(parts[i]); !ok {
			return nil, false
		}
	}
	return out, true
}
func (t tupleType) describe() string { return "(" + describeAll(t.parts, ", ") + ")" }

func describeAll(ts []inputType, between string) string {
	parts := make([]string, len(ts))
	for i, t := range ts {
		parts[i] = t.describe()
	}
	return strings.Join(parts, between)
}

// splitText reads several things that are printed together: at commas, in order,
// if there are any, else each takes as much text as it can. A lone "." is none
// for all, and so is what is missing.
func splitText(text string, types []inputType) ([]value.Value, bool) {
	out := make([]value.Value, len(types))
	words := strings.Split(text, ",")
	if text == "." {
		words = nil
	}
	if len(words) == 1 && len(types) > 1 {
		return splitGreedily(text, types)
	}
	if len(words) > len(types) {
		return nil, false
	}
	for i, t := range types {
		word := "."
		if i < len(words) {
			word = words[i]
		}
		v, ok := t.fromText(word)
		if !ok {
			return nil, false
		}
		out[i] = v
	}
	return out, true
}

// splitGreedily lets the types take text from the front, in any order, each as
// much as it can; types that are left over get none.
func splitGreedily(text string, types []inputType) ([]value.Value, bool) {
	out := make([]value.Value, len(types))
	var read func(rest string) bool
	read = func(rest string) bool {
		if rest == "" || text == "." {
			return fillWithNone(out, types)
		}
		for i, t := range types {
			if out[i] != nil {
				continue
			}
			for n := len(rest); n > 0; n-- {
				if v, ok := t.fromText(rest[:n]); ok && rest[:n] != "." {
					out[i] = v
					if read(rest[n:]) {
						return true
					}
					out[i] = nil
					break
				}
			}
		}
		return false
	}
	return out, read(text)
}

// fillWithNone gives none to the types that have no value; all must allow it,
// or nothing changes.
func fillWithNone(out []value.Value, types []inputType) bool {
	for i, t := range types {
		if out[i] == nil {
			if _, ok := t.fromText("."); !ok {
				return false
			}
		}
	}
	for i, t := range types {
		if out[i] == nil {
			out[i], _ = t.fromText(".")
		}
	}
	return true
}

// fromText reads a list in a cell, as in 2,1; "." is the empty list.
func (t listType) fromText(text string) (value.Value, bool) {
	if text == "." {
		return value.List(nil), true
	}
	var out value.List
	for _, word := range strings.Split(text, ",") {
		v, ok := t.of.fromText(word)
		if !ok {
			return nil, false
		}
		out = append(out, v)
	}
	return out, true
}
func (t listType) fits(v value.Value) (value.Value, bool) {
	if r, ok := v.(value.Range); ok && r.Hi-r.Lo > defaultElements || !isCollection(v) || !value.Known(v) {
		return nil, false
	}
	var out value.List
	for _, e := range value.Elements(v) {
		w, ok := t.of.fits(e)
		if !ok {
			return nil, false
		}
		out = append(out, w)
	}
	return out, true
}
func (t listType) describe() string { return "a list of " + t.of.describe() }

func (t setType) fromText(text string) (value.Value, bool) {
	v, ok := listType(t).fromText(text)
	return value.NewSet(value.Elements(v)...), ok
}
func (t setType) fits(v value.Value) (value.Value, bool) {
	l, ok := listType(t).fits(v)
	return value.NewSet(value.Elements(l)...), ok
}
func (t setType) describe() string { return "a set of " + t.of.describe() }

func (t gridType) fromText(string) (value.Value, bool) { return nil, false }
func (t gridType) fits(v value.Value) (value.Value, bool) {
	if a, ok := v.(*value.Array); ok && a.Board != nil {
		return refit(a, func(int) inputType { return t.of })
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
		for _, e := range row {
			w, ok := t.of.fits(e)
			if !ok {
				return nil, false
			}
			values = append(values, w)
		}
	}
	return value.NewArray(value.BoardSet(board), values, board), true
}

// refit brings each value of an array into the form of its type.
func refit(a *value.Array, of func(i int) inputType) (value.Value, bool) {
	values := make([]value.Value, len(a.Values))
	for i, v := range a.Values {
		w, ok := of(i).fits(v)
		if !ok {
			return nil, false
		}
		values[i] = w
	}
	return value.NewArray(a.Keys, values, a.Board), true
}

func (t gridType) describe() string { return "a grid of " + t.of.describe() }

func (t likeType) fromText(text string) (value.Value, bool) {
	switch t.example.(type) {
	case value.Int, value.Big:
		return number(text)
	case value.Bool:
		return boolType{}.fromText(text)
	case value.Label, value.Text:
		return labelType{}.fromText(text)
	}
	return nil, false
}
func (t likeType) fits(v value.Value) (value.Value, bool) {
	switch e := t.example.(type) {
	case value.List:
		of := likeType{value.Int(0)}
		if len(e) > 0 {
			of = likeType{e[0]}
		}
		return listType{of}.fits(v)
	case *value.Set, value.Range:
		of := likeType{value.Int(0)}
		if parts := value.Elements(e); len(parts) > 0 {
			of = likeType{parts[0]}
		}
		return setType{of}.fits(v)
	case value.Label:
		return labelType{}.fits(v)
	case value.Edge:
		if w, ok := v.(value.Edge); ok && w.Directed && !e.Directed { // see arcs
			return value.MakeEdge(w.A, w.B, false), true
		}
	case value.None:
		return v, true
	}
	return v, value.Kind(v) == value.Kind(t.example)
}
func (t likeType) describe() string { return value.Kind(t.example) }

func (t keyedType) fromText(string) (value.Value, bool) { return nil, false }
func (t keyedType) fits(v value.Value) (value.Value, bool) {
	if a, ok := v.(*value.Array); ok && value.Compare(a.Keys, t.keys) == 0 {
		return refit(a, func(i int) inputType { return t.of[t.keys.Index(a.Keys.List()[i])] })
	}
	parts := value.Elements(v)
	if len(parts) != t.keys.Len() {
		return nil, false
	}
	out := make([]value.Value, len(parts))
	for i, p := range parts {
		w, ok := t.of[i].fits(p)
		if !ok {
			return nil, false
		}
		out[i] = w
	}
	return value.NewArray(t.keys, out, value.BoardOf(t.keys)), true
}
func (t keyedType) describe() string {
	if len(t.of) == 0 {
		return "nothing"
	}
	return "one row for each of " + value.String(t.keys) + ", with " + t.of[0].describe()
}
