package compile

import (
	"fmt"
	"slices"

	"nazo/compile/lower"
	"nazo/dsl"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/model"
)

// layout represents the value of a find, a state or a hidden given by variables. It makes the variables and the constraints
// that give them the structure of the value. It encodes and decodes values.
type layout interface {
	// Unknown makes the variables, as part of find (an index in Model.Finds, or -1 for a choice). It adds the
	// value's own structure as constraints, and returns the value for expressions.
	Unknown(lw *lower.Lowerer, at dsl.Node, find int32) value.Value
	// Decode returns the value in a solution.
	Decode(s model.Solution) value.Value
	// Meanings returns the meanings of the variables, in order. of is the name of the value. key, if not nil, is its
	// key.
	Meanings(of string, key value.Value) []Meaning
	// admits reports whether a known value has this layout.
	admits(v value.Value) bool
	// encode writes the variables that Decode reads. The layout admits the value.
	encode(v value.Value, s model.Solution)
}

// encode writes a value as the variables that l.Decode reads. It is false if the layout does not admit the value. It
// leaves the first end of an undirected path open. Of a value that is partly known it writes the known parts.
func encode(l layout, v value.Value, s model.Solution) bool {
	p, partly := v.(*value.Partly)
	if !partly && l.admits(v) {
		l.encode(v, s)
		return true
	}
	if !partly {
		return false
	}
	switch l := l.(type) {
	case *arrayLayout:
		return encodeKnown(p, l.Keys.List(), func(i int, part value.Value) bool { return encode(l.Elems[i], part, s) })
	case *setLayout:
		return encodeKnown(p, l.Universe.List(), encodeBool(l.first, s))
	case *routeLayout:
		return encodeKnown(p, l.Graph.EdgeList(), encodeBool(l.firstEdge, s))
	case *regionsLayout:
		return encodeKnown(p, l.Graph.EdgeList(), encodeBool(l.first, s))
	}
	return false
}

// stateLayout is the layout of a state.
type stateLayout interface {
	layout
	// Assign adds the effects of assigning v. It returns the condition that the layout admits v. Otherwise the
	// effects are arbitrary.
	Assign(lw *lower.Lowerer, at dsl.Node, v value.Value, e *lower.Effects) model.Bool
	// Stored converts a known value to the form of a state.
	Stored(v value.Value) value.Value
	// Expected describes the possible states.
	Expected() string
	// Empty returns the start of a state that consists of stacks, else nil.
	Empty() value.Value
	// Permute adds the permutation of variables by which values of the state move to another layout of its kind.
	Permute(t value.Transform, state string, to layout, out *model.Permutation) error
}

// Meaning describes a variable for people.
type Meaning struct {
	Var model.VarID
	// Of is the name of the value that the variable belongs to, with its key: "grid[r1c2]".
	Of string
	// Key is the innermost key of the value, or nil.
	Key value.Value
	// Member, if not nil, is the member of a set or the place on a line that the variable decides. For regions it is
	// an edge with both ends in one part.
	Member value.Value
	// OnLine marks a vertex of a path, cycle or links.
	OnLine bool
	// Values decodes values of the variable. It is nil for members.
	Values func(int64) value.Value
}

// String names the variable: "r1c2 in shaded", "grid[r1c2]".
func (m Meaning) String() string {
	if m.Member != nil {
		return value.String(m.Member) + " in " + m.Of
	}
	return m.Of
}

// Says formats a fact about the variable: "r1c2 not in shaded", "grid[r1c2] = 5".
func (m Meaning) Says(v int64, is bool) string {
	switch {
	case m.Member != nil && (v == 1) == is:
		return m.String()
	case m.Member != nil:
		return value.String(m.Member) + " not in " + m.Of
	case is:
		return fmt.Sprintf("%s = %s", m.Of, value.String(m.Values(v)))
	}
	return fmt.Sprintf("%s ≠ %s", m.Of, value.String(m.Values(v)))
}

// memberships returns the meanings of consecutive variables for membership in a value.
func memberships(of string, key value.Value, first model.VarID, values []value.Value) []Meaning {
	out := make([]Meaning, len(values))
	for i, v := range values {
		out[i] = Meaning{Var: first + model.VarID(i), Of: of, Key: key, Member: v}
	}
	return out
}

// scalarLayout is one value of a known set, or none. Booleans are boolean variables, numbers integer variables, and
// anything else an integer variable that numbers the values from 0. none is one more value, next to the numbers or
// after the others.
type scalarLayout struct {
	values   value.Collection
	optional bool
	numbers  model.Domain // the values if all are numbers
	none     int64        // the code of none
	variable model.VarID
	only     value.Value // the single value, which needs no variable
}

// newScalar returns the layout of one of some values, or none if it is optional.
func newScalar(values value.Collection, optional bool) *scalarLayout {
	l := &scalarLayout{values: values, optional: optional}
	if d, ok := ints(values); ok && values.Len() > 0 {
		l.numbers = d
		if l.none = d.Bounds().Lo - 1; l.none < -model.MaxMagnitude {
			l.none = d.Bounds().Hi + 1
		}
	} else {
		l.none = int64(values.Len())
	}
	return l
}

// OrNone returns the layout for the same values or none.
func (l *scalarLayout) OrNone() *scalarLayout { return newScalar(l.values, true) }

func (l *scalarLayout) isBool() bool {
	return !l.optional && l.values.Len() == 2 && l.values.Contains(value.False) && l.values.Contains(value.True)
}

// Unknown makes the variables; see layout.
func (l *scalarLayout) Unknown(lw *lower.Lowerer, at dsl.Node, find int32) value.Value {
	switch {
	case l.values.Len() == 0 && !l.optional: // no solution
		l.only = value.None{}
		lw.Require(model.False)
		lw.Warn(at, "empty-domain", "this domain is empty, so there is no solution")
		return l.only
	case l.values.Len() == 0:
		l.only = value.None{}
		return l.only
	case l.values.Len() == 1 && !l.optional:
		l.only = l.values.List()[0]
		return l.only
	case l.isBool():
		l.variable = lw.Model.AddBool(find)
		return value.Bool(lw.Model.BoolVar(l.variable))
	case l.numbers != nil:
		return l.unknownNumber(lw, find)
	}
	lw.TooMany(at, l.values.Len())
	n := l.values.Len()
	if l.optional {
		n++
	}
	l.variable = lw.Model.AddInt(model.Range(0, int64(n-1)), find, true)
	x := lw.Model.IntVar(l.variable)
	alts := make([]value.Alternative, n)
	for i := range alts {
		alts[i] = value.Alternative{Guard: lw.Model.In(x, model.Range(int64(i), int64(i))), Value: value.None{}}
		if i < l.values.Len() {
			alts[i].Value = l.values.List()[i]
		}
	}
	return lw.Indexed(at, x, alts)
}

func (l *scalarLayout) unknownNumber(lw *lower.Lowerer, find int32) value.Value {
	domain, defined := l.numbers, model.True
	if l.optional {
		domain = domain.Union(model.Range(l.none, l.none))
	}
	l.variable = lw.Model.AddInt(domain, find, false)
	x := lw.Model.IntVar(l.variable)
	if l.optional {
		defined = lw.Model.In(x, model.Range(l.none, l.none)).Not()
	}
	return value.Unknown{X: x, Defined: defined}
}

// Decode reads a value off a solution; see layout.
func (l *scalarLayout) Decode(s model.Solution) value.Value {
	if l.only != nil {
		return l.only
	}
	return l.value(s[l.variable])
}

// value decodes a value of the variable.
func (l *scalarLayout) value(v int64) value.Value {
	switch {
	case l.isBool():
		return value.Of(v != 0)
	case l.optional && v == l.none:
		return value.None{}
	case l.numbers != nil:
		return value.Int(v)
	}
	return l.values.List()[v]
}

// Meanings says what the variables mean. See layout.
func (l *scalarLayout) Meanings(of string, key value.Value) []Meaning {
	if l.only != nil {
		return nil
	}
	return []Meaning{{Var: l.variable, Of: of, Key: key, Values: l.value}}
}

func (l *scalarLayout) admits(v value.Value) bool {
	return l.values.Contains(v) || l.optional && lower.Absent(v)
}

func (l *scalarLayout) encode(v value.Value, s model.Solution) {
	if l.only == nil {
		s[l.variable] = l.codeOf(v)
	}
}

// Code returns the variable and the code of v. ok is false if the layout has no variable or does not admit v.
func (l *scalarLayout) Code(v value.Value) (variable model.VarID, code int64, ok bool) {
	if l.only != nil || !l.admits(v) {
		return 0, 0, false
	}
	return l.variable, l.codeOf(v), true
}

// codeOf returns the code of an admitted value.
func (l *scalarLayout) codeOf(v value.Value) int64 {
	switch {
	case l.isBool():
		if v == value.True {
			return 1
		}
		return 0
	case lower.Absent(v):
		return l.none
	case l.numbers != nil:
		return int64(v.(value.Int))
	}
	return int64(l.values.(*value.Set).Index(v))
}

// Assign says what the variables become. See stateLayout.
func (l *scalarLayout) Assign(lw *lower.Lowerer, at dsl.Node, v value.Value, e *lower.Effects) model.Bool {
	switch {
	case l.only != nil:
		return lw.Equal(at, v, l.only)
	case value.Known(v):
		if !l.admits(v) {
			return model.False
		}
		if l.isBool() {
			e.SetBool(l.variable, model.Bool(v.(value.Bool)))
		} else {
			e.SetInt(l.variable, lw.Model.Int(l.codeOf(v)))
		}
		return model.True
	case l.isBool():
		if b, ok := v.(value.Bool); ok {
			e.SetBool(l.variable, model.Bool(b))
			return model.True
		}
	case l.numbers != nil:
		if u, ok := v.(value.Unknown); ok {
			return l.assignNumber(lw, u, e)
		}
	}
	return l.assignOther(lw, at, v, e)
}

func (l *scalarLayout) assignNumber(lw *lower.Lowerer, u value.Unknown, e *lower.Effects) model.Bool {
	inside := lw.Inside(u.X, l.numbers)
	x, none, marked := lw.Marked(u)
	if !l.optional {
		e.SetInt(l.variable, u.X)
		if marked && !l.numbers.Contains(none) {
			return inside
		}
		return lw.And(u.Defined, inside)
	}
	if marked && none == l.none {
		e.SetInt(l.variable, x)
	} else {
		e.SetInt(l.variable, lw.Model.If(u.Defined, u.X, lw.Model.Int(l.none)))
	}
	return lw.Or(u.Defined.Not(), inside)
}

// assignOther assigns one of several known values.
func (l *scalarLayout) assignOther(lw *lower.Lowerer, at dsl.Node, v value.Value, e *lower.Effects) model.Bool {
	alts := lw.Alternatives(at, v)
	codes := make([]model.Int, len(alts))
	var fits []model.Bool
	same := true // each alternative's index is its code
	for i, a := range alts {
		code := int64(0)
		if l.admits(a.Value) {
			fits = append(fits, a.Guard)
			code = l.codeOf(a.Value)
		}
		codes[i] = lw.Model.Int(code)
		same = same && code == int64(i)
	}
	ok := lw.Or(fits...)
	if len(fits) == len(alts) {
		ok = model.True // exactly one of them holds
	}
	var x model.Int
	switch c, choice := v.(value.Choice); {
	case choice && c.Indexed && same:
		x = c.Index
	case choice && c.Indexed:
		x = lw.Element(c.Index, codes)
	default:
		x = lw.ByGuards(alts)(codes)
	}
	if l.isBool() {
		e.SetBool(l.variable, lw.Model.In(x, model.Range(1, 1)))
	} else {
		e.SetInt(l.variable, x)
	}
	return ok
}

// Stored has the form that a state has; see stateLayout.
func (l *scalarLayout) Stored(v value.Value) value.Value { return v }

// Expected describes the possible values. See stateLayout.
func (l *scalarLayout) Expected() string {
	text := instance.OneOf{Values: l.values}.Describe()
	if l.optional {
		text += ", or none"
	}
	return text
}

// Empty is the start of stacks; see stateLayout.
func (l *scalarLayout) Empty() value.Value { return nil }

// Permute notes what becomes of the variables; see stateLayout.
func (l *scalarLayout) Permute(t value.Transform, state string, other layout, out *model.Permutation) error {
	to := other.(*scalarLayout)
	if l.values.Len() != to.values.Len() || l.optional != to.optional {
		return fmt.Errorf("places of %s have other values", state)
	}
	if l.only != nil {
		if w, ok := t.Apply(l.only); !ok || !value.Equal(w, to.only) {
			return fmt.Errorf("%s can't be %s", state, value.String(w))
		}
		return nil
	}
	out.Vars[l.variable] = to.variable
	if l.numbers != nil && t.Permuted == nil { // numbers stay as they are
		if !slices.Equal(l.numbers, to.numbers) {
			return fmt.Errorf("places of %s have other values", state)
		}
		return nil
	}
	values := make(map[int64]int64, l.values.Len()+1)
	if l.optional {
		values[l.none] = to.none
	}
	for _, v := range l.values.List() {
		w, ok := t.Apply(v)
		if !ok || !to.values.Contains(w) {
			return fmt.Errorf("%s can't be %s", state, value.String(w))
		}
		values[l.codeOf(v)] = to.codeOf(w)
	}
	if !unmoved(values) {
		out.Values[l.variable] = values
	}
	return nil
}

// ints returns the domain of numbers that fit a model. ok is false for other members.
func ints(c value.Collection) (d model.Domain, ok bool) {
	if r, isRange := c.(value.Range); isRange {
		return model.Range(r.Lo, r.Hi), true
	}
	numbers := make([]int64, 0, c.Len())
	for _, v := range c.List() {
		i, isInt := v.(value.Int)
		if !isInt || i < -model.MaxMagnitude || i > model.MaxMagnitude {
			return nil, false
		}
		numbers = append(numbers, int64(i))
	}
	return model.Values(numbers...), true
}

// unmoved reports whether a map of values is the identity.
func unmoved(values map[int64]int64) bool {
	for from, to := range values {
		if from != to {
			return false
		}
	}
	return true
}
