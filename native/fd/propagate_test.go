package fd

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"nazo/internal/model"
)

// deduction says what the root must know of a model before any choice.
type deduction struct {
	name  string
	build func(b *builder)
	want  string // domains and truth values of what was shown; "no" for a conflict
}

// builder makes a model and notes what is to be shown.
type builder struct {
	*model.Model
	ints  []model.Int
	bools []model.Bool
}

// int adds a variable that is shown.
func (b *builder) int(values ...int64) model.Int {
	x := b.IntVar(b.AddInt(model.Values(values...), 0, false))
	b.ints = append(b.ints, x)
	return x
}

func (b *builder) from(lo, hi int64) model.Int {
	x := b.IntVar(b.AddInt(model.Range(lo, hi), 0, false))
	b.ints = append(b.ints, x)
	return x
}

func (b *builder) switches(n int) []model.Bool {
	out := make([]model.Bool, n)
	for i := range out {
		out[i] = b.BoolVar(b.AddBool(0))
	}
	b.bools = append(b.bools, out...)
	return out
}

func (b *builder) must(l model.Bool)    { b.Constrain(0, model.True, model.Assert{B: l}) }
func (b *builder) post(body model.Body) { b.Constrain(0, model.True, body) }
func (b *builder) count(ls []model.Bool) model.Int {
	var terms []model.Term
	for _, l := range ls {
		terms = append(terms, model.Term{Coef: 1, X: b.ToInt(l)})
	}
	return b.Sum(terms...)
}

func ones(xs []model.Int) (terms []model.Term) {
	for _, x := range xs {
		terms = append(terms, model.Term{Coef: 1, X: x})
	}
	return terms
}

// shown prints the domains of the integers, then 1, 0 or ? for each boolean.
func (b *builder) shown() string {
	p := newPoster(b.Model, model.Options{}, new(atomic.Bool))
	if !p.post(true) || !p.s.propagate() {
		return "no"
	}
	var parts []string
	for _, x := range b.ints {
		var vs []int64
		p.s.each(x, func(v int64) bool { vs = append(vs, v); return len(vs) < 100 })
		if len(vs) == 100 {
			parts = append(parts, fmt.Sprintf("%d..%d", p.s.ints[x].lo, p.s.ints[x].hi))
		} else {
			parts = append(parts, model.Values(vs...).String())
		}
	}
	truth := ""
	for _, l := range b.bools {
		truth += string("0?1"[p.s.val[l]+1])
	}
	if truth != "" {
		parts = append(parts, truth)
	}
	return strings.Join(parts, "; ")
}

var deductions = []deduction{
	{"sum at most", func(b *builder) {
		x := b.switches(3)
		b.must(b.LessEq(b.Sum(model.Term{Coef: 3, X: b.ToInt(x[0])}, model.Term{Coef: 2, X: b.ToInt(x[1])}, model.Term{Coef: -2, X: b.ToInt(x[2])}), b.Int(0)))
		b.must(x[2].Not())
	}, "000"},
	{"sum exactly", func(b *builder) {
		x := b.switches(4)
		b.must(b.Equal(b.count(x), b.Int(3)))
		b.must(x[1].Not())
	}, "1011"},
	{"sum is known to fail", func(b *builder) {
		x := b.switches(3)
		b.must(b.Iff(x[2], b.LessEq(b.count(x[:2]), b.Int(0))))
		b.must(x[0])
	}, "1?0"},
	{"linear bounds", func(b *builder) {
		x, y := b.from(0, 9), b.from(0, 9)
		b.must(b.LessEq(b.Sum(model.Term{Coef: 3, X: x}, model.Term{Coef: 2, X: y}), b.Int(7)))
		b.must(b.LessEq(b.Int(2), y))
	}, "0..1; 2..3"},
	{"a sum of different integers", func(b *builder) {
		x := []model.Int{b.from(1, 9), b.from(1, 9), b.from(1, 9)}
		b.post(model.Distinct{Xs: x})
		b.must(b.Equal(b.Sum(ones(x)...), b.Int(22)))
	}, "5..9; 5..9; 5..9"},
	{"a sum that few sets have", func(b *builder) {
		x := []model.Int{b.from(1, 9), b.int(1, 2, 3, 5, 9), b.from(3, 9)}
		b.post(model.Distinct{Xs: x})
		b.must(b.Equal(b.Sum(ones(x)...), b.Int(7)))
	}, "1..2; 1..2; 4"},
	{"a value that is locked in a part", func(b *builder) {
		x := []model.Int{b.from(1, 3), b.from(1, 3), b.int(2, 3), b.from(1, 3), b.from(1, 4)}
		b.post(model.Distinct{Xs: x[:3]})
		b.post(model.Distinct{Xs: []model.Int{x[0], x[1], x[3], x[4]}})
	}, "1..3; 1..3; 2..3; 2..3; 4"},
	{"different integers are at most so much", func(b *builder) {
		x := []model.Int{b.from(1, 9), b.from(1, 9), b.from(1, 9), b.from(0, 9)}
		b.post(model.Distinct{Xs: x[:3]})
		b.must(b.LessEq(b.Sum(ones(x)...), b.Int(7)))
	}, "1..4; 1..4; 1..4; 0..1"},
	{"a difference of sums of different integers", func(b *builder) {
		x := []model.Int{b.from(1, 9), b.from(1, 9), b.from(1, 9)}
		b.post(model.Distinct{Xs: x})
		b.must(b.Equal(b.Sum(model.Term{Coef: 1, X: x[0]}, model.Term{Coef: -1, X: x[1]}, model.Term{Coef: -1, X: x[2]}), b.Int(6)))
	}, "9; 1..2; 1..2"},
	{"equality on values", func(b *builder) {
		x, y := b.int(1, 3, 5, 8), b.int(2, 4, 7, 9)
		b.must(b.Equal(x, b.Plus(y, b.Int(1))))
	}, "3, 5, 8; 2, 4, 7"},
	{"not equal", func(b *builder) {
		x, y := b.int(1, 2, 3), b.from(2, 3)
		b.must(b.Equal(x, y).Not())
		b.must(b.LessEq(y, b.Int(2)))
	}, "1, 3; 2"},
	{"large numbers", func(b *builder) {
		x, y := b.from(0, 1_000_000), b.from(0, 1_000_000)
		b.must(b.Equal(b.Plus(x, y), b.Int(1_500_000)))
	}, "500000..1000000; 500000..1000000"},
	{"product", func(b *builder) {
		x, y := b.from(1, 9), b.from(1, 9)
		b.must(b.Equal(b.Product(x, y), b.Int(35)))
	}, "5, 7; 5, 7"},
	{"large product", func(b *builder) {
		x, y := b.from(1, 1000), b.from(100, 1000)
		b.must(b.LessEq(b.Product(x, y), b.Int(500)))
	}, "1..5; 100..500"},
	{"quotient", func(b *builder) {
		x := b.from(0, 20)
		b.must(b.Equal(b.Div(x, b.Int(6)), b.Int(2)))
	}, "12..17"},
	{"quotient by none", func(b *builder) {
		x, y := b.from(3, 5), b.from(0, 2)
		b.must(b.Equal(b.Div(x, y), b.Int(0)))
	}, "3..5; 0"},
	{"remainder", func(b *builder) {
		x := b.from(-6, 6)
		b.must(b.Equal(b.Mod(x, b.Int(5)), b.Int(3)))
	}, "-2, 3"},
	{"least", func(b *builder) {
		x, y := b.from(0, 9), b.from(5, 9)
		b.must(b.Equal(b.Min(x, y), b.Int(4)))
	}, "4; 5..9"},
	{"greatest", func(b *builder) {
		x, y := b.from(0, 9), b.from(0, 5)
		b.must(b.Equal(b.Max(x, y), b.Int(7)))
	}, "7; 0..5"},
	{"conditional", func(b *builder) {
		x, y, c := b.from(0, 3), b.from(6, 9), b.switches(1)
		b.must(b.LessEq(b.Int(7), b.If(c[0], x, y)))
	}, "0..3; 7..9; 0"},
	{"element", func(b *builder) {
		i, r := b.from(0, 5), b.int(3, 4, 9)
		items := []model.Int{b.Int(9), b.Int(4), b.Int(1), b.Int(4)}
		b.must(b.Equal(b.Element(i, 1, items), r))
	}, "1..2, 4; 4, 9"},
	{"membership", func(b *builder) {
		x, c := b.from(1, 9), b.switches(1)
		b.must(b.In(x, model.Values(2, 3, 5, 7)))
		b.must(b.Iff(c[0], b.In(x, model.Values(1, 4, 9))))
	}, "2..3, 5, 7; 0"},
	{"distinct, a Hall set", func(b *builder) {
		b.post(model.Distinct{Xs: []model.Int{b.int(1, 2), b.int(1, 2), b.from(1, 4), b.from(1, 4)}})
	}, "1..2; 1..2; 3..4; 3..4"},
	{"distinct, a value for one only", func(b *builder) {
		b.post(model.Distinct{Xs: []model.Int{b.from(1, 3), b.from(2, 3), b.from(2, 3)}})
	}, "1; 2..3; 2..3"},
	{"distinct, too few values", func(b *builder) {
		b.post(model.Distinct{Xs: []model.Int{b.int(1, 9), b.int(1, 9), b.int(1, 9)}})
	}, "no"},
	{"distinct of those present", func(b *builder) {
		x, y, on := b.int(4), b.int(4), b.switches(2)
		b.post(model.Distinct{Xs: []model.Int{x, y}, Present: on})
		b.must(on[0])
	}, "4; 4; 10"},
	{"inverse", func(b *builder) {
		xs := []model.Int{b.from(1, 3), b.from(1, 2), b.from(1, 2)}
		b.post(model.Inverse{Xs: xs, Ys: []model.Int{b.from(1, 3), b.from(1, 3), b.from(0, 9)}, Base: 1})
	}, "3; 1..2; 1..2; 2..3; 2..3; 1"},
	{"regular", func(b *builder) { // 1 may not follow 1, and the last is 1
		x := b.switches(4)
		xs := []model.Int{b.ToInt(x[0]), b.ToInt(x[1]), b.ToInt(x[2]), b.ToInt(x[3])}
		b.post(model.Regular{Xs: xs, Automaton: &model.Automaton{Symbols: 2, Next: []int32{0, 1, 0, -1}, Accept: []bool{false, true}}})
	}, "??01"},
	{"a guard that can't hold", func(b *builder) {
		x, g := b.int(3), b.switches(1)
		b.Constrain(0, g[0], model.Distinct{Xs: []model.Int{x, b.Int(3)}})
	}, "3; 0"},
}

func TestDeductions(t *testing.T) {
	for _, d := range append(deductions, graphDeductions...) {
		m := model.New()
		m.Finds, m.Rules, m.Instances = []model.Find{{}}, []model.Rule{{}}, []model.Instance{{}}
		b := &builder{Model: m}
		d.build(b)
		if err := m.Validate(); err != nil {
			t.Errorf("%s: %v", d.name, err)
		} else if got := b.shown(); got != d.want {
			t.Errorf("%s: got %s, want %s", d.name, got, d.want)
		}
	}
}
