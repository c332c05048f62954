package compile

import (
	"slices"
	"strings"

	"nazo/dsl"
)

// What collections of boards write in other ways than a type does: this file
// brings the words of a raw grid into the type's own, before they are read.

// blankSigns are what stands for none in published boards beside the dot.
var blankSigns = []string{"-", "_", "0"}

// typed says how symbols that are printed are typed.
var typed = map[rune]string{
	'−': "-", '–': "-", '—': "-", '·': ".", '×': "x", '÷': "/",
	'○': "o", '●': "*", '■': "#", '█': "#",
	'↑': "^", '→': ">", '↓': "v", '←': "<",
}

// plain is a grid in the words of a type: symbols as they are typed where the
// type doesn't know them, and none as the type writes it.
//
// A grid writes none in one way only: other signs than the dot stand for none only
// if it has no dot, for else they may be meant for something else, as a lone 0 is.
func plain(x *dsl.GridLit, t inputType) *dsl.GridLit {
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

// typedText is a text with its symbols as they are typed, but those that are
// known to a type.
func typedText(text string, parts []inputType) string {
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

// blankSign is the sign that a grid has in place of the dot, or "".
func blankSign(x *dsl.GridLit, parts []inputType) string {
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
		if seen[sign] && !slices.ContainsFunc(parts, func(p inputType) bool { return readsSign(p, sign) }) {
			return sign
		}
	}
	return ""
}

// partsOf are the types of what is printed in the cells or words of a grid: those
// of the elements, and of the parts of those that are printed together.
func partsOf(t inputType) []inputType {
	switch t := t.(type) {
	case gridType:
		return partsOf(t.of)
	case listType:
		return partsOf(t.of)
	case setType:
		return partsOf(t.of)
	case tupleType:
		var out []inputType
		for _, p := range t.parts {
			out = append(out, partsOf(p)...)
		}
		return out
	case keyedType:
		if len(t.of) > 0 {
			return partsOf(t.of[0])
		}
		return nil
	}
	return []inputType{t}
}

func anyReads(parts []inputType, text string) bool {
	return slices.ContainsFunc(parts, func(p inputType) bool {
		_, ok := p.fromText(text)
		return ok
	})
}

// readsNone says whether a type writes none as a dot.
func readsNone(t inputType) bool {
	switch t := t.(type) {
	case optionalType:
		return t.none() == "."
	case unionType:
		return slices.ContainsFunc(t.parts, readsNone)
	}
	return false
}

// readsSign says whether a type has a meaning of its own for a sign. A word that
// may be none has a letter or a digit.
func readsSign(t inputType, sign string) bool {
	if o, ok := t.(optionalType); ok && sign != "0" {
		if _, word := o.of.(labelType); word {
			return false
		}
	}
	_, ok := t.fromText(sign)
	return ok
}

// isEmptyRow says whether a row of a list of lists is the empty one: published as
// a sign for none, or written as in a spec.
func isEmptyRow(words []dsl.GridCell, of inputType) bool {
	if len(words) != 1 {
		return false
	}
	switch text := words[0].Text; {
	case text == "[]":
		return true
	case text == ".":
		_, optional := of.(optionalType)
		return !optional
	case slices.Contains(blankSigns, text):
		_, ok := of.fromText(text)
		return !ok
	}
	return false
}
