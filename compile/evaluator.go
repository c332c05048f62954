package compile

import (
	"slices"

	"nazo/compile/layout"
	"nazo/compile/lower"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/givens"
	"nazo/library"
	"nazo/value"
)

// evaluator computes expressions of a spec, and makes rules, objectives and a machine of
// its statements. What it does with values is its lowerer's work.
type evaluator struct {
	*lower.Lowerer
	program     *program
	globals     map[string]*global
	input       map[string]*givens.Entry // values for givens, by name
	barren      *diag.Source             // of an instance that gives nothing; else nil
	values      map[string]value.Value   // of givens, which were read before
	layouts     map[string]layout.Layout // of finds, by name
	ruleSources []ruleSource             // for each rule of the model
	memo        map[memoKey]value.Value  // results of library functions; see callLibrary
	made        *library.Memo            // boards and graphs that the library made, for the judge, too
	joins       joins
	bounding    []*dsl.Call    // sizes of parts that the rule at hand bounds
	separate    bool           // no rule counts on what another says
	depth       int            // nested calls of defs
	body        check.Instance // of the def whose body is being evaluated
	reading     bool           // a value that was written for a given
	seed        int64          // of what is drawn at random
	draws       uint64         // how often something was
	secrets     []secret       // the givens that are hidden or sought, and unknown
	fill        func(name string, t givens.Type) value.Value
	seek        func(givens.Part) []value.Value
	seekShape   bool
	soughts     []Sought
	unsure      value.Value // the domain of the find that is being declared, if what is sought decides it
	lint        bool        // look for mistakes that cost time to find
	inputOnly   bool        // only the input is at hand: finds and states have no place
	cost        *ruleCost   // of the rule at hand; nil outside of rules
	large       []*ruleCost // of the rules that became large
	largeRule   int         // from how many nodes on a rule is
}

// scope is a local name; scopes form a list that ends in nil.
type scope struct {
	name  string
	value value.Value
	up    *scope
}

func (s *scope) with(name string, v value.Value) *scope { return &scope{name, v, s} }

func (s *scope) lookup(name string) (value.Value, bool) {
	for ; s != nil; s = s.up {
		if s.name == name {
			return s.value, true
		}
	}
	return nil, false
}

// eval computes an expression. Truth values and collections are never none: one
// that is absent, such as what is beyond the end of a list, is false or empty.
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

// absentAs is the value of an expression where it has none of its own.
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
	out := make([]value.Value, len(xs))
	for i, x := range xs {
		out[i] = ev.eval(x, sc)
	}
	return out
}

// name looks a name up: locals first, then what the spec declares, then the
// constants of the library.
func (ev *evaluator) name(x *dsl.Name, sc *scope) value.Value {
	if v, ok := sc.lookup(x.Text); ok {
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

// labelSet is the set of the labels of an enumeration, in their order.
func labelSet(x *dsl.LabelSet) value.Value {
	labels := make([]value.Value, len(x.Labels))
	for i, l := range x.Labels {
		labels[i] = value.Label{Name: l.Name.Text, Print: l.Print.Value, Rank: i + 1}
	}
	return value.NewSet(labels...)
}
