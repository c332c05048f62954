package fd

import "nazo/model"

// solution reads the values of all variables once everything is decided.
func (p *poster) solution() model.Solution {
	values := make(model.Solution, len(p.m.Vars))
	for v := range values {
		if slot := p.slots[v]; !p.m.Vars[v].Bool {
			values[v] = p.s.ints[slot].lo
		} else if p.s.val[slot] > 0 {
			values[v] = 1
		}
	}
	return values
}

// put gives the variable of a literal its value; other literals are known.
func (p *poster) put(values model.Solution, l lit, on bool) {
	if n, ok := p.m.Bools[l.Node()].(model.BoolVar); ok {
		values[n.Var] = 0
		if on != l.Negated() {
			values[n.Var] = 1
		}
	}
}
