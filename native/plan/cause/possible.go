package cause

import (
	"nazo/model"
	"nazo/numbers"
)

// possible is what a condition may be where not all variables are known: either of its bits, or both.
type possible uint8

const (
	mayFail possible = 1 << iota
	mayHold
	either = mayFail | mayHold
)

// knowledge evaluates nodes where some variables are known, and others may have any value of their domains: Kleene's three-valued logic,
// and intervals. It may take more to be possible than is, never less.
type knowledge struct {
	m    *model.Model
	vars []model.Interval // what each variable may be; of truth values 0 and 1
	// now tells what was computed with the present variables from what was computed before.
	now      int32
	doneBool []int32
	doneInt  []int32
	bools    []possible
	ints     []model.Interval
}

func newKnowledge(m *model.Model) *knowledge {
	k := &knowledge{m: m, now: 1, doneBool: make([]int32, m.BoolCount()), doneInt: make([]int32, len(m.Ints)),
		bools: make([]possible, m.BoolCount()), ints: make([]model.Interval, len(m.Ints))}
	for _, v := range m.Vars {
		k.vars = append(k.vars, v.Domain.Bounds())
	}
	return k
}

// know sets a variable to a value.
func (k *knowledge) know(v model.VarID, x int64) { k.vars[v] = model.Interval{Lo: x, Hi: x} }

// forget has a variable be anything.
func (k *knowledge) forget(v model.VarID) { k.vars[v] = k.m.Vars[v].Domain.Bounds() }

// changed must be called when variables were set, before anything is evaluated.
func (k *knowledge) changed() { k.now++ }

// condition is what a condition may be.
func (k *knowledge) condition(b model.Bool) possible {
	i := b.Node()
	if k.doneBool[i] != k.now {
		k.bools[i] = k.conditionNode(k.m.BoolNode(i))
		k.doneBool[i] = k.now
	}
	is := k.bools[i]
	if b.Negated() {
		is = is>>1 | is<<1&mayHold
	}
	return is
}

func (k *knowledge) conditionNode(n model.BoolNode) possible {
	switch n := n.(type) {
	case model.Constant:
		return mayHold
	case model.BoolVar:
		return truth(k.vars[n.Var].Lo > 0, k.vars[n.Var].Hi < 1)
	case model.And:
		is := mayHold
		for _, a := range n.Args {
			switch k.condition(a) {
			case mayFail:
				return mayFail
			case either:
				is = either
			}
		}
		return is
	case model.Iff:
		a, b := k.condition(n.A), k.condition(n.B)
		return truth(a == b && a != either, a != b && a != either && b != either)
	case model.AtMost:
		sum := k.sum(n.Terms)
		return truth(sum.Hi <= n.Bound, sum.Lo > n.Bound)
	case model.Exactly:
		sum := k.sum(n.Terms)
		return truth(sum.Lo == n.Sum && sum.Hi == n.Sum, !sum.Contains(n.Sum))
	case model.In:
		x := k.number(n.X)
		common := model.Domain{x}.Intersect(n.Values).Size()
		return truth(common == x.Size(), common == 0)
	}
	panic("cause: unknown boolean node")
}

// truth is what a condition may be that surely holds, or surely fails, or neither.
func truth(holds, fails bool) possible {
	switch {
	case holds:
		return mayHold
	case fails:
		return mayFail
	}
	return either
}

func (k *knowledge) sum(terms []model.Term) (out model.Interval) {
	for _, t := range terms {
		x := k.number(t.X)
		out.Lo += min(t.Coef*x.Lo, t.Coef*x.Hi)
		out.Hi += max(t.Coef*x.Lo, t.Coef*x.Hi)
	}
	return out
}

// number is within what a number lies.
func (k *knowledge) number(x model.Int) model.Interval {
	if k.doneInt[x] != k.now {
		is, bounds := k.numberNode(x), k.m.Bounds(x)
		k.ints[x] = model.Interval{Lo: max(is.Lo, bounds.Lo), Hi: min(is.Hi, bounds.Hi)}
		k.doneInt[x] = k.now
	}
	return k.ints[x]
}

// mostItems is how many items of an element are looked at.
const mostItems = 256

func (k *knowledge) numberNode(x model.Int) model.Interval {
	known := func(value func(a, b int64) int64, a, b model.Int) model.Interval {
		p, q := k.number(a), k.number(b)
		if p.Lo != p.Hi || q.Lo != q.Hi {
			return k.m.Bounds(x)
		}
		is := value(p.Lo, q.Lo)
		return model.Interval{Lo: is, Hi: is}
	}
	switch n := k.m.Ints[x].(type) {
	case model.IntConst:
		return model.Interval{Lo: n.Value, Hi: n.Value}
	case model.IntVar:
		return k.vars[n.Var]
	case model.ToInt:
		is := k.condition(n.B)
		return model.Interval{Lo: int64(bit(is == mayHold)), Hi: int64(bit(is != mayFail))}
	case model.Linear:
		sum := k.sum(n.Terms)
		return model.Interval{Lo: sum.Lo + n.Const, Hi: sum.Hi + n.Const}
	case model.Product:
		return known(func(a, b int64) int64 { return a * b }, n.A, n.B)
	case model.Div:
		return known(numbers.Quotient, n.A, n.B)
	case model.Mod:
		return known(numbers.Remainder, n.A, n.B)
	case model.Min:
		is := k.number(n.Args[0])
		for _, a := range n.Args[1:] {
			other := k.number(a)
			is = model.Interval{Lo: min(is.Lo, other.Lo), Hi: min(is.Hi, other.Hi)}
		}
		return is
	case model.Max:
		is := k.number(n.Args[0])
		for _, a := range n.Args[1:] {
			other := k.number(a)
			is = model.Interval{Lo: max(is.Lo, other.Lo), Hi: max(is.Hi, other.Hi)}
		}
		return is
	case model.If:
		switch k.condition(n.Cond) {
		case mayHold:
			return k.number(n.Then)
		case mayFail:
			return k.number(n.Else)
		}
		return hull(k.number(n.Then), k.number(n.Else))
	case model.Element:
		return k.element(n, k.m.Bounds(x))
	}
	panic("cause: unknown integer node")
}

func (k *knowledge) element(n model.Element, bounds model.Interval) model.Interval {
	at := k.number(n.Index)
	at = model.Interval{Lo: at.Lo - n.Base, Hi: at.Hi - n.Base}
	inside := model.Interval{Lo: max(at.Lo, 0), Hi: min(at.Hi, int64(len(n.Items))-1)}
	if inside.Size() > mostItems {
		return bounds
	}
	var out model.Interval
	first := at == inside // else it may be outside, where it is 0
	for i := inside.Lo; i <= inside.Hi; i++ {
		item := k.number(n.Items[i])
		if first {
			out, first = item, false
			continue
		}
		out = hull(out, item)
	}
	return out
}

func hull(a, b model.Interval) model.Interval {
	return model.Interval{Lo: min(a.Lo, b.Lo), Hi: max(a.Hi, b.Hi)}
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
