package instance

import (
	"slices"
	"strings"

	"nazo/dsl"
)

// Published boards may use other signs for blanks and symbols than a type does. This file translates the words of a
// raw grid before they are read.

// blankSigns stand for none in published boards besides the dot.
var blankSigns = []string{"-", "_", "0"}

// typed translates printed symbols to typed ones.
var typed = map[rune]string{
	'−': "-", '–': "-", '—': "-", '·': ".", '×': "x", '÷': "/",
	'○': "o", '●': "*", '■': "#", '█': "#",
	'↑': "^", '→': ">", '↓': "v", '←': "<",
}

// plain translates a grid to the words of a type: symbols that the type doesn't know, and signs for none. A grid
// writes none in one way only. So other signs than the dot stand for none only if the grid has no dot. Otherwise
// they may mean something else, as a lone 0 does.
func plain(x *dsl.GridLit, t Type) *dsl.GridLit {
	parts := partsOf(t)
	if hasSymbols(x) {
		x = x.Map(func(text string) string { return typedText(text, parts) })
	}
	sign := blankSign(x, parts)
	if sign == "" {
		return x
	}
	return x.Map(func(text string) string {
		words := strings.Split(text, ",")
		for i, w := range words {
			if w == sign {
				words[i] = "."
			}
		}
		return strings.Join(words, ",")
	})
}

func hasSymbols(x *dsl.GridLit) bool {
	return slices.ContainsFunc(x.Rows, func(r dsl.GridRow) bool {
		return strings.ContainsFunc(r.Text, func(c rune) bool { return typed[c] != "" })
	})
}

// typedText translates the symbols of a text, except those known to a type.
func typedText(text string, parts []Type) string {
	if anyReads(parts, text) {
		return text
	}
	var out strings.Builder
	for _, c := range text {
		if t := typed[c]; t != "" && !anyReads(parts, string(c)) {
			out.WriteString(t)
		} else {
			out.WriteRune(c)
		}
	}
	return out.String()
}

// blankSign returns the sign that a grid uses instead of the dot, or "".
func blankSign(x *dsl.GridLit, parts []Type) string {
	if !slices.ContainsFunc(parts, readsNone) {
		return ""
	}
	seen := map[string]bool{}
	for _, r := range x.Rows {
		for _, cell := range r.Cells {
			for w := range strings.SplitSeq(cell.Text, ",") {
				if w == "." {
					return ""
				}
				if len(w) == 1 {
					seen[w] = true
				}
			}
		}
	}
	for _, sign := range blankSigns {
		if seen[sign] && !slices.ContainsFunc(parts, func(p Type) bool { return readsSign(p, sign) }) {
			return sign
		}
	}
	return ""
}

// partsOf returns the types of the parts of a grid's cells or words: those of the elements, and of the parts of
// elements that are printed together.
func partsOf(t Type) []Type {
	switch t := t.(type) {
	case Grid:
		return partsOf(t.Of)
	case List:
		return partsOf(t.Of)
	case Set:
		return partsOf(t.Of)
	case Tuple:
		var out []Type
		for _, p := range t.Parts {
			out = append(out, partsOf(p)...)
		}
		return out
	case Keyed:
		if len(t.Of) > 0 {
			return partsOf(t.Of[0])
		}
		return nil
	}
	return []Type{t}
}

func anyReads(parts []Type, text string) bool {
	return slices.ContainsFunc(parts, func(p Type) bool {
		_, ok := p.FromText(text)
		return ok
	})
}

// readsNone reports whether a type writes none as a dot.
func readsNone(t Type) bool {
	switch t := t.(type) {
	case Optional:
		return t.None() == "."
	case Union:
		return slices.ContainsFunc(t.Parts, readsNone)
	}
	return false
}

// readsSign reports whether a type has a meaning of its own for a sign. An optional word takes only signs with a
// letter or a digit.
func readsSign(t Type, sign string) bool {
	if o, ok := t.(Optional); ok && sign != "0" {
		if _, word := o.Of.(Word); word {
			return false
		}
	}
	_, ok := t.FromText(sign)
	return ok
}

// isEmptyRow reports whether a row of a list of lists is empty: a sign for none, or [] as in a spec.
func isEmptyRow(words []dsl.GridCell, of Type) bool {
	if len(words) != 1 {
		return false
	}
	switch text := words[0].Text; {
	case text == "[]":
		return true
	case text == ".":
		_, optional := of.(Optional)
		return !optional
	case slices.Contains(blankSigns, text):
		_, ok := of.FromText(text)
		return !ok
	}
	return false
}
