package link

import (
	"fmt"
	"slices"
	"strings"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/linkformat"
	"nazo/dsl/value"
	"nazo/internal/show/sites"
)

// readSite reads a link of another site than puzz.link by the bindings of a statement.
func (s *Statement) readSite(src *diag.Source) (*Reading, error) {
	doc, err := sites.Read(src.Text)
	if err != nil {
		return nil, problemOf(src, 0, err)
	}
	if doc.IsDrawing() {
		s = s.completed(doc)
	}
	whole := diag.Span{End: len(src.Text)}
	at := dsl.At(whole)
	r := &Reading{Statement: s, Document: doc, Instance: &instance.Instance{Source: src, At: at, Title: doc.Title, Author: doc.Author, Solution: solutionOf(doc)}}
	taken, err := s.take(doc, src)
	if err != nil {
		return nil, err
	}
	r.Notes = slices.Clone(doc.Notes)
	var made []*collector
	for _, b := range s.bindings() {
		items := taken[b]
		name, keys := splitTarget(b.Target)
		if name == nil {
			r.Notes = append(r.Notes, onlyDrawn(items)...)
			continue
		}
		target := s.targetText(b.Target)
		i := slices.IndexFunc(made, func(c *collector) bool { return c.target == target })
		if i < 0 {
			i = len(made)
			made = append(made, &collector{Statement: s, doc: doc, src: src, name: name, keys: keys, target: target})
		}
		made[i].from = append(made[i].from, bound{b, items})
	}
	if (len(r.Notes) > 0 || doc.Wordy) && doc.Rules != "" {
		r.Notes = append(r.Notes, "the author's rules: "+strings.Join(strings.Fields(doc.Rules), " "))
	}
	if doc.IsDrawing() || doc.Site == sites.Kudamono {
		made = append(made, s.mute(doc, src, made)...)
	}
	for _, c := range made {
		if !c.speaks() {
			continue
		}
		if doc.IsDrawing() {
			notes, err := c.notes()
			if err != nil {
				return nil, err
			}
			r.Notes = append(r.Notes, notes...)
		}
		r.Instance.Entries = append(r.Instance.Entries, &dsl.Assign{At: at, Names: []*dsl.Name{{At: at, Text: c.name.Text}}, Keys: c.keys,
			Value: &dsl.Foreign{At: at, Value: c}})
	}
	return r, nil
}

// take returns the items of a link by the bindings that take them.
func (s *Statement) take(doc *sites.Document, src *diag.Source) (map[*dsl.LinkBinding][]sites.Item, error) {
	taken := map[*dsl.LinkBinding][]sites.Item{}
	for _, it := range doc.Items {
		best := s.bindingsOf(it)
		if len(best) == 0 && !it.Free {
			d := diag.Errorf(src, diag.Span{End: len(src.Text)}, "link-unbound", "the link has `%s`, and the spec does not say what that means", it.Kind)
			return nil, listOf(d.Helpf("a link statement says it: link \"%s\": \"%s\" FIELD GIVEN, or \"%s\" alone for what is only drawn", doc.Site, it.Kind, it.Kind))
		}
		for _, b := range best {
			taken[b] = append(taken[b], it)
		}
	}
	return taken, nil
}

// bindings returns the bindings of a statement, and then those of statements for the same site in specs that its spec uses.
func (s *Statement) bindings() []*dsl.LinkBinding {
	all := s.Bindings
	for _, of := range s.joined {
		all = slices.Concat(all, of.Bindings)
	}
	return all
}

// onlyDrawn names the kinds of items that mean nothing.
func onlyDrawn(items []sites.Item) (notes []string) {
	times := map[string]int{}
	for _, it := range items {
		times[it.Kind]++
	}
	for _, it := range items {
		switch n := times[it.Kind]; n {
		case 0: // it was named before
			continue
		case 1:
			notes = append(notes, fmt.Sprintf("`%s` is only drawn, and is ignored", it.Kind))
		default:
			notes = append(notes, fmt.Sprintf("`%s` is only drawn, %d times, and is ignored", it.Kind, n))
		}
		delete(times, it.Kind)
	}
	return notes
}

// bindingsOf returns the bindings that take an item: those of the most special kind that fits.
func (s *Statement) bindingsOf(it sites.Item) (best []*dsl.LinkBinding) {
	longest := 0
	for _, b := range s.bindings() {
		if n := len(b.Kind.Value); it.Is(b.Kind.Value) && n >= longest {
			if n > longest {
				best, longest = nil, n
			}
			best = append(best, b)
		}
	}
	return best
}

// Takes reports whether a spec has a statement for a link of another site than puzz.link whose bindings take all that
// it has, and how many bindings that statement has.
func Takes(spec *check.Spec, doc *sites.Document) (bindings int, ok bool) {
	for _, s := range Statements(spec) {
		if s.Names(doc.Site) && !slices.ContainsFunc(doc.Items, func(it sites.Item) bool { return !it.Free && len(s.bindingsOf(it)) == 0 }) {
			return len(s.bindings()), true
		}
	}
	return 0, false
}

func splitTarget(target dsl.Expr) (name *dsl.Name, keys []dsl.Expr) {
	switch x := target.(type) {
	case *dsl.Name:
		return x, nil
	case *dsl.Index:
		name, _ = x.X.(*dsl.Name)
		return name, x.Keys
	}
	return nil, nil
}

// bound are the items of a link that a binding takes.
type bound struct {
	*dsl.LinkBinding
	items []sites.Item
}

// collector makes the value of a given from the items that its bindings take.
type collector struct {
	*Statement
	doc    *sites.Document
	src    *diag.Source
	name   *dsl.Name
	keys   []dsl.Expr
	target string
	from   []bound
	at     map[*value.Set]map[linkformat.Place]value.Value // see atPlaces
}

// speaks reports whether the link says anything of the given. Without a word its default holds, if it has one.
func (c *collector) speaks() bool {
	return !c.Spec.HasDefault(c.name.Text) || slices.ContainsFunc(c.from, func(b bound) bool { return len(b.items) > 0 })
}

// Make implements [instance.Maker].
func (c *collector) Make(t instance.Type) (value.Value, error) {
	switch t := t.(type) {
	case instance.Grid:
		return c.grid(t)
	case instance.Keyed:
		return keyedIn(c, t)
	case instance.List:
		if group, both, beside := c.beside(); beside {
			return c.lines(t, group, both)
		}
		all, err := c.collect(t.Of)
		return value.List(all), err
	case instance.Set:
		if ends, is := c.fence(); is {
			return c.edgesAt(t, ends), nil
		}
		all, err := c.collect(t.Of)
		return value.NewSet(all...), err
	}
	if _, ok := t.Fits(value.True); ok {
		return value.Of(slices.ContainsFunc(c.from, func(b bound) bool { return len(b.items) > 0 })), nil
	}
	all, err := c.collect(t)
	switch {
	case err != nil:
		return nil, err
	case len(all) == 0:
		return blankAt(c, t, "")
	}
	return all[0], nil
}

// cellPlace returns the place of a cell, or the middle of an edge, of a board as large as the link's.
func cellPlace(v value.Value) (linkformat.Place, bool) {
	switch v := v.(type) {
	case value.Cell:
		return linkformat.Cell(v.Row, v.Col), true
	case value.Edge:
		p, okP := cellPlace(v.A)
		q, okQ := cellPlace(v.B)
		return middle(p, q), okP && okQ
	}
	return linkformat.Place{}, false
}

// values returns the values at places. An item stands at its cell, or in the middle of its two cells. Its value is the
// field of the binding, or "value".
func (c *collector) values(places []linkformat.Place, of func(i int) instance.Type) ([]value.Value, error) {
	index := make(map[linkformat.Place]int, len(places))
	for i, p := range places {
		index[p] = i
	}
	values := make([]value.Value, len(places))
	for _, b := range c.from {
		for _, it := range b.items {
			at, ok := standsAt(it)
			i, known := index[at]
			if !ok || !known {
				return nil, c.misfit("`"+it.Kind+"` beside the board", of(0))
			}
			f := c.fieldFor(it, b)
			if f == nil && len(b.Table) == 0 {
				continue
			}
			v, ok := c.convert(f, of(i), b.LinkBinding)
			if !ok {
				return nil, c.misfit(fmt.Sprintf("%s %s", it.Kind, text(f)), of(i))
			}
			values[i] = v
		}
	}
	for i, v := range values {
		if v == nil {
			var err error
			if values[i], err = blankAt(c, of(i), "in a cell"); err != nil {
				return nil, err
			}
		}
	}
	return values, nil
}

func standsAt(it sites.Item) (linkformat.Place, bool) {
	if p, ok := it.Fields["cell"].(sites.Place); ok {
		return p, true
	}
	if l, ok := it.Fields["cells"].([]sites.Value); ok && len(l) > 0 {
		p, okP := l[0].(sites.Place)
		q, okQ := l[len(l)-1].(sites.Place)
		return middle(p, q), okP && okQ && len(l) <= 2
	}
	return linkformat.Place{}, false
}

// collect returns the elements of a list or a set, one or more for each item.
func (c *collector) collect(of instance.Type) ([]value.Value, error) {
	var out []value.Value
	for _, b := range c.from {
		for _, it := range b.items {
			vs, ok := c.elements(it, b.LinkBinding, of)
			if !ok && !it.Free {
				return nil, c.misfit(itemText(it), of)
			}
			out = append(out, vs...)
		}
	}
	return out, nil
}

// mostElements bounds the elements that one item may become.
const mostElements = 1000

// elements returns an item as values of a type: one, or several if a field has a list where the type takes one of it. So an
// arrow with several shafts is several arrows.
func (c *collector) elements(it sites.Item, b *dsl.LinkBinding, of instance.Type) ([]value.Value, bool) {
	fields := make([]sites.Value, len(b.Fields))
	for i, f := range b.Fields {
		fields[i] = it.Fields[f.Text]
	}
	if len(fields) == 0 {
		fields = []sites.Value{onlyField(it)}
	}
	types := []instance.Type{of}
	tuple, several := of.(instance.Tuple)
	if several && len(fields) > 1 {
		types = tuple.Parts
	}
	if len(types) != len(fields) {
		return nil, false
	}
	rows := []value.Tuple{{}}
	for i, f := range fields {
		all := []sites.Value{f}
		if list, ok := f.([]sites.Value); ok && depth(f) > typeDepth(types[i]) {
			all = list
		}
		var longer []value.Tuple
		for _, row := range rows {
			for _, one := range all {
				v, ok := c.convert(one, types[i], b)
				if !ok || len(longer) >= mostElements {
					return nil, false
				}
				longer = append(longer, append(slices.Clip(row), v))
			}
		}
		rows = longer
	}
	out := make([]value.Value, len(rows))
	for i, row := range rows {
		if out[i] = row; len(types) == 1 {
			out[i] = row[0]
		}
	}
	return out, true
}

// onlyField returns the field of an item that a binding without fields means.
func onlyField(it sites.Item) sites.Value {
	for _, name := range []string{"cell", "cells", "lines", "value"} {
		if f, ok := it.Fields[name]; ok {
			return f
		}
	}
	return nil
}

// depth returns how many lists are within one another.
func depth(f sites.Value) int {
	if l, ok := f.([]sites.Value); ok {
		if len(l) == 0 {
			return 1
		}
		return 1 + depth(l[0])
	}
	return 0
}

func typeDepth(t instance.Type) int {
	switch t.(type) {
	case instance.List, instance.Set:
		return 1 + typeDepth(within(t)[0])
	case instance.Tuple:
		return 1
	}
	return 0
}

// convert returns a field as a value of a type. A place outside the board, where the type wants a list of cells, is the
// line of cells that it looks at.
func (c *collector) convert(f sites.Value, t instance.Type, b *dsl.LinkBinding) (value.Value, bool) {
	switch f := f.(type) {
	case []sites.Value:
		return c.convertList(f, t, b)
	case sites.Place:
		switch t.(type) {
		case instance.List, instance.Set:
			return c.convert(c.seenFrom(f), t, b)
		}
		if of, ok := t.(instance.OneOf); ok {
			if v, placed := c.atPlaces(of)[f]; placed {
				return v, true
			}
		}
		return t.FromText(cellText(f))
	case nil:
		if w, ok := c.byTable(value.None{}, t, b); ok {
			return w, true
		}
		switch t.(type) {
		case instance.List, instance.Set:
			return c.convert([]sites.Value{}, t, b)
		}
		return absent(t)
	case int:
		return c.scalar(value.Int(f), t, b)
	case string:
		return c.scalar(value.Text(f), t, b)
	}
	return nil, false
}

func (c *collector) convertList(list []sites.Value, t instance.Type, b *dsl.LinkBinding) (value.Value, bool) {
	of := within(t)
	switch t := t.(type) {
	case instance.List, instance.Set:
		of = slices.Repeat(of, len(list))
	case instance.Tuple:
		if len(of) != len(list) {
			return nil, false
		}
	case instance.Optional:
		return c.convert(list, t.Of, b)
	default:
		if len(list) != 1 {
			return nil, false
		}
		return c.convert(list[0], t, b)
	}
	out := make([]value.Value, len(list))
	for i, x := range list {
		var ok bool
		if out[i], ok = c.convert(x, of[i], b); !ok {
			return nil, false
		}
	}
	switch t.(type) {
	case instance.Set:
		return value.NewSet(out...), true
	case instance.Tuple:
		return value.Tuple(out), true
	}
	return value.List(out), true
}

func (c *collector) scalar(v value.Value, t instance.Type, b *dsl.LinkBinding) (value.Value, bool) {
	if w, ok := c.byTable(v, t, b); ok {
		return w, true
	}
	switch t := t.(type) {
	case instance.List:
		w, ok := c.scalar(v, t.Of, b)
		return value.List{w}, ok
	case instance.Set:
		w, ok := c.scalar(v, t.Of, b)
		return value.NewSet(w), ok
	}
	text, isText := v.(value.Text)
	if w, ok := t.Fits(v); ok && !isText {
		return w, true
	} else if !isText {
		text = value.Text(value.String(v))
	}
	if w, ok := named(string(text), t); ok {
		return w, true
	}
	return c.likely(v, t, b)
}

// byTable returns the meaning of a scalar by the table of a binding.
func (c *collector) byTable(v value.Value, t instance.Type, b *dsl.LinkBinding) (value.Value, bool) {
	w, ok := meaning(b.Table, v, func(w tableWord) (value.Value, bool) { return named(w.name, t) })
	if !ok {
		return nil, false
	}
	return t.Fits(w)
}

// seenFrom returns the cells that a place outside the board looks at, the nearest first. A place on the board is
// itself.
func (c *collector) seenFrom(p sites.Place) []sites.Value {
	width, height := 2*c.doc.Columns, 2*c.doc.Rows
	step := sites.Place{}
	switch {
	case p.X < 0:
		step.X = 2
	case p.X > width:
		step.X = -2
	}
	switch {
	case p.Y < 0:
		step.Y = 2
	case p.Y > height:
		step.Y = -2
	}
	if step == (sites.Place{}) {
		return []sites.Value{p}
	}
	out := []sites.Value{}
	for range max(c.doc.Columns, c.doc.Rows) + 2 {
		if p = p.Plus(step); c.doc.Has(p) {
			out = append(out, p)
		}
	}
	return out
}

func cellText(p sites.Place) string { return fmt.Sprintf("r%dc%d", (p.Y+1)/2, (p.X+1)/2) }

func text(f sites.Value) string {
	switch f := f.(type) {
	case nil:
		return "nothing"
	case sites.Place:
		return cellText(f)
	case []sites.Value:
		var parts []string
		for _, x := range f {
			parts = append(parts, text(x))
		}
		return strings.Join(parts, " ")
	}
	return fmt.Sprint(f)
}

func itemText(it sites.Item) string {
	var parts []string
	for _, name := range []string{"value", "values", "cell", "cells", "lines"} {
		if f, ok := it.Fields[name]; ok {
			parts = append(parts, text(f))
		}
	}
	return strings.TrimSpace("`" + it.Kind + "` " + strings.Join(parts, " "))
}

func (c *collector) misfit(what string, t instance.Type) error {
	return misfit(c.src, diag.Span{End: len(c.src.Text)}, what, c.target, t)
}
