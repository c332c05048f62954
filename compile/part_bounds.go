package compile

import (
	"context"

	"nazo/dsl"
	"nazo/library"
)

// A rule that says how large a part is says so wherever this part is spoken of: it reaches no further than that, and nobody
// beyond is in it. So rules that say it outright come first. What they say counts as a fact for the other rules, also where a rule
// is switched off to see what follows without it: such answers are only trusted as far as the judge says the same, and
// whoever asks which rules something follows from has them compiled separately.

// Separate is the problem with rules none of which counts on what another says: what follows from some of them then follows from
// these alone. The variables of the finds are the same. It is nil if ctx ends, or that would be too large.
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

// partSizes are the calls in a condition that tell how large a part is where the condition says that it is no larger than something.
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

// isPart reports whether an expression is a call of the function that tells what hangs together, be it by a let or a def.
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
