package modeltest

import (
	"fmt"

	"pgregory.net/rapid"

	"nazo/engine"
	"nazo/model"
)

// maxAssignments bounds the work of [BruteForce] on a random model.
const maxAssignments = 1500

// Random draws a small model: every kind of node and constraint can occur,
// guards and helpers too, and objectives in one of three. It has at most
// maxAssignments assignments.
func Random(t *rapid.T) *model.Model {
	return randomOf(t, 4, (*randomModel).body)
}

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

// RandomTask draws a task for a model from [Random]: a rule may be switched
// off, a variable restricted (perhaps to values that it can't have).
func RandomTask(t *rapid.T, m *model.Model) Task {
	var task Task
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
		task.Within = append(task.Within, engine.Within{Var: v, Values: model.Range(lo, hi)})
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
		b = r.m.IfBool(sub(), sub(), sub())
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
	out := make([]model.Bool, n)
	for i := range out {
		out[i] = r.boolean(depth)
	}
	return out
}

func (r *randomModel) integers(n, depth int) []model.Int {
	out := make([]model.Int, n)
	for i := range out {
		out[i] = r.integer(depth)
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
