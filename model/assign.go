package model

// Assign gives the variable of a literal the value that makes the literal true or false. Literals of
// other nodes are left alone.
func (m *Model) Assign(values Solution, l Bool, holds bool) {
	if n, ok := m.Node(l).(BoolVar); ok {
		values[n.Var] = 0
		if holds != l.Negated() {
			values[n.Var] = 1
		}
	}
}
