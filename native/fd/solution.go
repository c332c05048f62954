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
