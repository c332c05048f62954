package model_test

import (
	"testing"

	"nazo/internal/model"
	"pgregory.net/rapid"
)

// builder makes random expressions together with functions that compute them
// in the plainest way, so that folding and sharing can be held against them.
type builder struct {
	t     *rapid.T
	m     *model.Model
	bools []model.VarID
	ints  []model.VarID
}

type boolCase struct {
	ref  model.Bool
	want func(model.Solution) bool
}

type intCase struct {
	ref  model.Int
	want func(model.Solution) int64
}

func (b *builder) bool(depth int) boolCase {
	m := b.m
	if depth == 0 || rapid.IntRange(0, 5).Draw(b.t, "leaf") == 0 {
		if rapid.IntRange(0, 6).Draw(b.t, "constant") == 0 {
			v := rapid.Bool().Draw(b.t, "value")
			return boolCase{model.Const(v), func(model.Solution) bool { return v }}
		}
		v := rapid.SampledFrom(b.bools).Draw(b.t, "variable")
		return boolCase{m.BoolVar(v), func(s model.Solution) bool { return s[v] == 1 }}
	}
	switch rapid.IntRange(0, 7).Draw(b.t, "operator") {
	case 0:
		x, y, z := b.bool(depth-1), b.bool(depth-1), b.bool(depth-1)
		return boolCase{m.And(x.ref, y.ref, z.ref), func(s model.Solution) bool { return x.want(s) && y.want(s) && z.want(s) }}
	case 1:
		x, y := b.bool(depth-1), b.bool(depth-1)
		return boolCase{m.Or(x.ref, y.ref), func(s model.Solution) bool { return x.want(s) || y.want(s) }}
	case 2:
		x := b.bool(depth - 1)
		return boolCase{x.ref.Not(), func(s model.Solution) bool { return !x.want(s) }}
	case 3:
		x, y := b.bool(depth-1), b.bool(depth-1)
		return boolCase{m.Iff(x.ref, y.ref), func(s model.Solution) bool { return x.want(s) == y.want(s) }}
	case 4:
		x, y, z := b.bool(depth-1), b.bool(depth-1), b.bool(depth-1)
		return boolCase{m.And(m.Implies(x.ref, y.ref), m.Or(x.ref, z.ref)), func(s model.Solution) bool {
			if x.want(s) {
				return y.want(s)
			}
			return z.want(s)
		}}
	case 5:
		x, y := b.int(depth-1), b.int(depth-1)
		return boolCase{m.LessEq(x.ref, y.ref), func(s model.Solution) bool { return x.want(s) <= y.want(s) }}
	case 6:
		x, y := b.int(depth-1), b.int(depth-1)
		return boolCase{m.Equal(x.ref, y.ref), func(s model.Solution) bool { return x.want(s) == y.want(s) }}
	default:
		x := b.int(depth - 1)
		d := model.Values(rapid.SliceOfN(rapid.Int64Range(-9, 9), 0, 4).Draw(b.t, "values")...)
		return boolCase{m.In(x.ref, d), func(s model.Solution) bool { return d.Contains(x.want(s)) }}
	}
}

func (b *builder) int(depth int) intCase {
	m := b.m
	if depth == 0 || rapid.IntRange(0, 5).Draw(b.t, "leaf") == 0 {
		if rapid.IntRange(0, 4).Draw(b.t, "constant") == 0 {
			v := rapid.Int64Range(-4, 4).Draw(b.t, "value")
			return intCase{m.Int(v), func(model.Solution) int64 { return v }}
		}
		v := rapid.SampledFrom(b.ints).Draw(b.t, "variable")
		return intCase{m.IntVar(v), func(s model.Solution) int64 { return s[v] }}
	}
	switch rapid.IntRange(0, 8).Draw(b.t, "operator") {
	case 0:
		x := b.bool(depth - 1)
		return intCase{m.ToInt(x.ref), func(s model.Solution) int64 {
			if x.want(s) {
				return 1
			}
			return 0
		}}
	case 1:
		x, y := b.int(depth-1), b.int(depth-1)
		p, q := rapid.Int64Range(-3, 3).Draw(b.t, "p"), rapid.Int64Range(-3, 3).Draw(b.t, "q")
		return intCase{m.Sum(model.Term{Coef: p, X: x.ref}, model.Term{Coef: q, X: y.ref}),
			func(s model.Solution) int64 { return p*x.want(s) + q*y.want(s) }}
	case 2:
		x, y := b.int(depth-1), b.int(depth-1)
		return intCase{m.Product(x.ref, y.ref), func(s model.Solution) int64 { return x.want(s) * y.want(s) }}
	case 3:
		x, y := b.int(depth-1), b.int(depth-1)
		return intCase{m.Div(x.ref, y.ref), func(s model.Solution) int64 { q, _ := floored(x.want(s), y.want(s)); return q }}
	case 4:
		x, y := b.int(depth-1), b.int(depth-1)
		return intCase{m.Mod(x.ref, y.ref), func(s model.Solution) int64 { _, r := floored(x.want(s), y.want(s)); return r }}
	case 5:
		x, y := b.int(depth-1), b.int(depth-1)
		return intCase{m.Min(x.ref, y.ref), func(s model.Solution) int64 { return min(x.want(s), y.want(s)) }}
	case 6:
		x := b.int(depth - 1)
		return intCase{m.Abs(x.ref), func(s model.Solution) int64 { return max(x.want(s), -x.want(s)) }}
	case 7:
		c, x, y := b.bool(depth-1), b.int(depth-1), b.int(depth-1)
		return intCase{m.If(c.ref, x.ref, y.ref), func(s model.Solution) int64 {
			if c.want(s) {
				return x.want(s)
			}
			return y.want(s)
		}}
	default:
		i, x, y := b.int(depth-1), b.int(depth-1), b.int(depth-1)
		base := rapid.Int64Range(-1, 1).Draw(b.t, "base")
		return intCase{m.Element(i.ref, base, []model.Int{x.ref, y.ref}), func(s model.Solution) int64 {
			switch i.want(s) - base {
			case 0:
				return x.want(s)
			case 1:
				return y.want(s)
			}
			return 0
		}}
	}
}

// floored is division that rounds down, and 0, 0 for a divisor of 0.
func floored(a, b int64) (q, r int64) {
	if b == 0 {
		return 0, 0
	}
	q = a / b
	if q*b > a && b > 0 || q*b < a && b < 0 {
		q--
	}
	return q, a - q*b
}

// TestBuildAndEvaluate holds whatever the builder folds and shares, the bounds
// it promises, and the evaluation of nodes against plain arithmetic.
func TestBuildAndEvaluate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := &builder{t: t, m: model.New()}
		for range 3 {
			b.bools = append(b.bools, b.m.AddBool(-1))
			b.ints = append(b.ints, b.m.AddInt(model.Values(rapid.SliceOfN(rapid.Int64Range(-4, 4), 1, 4).Draw(t, "domain")...), -1, false))
		}
		condition, number := b.bool(3), b.int(3)
		if err := b.m.Validate(); err != nil {
			t.Fatal(err)
		}
		for range 10 {
			s := make(model.Solution, len(b.m.Vars))
			for i, v := range b.m.Vars {
				var values []int64
				for x := range v.Domain.Each {
					values = append(values, x)
				}
				s[i] = rapid.SampledFrom(values).Draw(t, "assigned")
			}
			e := model.Evaluate(b.m, s)
			if got, want := e.Bool(condition.ref), condition.want(s); got != want {
				t.Fatalf("condition is %v, want %v under %v", got, want, s)
			}
			got, want := e.Int(number.ref), number.want(s)
			if got != want {
				t.Fatalf("number is %d, want %d under %v", got, want, s)
			}
			if !b.m.Bounds(number.ref).Contains(got) {
				t.Fatalf("%d is outside of the bounds %v", got, b.m.Bounds(number.ref))
			}
		}
	})
}

func TestDomain(t *testing.T) {
	d := model.Values(5, 1, 2, 9, 2, 3)
	if d.String() != "1..3, 5, 9" || d.Size() != 5 || !d.Contains(9) || d.Contains(4) {
		t.Errorf("domain is %v of size %d", d, d.Size())
	}
	if got := d.Intersect(model.Range(2, 5)).String(); got != "2..3, 5" {
		t.Errorf("intersection is %s", got)
	}
	if model.Range(3, 2).Size() != 0 || model.Range(-1<<62, 1<<62).Size() != 1<<63-1 {
		t.Error("sizes of the empty and of a huge range")
	}
}

func TestSharing(t *testing.T) {
	m := model.New()
	a, b := m.BoolVar(m.AddBool(-1)), m.BoolVar(m.AddBool(-1))
	x := m.IntVar(m.AddInt(model.Range(1, 9), -1, false))
	y := m.IntVar(m.AddInt(model.Range(1, 9), -1, false))
	for _, same := range [][2]model.Bool{
		{m.And(a, b), m.And(b, a, a, model.True)},
		{m.Or(a, b), m.And(a.Not(), b.Not()).Not()},
		{m.Iff(a, b.Not()), m.Iff(a, b).Not()},
		{m.Less(x, y), m.LessEq(y, x).Not()},
		{m.Equal(x, y), m.Equal(y, x)},
		{m.LessEq(m.Scale(2, x), m.Int(5)), m.In(x, model.Range(1, 2))},
		{m.In(x, model.Range(-5, 20)), model.True},
		{m.And(a, a.Not()), model.False},
	} {
		if same[0] != same[1] {
			t.Errorf("%v and %v are one expression", same[0], same[1])
		}
	}
}
