package link

import (
	"fmt"
	"slices"
	"strings"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/instance"
	"nazo/dsl/linkformat"
	"nazo/dsl/value"
	"nazo/internal/show/sites"
)

// Document returns what a link of another site carries for the values of a spec's givens, by the bindings of the
// statement for the site. missing are the givens with a value that no binding takes, and that differ from their
// default: what the link would lose.
func Document(spec *check.Spec, site string, values []instance.Given) (doc *sites.Document, missing []string, err error) {
	drawing := sites.IsDrawing(site)
	for _, s := range Statements(spec) {
		if s.Names(site) || strings.HasPrefix(s.IDs[0].Value, site+" ") {
			if drawing {
				return s.drawByTypes(site, values)
			}
			return s.document(site, values)
		}
	}
	if drawing {
		return bare(spec).drawByTypes(site, values)
	}
	var known []string
	for _, s := range Statements(spec) {
		if len(s.Bindings) > 0 {
			known = append(known, s.IDs[0].Value)
		}
	}
	if len(known) > 0 {
		return nil, nil, fmt.Errorf("the spec has no statement link %q; it has those of %s", site, strings.Join(known, ", "))
	}
	return nil, nil, fmt.Errorf("the spec has no statement link %q, which would say how that site has the puzzle", site)
}

// bare returns a statement for a drawing, where the types of givens say all.
func bare(spec *check.Spec) *Statement {
	return &Statement{Link: &dsl.Link{}, Spec: spec, Source: spec.File.Source}
}

// boardIn returns the size of the first given with a board, and nothing if there is none.
func boardIn(values []instance.Given) (b linkformat.Board) {
	for _, g := range values {
		if a, ok := g.Value.(*value.Array); ok && a.Board != nil {
			return linkformat.Board{Columns: a.Board.Cols, Rows: a.Board.Rows}
		}
	}
	return b
}

func (s *Statement) document(site string, values []instance.Given) (*sites.Document, []string, error) {
	doc := &sites.Document{Site: site, Type: s.IDs[0].Value, Board: boardIn(values)}
	bound, of := map[string]bool{}, byName(values)
	if doc.Rows == 0 {
		return nil, nil, fmt.Errorf("no given of the spec has a board, and a link of %s has one", site)
	}
	for _, b := range s.Bindings {
		name, keys := splitTarget(b.Target)
		if name == nil || len(keys) > 0 || bound[name.Text] {
			continue
		}
		bound[name.Text] = true
		if err := s.write(doc, b, of[name.Text]); err != nil {
			return nil, nil, fmt.Errorf("a link of %s can't say what `%s` is: %w", site, name.Text, err)
		}
	}
	var missing []string
	for _, g := range values {
		if !bound[g.Name] && speaks(g.Value) {
			missing = append(missing, g.Name)
		}
	}
	return doc, missing, nil
}

// speaks reports whether a value is more than nothing: not false, no empty collection.
func speaks(v value.Value) bool {
	switch v := v.(type) {
	case value.None, nil:
		return false
	case *value.Array:
		return slices.ContainsFunc(v.Values, func(v value.Value) bool { return !value.IsNone(v) })
	case value.List, *value.Set, value.Tuple:
		return len(value.Elements(v)) > 0
	}
	return v != value.Value(value.False)
}

// write adds the items of a given's value.
func (s *Statement) write(doc *sites.Document, b *dsl.LinkBinding, v value.Value) error {
	add := func(fields map[string]sites.Value) {
		doc.Items = append(doc.Items, sites.Item{Kind: b.Kind.Value, Fields: fields})
	}
	switch v := v.(type) {
	case nil:
		return nil
	case *value.Array:
		if b.Kind.Value == sites.KudamonoBorder {
			for _, at := range bordersOf(doc.Board, v, cellPlace) {
				add(map[string]sites.Value{"cell": at})
			}
			return nil
		}
		field := "value"
		if len(b.Fields) > 0 {
			field = b.Fields[len(b.Fields)-1].Text
		}
		for i, k := range v.Keys.List() {
			at, ok := cellPlace(k)
			f, okValue := s.unconvert(v.Values[i], b, field)
			if !ok || !okValue {
				return fmt.Errorf("%s stands at %s", value.String(v.Values[i]), value.String(k))
			}
			if f != nil {
				add(map[string]sites.Value{"cell": at, field: f})
			}
		}
		return nil
	case value.List, *value.Set:
		for _, x := range value.Elements(v) {
			fields, ok := s.fieldsOf(x, b)
			if !ok {
				return fmt.Errorf("there is no word for %s", value.String(x))
			}
			add(fields)
		}
		return nil
	}
	if v == value.Value(value.True) {
		add(map[string]sites.Value{})
	}
	return nil
}

// fieldsOf returns the fields of the item that an element of a given is.
func (s *Statement) fieldsOf(v value.Value, b *dsl.LinkBinding) (map[string]sites.Value, bool) {
	names := []string{"cell"}
	if len(b.Fields) > 0 {
		names = names[:0]
		for _, f := range b.Fields {
			names = append(names, f.Text)
		}
	}
	parts := []value.Value{v}
	if t, tuple := v.(value.Tuple); tuple && len(names) > 1 {
		parts = t
	}
	if len(parts) != len(names) {
		return nil, false
	}
	out := map[string]sites.Value{}
	for i, p := range parts {
		f, ok := s.unconvert(p, b, names[i])
		if !ok {
			return nil, false
		}
		if f != nil {
			out[names[i]] = f
		}
	}
	return out, true
}

// unconvert reverses convert. A line of cells in a field that has one cell is the place outside that looks at it, and
// a field of lines has a list of them.
func (s *Statement) unconvert(v value.Value, b *dsl.LinkBinding, field string) (sites.Value, bool) {
	if w, ok := written(b.Table, v); ok {
		v = w
	}
	switch v := v.(type) {
	case value.None:
		return nil, true
	case value.Int:
		return int(v), true
	case value.Text:
		return string(v), true
	case value.Label:
		return v.Print, true
	case value.Cell, value.Edge:
		return cellPlace(v)
	case value.List, *value.Set, value.Tuple:
		list := []sites.Value{}
		for _, x := range value.Elements(v) {
			f, ok := s.unconvert(x, b, "")
			if !ok {
				return nil, false
			}
			list = append(list, f)
		}
		switch field {
		case "cell":
			return before(list)
		case "lines":
			return []sites.Value{list}, true
		}
		return list, true
	}
	return nil, false
}

// before returns the place outside the board from which a line of cells is seen.
func before(line []sites.Value) (sites.Value, bool) {
	if len(line) < 2 {
		return nil, false
	}
	a, okA := line[0].(sites.Place)
	b, okB := line[1].(sites.Place)
	return sites.Place{X: 2*a.X - b.X, Y: 2*a.Y - b.Y}, okA && okB
}
