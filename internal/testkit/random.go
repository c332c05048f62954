package testkit

import (
	"fmt"
	"slices"
	"testing"

	"nazo/internal/alg"
	"nazo/internal/model"
	"pgregory.net/rapid"
)

// maxAssignments bounds the assignments of a random model, for [BruteForce].
const maxAssignments = 1500

// Random draws a small model with any kinds of nodes and constraints, guards and helpers. One in three has
// objectives. It has at most maxAssignments assignments.
func Random(t *rapid.T) *model.Model { return randomOf(t, 4, (*randomModel).body) }

// randomOf draws a model with up to most constraints.
func randomOf(t *rapid.T, most int, draw func(*randomModel) model.Body) *model.Model {
	r := &randomModel{t: t, m: model.New()}
	r.variables()
	for i := range r.between(1, most) {
		r.m.Rules = append(r.m.Rules, model.Rule{Name: fmt.Sprintf("rule %d", i)})
		r.m.Instances = append(r.m.Instances, model.Instance{Rule: int32(i)})
		guard := model.True
		if r.oneIn(3) {
			guard = r.boolean(1)
		}
		r.m.Constrain(int32(i), guard, draw(r))
	}
	if r.oneIn(3) {
		for range r.between(1, 2) {
			r.m.Objectives = append(r.m.Objectives, model.Objective{X: r.integer(2), Maximize: r.oneIn(2)})
		}
	}
	if err := r.m.Validate(); err != nil {
		panic("modeltest: random model: " + err.Error())
	}
	return r.m
}

// RandomTask draws a task for a model of [Random]. It may switch off a rule or restrict a variable, also to
// impossible values.
func RandomTask(t *rapid.T, m *model.Model) (task Task) {
	r := &randomModel{t: t, m: m}
	if r.oneIn(4) {
		task.Off = append(task.Off, int32(r.between(0, len(m.Instances)-1)))
	}
	for r.oneIn(4) {
		v := model.VarID(r.between(0, len(m.Vars)-1))
		b := m.Vars[v].Domain.Bounds()
		lo := b.Lo + int64(r.between(0, int(b.Hi-b.Lo)))
		hi := lo
		if r.oneIn(2) {
			hi += int64(r.between(0, int(b.Hi-lo)))
		}
		task.Within = append(task.Within, model.Within{Var: v, Values: model.Range(lo, hi)})
	}
	if r.oneIn(3) {
		task.Seed = int64(r.between(1, 100))
		task.Varied = r.oneIn(2)
	}
	task.AnyObjective = r.oneIn(6)
	return task
}

// randomModel draws the parts of a model.
type randomModel struct {
	t           *rapid.T
	m           *model.Model
	bools, ints []model.VarID
}

func (r *randomModel) between(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(r.t, "n") }

func (r *randomModel) oneIn(n int) bool { return r.between(1, n) == n }

func (r *randomModel) variables() {
	r.m.Finds = []model.Find{{Name: "a"}, {Name: "b"}}
	find := func() int32 {
		if r.oneIn(5) {
			return -1
		}
		return int32(r.between(0, 1))
	}
	size := int64(1)
	for range r.between(0, 3) {
		var values []int64
		lo := int64(r.between(-4, 3))
		for v := lo; v < lo+6; v++ {
			if r.oneIn(2) || v == lo {
				values = append(values, v)
			}
		}
		if r.oneIn(8) { // far apart, so that it can't be listed value by value
			values = append(values, 2_000_000+lo)
		}
		d := model.Values(values...)
		if size *= d.Size(); size > maxAssignments/8 {
			break
		}
		r.ints = append(r.ints, r.m.AddInt(d, find(), r.oneIn(5)))
	}
	for range r.between(1, 9) {
		if size *= 2; size > maxAssignments {
			break
		}
		r.bools = append(r.bools, r.m.AddBool(find()))
	}
}

func (r *randomModel) boolVar() model.Bool {
	b := r.m.BoolVar(r.bools[r.between(0, len(r.bools)-1)])
	if r.oneIn(3) {
		b = b.Not()
	}
	return b
}

func (r *randomModel) boolean(depth int) model.Bool {
	if depth <= 0 {
		if r.oneIn(12) {
			return model.Const(r.oneIn(2))
		}
		return r.boolVar()
	}
	sub := func() model.Bool { return r.boolean(depth - 1) }
	num := func() model.Int { return r.integer(depth - 1) }
	var b model.Bool
	switch r.between(0, 9) {
	case 0:
		b = r.m.And(r.booleans(r.between(2, 4), depth-1)...)
	case 1:
		b = r.m.Or(r.booleans(r.between(2, 4), depth-1)...)
	case 2:
		b = r.m.Iff(sub(), sub())
	case 3:
		cond, then := sub(), sub()
		b = r.m.And(r.m.Implies(cond, then), r.m.Or(cond, sub()))
	case 4:
		b = r.m.LessEq(num(), num())
	case 5:
		b = r.m.Equal(num(), num())
	case 6:
		b = r.m.In(num(), r.domain())
	case 7:
		b = r.m.LessEq(r.sumOfBools(depth-1), r.m.Int(int64(r.between(-2, 4))))
	case 8:
		b = r.m.Equal(r.sumOfBools(depth-1), r.m.Int(int64(r.between(-2, 4))))
	default:
		b = r.boolVar()
	}
	if r.oneIn(3) {
		b = b.Not()
	}
	return b
}

func (r *randomModel) booleans(n, depth int) []model.Bool {
	return listOf(n, func() model.Bool { return r.boolean(depth) })
}

func (r *randomModel) integers(n, depth int) []model.Int {
	return listOf(n, func() model.Int { return r.integer(depth) })
}

// listOf lists the results of n calls.
func listOf[T any](n int, draw func() T) []T {
	out := make([]T, n)
	for i := range out {
		out[i] = draw()
	}
	return out
}

func (r *randomModel) domain() model.Domain {
	var vs []int64
	for range r.between(1, 4) {
		vs = append(vs, int64(r.between(-5, 9)))
	}
	return model.Values(vs...)
}

func (r *randomModel) sumOfBools(depth int) model.Int {
	var terms []model.Term
	unit := r.oneIn(2)
	for range r.between(2, 9) {
		t := model.Term{Coef: 1, X: r.m.ToInt(r.boolean(min(depth, 1)))}
		if !unit {
			t.Coef = int64(r.between(-3, 3))
		}
		terms = append(terms, t)
	}
	return r.m.Sum(terms...)
}

func (r *randomModel) integer(depth int) model.Int {
	if depth <= 0 {
		if len(r.ints) > 0 && !r.oneIn(4) {
			return r.m.IntVar(r.ints[r.between(0, len(r.ints)-1)])
		}
		if r.oneIn(2) {
			return r.m.ToInt(r.boolVar())
		}
		return r.m.Int(int64(r.between(-3, 4)))
	}
	sub := func() model.Int { return r.integer(depth - 1) }
	var x model.Int
	switch r.between(0, 10) {
	case 0:
		x = r.m.Sum(model.Term{Coef: int64(r.between(-3, 3)), X: sub()}, model.Term{Coef: 1, X: sub()},
			model.Term{Coef: int64(r.between(-1, 2)), X: sub()})
	case 1:
		x = r.m.Product(sub(), sub())
	case 2:
		x = r.m.Div(sub(), sub())
	case 3:
		x = r.m.Mod(sub(), sub())
	case 4:
		x = r.m.Min(r.integers(r.between(1, 3), depth-1)...)
	case 5:
		x = r.m.Max(r.integers(r.between(1, 3), depth-1)...)
	case 6:
		x = r.m.If(r.boolean(depth-1), sub(), sub())
	case 7:
		x = r.m.Element(sub(), int64(r.between(-2, 1)), r.integers(r.between(1, 4), depth-1))
	case 8:
		x = r.m.Abs(sub())
	case 9:
		x = r.m.Mod(r.sumOfBools(depth-1), r.m.Int(int64(r.between(2, 3))))
	default:
		x = sub()
	}
	if !r.m.Representable(x) {
		return sub()
	}
	return x
}

// switches draws booleans for what is on, mostly plain variables.
func (r *randomModel) switches(n int) []model.Bool {
	return listOf(n, func() model.Bool {
		switch r.between(0, 9) {
		case 0:
			return r.boolean(1)
		case 1, 2:
			return model.True
		case 3:
			return model.False
		}
		return r.m.BoolVar(r.bools[r.between(0, len(r.bools)-1)])
	})
}

func (r *randomModel) graph(directed bool) *alg.Graph {
	n := r.between(2, 6)
	var edges []alg.Edge
	for u := range n {
		for v := range n {
			if u != v && (directed || u < v) && !r.oneIn(3) && len(edges) < 10 {
				edges = append(edges, alg.Edge{U: int32(u), V: int32(v)})
			}
		}
	}
	return alg.NewGraph(n, edges, directed)
}

// touched returns for each vertex the condition that an edge at it is on.
func (r *randomModel) touched(g *alg.Graph, edges []model.Bool) []model.Bool {
	on := make([]model.Bool, g.Order())
	for v := range on {
		var at []model.Bool
		for i, e := range g.Edges {
			if int(e.U) == v || int(e.V) == v {
				at = append(at, edges[i])
			}
		}
		on[v] = r.m.Or(at...)
	}
	return on
}

// Kind is a kind of constraint, a type that implements [model.Body].
type Kind struct {
	// Name is the name of the type.
	Name string
	// weight is the relative frequency of the kind in random models.
	weight int
	draw   func(*randomModel) model.Body
}

// Kinds lists all kinds of constraints. A test compares them with package model.
func Kinds() []Kind {
	return []Kind{
		{"Assert", 3, (*randomModel).assert},
		{"Distinct", 1, (*randomModel).distinct},
		{"Inverse", 1, (*randomModel).inverse},
		{"Regular", 1, (*randomModel).regular},
		{"Connected", 1, (*randomModel).connected},
		{"Reachable", 1, (*randomModel).reachable},
		{"Acyclic", 1, (*randomModel).acyclic},
		{"Route", 3, (*randomModel).route},
		{"Links", 1, (*randomModel).links},
		{"Regions", 1, (*randomModel).regions},
		{"ComponentSizes", 2, (*randomModel).componentSizes},
		{"SameShape", 1, (*randomModel).sameShape},
	}
}

// Random draws a model with a single constraint of this kind.
func (k Kind) Random(t *rapid.T) *model.Model { return randomOf(t, 1, k.draw) }

// body draws a constraint of any kind.
func (r *randomModel) body() model.Body {
	kinds := Kinds()
	total := 0
	for _, k := range kinds {
		total += k.weight
	}
	nth := r.between(1, total)
	for _, k := range kinds {
		if nth -= k.weight; nth <= 0 {
			return k.draw(r)
		}
	}
	panic("modeltest: no kind was drawn")
}

func (r *randomModel) assert() model.Body { return model.Assert{B: r.boolean(3)} }

// samples is the number of models that EachKind makes of a kind.
const samples = 12

// EachKind calls test with the same few small models of each kind of constraint every time. So a test of an engine
// fails if a new kind was forgotten.
func EachKind(t *testing.T, test func(t *testing.T, m *model.Model)) {
	for _, k := range Kinds() {
		t.Run(k.Name, func(t *testing.T) {
			models := rapid.Custom(k.Random)
			for seed := range samples {
				test(t, models.Example(seed))
			}
		})
	}
}

func (r *randomModel) acyclic() model.Body {
	g := r.graph(r.oneIn(4))
	return model.Acyclic{Graph: g, Edges: r.switches(len(g.Edges))}
}

func (r *randomModel) connected() model.Body {
	g := r.graph(false)
	c := model.Connected{Graph: g, Vertices: r.switches(g.Order())}
	if r.oneIn(2) {
		c.Edges = r.switches(len(g.Edges))
	}
	return c
}

func (r *randomModel) distinct() model.Body {
	n := r.between(2, 4)
	d := model.Distinct{Xs: r.integers(n, 1)}
	if r.oneIn(2) {
		d.Present = r.booleans(n, 0)
	}
	return d
}

func (r *randomModel) inverse() model.Body {
	n := r.between(1, 3)
	return model.Inverse{Xs: r.integers(n, 0), Ys: r.integers(n, 0), Base: int64(r.between(-1, 1))}
}

func (r *randomModel) links() model.Body {
	g := r.graph(false)
	labels := make([]int32, g.Order())
	for v := range labels {
		labels[v] = -1
		if v < 2*r.between(0, g.Order()/2) && v%2 == 0 || v%2 == 1 && labels[v-1] >= 0 {
			labels[v] = int32(v / 2)
		}
	}
	for v, next := 0, int32(0); v < len(labels); v += 2 { // no gaps in the numbering
		if labels[v] >= 0 {
			if v+1 == len(labels) {
				labels[v] = -1
				break
			}
			labels[v], labels[v+1] = next, next
			next++
		}
	}
	l := model.Links{Graph: g, Labels: labels, Edges: r.switches(len(g.Edges))}
	l.Vertices = r.switches(g.Order())
	if !r.oneIn(3) {
		l.Vertices = r.touched(g, l.Edges)
	}
	return l
}

func (r *randomModel) reachable() model.Body {
	g := r.graph(r.oneIn(4))
	p := model.Reachable{Graph: g, Vertices: r.switches(g.Order()), In: r.switches(g.Order())}
	if r.oneIn(2) {
		p.Edges = r.switches(len(g.Edges))
	}
	for v := range g.Order() {
		if r.oneIn(3) {
			p.Sources = append(p.Sources, int32(v))
		}
	}
	return p
}

func (r *randomModel) componentSizes() model.Body {
	g := r.graph(r.oneIn(4))
	b := model.ComponentSizes{Graph: g, Sizes: r.integers(g.Order(), 0)}
	if r.oneIn(2) {
		b.Vertices = r.switches(g.Order())
	}
	if b.Vertices == nil || r.oneIn(2) {
		b.Edges = r.switches(len(g.Edges))
	}
	if r.oneIn(3) {
		for range g.Order() {
			b.Counted = append(b.Counted, r.oneIn(2))
		}
	}
	if r.oneIn(2) { // without this most random sizes have no solution
		b.Sizes = slices.Clone(b.Sizes)
		for v := range b.Sizes {
			b.Sizes[v] = r.componentSize(b, int32(v))
		}
	}
	return b
}

func (r *randomModel) sameShape() model.Body {
	const rows, columns = 2, 3
	var edges []alg.Edge
	b := model.SameShape{Whole: r.oneIn(2)}
	for v := range int32(rows * columns) {
		b.Places = append(b.Places, [2]int32{v / columns, v % columns})
		if v%columns > 0 && !r.oneIn(5) {
			edges = append(edges, alg.Edge{U: v - 1, V: v})
		}
		if v >= columns && !r.oneIn(5) {
			edges = append(edges, alg.Edge{U: v - columns, V: v})
		}
	}
	b.Graph = alg.NewGraph(rows*columns, edges, r.oneIn(4))
	b.Edges = r.switches(len(edges))
	for of := range b.Of {
		b.Of[of] = int32(r.between(0, rows*columns-1))
		if r.oneIn(3) {
			for v := range b.Places {
				b.Counted[of] = append(b.Counted[of], int32(v) == b.Of[of] || r.oneIn(2))
			}
		}
	}
	return b
}

// componentSize builds the size of a vertex's component as a node, by reachability in more and more steps.
func (r *randomModel) componentSize(b model.ComponentSizes, v int32) model.Int {
	n := b.Graph.Order()
	on := func(v int32) model.Bool {
		if b.Vertices == nil {
			return model.True
		}
		return b.Vertices[v]
	}
	in := make([]model.Bool, n)
	for w := range in {
		in[w] = model.Const(int32(w) == v)
	}
	in[v] = on(v)
	for range n {
		next := slices.Clone(in)
		for i, e := range b.Graph.Edges {
			open := r.m.And(on(e.U), on(e.V))
			if b.Edges != nil {
				open = r.m.And(open, b.Edges[i])
			}
			next[e.U] = r.m.Or(next[e.U], r.m.And(in[e.V], open))
			next[e.V] = r.m.Or(next[e.V], r.m.And(in[e.U], open))
		}
		in = next
	}
	for w := range in {
		if !b.Counts(int32(w)) {
			in[w] = model.False
		}
	}
	return count(r.m, in)
}

func (r *randomModel) regions() model.Body {
	g := r.graph(false)
	return model.Regions{Graph: g, Same: r.switches(len(g.Edges))}
}

func (r *randomModel) regular() model.Body {
	a := &model.Automaton{Symbols: r.between(1, 4)}
	states := r.between(1, 3)
	for range states {
		a.Accept = append(a.Accept, !r.oneIn(3))
		for range a.Symbols {
			a.Next = append(a.Next, int32(r.between(0, states))-1)
		}
	}
	a.Start = int32(r.between(0, states-1))
	return model.Regular{Xs: r.integers(r.between(0, 4), 0), Automaton: a}
}

func (r *randomModel) route() model.Body {
	g := r.graph(r.oneIn(3))
	w := model.Route{Graph: g, Edges: r.switches(len(g.Edges)), Vertices: r.switches(g.Order()), Closed: r.oneIn(2)}
	if r.oneIn(2) { // without this most random routes have no solution
		w.Vertices = r.touched(g, w.Edges)
	}
	if !w.Closed && r.oneIn(3) {
		w.Positions = r.integers(g.Order(), 0)
	}
	return w
}
