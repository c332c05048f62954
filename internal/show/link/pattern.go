package link

import (
	"cmp"
	"slices"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/linkformat"
	"nazo/dsl/value"
	"nazo/internal/alg"
)

// Marks of an address are handled as values: a number, unknown for a clue without one, none for nothing, a text
// for a letter, a tuple for several of these. So a case of a table works in both directions. One side is matched,
// which gives its names their values. The other side is computed from them.

// unknown is a clue without a number.
var unknown = value.Label{Name: "?", Print: "?"}

func ofMark(m linkformat.Mark) value.Value {
	var parts value.Tuple
	if m.Letter != 0 {
		parts = append(parts, value.Text(string(rune(m.Letter))))
	}
	for _, n := range m.Numbers {
		switch n {
		case linkformat.Unknown:
			parts = append(parts, unknown)
		case linkformat.None:
			parts = append(parts, value.None{})
		default:
			parts = append(parts, value.Int(n))
		}
	}
	switch len(parts) {
	case 0:
		return value.None{}
	case 1:
		return parts[0]
	}
	return parts
}

// toMark converts a value to a mark. It is false if there is none.
func toMark(v value.Value) (m linkformat.Mark, ok bool) {
	parts := value.Tuple{v}
	if t, several := v.(value.Tuple); several {
		parts = t
	} else if value.IsNone(v) {
		return m, true
	}
	for i, p := range parts {
		switch p := p.(type) {
		case value.Int:
			m.Numbers = append(m.Numbers, int(p))
		case value.None:
			m.Numbers = append(m.Numbers, linkformat.None)
		case value.Label:
			if p.Name != unknown.Name {
				return m, false
			}
			m.Numbers = append(m.Numbers, linkformat.Unknown)
		case value.Text:
			if i > 0 || len(p) != 1 {
				return m, false
			}
			m.Letter = p[0]
		default:
			return m, false
		}
	}
	return m, true
}

// numbers has the values of the names in a pattern.
type numbers map[string]int64

// match finds values of the names in a pattern with which it equals a value, or returns false. vars are the names
// that stand for numbers. The name of a direction stands for its number in a mark, and for itself in a value.
func match(x dsl.Expr, v value.Value, isMark bool, vars map[string]bool, env numbers) bool {
	switch x := x.(type) {
	case *dsl.NoneLit:
		return value.IsNone(v)
	case *dsl.BoolLit:
		return v == value.Of(x.Value)
	case *dsl.StringLit:
		switch v := v.(type) {
		case value.Text:
			return string(v) == x.Value
		case value.Label:
			return v.Print == x.Value
		}
		return false
	case *dsl.Name:
		switch v := v.(type) {
		case value.Label:
			return v.Name == x.Text && !vars[x.Text]
		case value.Direction:
			return v.Name == x.Text && !vars[x.Text]
		case value.Shape:
			return (v.Print() == x.Text || value.String(v) == x.Text) && !vars[x.Text]
		case value.Int:
			if d := directionNumber(x.Text); d > 0 && isMark {
				return int(v) == d
			}
		}
	case *dsl.Tuple:
		return matchAll(x.Elems, v, isMark, vars, env)
	case *dsl.ListLit:
		return matchAll(x.Elems, v, isMark, vars, env)
	}
	n, number := v.(value.Int)
	sum, ok := linearOf(x, vars)
	return number && ok && sum.solve(int64(n), env)
}

func matchAll(xs []dsl.Expr, v value.Value, isMark bool, vars map[string]bool, env numbers) bool {
	switch v.(type) {
	case value.Tuple, value.List:
		return slices.EqualFunc(xs, value.Elements(v), func(x dsl.Expr, part value.Value) bool { return match(x, part, isMark, vars, env) })
	}
	return false
}

// tableWord is a name in a pattern that is no number. It stands in a part of a tuple, and perhaps in a list there.
type tableWord struct {
	name   string
	part   int
	inList bool
}

// instantiate returns the value of a pattern at a position. named returns the value of a word.
func instantiate(x dsl.Expr, at tableWord, vars map[string]bool, env numbers, named func(tableWord) (value.Value, bool)) (value.Value, bool) {
	all := func(xs []dsl.Expr, tuple bool) ([]value.Value, bool) {
		out := make([]value.Value, len(xs))
		for k, e := range xs {
			within := tableWord{part: k}
			if !tuple {
				within = tableWord{part: at.part, inList: true}
			}
			v, ok := instantiate(e, within, vars, env, named)
			if !ok {
				return nil, false
			}
			out[k] = v
		}
		return out, true
	}
	switch x := x.(type) {
	case *dsl.NoneLit:
		return value.None{}, true
	case *dsl.BoolLit:
		return value.Of(x.Value), true
	case *dsl.StringLit:
		return value.Text(x.Value), true
	case *dsl.Name:
		if !vars[x.Text] {
			at.name = x.Text
			return named(at)
		}
	case *dsl.Tuple:
		vs, ok := all(x.Elems, true)
		return value.Tuple(vs), ok
	case *dsl.ListLit:
		vs, ok := all(x.Elems, false)
		return value.List(vs), ok
	}
	sum, ok := linearOf(x, vars)
	if !ok {
		return nil, false
	}
	n := sum.constant
	for _, t := range sum.terms {
		n += t.factor * env[t.name]
	}
	return value.Int(n), true
}

// linear is a sum of names with factors, and a constant.
type linear struct {
	terms    []term
	constant int64
}

type term struct {
	name   string
	factor int64
}

// linearOf returns an expression as a sum. It is false if the expression is none.
func linearOf(x dsl.Expr, vars map[string]bool) (l linear, ok bool) {
	switch x := x.(type) {
	case *dsl.IntLit:
		return linear{constant: x.Value.Int64()}, x.Value.IsInt64()
	case *dsl.Name:
		return linear{terms: []term{{x.Text, 1}}}, vars[x.Text]
	case *dsl.Binary:
		a, okA := linearOf(x.X, vars)
		b, okB := linearOf(x.Y, vars)
		switch {
		case !okA || !okB:
			return l, false
		case x.Op == dsl.OpAdd:
			return linear{append(a.terms, b.terms...), a.constant + b.constant}, true
		case x.Op == dsl.OpSub:
			return linear{append(a.terms, b.times(-1).terms...), a.constant - b.constant}, true
		case x.Op == dsl.OpMul && len(a.terms) == 0:
			return b.times(a.constant), true
		case x.Op == dsl.OpMul && len(b.terms) == 0:
			return a.times(b.constant), true
		}
	}
	return l, false
}

func (l linear) times(k int64) linear {
	return linear{constant: l.constant * k, terms: alg.Map(l.terms, func(t term) term { return term{t.name, t.factor * k} })}
}

// solve finds numbers from 0 on for the names so that the sum is n. The name with the greatest factor becomes as
// large as possible. So 4 * a + b divides a number into quotient and remainder.
func (l linear) solve(n int64, env numbers) bool {
	rest := n - l.constant
	terms := slices.Clone(l.terms)
	slices.SortStableFunc(terms, func(a, b term) int { return cmp.Compare(b.factor, a.factor) })
	for _, t := range terms {
		if known, ok := env[t.name]; ok {
			rest -= t.factor * known
			continue
		}
		if t.factor <= 0 || rest < 0 {
			return false
		}
		env[t.name] = rest / t.factor
		rest %= t.factor
	}
	return rest == 0
}

// varsOf returns the names in a mark that stand for any number: all except directions.
func varsOf(mark dsl.Expr) map[string]bool {
	vars := map[string]bool{}
	dsl.Visit(mark, func(n dsl.Node) bool {
		if name, ok := n.(*dsl.Name); ok && name.Text != unknown.Name && directionNumber(name.Text) == 0 {
			vars[name.Text] = true
		}
		return true
	})
	return vars
}

// meaning returns the value of a mark in a table. It is false if no case matches. named returns the value of a word.
func meaning(table []*dsl.LinkCase, v value.Value, named func(tableWord) (value.Value, bool)) (value.Value, bool) {
	for _, c := range table {
		vars, env := varsOf(c.Mark), numbers{}
		if match(c.Mark, v, true, vars, env) {
			if w, ok := instantiate(c.Value, tableWord{}, vars, env, named); ok {
				return w, true
			}
		}
	}
	return nil, false
}

// written returns the mark of a value in a table. It is false if no case matches.
func written(table []*dsl.LinkCase, v value.Value) (value.Value, bool) {
	for _, c := range table {
		vars, env := varsOf(c.Mark), numbers{}
		if !match(c.Value, v, false, vars, env) || len(env) < len(vars) {
			continue
		}
		mark, ok := instantiate(c.Mark, tableWord{}, vars, env, func(w tableWord) (value.Value, bool) {
			if d := directionNumber(w.name); d > 0 {
				return value.Int(d), true
			}
			return unknown, w.name == unknown.Name
		})
		if ok {
			return mark, true
		}
	}
	return nil, false
}

// labelsOf returns the labels of a type, in the order of the spec. clue is the one that prints as ?.
func labelsOf(t *check.Type) (labels []value.Label, clue *value.Label) {
	if t == nil {
		return nil, nil
	}
	for _, e := range t.Enums {
		for i, l := range e.Set.Labels {
			label := value.Label{Name: l.Name.Text, Print: l.Print.Value, Rank: i + 1}
			if label.Print == unknown.Print {
				clue = &label
			} else {
				labels = append(labels, label)
			}
		}
	}
	within := t.Parts
	if t.Elem != nil {
		within = append([]*check.Type{t.Elem}, within...)
	}
	for _, p := range within {
		more, c := labelsOf(p)
		labels = append(labels, more...)
		if clue == nil {
			clue = c
		}
	}
	return labels, clue
}

// directions are in the order in which addresses number them, from 1 on.
var directions = []value.Direction{value.North, value.South, value.West, value.East}

// directionNumber returns the number of the direction with a name, or 0.
func directionNumber(name string) int {
	return 1 + slices.IndexFunc(directions, func(d value.Direction) bool { return d.Name == name })
}

// roomName returns the word for the room with a number, counted from 0: A to Z, then AA, AB …
func roomName(n int) string {
	name := string(rune('A' + n%26))
	if n >= 26 {
		name = roomName(n/26-1) + name
	}
	return name
}

// toShape returns the shape of a piece of a bank: width, height, and 1 or 0 for each cell in reading order.
func toShape(v value.Value) (value.Value, bool) {
	parts, ok := v.(value.Tuple)
	if !ok || len(parts) < 3 {
		return nil, false
	}
	width, ok := parts[0].(value.Int)
	if !ok || width < 1 {
		return nil, false
	}
	var cells []value.Cell
	for i, on := range parts[2:] {
		if on == value.Value(value.Int(1)) {
			cells = append(cells, value.Cell{Row: i / int(width), Col: i % int(width)})
		}
	}
	s, ok := value.ShapeOf(cells)
	return s, ok
}

// ofShape reverses toShape.
func ofShape(s value.Shape) value.Value {
	width, height := 0, 0
	for _, c := range s.Cells() {
		width, height = max(width, c.Col+1), max(height, c.Row+1)
	}
	out := make(value.Tuple, 2+width*height)
	for i := range out {
		out[i] = value.Int(0)
	}
	out[0], out[1] = value.Int(width), value.Int(height)
	for _, c := range s.Cells() {
		out[2+c.Row*width+c.Col] = value.Int(1)
	}
	return out
}
