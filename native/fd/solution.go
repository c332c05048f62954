package fd

import "nazo/model"

// solution reads the values of all variables once everything is decided.
func (p *poster) solution() model.Solution { return solution(p.m, p.slots, p.s.val, p.s.ints) }

func solution(m *model.Model, slots []model.Int, val []int8, ints []intVar) model.Solution {
	values := make(model.Solution, len(m.Vars))
	for v := range values {
		if slot := slots[v]; !m.Vars[v].Bool {
			values[v] = ints[slot].lo
		} else if val[slot] > 0 {
			values[v] = 1
		}
	}
	return values
}
