package page

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/show/picture"
	"nazo/internal/study/compose"
)

// place puts a value at a place of a given in the instance, and reads the new text for the look that follows.
func (t *table) place(ctx context.Context, emit func(Event)) error {
	c, err := t.placed(ctx)
	if err != nil {
		return err
	}
	q := t.question
	q.Instance = q.Instance[:bytesAt(q.Instance, c.From)] + c.Insert + q.Instance[bytesAt(q.Instance, c.To):]
	next, err := t.desk.lay(q)
	if err != nil {
		return err
	}
	defer t.desk.leave(next)
	if _, err := next.givens(ctx); err != nil {
		return err
	}
	emit(Event{Kind: KindChange, Change: c})
	return nil
}

// placed returns the change that puts the value of the question at its place.
func (t *table) placed(ctx context.Context) (*Change, error) {
	q := t.question
	if _, err := t.givens(ctx); err != nil {
		return nil, err
	}
	if c, err := t.placeLine(); c != nil || err != nil {
		return c, err
	}
	i := slices.IndexFunc(t.parts, func(p instance.Part) bool { return p.Given == q.Given && placeOf(p.Path) == q.Place })
	if i < 0 {
		return nil, problem("nothing that is given has a place `" + q.Place + "`")
	}
	part := t.parts[i]
	v, ok := readWord(part.Type, q.Value)
	if !ok {
		return nil, problem("`" + q.Value + "` does not fit at " + q.Given + " " + q.Place + "; expected " + part.Type.Describe())
	}
	if c := t.inCell(part, v); c != nil {
		return c, nil
	}
	all, err := t.with(ctx, part, v)
	if err != nil {
		return nil, err
	}
	return t.change(all, part), nil
}

// placeLine replaces the values beside a line. It is nil if the question is about something else.
func (t *table) placeLine() (*Change, error) {
	q := t.question
	i := slices.IndexFunc(t.parts, func(p instance.Part) bool { return p.Given == q.Given && inLine(p) })
	line, err := strconv.Atoi(q.Place)
	if i < 0 || err != nil {
		return nil, nil
	}
	all := slices.Clone(t.values)
	of := slices.IndexFunc(all, func(g instance.Given) bool { return g.Name == q.Given })
	lines, ok := all[of].Value.(value.List)
	if !ok || line < 1 || line > len(lines) {
		return nil, problem("`" + q.Given + "` has no line " + q.Place)
	}
	words := strings.Fields(q.Value)
	said := value.List{}
	for _, word := range words {
		v, ok := readWord(t.parts[i].Type, word)
		if !ok {
			return nil, problem("`" + word + "` does not fit in " + q.Given + "; expected " + t.parts[i].Type.Describe())
		}
		said = append(said, v)
	}
	if entries := t.entries(q.Given); len(entries) == 1 && len(entries[0].Names) == 1 {
		if rows, ok := entries[0].Value.(*dsl.GridLit); ok && len(rows.Rows) == len(lines) {
			if len(words) == 0 {
				words = []string{"[]"}
			}
			return t.replaced(rows.Rows[line-1].Span(), strings.Join(words, " ")), nil
		}
	}
	lines = slices.Clone(lines)
	lines[line-1] = said
	all[of].Value = lines
	return t.change(all, t.parts[i]), nil
}

func readWord(t instance.Type, text string) (value.Value, bool) {
	if _, truth := t.(instance.Bool); truth {
		return value.Of(text == "true"), text == "true" || text == "false"
	}
	if o, optional := t.(instance.Optional); optional && (text == "" || text == ".") {
		if v, reads := t.FromText(text); reads {
			return v, true
		}
		text = o.None()
	}
	return t.FromText(text)
}

func (t *table) entries(name string) []*dsl.Assign {
	if t.lent {
		return nil
	}
	return t.input.Instance.Of(name)
}

// change rewrites what the instance has for a given after a change of one part. all has the new values of the givens.
func (t *table) change(all []instance.Given, part instance.Part) *Change {
	whole := func() *Change { // no text can stay
		return t.replacing(alg.Filter(all, func(g instance.Given) bool { return t.says(g.Name) || t.lent || g.Name == part.Given }))
	}
	entries := t.entries(part.Given)
	switch {
	case t.lent:
		return whole()
	case len(entries) == 0:
		return t.appended(all, part.Given)
	case len(entries) > 1 || len(entries[0].Keys) > 0:
		return whole()
	}
	e := entries[0]
	var together []instance.Given
	for _, n := range e.Names {
		if i := slices.IndexFunc(all, func(g instance.Given) bool { return g.Name == n.Text }); i >= 0 {
			together = append(together, all[i])
		}
	}
	written := strings.TrimSuffix(instance.Text(t.spec, together), "\n")
	if grid, ok := e.Value.(*dsl.GridLit); ok && len(e.Names) > 0 && e.Names[0].Start == grid.Start { // rows without a name
		if _, rows, ok := strings.Cut(written, ":\n"); ok {
			written = strings.TrimLeft(rows, " ")
		}
	}
	return t.replaced(e.Span(), written)
}

// replacing returns the change that puts other values in the place of the whole instance. Comments around it stay.
func (t *table) replacing(all []instance.Given) *Change {
	span, ok := t.span()
	if !ok {
		span = diag.Span{Start: 0, End: len(t.question.Instance)}
	}
	return t.replaced(span, strings.TrimSuffix(instance.Brief(t.spec, all, func(name string) bool { return t.lent || t.says(name) }), "\n"))
}

// renewing is like replacing for another board: the title and the comments of the old one go with it. Other instances in
// the text stay.
func (t *table) renewing(all []instance.Given) *Change {
	c := t.replacing(all)
	if len(t.instances) > 1 {
		c.From = units(t.question.Instance, t.input.Instance.Start)
		c.Insert = "---\n" + c.Insert
		return c
	}
	c.From, c.To = 0, units(t.question.Instance, len(t.question.Instance))
	c.Insert += "\n"
	return c
}

// span returns where the entries of the instance stand in its text. It is false if there are none.
func (t *table) span() (diag.Span, bool) {
	in := t.input.Instance
	if in == nil || t.lent || len(in.Entries) == 0 {
		return diag.Span{}, false
	}
	return diag.Span{Start: in.Entries[0].Start, End: in.Entries[len(in.Entries)-1].End}, true
}

// inCell returns the change of one cell of a given with a word for each cell. It is nil if the new word has another
// length, or the given shares its rows.
func (t *table) inCell(part instance.Part, v value.Value) *Change {
	entries := t.entries(part.Given)
	if len(entries) != 1 || len(entries[0].Keys) > 0 || len(entries[0].Names) != 1 {
		return nil
	}
	cell, ok := instance.CellOf(entries[0], part)
	if !ok || part.Path[0].(value.Cell).Board.Points {
		return nil
	}
	word, ok := instance.CellText(t.spec, part.Given, v)
	if _, truth := part.Type.(instance.Bool); truth || !ok || len([]rune(word)) != len([]rune(cell.Text)) {
		return nil
	}
	if _, reads := readWord(part.Type, word); !reads {
		return nil
	}
	return t.replaced(cell.Span(), word)
}

func (t *table) appended(all []instance.Given, name string) *Change {
	i := slices.IndexFunc(all, func(g instance.Given) bool { return g.Name == name })
	written := strings.TrimSuffix(instance.Text(t.spec, all[i:i+1]), "\n")
	span, ok := t.span()
	if !ok {
		return t.replaced(diag.Span{Start: len(t.question.Instance), End: len(t.question.Instance)}, written+"\n")
	}
	return t.replaced(diag.Span{Start: span.End, End: span.End}, "\n\n"+written)
}

func (t *table) replaced(span diag.Span, insert string) *Change {
	text := t.question.Instance
	return &Change{units(text, span.Start), units(text, span.End), insert}
}

func (t *table) blank(ctx context.Context, emit func(Event)) error {
	q := t.question
	models := []instance.Input{t.input}
	for _, e := range compile.Examples(t.spec) {
		models = append(models, e.Input)
	}
	all, err := compose.Blank(ctx, t.spec, models, compose.Size{Rows: q.Rows, Cols: q.Cols}, compile.Options{})
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(g instance.Given) bool { return t.spec.HasDefault(g.Name) && !t.says(g.Name) })
	text := instance.Text(t.spec, all)
	span, ok := t.span()
	if ok {
		text = strings.TrimSuffix(text, "\n")
	} else {
		span = diag.Span{Start: 0, End: len(q.Instance)}
	}
	emit(Event{Kind: KindChange, Change: t.replaced(span, text)})
	return nil
}

// mostChoices bounds the values that a palette shows. Others are typed.
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

// placeOf returns the name of the place of a part on the board: that of a cell or an edge, or its keys in turn.
func placeOf(path []value.Value) string { return strings.Join(alg.Map(path, value.String), " ") }

func (t *table) palettes(ctx context.Context) ([]Palette, error) {
	if _, err := t.givens(ctx); err != nil {
		return nil, err
	}
	hidden := t.spec.HiddenNames()
	out := []Palette{}
	index := map[string]int{}
	for _, p := range t.parts {
		if slices.Contains(hidden, p.Given) {
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

// inLine reports whether a part is one of several values of a line.
func inLine(p instance.Part) bool {
	if len(p.Path) != 2 {
		return false
	}
	_, line := p.Path[0].(value.Int)
	_, place := p.Path[1].(value.Int)
	return line && place
}

func onWhat(path []value.Value) string {
	switch len(path) {
	case 0:
		return onWhole
	case 1:
	default:
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

// word writes a value at a place. there is false for nothing.
func (t *table) word(given string, v value.Value) (word string, there bool) {
	switch v := v.(type) {
	case value.None:
		return "", false
	case value.Bool:
		return value.String(v), v == value.True
	}
	if word, ok := instance.CellText(t.spec, given, v); ok {
		return word, true
	}
	return value.String(v), true
}

// choices returns the values that may stand at a part of a given. free is true if there are others.
func (t *table) choices(p instance.Part) (out []Choice, free bool) {
	if _, truth := p.Value.(value.Bool); truth {
		return []Choice{{Value: "true", Name: p.Given}, {Value: "false", Name: "none", Blank: true}}, false
	}
	c := chooser{table: t, given: p.Given}
	c.of(p.Type)
	return c.choices, c.free
}

type chooser struct {
	table   *table
	given   string
	choices []Choice
	free    bool
}

func (c *chooser) of(t instance.Type) {
	switch t := t.(type) {
	case instance.Optional:
		c.choices = append(c.choices, Choice{Value: t.None(), Name: "none", Blank: true})
		c.of(t.Of)
	case instance.Union:
		for _, part := range t.Parts {
			c.of(part)
		}
	case instance.OneOf:
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
