package compile

import (
	"context"
	"slices"

	"nazo/dsl"
	"nazo/dsl/library"
	"nazo/dsl/value"
	"nazo/internal/model"
)

// A count that is compared with a known number need not be exact beyond it. A line of sight of more than four cells
// need not be longer than five, and a component of four cells extends no further.

// compared computes both sides of a comparison.
func (ev *evaluator) compared(x *dsl.Binary, sc *scope) (a, b value.Value) {
	switch unknown := ev.program.spec.Unknown; {
	case ev.bounded(x.X) && (x.Op == dsl.OpEq || x.Op == dsl.OpNe || x.Op == dsl.OpLt || x.Op == dsl.OpLe):
		b = ev.eval(x.Y, sc)
		return ev.notBeyond(x.X.(*dsl.Call), b, sc), b
	case ev.bounded(x.Y) && (x.Op == dsl.OpEq || x.Op == dsl.OpNe || x.Op == dsl.OpGt || x.Op == dsl.OpGe):
		a = ev.eval(x.X, sc)
		return a, ev.notBeyond(x.Y.(*dsl.Call), a, sc)
	case ev.Moving():
	case unknown(x.X) && !unknown(x.Y):
		b = ev.eval(x.Y, sc)
		return ev.upTo(x.X, b, sc), b
	case unknown(x.Y) && !unknown(x.X):
		a = ev.eval(x.X, sc)
		return a, ev.upTo(x.Y, a, sc)
	}
	return ev.eval(x.X, sc), ev.eval(x.Y, sc)
}

// upTo computes an expression that is compared with a known value. If it is larger, the result may be any larger
// number.
func (ev *evaluator) upTo(x dsl.Expr, known value.Value, sc *scope) value.Value {
	most, isInt := known.(value.Int)
	if _, counts := ev.least(x); !counts || !isInt || most < 0 || most > model.MaxMagnitude {
		return ev.eval(x, sc)
	}
	return ev.capped(x, int64(most), sc)
}

// least returns a lower bound of a sum of sizes. counts reports whether x is such a sum.
func (ev *evaluator) least(x dsl.Expr) (least int64, counts bool) {
	switch x := x.(type) {
	case *dsl.IntLit:
		return x.Value.Int64(), x.Value.IsInt64() && x.Value.Sign() >= 0 && x.Value.Int64() <= model.MaxMagnitude
	case *dsl.Binary:
		a, okA := ev.least(x.X)
		b, okB := ev.least(x.Y)
		return a + b, x.Op == dsl.OpAdd && okA && okB
	case *dsl.Quantifier:
		if x.Op == dsl.OpSum {
			_, counts = ev.least(x.Body)
			return 0, counts
		}
		return 0, x.Op == dsl.OpCount
	case *dsl.Call:
		return 0, ev.measures(x)
	}
	return 0, false
}

// measures reports whether a call returns the length of a collection.
func (ev *evaluator) measures(x *dsl.Call) bool {
	f := library.Find(x.Func.Text)
	return ev.program.defs[x.Func.Text] == nil && f != nil && f.Length && len(x.Args) == 1
}

// capped computes a sum of sizes. If the sum is more than most, the result may be another number above most.
func (ev *evaluator) capped(x dsl.Expr, most int64, sc *scope) value.Value {
	switch x := x.(type) {
	case *dsl.Binary:
		ev.Tick(x)
		a, _ := ev.least(x.X)
		b, _ := ev.least(x.Y)
		return ev.Add(x, ev.capped(x.X, most-b, sc), ev.capped(x.Y, most-a, sc))
	case *dsl.Quantifier:
		if x.Op == dsl.OpSum {
			ev.Tick(x)
			return ev.Sum(x, ev.collectBy(x.Binders, sc, func(sc *scope) value.Value { return ev.capped(x.Body, most, sc) }))
		}
	case *dsl.Call:
		ev.Tick(x)
		if q, ok := x.Args[0].(*dsl.Quantifier); ok && q.Op == dsl.OpPrefix {
			return ev.callLibrary(x, []value.Value{ev.prefix(q, sc, int(max(most, 0))+1)})
		}
		args := ev.evalAll(x.Args, sc)
		if p, ok := args[0].(value.Part); ok {
			p.Most = max(most, 0)
			args[0] = p
			if slices.Contains(ev.bounding, x) {
				ev.BoundPart(p, !ev.separate)
			}
		}
		return ev.callLibrary(x, args)
	}
	return ev.eval(x, sc)
}

// bounded reports whether an expression is an unknown call whose result may be none above the bound of its comparison.
func (ev *evaluator) bounded(x dsl.Expr) bool {
	call, ok := x.(*dsl.Call)
	if !ok || ev.program.defs[call.Func.Text] != nil || !ev.program.spec.Unknown(x) {
		return false
	}
	f := library.Find(call.Func.Text)
	return f != nil && f.Bounded
}

// notBeyond computes a call whose result may be none above the largest value of the other side.
func (ev *evaluator) notBeyond(x *dsl.Call, other value.Value, sc *scope) value.Value {
	args := ev.evalAll(x.Args, sc)
	switch n := other.(type) {
	case value.Int:
		ev.Most = max(int64(n), 0)
	case value.Unknown:
		if n.Defined == model.True { // else a none beyond the bound would equal the other none
			ev.Most = max(ev.Model.Bounds(n.X).Hi, 0)
		}
	}
	defer func() { ev.Most = -1 }()
	return ev.callLibrary(x, args)
}

// A rule that bounds the size of a component bounds it everywhere. So rules that state a size come first, and other
// rules rely on them, even where such a rule is switched off. Those answers are trusted only as far as the judge
// agrees. Whoever asks which rules imply something has them compiled separately ([Problem.Separate]).

// Separate returns the problem with independent rules: a consequence of some of them follows from these alone. The
// variables of the finds are the same. It is nil if ctx ends, or if the model would be too large.
func (p *Problem) Separate(ctx context.Context) *Problem {
	if p.separate == nil {
		return p
	}
	return p.separate(ctx)
}

// rules adds the constraints of all rules.
func (ev *evaluator) rules() {
	numbers := make([]int32, len(ev.program.rules)) // in the order of the spec
	for i, r := range ev.program.rules {
		numbers[i] = ev.stated(r)
	}
	for _, bounding := range []bool{true, false} {
		for i, r := range ev.program.rules {
			if bounding == (len(ev.partSizes(r.Body)) > 0) {
				ev.Attempt(func() { ev.costed(r, func() { ev.rule(r, numbers[i]) }) })
			}
		}
	}
}

// partSizes returns the calls that count the members of a part and are bounded from above by a condition.
func (ev *evaluator) partSizes(x dsl.Expr) []*dsl.Call {
	c, ok := x.(*dsl.Binary)
	if !ok {
		return nil
	}
	var small dsl.Expr
	switch c.Op {
	case dsl.OpAnd:
		return append(ev.partSizes(c.X), ev.partSizes(c.Y)...)
	case dsl.OpLt, dsl.OpLe:
		small = c.X
	case dsl.OpGt, dsl.OpGe:
		small = c.Y
	case dsl.OpEq:
		if small = c.X; !ev.program.spec.Unknown(small) {
			small = c.Y
		}
	}
	if call, ok := small.(*dsl.Call); ok && ev.measures(call) && ev.isPart(call.Args[0]) {
		return []*dsl.Call{call}
	}
	return nil
}

// isPart reports whether an expression calls the function part, perhaps through a let or def.
func (ev *evaluator) isPart(x dsl.Expr) bool {
	switch x := x.(type) {
	case *dsl.Name:
		d := ev.program.decls[x.Text]
		if d == nil {
			return false
		}
		let, ok := d.stmt.(*dsl.Let)
		return ok && let.Bind.Pattern == dsl.PatternName && ev.isPart(let.Bind.Value)
	case *dsl.Call:
		if def := ev.program.defs[x.Func.Text]; def != nil {
			return ev.isPart(def.Body)
		}
		f := library.Find(x.Func.Text)
		return f != nil && f.Name == "part"
	}
	return false
}
