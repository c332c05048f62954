package link

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"nazo/internal/show/sites"
)

// document writes givens and bindings for the kinds of things in a link of another site.
func (k *skeleton) document(doc *sites.Document) {
	k.about = strings.Join(slices.DeleteFunc([]string{doc.Title, doc.Author, doc.Rules}, func(s string) bool { return strings.TrimSpace(s) == "" }), "\n")
	k.words = map[string]string{}
	of := map[string][]sites.Item{}
	for _, it := range doc.Items {
		if !it.Free {
			of[it.Kind] = append(of[it.Kind], it)
		}
	}
	const clues = "given"
	clue := k.scalars(doc, of[clues], "value", max(doc.Rows, doc.Columns))
	k.cells = k.named("clue", "grid of "+clue+"?", "")
	if len(of[clues]) > 0 && len(k.words) == 0 {
		k.digits = clue
	}
	bindings := []string{fmt.Sprintf("%q %s", clues, k.cells)}
	var drawn []string
	for _, kind := range doc.Kinds() {
		if kind == clues || of[kind] == nil {
			continue
		}
		binding, ok := k.bind(doc, kind, of[kind])
		if !ok {
			drawn = append(drawn, kind)
		}
		bindings = append(bindings, binding)
	}
	if len(drawn) > 0 {
		k.notes = append(k.notes, "these are taken as only drawn: "+strings.Join(drawn, ", "))
	}
	k.link = fmt.Sprintf("link %q:\n  %s", cmp.Or(doc.Type, doc.Site), strings.Join(bindings, ", "))
}

// bind declares the given for a kind, and returns the binding. It is false for what is taken as only drawn.
func (k *skeleton) bind(doc *sites.Document, kind string, items []sites.Item) (binding string, ok bool) {
	quoted := fmt.Sprintf("%q", kind)
	fields, ok := fieldsOf(doc, items)
	switch {
	case !slices.ContainsFunc(items, func(it sites.Item) bool { return !onSide(it) }):
		return quoted + " " + k.named(givenName(kind), "set of edges(orthogonal("+k.cells+")) = {}", ""), true
	case !ok:
		return quoted, false
	case len(fields) == 0:
		return quoted + " " + k.flag(givenName(kind), ""), true
	case slices.Equal(fields, []string{"cell"}) && allInside(doc, items):
		return quoted + " cell " + k.named(givenName(kind), "set of cells("+k.cells+") = {}", ""), true
	case slices.Equal(fields, []string{"value", "cell"}) && allInside(doc, items) && eachCellOnce(items):
		return quoted + " " + k.named(givenName(kind), "grid of "+k.scalars(doc, items, "value", 0)+"?", ""), true
	}
	types := make([]string, len(fields))
	for i, f := range fields {
		if types[i], ok = k.fieldType(doc, items, f); !ok {
			return quoted, false
		}
	}
	if len(fields) == 1 {
		return quoted + " " + fields[0] + " " + k.named(givenName(kind), "list of "+types[0]+" = []", ""), true
	}
	return quoted + " (" + strings.Join(fields, ", ") + ") " + k.named(givenName(kind), "list of ("+strings.Join(types, ", ")+") = []", ""), true
}

// givenName makes a name of the site's word for a kind.
func givenName(kind string) string {
	name := strings.Map(func(c rune) rune {
		switch {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
			return c
		case 'A' <= c && c <= 'Z':
			return c | 0x20
		}
		return '_'
	}, kind)
	if name = strings.Trim(name, "_"); name == "" || name[0] < 'a' {
		name = "the_" + name
	}
	return strings.TrimRight(name, "_")
}

// usualFields come first in a tuple. Of the other fields those with places count: the rest is how it is drawn.
var usualFields = []string{"value", "values", "cell", "cells", "lines"}

// fieldsOf returns the fields of items that have a meaning. It is false if a place is no cell.
func fieldsOf(doc *sites.Document, items []sites.Item) (fields []string, ok bool) {
	has := map[string]bool{}
	for _, it := range items {
		for name, f := range it.Fields {
			all := sites.PlacesIn(f)
			if slices.ContainsFunc(all, func(p sites.Place) bool { return p.X%2 == 0 || p.Y%2 == 0 }) {
				return nil, false
			}
			has[name] = has[name] || len(all) > 0 || slices.Contains(usualFields[:2], name)
		}
	}
	if has["cell"] && has["cells"] && !allInside(doc, items) { // the cells are what is seen from the place outside
		has["cell"] = false
	}
	for _, name := range append(slices.Clone(usualFields), slices.Sorted(maps.Keys(has))...) {
		if has[name] && !slices.Contains(fields, name) {
			fields = append(fields, name)
		}
	}
	return fields, true
}

// allInside reports whether each item has a cell of the board in the field cell.
func allInside(doc *sites.Document, items []sites.Item) bool {
	return !slices.ContainsFunc(items, func(it sites.Item) bool {
		p, ok := it.Fields["cell"].(sites.Place)
		return !ok || !doc.Has(p)
	})
}

// onSide reports whether an item says no more than that it is on a side of a cell.
func onSide(it sites.Item) bool {
	p, ok := it.Fields["cell"].(sites.Place)
	return ok && (p.X+p.Y)%2 != 0 && it.Fields["value"] == nil && it.Fields["values"] == nil
}

func eachCellOnce(items []sites.Item) bool {
	met := map[sites.Value]bool{}
	for _, it := range items {
		met[it.Fields["cell"]] = true
	}
	return len(met) == len(items)
}

// fieldType returns the type for a field of items. It is false if the items have it in different forms.
func (k *skeleton) fieldType(doc *sites.Document, items []sites.Item, field string) (string, bool) {
	deepest, missing, places := 0, false, false
	for _, it := range items {
		f, ok := it.Fields[field]
		missing = missing || !ok
		deepest = max(deepest, depth(f))
		places = places || len(sites.PlacesIn(f)) > 0
	}
	switch {
	case places && (field == "cell" && !allInside(doc, items) || deepest > 0):
		return "list of cells(" + k.cells + ")", deepest <= 2
	case places:
		return "cells(" + k.cells + ")", true
	case deepest == 1:
		return "list of " + k.scalars(doc, items, field, 0), true
	case deepest > 1:
		return "", false
	}
	of := k.scalars(doc, items, field, 0)
	if missing {
		of += "?"
	}
	return of, true
}

// scalars returns a type for the numbers and words in a field. Numbers reach at least to most, or to 999 without it.
func (k *skeleton) scalars(doc *sites.Document, items []sites.Item, field string, most int) string {
	lo, hi, words := 1, most, false
	if most == 0 {
		lo, hi = 0, 999
	}
	numbers := most > 0
	var look func(f sites.Value)
	look = func(f sites.Value) {
		switch f := f.(type) {
		case int:
			lo, hi, numbers = min(lo, f), max(hi, f), true
		case string:
			words = true
			if k.words[f] == "" {
				k.words[f] = k.wordName(f)
			}
		case []sites.Value:
			for _, x := range f {
				look(x)
			}
		}
	}
	for _, it := range items {
		look(it.Fields[field])
	}
	switch numberType := fmt.Sprintf("%d..%d", lo, hi); {
	case words && numbers:
		return "words or " + numberType
	case words:
		return "words"
	default:
		return numberType
	}
}

// wordName returns a name for the label of a word in a link.
func (k *skeleton) wordName(word string) string {
	name := "word_" + givenName(word)
	for n := 2; k.used[name]; n++ {
		name = fmt.Sprintf("word_%s_%d", givenName(word), n)
	}
	k.used[name] = true
	return name
}
