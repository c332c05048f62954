package lower

import "nazo/model"

// define adds a constraint that says what helpers mean. Whoever needs them first makes them, and others share them, so it is charged to
// no rule: it holds whichever rules are left out.
func (lw *Lowerer) define(guard model.Bool, body model.Body) {
	if lw.definitions == 0 {
		lw.definitions = lw.Structure("what names mean", true) + 1
	}
	lw.Model.Constrain(lw.definitions-1, guard, body)
}

// sharing charges what f requires to something that was made and that several rules may speak of, such as the inside of a
// cycle, rather than to the rule that was first to do so.
func (lw *Lowerer) sharing(name string, f func()) {
	before := lw.Instance
	lw.Instance = lw.Structure(name, false)
	f()
	lw.Instance = before
}
