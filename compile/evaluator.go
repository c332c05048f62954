package compile

import (
	"math/rand/v2"
	"slices"

	"nazo/compile/lower"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/library"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
)

// evaluator computes expressions of a spec, and turns statements into rules, objectives and a machine. Its Lowerer
// does the arithmetic on values.
type evaluator struct {
	*lower.Lowerer
	program       *program
	globals       map[string]*global
	input         map[string]*instance.Entry // the input's text for each given
	emptyInstance *diag.Source               // the source of an instance without entries; else nil
	values        map[string]value.Value     // values of givens that were read before
	layouts       map[string]layout          // for each find
	ruleSources   []ruleSource               // for each rule of the model
	memo          map[memoKey]value.Value    // results of functions; see recall
	made          *library.Memo              // boards and graphs made by the library, which the judge reuses
	lookup        check.Lookup[value.Alternative]
	bounding      []*dsl.Call    // the calls whose upper bound the current rule states
	separate      bool           // no rule relies on another
	depth         int            // of nested calls of defs
	body          check.Instance // of the def whose body is being evaluated
	reading       bool           // evaluating the text of a given
	seed          int64          // for random draws
	draws         uint64         // number of random draws so far
	secrets       []secret       // givens that are hidden or sought, and unknown
	fill          func(name string, t instance.Type) value.Value
	seek          func(instance.Part) []value.Value
	seekShape     bool
	soughts       []UnknownGiven
	unsure        value.Value // the domain of the current find, if sought givens decide it
	lint          bool        // look for mistakes that are costly to find
	inputOnly     bool        // only the input is available: finds and states are errors
	cost          *ruleCost   // of the current rule; nil outside of rules
	large         []*ruleCost // of the rules that became large
	largeRule     int         // the number of nodes from which a rule is large
}

type scope = check.Scope

// eval computes an expression. Missing truth values are false and missing collections are empty, such as beyond the
// end of a list. They are never none.
func (ev *evaluator) eval(x dsl.Expr, sc *scope) value.Value {
	ev.Tick(x)
	v := ev.compute(x, sc)
	switch c := v.(type) {
	case value.None:
		return ev.absentAs(x)
	case value.Choice:
		if i := slices.IndexFunc(c.Alts, func(a value.Alternative) bool { return lower.Absent(a.Value) }); i >= 0 {
			if empty := ev.absentAs(x); !lower.Absent(empty) {
				alts := slices.Clone(c.Alts)
				alts[i].Value = empty
				return ev.Choice(alts)
			}
		}
	}
	return v
}

// absentAs returns the value of an expression that has none of its own.
func (ev *evaluator) absentAs(x dsl.Expr) value.Value {
	switch ev.program.spec.Absence(x) {
	case check.AsFalse:
		return value.False
	case check.AsEmptySet:
		return value.NewSet()
	case check.AsEmptyList:
		return value.List(nil)
	}
	return value.None{}
}

func (ev *evaluator) compute(x dsl.Expr, sc *scope) value.Value {
	switch x := x.(type) {
	case *dsl.Name:
		return ev.name(x, sc)
	case *dsl.IntLit:
		return value.FromBig(x.Value)
	case *dsl.BoolLit:
		return value.Of(x.Value)
	case *dsl.NoneLit:
		return value.None{}
	case *dsl.StringLit:
		return value.Text(x.Value)
	case *dsl.Unary:
		return ev.unary(x, sc)
	case *dsl.Binary:
		return ev.binary(x, sc)
	case *dsl.If:
		return ev.conditional(x, sc)
	case *dsl.Call:
		return ev.call(x, sc)
	case *dsl.Index:
		return ev.index(x, sc)
	case *dsl.Quantifier:
		return ev.quantifier(x, sc)
	case *dsl.Tuple:
		return value.Tuple(ev.evalAll(x.Elems, sc))
	case *dsl.SetLit:
		return ev.setLiteral(x, sc)
	case *dsl.ListLit:
		return value.List(ev.evalAll(x.Elems, sc))
	case *dsl.Comprehension:
		return ev.comprehension(x, sc)
	case *dsl.LabelSet:
		return labelSet(x)
	case dsl.DomainForm, *dsl.GridLit:
		ev.Fail(x, "misplaced-type", "a type or domain has no value here")
	}
	ev.Fail(x, "unreadable", "this expression could not be read")
	return nil
}

func (ev *evaluator) evalAll(xs []dsl.Expr, sc *scope) []value.Value {
	return alg.Map(xs, func(x dsl.Expr) value.Value { return ev.eval(x, sc) })
}

// name looks up locals, then what the spec declares, then the constants of the library.
func (ev *evaluator) name(x *dsl.Name, sc *scope) value.Value {
	if v, ok := sc.Lookup(x.Text); ok {
		return v
	}
	if g, ok := ev.globals[x.Text]; ok {
		return ev.force(g, x)
	}
	if v, ok := library.Constant(x.Text); ok {
		return v
	}
	ev.Fail(x, "unknown-name", "nothing is called %q", x.Text)
	return nil
}

// labelSet returns the labels of an enumeration, in order.
func labelSet(x *dsl.LabelSet) value.Value {
	labels := make([]value.Value, len(x.Labels))
	for i, l := range x.Labels {
		labels[i] = value.Label{Name: l.Name.Text, Print: l.Print.Value, Rank: i + 1}
	}
	return value.NewSet(labels...)
}

func (ev *evaluator) condition(x dsl.Expr, sc *scope) model.Bool { return ev.Truth(ev.eval(x, sc)) }

func (ev *evaluator) unary(x *dsl.Unary, sc *scope) value.Value {
	v := ev.eval(x.X, sc)
	if x.Op == dsl.OpNot {
		return value.Bool(ev.Truth(v).Not())
	}
	return ev.Multiply(x, value.Int(-1), v)
}

func (ev *evaluator) binary(x *dsl.Binary, sc *scope) value.Value {
	switch x.Op {
	case dsl.OpImplies, dsl.OpOr, dsl.OpAnd:
		return value.Bool(ev.connective(x, sc))
	}
	if dsl.OpEq <= x.Op && x.Op <= dsl.OpGe {
		return value.Bool(ev.comparison(x, sc))
	}
	a, b := ev.eval(x.X, sc), ev.eval(x.Y, sc)
	switch x.Op {
	case dsl.OpIn:
		return value.Bool(ev.In(x, a, b))
	case dsl.OpSubset:
		return value.Bool(ev.Subset(x, a, b))
	case dsl.OpRange:
		return ev.RangeOf(x, a, b)
	case dsl.OpAdd:
		return ev.Add(x, a, b)
	case dsl.OpSub:
		return ev.Subtract(x, a, b)
	case dsl.OpIntersect:
		return ev.Intersect(x, a, b)
	case dsl.OpMul:
		return ev.Multiply(x, a, b)
	case dsl.OpDiv, dsl.OpMod:
		return ev.Divide(x, a, b)
	}
	panic("compile: unknown operator " + x.Op.String())
}

// comparison computes operators that compare two values.
func (ev *evaluator) comparison(x *dsl.Binary, sc *scope) model.Bool {
	a, b := ev.compared(x, sc)
	switch x.Op {
	case dsl.OpEq:
		return ev.Equal(x, a, b)
	case dsl.OpNe:
		return ev.Equal(x, a, b).Not()
	case dsl.OpLt:
		return ev.Less(x, a, b, false)
	case dsl.OpLe:
		return ev.Less(x, a, b, true)
	case dsl.OpGt:
		return ev.Less(x, b, a, false)
	}
	return ev.Less(x, b, a, true)
}

// connective computes the operators that may skip their right side.
func (ev *evaluator) connective(x *dsl.Binary, sc *scope) model.Bool {
	a := ev.condition(x.X, sc)
	switch {
	case x.Op == dsl.OpAnd && a == model.False:
		return model.False
	case x.Op == dsl.OpOr && a == model.True, x.Op == dsl.OpImplies && a == model.False:
		return model.True
	}
	b := ev.condition(x.Y, sc)
	switch x.Op {
	case dsl.OpAnd:
		return ev.And(a, b)
	case dsl.OpOr:
		return ev.Or(a, b)
	default:
		return ev.Or(a.Not(), b)
	}
}

// conditional evaluates one branch if the condition is known, else both.
func (ev *evaluator) conditional(x *dsl.If, sc *scope) value.Value {
	switch c := ev.condition(x.Cond, sc); c {
	case model.True:
		return ev.eval(x.Then, sc)
	case model.False:
		return ev.eval(x.Else, sc)
	default:
		return ev.Choose(x, []value.Alternative{{Guard: c, Value: ev.eval(x.Then, sc)}, {Guard: c.Not(), Value: ev.eval(x.Else, sc)}})
	}
}

// index computes a[k], a[i, j] and a[keys], or none if out of range.
func (ev *evaluator) index(x *dsl.Index, sc *scope) value.Value {
	of := ev.eval(x.X, sc)
	keys := ev.evalAll(x.Keys, sc)
	var v value.Value
	if len(keys) == 1 {
		v = ev.At(x, of, keys[0])
	} else {
		v = ev.AtSeveral(x, of, keys)
	}
	if lower.Absent(v) {
		ev.lintIndex(x, of, sc)
	}
	return v
}

func (ev *evaluator) setLiteral(x *dsl.SetLit, sc *scope) value.Value {
	return ev.Guarded(x, lower.Always(ev.evalAll(x.Elems, sc)), true)
}

// call computes a function of the spec or of the library.
func (ev *evaluator) call(x *dsl.Call, sc *scope) value.Value {
	if def, ok := ev.program.defs[x.Func.Text]; ok {
		return ev.callDef(x, def, sc)
	}
	return ev.callLibrary(x, ev.evalAll(x.Args, sc))
}

// maxDepth bounds nested calls. Definitions are not recursive, so only a chain of so many definitions could reach it.
const maxDepth = 1000

func (ev *evaluator) callDef(x *dsl.Call, def *definition, sc *scope) value.Value {
	if len(x.Args) != len(def.Params) {
		ev.Fail(x, "wrong-arguments", "%s takes %d arguments", x.Func.Text, len(def.Params))
	}
	args := ev.evalAll(x.Args, sc)
	if ev.depth++; ev.depth > maxDepth {
		ev.Fail(x, "recursion", "definitions nest too deeply here")
	}
	source, body := ev.Source, ev.body
	ev.Source, ev.body = def.source, ev.program.spec.Callee(x, body)
	defer func() { ev.Source, ev.body = source, body; ev.depth-- }()
	apply := func(args []value.Value) value.Value {
		var local *scope
		for i, p := range def.Params {
			local = local.With(p.Text, args[i])
		}
		return ev.eval(def.Body, local)
	}
	moving := len(ev.program.moves) > 0
	if !def.closed && moving || len(ev.program.spec.Hiddens) > 0 { // other states or deals give other results
		return apply(args)
	}
	recall := func(args []value.Value) value.Value {
		key, _, ok := keyOfCall(def.Name.Text, args)
		key.body = ev.body
		if !ok {
			return apply(args)
		}
		return ev.recall(key, func() value.Value { return apply(args) })
	}
	if def.closed && !moving && choicesAmong(args) == 1 {
		return ev.Lift(x, args, recall)
	}
	return recall(args)
}

// choicesAmong counts the arguments that are one of several known values. It is -1 if one is unknown in another
// way. A closed def of one such choice is lifted: its body is evaluated once for each value.
func choicesAmong(args []value.Value) (n int) {
	for _, a := range args {
		switch a := a.(type) {
		case value.Choice:
			n++
		default:
			if !value.Known(a) {
				return -1
			}
		}
	}
	return n
}

// memoKey identifies a call with known arguments that can be compared quickly.
type memoKey struct {
	name string
	args [3]any         // a value.Value, or the key of one
	body check.Instance // of a def: the meaning of edge(a, b) in it may depend on the call
	arcs bool           // whether edge and along make arcs
	form int            // the signature that the call fits, if that matters
}

// callLibrary computes a function of the library.
func (ev *evaluator) callLibrary(x *dsl.Call, args []value.Value) value.Value {
	f := library.Find(x.Func.Text)
	if f == nil {
		ev.Fail(x.Func, "unknown-function", "no function is called %q", x.Func.Text)
	}
	if !f.Takes(len(args)) {
		ev.Fail(x, "wrong-arguments", "%s takes another number of arguments than %d", x.Func.Text, len(args))
	}
	args = f.OfBoard(args)
	defer ev.Charge(f.Name, ev.Size())
	return ev.applyFunction(f, x, args)
}

// keyOfCall identifies a call by its arguments. ok is false unless these are few, known and quickly compared. heavy
// reports a collection among them.
func keyOfCall(name string, args []value.Value) (key memoKey, heavy, ok bool) {
	key.name = name
	if len(args) > len(key.args) {
		return key, false, false
	}
	for i, a := range args {
		switch a.(type) {
		case *value.Set, *value.Graph, *value.Board:
			heavy = true
		case *value.Array:
			if !value.Known(a) {
				return key, false, false
			}
			heavy = true
		case value.Int, value.Cell, value.Direction, value.Label, value.Shape:
		default:
			short, isShort := value.ShortKey(a)
			if !isShort {
				return key, false, false
			}
			key.args[i] = short
			continue
		}
		key.args[i] = a
	}
	return key, heavy, true
}

// mostRemembered bounds the memo.
const mostRemembered = 1 << 18

// recall returns the memoized result of a call, or computes it. It keeps a result that is known. If nothing moves
// it keeps any, since finds then are the same everywhere.
func (ev *evaluator) recall(key memoKey, compute func() value.Value) value.Value {
	if v, done := ev.memo[key]; done {
		return v
	}
	v := compute()
	if len(ev.memo) < mostRemembered && (len(ev.program.moves) == 0 || value.Known(v)) {
		ev.memo[key] = v
	}
	return v
}

// applyFunction computes a function of the library. With unknown arguments, a lifted function becomes its table,
// and an open one has a reading.
func (ev *evaluator) applyFunction(f *library.Function, x *dsl.Call, args []value.Value) value.Value {
	ev.Calling, ev.Form = x, ev.program.spec.Form(x, ev.body)
	known := !slices.ContainsFunc(args, func(v value.Value) bool { return !value.Known(v) })
	switch {
	case known:
		return ev.recallKnown(f, x, args)
	case f.ByMembers && lower.ByMembers(args[0]):
		return ev.program.readings[f.Name](ev.Lowerer, x, args)
	case f.Unknowns == library.Lifted:
		return ev.Lift(x, args, func(known []value.Value) value.Value { return ev.recallKnown(f, x, known) })
	case f.Unknowns == library.Open:
		return ev.program.readings[f.Name](ev.Lowerer, x, args)
	}
	for i, a := range args {
		if !value.Known(a) {
			ev.Fail(x.Args[i], "must-be-known", "this must be known: it may not depend on a find")
		}
	}
	panic("compile: unreachable")
}

// recallKnown computes a function of the library for known arguments. Calls with the same boards, sets and graphs
// are common in binders and tables, so results are kept.
func (ev *evaluator) recallKnown(f *library.Function, x *dsl.Call, args []value.Value) value.Value {
	key, heavy, ok := keyOfCall(f.Name, args)
	if !ok || !heavy || f.Random {
		return ev.applyOnly(f, x, args, nil)
	}
	key.arcs, key.form = ev.arcs(x), ev.program.spec.Form(x, ev.body)
	return ev.recall(key, func() value.Value { return ev.applyOnly(f, x, args, nil) })
}

// applyOnly computes a function of the library for known arguments. only, if not nil, says which members matter.
func (ev *evaluator) applyOnly(f *library.Function, at dsl.Node, args []value.Value, only *library.Only) value.Value {
	call := library.Call{Args: args, Only: only, Memo: ev.made}
	if x, ok := at.(*dsl.Call); ok {
		call.Arcs = ev.arcs(x)
	}
	if f.Random { // the state is the seed and the number of the draw, from 1
		ev.draws++
		call.Draw = rand.NewPCG(uint64(ev.seed), ev.draws)
	}
	return ev.Apply(f, at, &call)
}

// arcs reports whether a call of edge or along makes arcs. If that is unknown in the text of a given, it does. The
// type of the given then drops directions if needed.
func (ev *evaluator) arcs(x *dsl.Call) bool {
	directed, known := ev.program.spec.Directed(x, ev.body)
	return directed || !known && ev.reading
}
