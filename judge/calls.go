package judge

import (
	"nazo/dsl"
	"nazo/value"
)

// Calls are the values of the calls of a library function in the rules, in their order, as far as they are the same for all
// answers and whatever binders bind. The error is a diagnostic or a [Limit].
func (j *Judge) Calls(function string) (values []value.Value, err error) {
	d := j.asked(nil, func(ev *evaluator) {
		for _, r := range j.spec.Rules {
			ev.source = r.Source
			dsl.VisitMeaning(r.Stmt, func(n dsl.Node) bool {
				if call, ok := n.(*dsl.Call); ok && call.Func.Text == function && ev.constant[call] {
					values = append(values, ev.eval(call, nil))
				}
				return true
			})
		}
	})
	return values, j.errorOf(d)
}
