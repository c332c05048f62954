package model

import "fmt"

// Validate checks what the types can't: references in range, arguments before
// the nodes that use them, domains not empty, lengths that match. It returns
// the first fault found, or nil. A fault is a bug in whoever built the model.
func (m *Model) Validate() error {
	for i, v := range m.Vars {
		if len(v.Domain) == 0 || v.Bool && (len(v.Domain) != 1 || v.Domain[0] != Interval{0, 1}) {
			return fmt.Errorf("variable %d has domain %q", i, v.Domain)
		}
		if int(v.Find) >= len(m.Finds) {
			return fmt.Errorf("variable %d belongs to find %d of %d", i, v.Find, len(m.Finds))
		}
	}
	if err := m.validateNodes(); err != nil {
		return err
	}
	for i, c := range m.Constraints {
		if c.Instance < 0 || int(c.Instance) >= len(m.Instances) {
			return fmt.Errorf("constraint %d comes from instance %d of %d", i, c.Instance, len(m.Instances))
		}
		if !m.validBools([]Bool{c.Guard}) {
			return fmt.Errorf("constraint %d has guard %d", i, c.Guard)
		}
		if err := m.validateBody(c.Body); err != nil {
			return fmt.Errorf("constraint %d: %w", i, err)
		}
	}
	for i, o := range m.Objectives {
		if !m.validInts([]Int{o.X}) {
			return fmt.Errorf("objective %d is node %d", i, o.X)
		}
	}
	for i, in := range m.Instances {
		if in.Rule < 0 || int(in.Rule) >= len(m.Rules) {
			return fmt.Errorf("instance %d is of rule %d of %d", i, in.Rule, len(m.Rules))
		}
	}
	if m.Machine != nil {
		return m.validateMachine(m.Machine)
	}
	return nil
}

func (m *Model) validateMachine(machine *Machine) error {
	if len(machine.Start) != len(m.Vars) {
		return fmt.Errorf("machine starts with %d of %d variables", len(machine.Start), len(m.Vars))
	}
	for v, d := range machine.Start {
		if len(d) == 0 || d.Intersect(m.Vars[v].Domain).Size() != d.Size() {
			return fmt.Errorf("machine starts with variable %d in %q of %q", v, d, m.Vars[v].Domain)
		}
	}
	if !m.validBools([]Bool{machine.Goal, machine.Never}) {
		return fmt.Errorf("machine has goal %d and never %d", machine.Goal, machine.Never)
	}
	for i, move := range machine.Moves {
		if int(move.Kind) >= len(machine.Kinds) || !m.validBools([]Bool{move.Guard}) || len(move.Costs) != machine.Costs || !m.validInts(move.Costs) {
			return fmt.Errorf("move %d of kind %d has guard %d and costs %d", i, move.Kind, move.Guard, move.Costs)
		}
		seen := map[VarID]bool{}
		for _, e := range move.Effects {
			if e.Var < 0 || int(e.Var) >= len(m.Vars) || seen[e.Var] || !m.validBools([]Bool{e.B}) || !m.Vars[e.Var].Bool && !m.validInts([]Int{e.X}) {
				return fmt.Errorf("move %d has an effect on variable %d", i, e.Var)
			}
			seen[e.Var] = true
		}
	}
	for _, p := range machine.Symmetries {
		if len(p.Vars) != len(m.Vars) || len(p.Values) != len(m.Vars) {
			return fmt.Errorf("symmetry %q maps %d of %d variables", p.Name, len(p.Vars), len(m.Vars))
		}
	}
	for _, p := range machine.Players {
		if err := m.validatePlayer(p); err != nil {
			return err
		}
	}
	return nil
}

func (m *Model) validateNodes() error {
	var err error
	for i := range m.BoolCount() {
		n := m.BoolNode(i)
		if v, ok := n.(BoolVar); ok && (int(v.Var) >= len(m.Vars) || !m.Vars[v.Var].Bool) {
			return fmt.Errorf("boolean node %d is of variable %d", i, v.Var)
		}
		EachArg(n, func(b Bool) {
			if b.Node() >= i || b < 0 {
				err = fmt.Errorf("boolean node %d has argument %d", i, b.Node())
			}
		}, func(x Int) {
			if !m.validInts([]Int{x}) {
				err = fmt.Errorf("boolean node %d has integer argument %d", i, x)
			}
		})
	}
	for i, n := range m.Ints {
		if v, ok := n.(IntVar); ok && (int(v.Var) >= len(m.Vars) || m.Vars[v.Var].Bool) {
			return fmt.Errorf("integer node %d is of variable %d", i, v.Var)
		}
		EachIntArg(n, func(b Bool) {
			if !m.validBools([]Bool{b}) {
				err = fmt.Errorf("integer node %d has argument %d", i, b)
			}
		}, func(x Int) {
			if int(x) >= i || x < 0 {
				err = fmt.Errorf("integer node %d has integer argument %d", i, x)
			}
		})
	}
	return err
}

func (m *Model) validateBody(b Body) error {
	missing := false
	b.Operands(func(b Bool) { missing = missing || !m.validBools([]Bool{b}) }, func(x Int) { missing = missing || !m.validInts([]Int{x}) })
	if missing {
		return fmt.Errorf("%T refers to a node that does not exist", b)
	}
	return b.Validate()
}

func (m *Model) validBools(bs []Bool) bool {
	for _, b := range bs {
		if b < 0 || b.Node() >= m.BoolCount() {
			return false
		}
	}
	return true
}

func (m *Model) validInts(xs []Int) bool {
	for _, x := range xs {
		if x < 0 || int(x) >= len(m.Ints) {
			return false
		}
	}
	return true
}
