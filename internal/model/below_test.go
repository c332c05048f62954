package model

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestVarsBelow meets each variable once, through conditions, numbers and both.
func TestVarsBelow(t *testing.T) {
	m := New()
	m.Finds = []Find{{Name: "values"}}
	var b []Bool
	for range 4 {
		b = append(b, m.BoolVar(m.AddBool(0)))
	}
	x, y := m.IntVar(m.AddInt(Range(0, 9), 0, false)), m.IntVar(m.AddInt(Range(0, 9), 0, false))
	sum := m.Sum(Term{2, x}, Term{3, m.ToInt(b[1])})
	for _, c := range []struct {
		bools []Bool
		ints  []Int
		want  []VarID
	}{
		{nil, nil, nil},
		{[]Bool{True}, []Int{m.Int(3)}, nil},
		{[]Bool{m.And(b[2], b[0].Not())}, nil, []VarID{0, 2}},
		{[]Bool{b[1], m.LessEq(sum, m.Int(7))}, []Int{x}, []VarID{1, 4}},
		{[]Bool{b[3]}, []Int{m.Product(sum, y)}, []VarID{1, 3, 4, 5}},
	} {
		if got := m.VarsBelow(c.bools, c.ints); !slices.Equal(got, c.want) {
			t.Errorf("below %v and %v: %v, want %v", c.bools, c.ints, got, c.want)
		}
	}
}

// TestConjuncts takes a nested conjunction apart, but no negated one.
func TestConjuncts(t *testing.T) {
	m := New()
	m.Finds = []Find{{Name: "values"}}
	a, b, c := m.BoolVar(m.AddBool(0)), m.BoolVar(m.AddBool(0)), m.BoolVar(m.AddBool(0))
	or := m.Or(a, c)
	var got []Bool
	for part := range m.Conjuncts(m.And(a, m.And(b, or)), c) {
		got = append(got, part)
	}
	slices.Sort(got)
	want := []Bool{a, b, c, or}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestMinus compares differences of random domains with those of their values.
func TestMinus(t *testing.T) {
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 1))
		draw := func() (d Domain) {
			for range r.IntN(6) {
				lo := r.Int64N(20)
				d = d.Union(Range(lo, lo+r.Int64N(5)))
			}
			return d
		}
		d, e := draw(), draw()
		var want []int64
		for v := range d.Each {
			if !e.Contains(v) {
				want = append(want, v)
			}
		}
		if got := d.Minus(e); !slices.Equal(got, Values(want...)) {
			t.Fatalf("%v without %v is %v, want %v", d, e, got, want)
		}
	}
}
