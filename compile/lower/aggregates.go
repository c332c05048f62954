package lower

import (
	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// Count is the number of conditions that hold.
func (lw *Lowerer) Count(at dsl.Node, conditions []model.Bool) value.Value {
	lw.Work(len(conditions))
	known := int64(0)
	var terms []model.Term
	for _, c := range conditions {
		switch c {
		case model.True:
			known++
		case model.False:
		default:
			terms = append(terms, model.Term{Coef: 1, X: lw.Model.ToInt(c)})
		}
	}
	if len(terms) == 0 {
		return value.Int(known)
	}
	terms = append(terms, model.Term{Coef: known, X: lw.Model.Int(1)})
	return lw.unknown(at, lw.Model.Sum(terms...), model.True)
}

// Sum adds the numbers whose guards hold; none is skipped.
func (lw *Lowerer) Sum(at dsl.Node, values []value.Alternative) value.Value {
	lw.Work(len(values))
	var known value.Value = value.Int(0)
	var terms []model.Term
	var long []value.Value
	for _, v := range values {
		switch n := v.Value.(type) {
		case value.None:
			continue
		case value.Int, value.Big:
			if v.Guard == model.True {
				known = value.Add(known, n)
				continue
			}
		case value.Long:
			if v.Guard != model.True {
				lw.TooLarge(at)
			}
			long = append(long, n)
			continue
		}
		x, defined := lw.Number(at, v.Value)
		if c, ok := lw.Model.Constant(x); ok {
			terms = append(terms, model.Term{Coef: c, X: lw.Model.ToInt(lw.And(v.Guard, defined))})
		} else {
			terms = append(terms, model.Term{Coef: 1, X: lw.Model.If(lw.And(v.Guard, defined), x, lw.Model.Int(0))})
		}
	}
	total := known
	if len(terms) > 0 {
		total = lw.Add(at, known, lw.unknown(at, lw.Model.Sum(terms...), model.True))
	}
	for _, l := range long {
		total = lw.Add(at, total, l)
	}
	return total
}

// Product multiplies the numbers whose guards hold; none is skipped.
func (lw *Lowerer) Product(at dsl.Node, values []value.Alternative) value.Value {
	var total value.Value = value.Int(1)
	for _, v := range values {
		if Absent(v.Value) || value.Known(v.Value) && !IsNumber(v.Value) {
			continue
		}
		factor := v.Value
		if v.Guard != model.True || !value.Known(factor) {
			x, defined := lw.Number(at, factor)
			factor = lw.unknown(at, lw.Model.If(lw.And(v.Guard, defined), x, lw.Model.Int(1)), model.True)
		}
		total = lw.Multiply(at, total, factor)
	}
	return total
}

// Extremum is the least or greatest number whose guard holds, none for none.
func (lw *Lowerer) Extremum(at dsl.Node, values []value.Alternative, greatest bool) value.Value {
	var known value.Value = value.None{}
	var xs []model.Int
	var guards []model.Bool
	for _, v := range values {
		if Absent(v.Value) || value.Known(v.Value) && !IsNumber(v.Value) {
			continue // a label among numbers is none, too
		}
		if v.Guard == model.True && value.Known(v.Value) {
			if Absent(known) || (value.Compare(v.Value, known) > 0) == greatest {
				known = v.Value
			}
			continue
		}
		x, defined := lw.Number(at, v.Value)
		if g := lw.And(v.Guard, defined); g != model.False {
			xs, guards = append(xs, x), append(guards, g)
		}
	}
	if len(xs) == 0 {
		return known
	}
	if !Absent(known) {
		x, defined := lw.Number(at, known)
		xs, guards = append(xs, x), append(guards, defined)
	}
	// Where a guard does not hold the number is replaced by one that can't win.
	loser := lw.Model.Bounds(xs[0])
	for _, x := range xs {
		b := lw.Model.Bounds(x)
		loser = model.Interval{Lo: min(loser.Lo, b.Lo), Hi: max(loser.Hi, b.Hi)}
	}
	for i, x := range xs {
		if greatest {
			xs[i] = lw.Model.If(guards[i], x, lw.Model.Int(loser.Lo))
		} else {
			xs[i] = lw.Model.If(guards[i], x, lw.Model.Int(loser.Hi))
		}
	}
	if greatest {
		return lw.unknown(at, lw.Model.Max(xs...), lw.Or(guards...))
	}
	return lw.unknown(at, lw.Model.Min(xs...), lw.Or(guards...))
}
