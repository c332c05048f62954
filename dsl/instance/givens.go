package instance

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/value"
	"nazo/internal/alg"
)

// Input has the values of givens: those of an instance, then those that override it. Either may be missing.
type Input struct {
	Instance  *Instance
	Overrides []Override
	// Values are of givens that were read before, by name. They take precedence.
	Values map[string]value.Value
}

// Override is a value, as text, that replaces one of an instance.
type Override struct {
	Name, Text string
	Origin     string // for messages, such as "command line"
}

// Given is a given of a spec with its value, for compiler and judge.
type Given struct {
	Name  string
	Value value.Value
}

// Known returns the input of known values.
func Known(values []Given) Input {
	in := Input{Values: map[string]value.Value{}}
	for _, g := range values {
		in.Values[g.Name] = g.Value
	}
	return in
}

// Entry is the text for a given in an input.
type Entry struct {
	Value  dsl.Expr
	Source *diag.Source
	At     diag.Span // of the name
	Names  []*dsl.Name
	Place  int // index in Names, if several are printed together
	// Parts are the values for single keys, as in seen[north] = [1, 2]. With parts, Value is nil.
	Parts []*dsl.Assign
}

// entries assigns the entries of an input to givens.
type entries struct {
	names    []string // of the givens
	of       map[string]*Entry
	problems *diag.List
}

// Entries finds the given for each entry of an input. names are the names of all givens. It reports entries for no
// given.
func Entries(names []string, in Input) (map[string]*Entry, *diag.List) {
	r := &entries{names, map[string]*Entry{}, &diag.List{}}
	r.readInput(in)
	return r.of, r.problems
}

func (r *entries) readInput(in Input) {
	if in.Instance != nil {
		r.readAssigns(in.Instance.Entries, in.Instance.Source, false)
	}
	for _, o := range in.Overrides {
		src := diag.NewSource(o.Origin, o.Name+"="+o.Text)
		x, problems := dsl.ParseExpr(diag.NewSource(o.Origin, o.Text))
		if problems.HasErrors() {
			r.problems.Merge(problems)
			continue
		}
		name := &dsl.Name{At: dsl.At{Start: 0, End: len(o.Name)}, Text: o.Name}
		r.readAssigns([]*dsl.Assign{{Names: []*dsl.Name{name}, Value: x}}, src, true)
		if e, ok := r.of[o.Name]; ok {
			e.Source = diag.NewSource(o.Origin, o.Text)
		}
	}
}

func (r *entries) readAssigns(assigns []*dsl.Assign, src *diag.Source, override bool) {
	fresh := map[string]bool{}
	for _, a := range assigns {
		for i, n := range a.Names {
			if !slices.Contains(r.names, n.Text) {
				r.problems.Add(diag.Errorf(src, n.Span(), "unknown-given", "the puzzle has no given called %q", n.Text).
					Suggest(diag.Nearest(n.Text, r.names)).Expect(listOf("one of its givens", r.names)))
				continue
			}
			known := r.of[n.Text]
			if len(a.Keys) > 0 && fresh[n.Text] && known.Parts != nil {
				known.Parts = append(known.Parts, a)
				continue
			}
			if fresh[n.Text] && !override {
				r.problems.Add(diag.Errorf(src, n.Span(), "repeated-given", "%s has a value already", n.Text))
			}
			fresh[n.Text] = true
			e := &Entry{Value: a.Value, Source: src, At: n.Span(), Names: a.Names, Place: i}
			if len(a.Keys) > 0 {
				e.Value, e.Parts = nil, []*dsl.Assign{a}
			}
			r.of[n.Text] = e
		}
	}
}

func listOf(what string, names []string) string {
	if len(names) == 0 {
		return "nothing: it has no givens"
	}
	return what + ": " + strings.Join(names, ", ")
}

// Maker makes the value of a given that the language can't express. A [dsl.Foreign] of an instance holds it. The
// error is a diagnostic (*diag.List).
type Maker interface {
	Make(t Type) (value.Value, error)
}

// Instances reads a file of instances for a spec. There are three kinds: a distance table in the format of TSPLIB,
// by its name; bare rows, if it is clear for which given they are; and otherwise a file for [Parse]. A table is the
// value of the only given that is a grid of numbers. Without exactly one, the error is a [TableError]. Other errors
// are diagnostics (*diag.List).
func Instances(spec *check.Spec, src *diag.Source) ([]*Instance, error) {
	if strings.HasSuffix(src.Name, TSPLIBEnding) {
		table, err := distanceTable(spec, src)
		if err != nil {
			return nil, err
		}
		return []*Instance{table}, nil
	}
	if all := plainValues(spec, src); all != nil {
		return all, nil
	}
	all, problems := Parse(src)
	if problems.HasErrors() {
		return nil, problems
	}
	return all, nil
}

// EachOf reads such a file instance by instance. A mistake comes instead of an instance. It keeps one instance of a
// file for [Parse] at a time.
func EachOf(spec *check.Spec, src *diag.Source) iter.Seq2[*Instance, error] {
	return func(yield func(*Instance, error) bool) {
		if strings.HasSuffix(src.Name, TSPLIBEnding) || plainValues(spec, src) != nil {
			all, err := Instances(spec, src)
			if err != nil {
				yield(nil, err)
			}
			for _, one := range all {
				if !yield(one, nil) {
					return
				}
			}
			return
		}
		for one, problems := range Each(src) {
			if problems != nil {
				yield(nil, problems)
			} else if !yield(one, nil) {
				return
			}
		}
	}
}

// TableError says that it is unclear which given a table of distances is for. Grids is the number of grids of
// numbers, which is not one.
type TableError struct{ Grids int }

// Error describes the mistake in a sentence.
func (e TableError) Error() string {
	return fmt.Sprintf("a table of distances is for one grid of numbers, not %d", e.Grids)
}

// distanceTable reads a file in the format of TSPLIB for the only grid of numbers.
func distanceTable(spec *check.Spec, src *diag.Source) (*Instance, error) {
	table, problems := ParseTSPLIB(src)
	if problems.HasErrors() {
		return nil, problems
	}
	var grids []string
	for _, g := range spec.Givens {
		for _, part := range g.Stmt.Parts {
			t := spec.Types[part.Name.Text]
			if t.Kind == check.Array && len(t.Keys) == 1 && t.Keys[0].Kind == check.Cell && t.Elem.Kind == check.Int {
				grids = append(grids, part.Name.Text)
			}
		}
	}
	if len(grids) != 1 {
		return nil, TableError{len(grids)}
	}
	return table.Instance(grids[0]), nil
}

// plainValues reads a file of bare rows as instances of a spec. The rows are for the only given without a value, if
// that is a grid, or for the only hidden one, if that is a grid or a list. It is nil for other files and specs.
func plainValues(spec *check.Spec, src *diag.Source) []*Instance {
	var names []string
	lacking := 0
	for _, g := range spec.Givens {
		if g.Stmt.Value != nil {
			continue
		}
		lacking++
		for _, part := range g.Stmt.Parts {
			if isGrid(spec, part) {
				names = append(names, part.Name.Text)
			}
		}
	}
	switch {
	case lacking == 1 && len(names) > 0:
		all := ParseRows(src, names...)
		Square(all)
		return all
	case lacking > 0:
		return nil
	}
	if hidden := onlyHidden(spec); hidden != "" {
		return ParseRows(src, hidden)
	}
	return nil
}

func isGrid(spec *check.Spec, part *dsl.GivenPart) bool {
	t := spec.Types[part.Name.Text]
	return t.Kind == check.Array && len(t.Keys) == 1 && t.Keys[0].Kind == check.Cell && part.Keys == nil
}

// onlyHidden returns the name of the only hidden given if it is a grid or a list.
func onlyHidden(spec *check.Spec) string {
	names := spec.HiddenNames()
	for _, g := range spec.Givens {
		for _, part := range g.Stmt.Parts {
			if len(names) == 1 && part.Name.Text == names[0] && (isGrid(spec, part) || spec.Types[names[0]].Kind == check.List) {
				return names[0]
			}
		}
	}
	return ""
}

// Evaluator computes known expressions in any source. It panics where it can't, and the panic is not recovered.
type Evaluator interface {
	// Eval computes an expression.
	Eval(src *diag.Source, x dsl.Expr) value.Value
	// Written computes an expression in the text of a given. An edge of unknown direction has one. The type of the
	// given may remove it.
	Written(src *diag.Source, x dsl.Expr) value.Value
	// Values computes the values of a domain, any known set.
	Values(src *diag.Source, x dsl.Expr) value.Collection
	// Each goes through the keys that binders bind, with an evaluator that knows them.
	Each(src *diag.Source, keys *dsl.Binders, do func(key value.Value, within Evaluator))
	// Mentionable reports whether an input may mention a name of the spec: a label or a given.
	Mentionable(name string) bool
}

// TypeOf evaluates the type of a given. With keys it has the type x for each.
func TypeOf(ev Evaluator, src *diag.Source, x dsl.Expr, keys *dsl.Binders) (Type, *diag.Diagnostic) {
	return attempt(func() Type {
		if keys == nil {
			return typeOf(ev, src, x)
		}
		t := Keyed{}
		var list []value.Value
		ev.Each(src, keys, func(key value.Value, within Evaluator) {
			list = append(list, key)
			t.Of = append(t.Of, typeOf(within, src, x))
		})
		t.Keys = value.NewSet(list...)
		return t
	})
}

func typeOf(ev Evaluator, src *diag.Source, x dsl.Expr) Type {
	switch x := x.(type) {
	case *dsl.Name:
		switch x.Text {
		case "int":
			return Int{}
		case "bool":
			return Bool{}
		case "label":
			return Word{}
		case "shape":
			return Shape{}
		}
	case *dsl.Optional:
		return Optional{typeOf(ev, src, x.Of)}
	case *dsl.Union:
		return Union{typesOf(ev, src, x.Parts)}
	case *dsl.Tuple:
		return Tuple{typesOf(ev, src, x.Elems)}
	case *dsl.ListOf:
		return List{typeOf(ev, src, x.Of)}
	case *dsl.SetOf:
		return Set{typeOf(ev, src, x.Of)}
	case *dsl.GridOf:
		return Grid{typeOf(ev, src, x.Of)}
	case dsl.DomainForm: // other domains can't be given
		panic(fault{diag.Errorf(src, x.Span(), "not-an-input", "a given can't have this type")})
	}
	return OneOf{ev.Values(src, x)}
}

func typesOf(ev Evaluator, src *diag.Source, xs []dsl.Expr) []Type {
	return alg.Map(xs, func(x dsl.Expr) Type { return typeOf(ev, src, x) })
}

// Part is the smallest part of a given with a value of its own: the clue of a cell, a number in a list, the
// membership in a set, or a whole given without parts.
type Part struct {
	Given string
	// Path has the keys that lead to it, outermost first: keys of arrays, indices of lists and tuples from 1,
	// members of sets.
	Path []value.Value
	// Type is its type. For a member of a set it is Bool.
	Type  Type
	Value value.Value
}

// Mapping maps the parts of givens, and reassembles the results.
type Mapping struct {
	// Of maps a part. The path is only valid during the call.
	Of func(path []value.Value, t Type, v value.Value) value.Value
	// Set makes a set from its possible members with their membership. It is only called if some of that is unknown.
	Set func(members, in []value.Value) value.Value
}

// Map returns a value of a type with each of its parts mapped.
func (p Mapping) Map(t Type, v value.Value) value.Value { return p.mapped(nil, t, v) }

func (p Mapping) mapped(path []value.Value, t Type, v value.Value) value.Value {
	switch t := t.(type) {
	case Grid:
		if a, ok := v.(*value.Array); ok {
			part := p.mapped
			if _, list := t.Of.(List); list { // a list in a cell is one clue
				part = p.Of
			}
			return array(path, a, func(int) Type { return t.Of }, part)
		}
	case Keyed:
		if a, ok := v.(*value.Array); ok {
			return array(path, a, func(i int) Type { return t.Of[i] }, p.mapped)
		}
	case List:
		if l, ok := v.(value.List); ok {
			return value.List(p.sequence(path, l, func(int) Type { return t.Of }))
		}
	case Tuple:
		if l, ok := v.(value.Tuple); ok {
			return value.Tuple(p.sequence(path, l, func(i int) Type { return t.Parts[i] }))
		}
	case Set:
		if s, ok := v.(*value.Set); ok {
			if all, _, finite := Finite(t.Of); finite {
				return p.set(path, all.List(), s)
			}
		}
	}
	return p.Of(path, t, v)
}

func array(path []value.Value, a *value.Array, of func(int) Type, part func([]value.Value, Type, value.Value) value.Value) value.Value {
	values := make([]value.Value, len(a.Values))
	for i, k := range a.Keys.List() {
		values[i] = part(append(path, k), of(i), a.Values[i])
	}
	return value.NewArray(a.Keys, values, a.Board)
}

func (p Mapping) sequence(path, list []value.Value, of func(int) Type) []value.Value {
	out := make([]value.Value, len(list))
	for i, v := range list {
		out[i] = p.mapped(append(path, value.Int(i+1)), of(i), v)
	}
	return out
}

func (p Mapping) set(path, all []value.Value, s *value.Set) value.Value {
	in := make([]value.Value, len(all))
	var members []value.Value
	known := true
	for i, m := range all {
		in[i] = p.Of(append(path, m), Bool{}, value.Of(s.Contains(m)))
		known = known && value.Known(in[i])
		if in[i] == value.True {
			members = append(members, m)
		}
	}
	if !known {
		return p.Set(all, in)
	}
	return value.NewSet(members...)
}

// CellOf returns the cell for a part of a given in the rows of an entry. ok is false if the rows don't have a cell
// for each cell of the board.
func CellOf(e *dsl.Assign, p Part) (at dsl.GridCell, ok bool) {
	grid, rows := e.Value.(*dsl.GridLit)
	if !rows || len(p.Path) != 1 || readsBlanks(p.Type) { // blanks at the end of a row are missing
		return at, false
	}
	c, ok := p.Path[0].(value.Cell)
	if !ok || c.Board == nil || len(grid.Rows) != c.Board.Rows || len(grid.Rows[c.Row-1].Cells) != c.Board.Cols {
		return at, false
	}
	return grid.Rows[c.Row-1].Cells[c.Col-1], true
}
