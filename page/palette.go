package page

import (
	"context"
	"strings"

	"nazo/compile"
	"nazo/givens"
	"nazo/picture"
	"nazo/value"
)

// mostChoices is how many values a palette shows: of more the rest is typed.
const mostChoices = 40

// The kinds of places that palettes are for.
const (
	onCells   = "cells"
	onPoints  = "points"
	onEdges   = "edges"
	onOutside = "outside"
	onLines   = "lines"
	onWhole   = "whole"
)

// placeOf is what a board calls the place of a part: that of a cell or an edge, or its keys one after the other.
func placeOf(path []value.Value) string {
	words := make([]string, len(path))
	for i, v := range path {
		words[i] = value.String(v)
	}
	return strings.Join(words, " ")
}

// palettes are those of all givens that are no secret.
func (t *table) palettes(ctx context.Context) ([]Palette, error) {
	parts, problems := compile.Parts(ctx, t.spec, t.input, compile.Options{})
	if problems.HasErrors() {
		return nil, problems
	}
	secret := map[string]bool{}
	for _, name := range t.spec.HiddenNames() {
		secret[name] = true
	}
	out := []Palette{}
	index := map[string]int{}
	for _, p := range parts {
		if secret[p.Given] {
			continue
		}
		i, met := index[p.Given]
		if !met {
			i = len(out)
			index[p.Given] = i
			choices, free := t.choices(p)
			of := Palette{Given: p.Given, On: onWhat(p.Path), Values: choices, Free: free, Now: map[string]string{}}
			if of.On == onOutside {
				of.Sides = picture.Sides(t.spec, p.Given)
				if inLine(p) && of.Sides[""] != "" {
					of.On = onLines
				}
			}
			if of.On == onCells {
				if b := p.Path[0].(value.Cell).Board; b != nil {
					of.Rows, of.Cols = b.Rows, b.Cols
				}
			}
			out = append(out, of)
		}
		word, there := t.word(p.Given, p.Value)
		if out[i].On == onLines {
			line := placeOf(p.Path[:1])
			out[i].Now[line] = strings.TrimSpace(out[i].Now[line] + " " + word)
		} else if there {
			out[i].Now[placeOf(p.Path)] = word
		}
	}
	return out, nil
}

// inLine reports whether a part is one of several values of a line, counted from 1 on.
func inLine(p givens.Part) bool {
	if len(p.Path) != 2 {
		return false
	}
	_, line := p.Path[0].(value.Int)
	_, place := p.Path[1].(value.Int)
	return line && place
}

// onWhat says at what kind of places the parts of a given are.
func onWhat(path []value.Value) string {
	if len(path) == 0 {
		return onWhole
	}
	if len(path) > 1 {
		return onOutside
	}
	switch v := path[0].(type) {
	case value.Cell:
		if v.Board != nil && v.Board.Points {
			return onPoints
		}
		return onCells
	case value.Edge:
		if _, ok := v.A.(value.Cell); ok {
			return onEdges
		}
	}
	return onOutside
}

// word is how a value is written at a place; there is false where nothing stands.
func (t *table) word(given string, v value.Value) (word string, there bool) {
	switch v := v.(type) {
	case value.None:
		return "", false
	case value.Bool:
		return value.String(v), v == value.True
	}
	if word, ok := givens.CellText(t.spec, given, v); ok {
		return word, true
	}
	return value.String(v), true
}

// choices are the values that may stand at a part of a given, and whether others may, too.
func (t *table) choices(p givens.Part) (out []Choice, free bool) {
	if _, truth := p.Value.(value.Bool); truth {
		return []Choice{{Value: "true", Name: p.Given}, {Value: "false", Name: "none", Blank: true}}, false
	}
	c := chooser{table: t, given: p.Given}
	c.of(p.Type)
	return c.choices, c.free
}

// chooser lists what a type allows.
type chooser struct {
	table   *table
	given   string
	choices []Choice
	free    bool
}

func (c *chooser) of(t givens.Type) {
	switch t := t.(type) {
	case givens.Optional:
		c.choices = append(c.choices, Choice{Value: t.None(), Name: "none", Blank: true})
		c.of(t.Of)
	case givens.Union:
		for _, part := range t.Parts {
			c.of(part)
		}
	case givens.OneOf:
		if r, ok := t.Values.(value.Range); ok {
			for n := r.Lo; n <= r.Hi && c.add(value.Int(n)); n++ {
			}
			return
		}
		for _, v := range t.Values.List() {
			if !c.add(v) {
				break
			}
		}
	default:
		c.free = true
	}
}

// add lists a value, unless there are too many.
func (c *chooser) add(v value.Value) bool {
	if len(c.choices) > mostChoices {
		c.free = true
		return false
	}
	word, there := c.table.word(c.given, v)
	if !there {
		return true
	}
	choice := Choice{Value: word}
	if l, ok := v.(value.Label); ok && l.Name != word {
		choice.Name = l.Name
	}
	c.choices = append(c.choices, choice)
	return true
}
