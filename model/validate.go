package model

import (
	"fmt"
	"nazo/graph"
)

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
	for i, n := range m.Bools {
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
	bools, ints, vertices, edges := []Bool(nil), []Int(nil), -1, -1
	var g *graph.Graph
	switch b := b.(type) {
	case Assert:
		bools = []Bool{b.B}
	case Distinct:
		bools, ints = b.Present, b.Xs
		if b.Present != nil && len(b.Present) != len(b.Xs) {
			return fmt.Errorf("distinct of %d with %d presences", len(b.Xs), len(b.Present))
		}
	case Inverse:
		ints = append(append(ints, b.Xs...), b.Ys...)
		if len(b.Xs) != len(b.Ys) {
			return fmt.Errorf("inverse of %d and %d", len(b.Xs), len(b.Ys))
		}
	case Regular:
		ints = b.Xs
		if a := b.Automaton; len(a.Next) != len(a.Accept)*a.Symbols || int(a.Start) >= len(a.Accept) {
			return fmt.Errorf("automaton with %d states has %d transitions", len(a.Accept), len(a.Next))
		}
	case Connected:
		g, bools, vertices = b.Graph, append(append(bools, b.Vertices...), b.Edges...), len(b.Vertices)
		if b.Edges != nil {
			edges = len(b.Edges)
		}
	case Acyclic:
		g, bools, edges = b.Graph, b.Edges, len(b.Edges)
	case Walk:
		g, bools, ints = b.Graph, append(append(bools, b.Vertices...), b.Edges...), b.Positions
		vertices, edges = len(b.Vertices), len(b.Edges)
		if b.Positions != nil && (b.Closed || len(b.Positions) != g.Order()) {
			return fmt.Errorf("walk with %d positions", len(b.Positions))
		}
	case Links:
		g, bools = b.Graph, append(append(bools, b.Vertices...), b.Edges...)
		vertices, edges = len(b.Vertices), len(b.Edges)
		if err := validLabels(b); err != nil {
			return err
		}
	}
	switch {
	case !m.validBools(bools) || !m.validInts(ints):
		return fmt.Errorf("%T refers to a node that does not exist", b)
	case vertices >= 0 && vertices != g.Order():
		return fmt.Errorf("%T has %d vertices for a graph of %d", b, vertices, g.Order())
	case edges >= 0 && edges != len(g.Edges):
		return fmt.Errorf("%T has %d edges for a graph of %d", b, edges, len(g.Edges))
	}
	return nil
}

func validLabels(b Links) error {
	if len(b.Labels) != b.Graph.Order() || b.Graph.Directed {
		return fmt.Errorf("links with %d labels on a graph of %d vertices", len(b.Labels), b.Graph.Order())
	}
	var ends []int
	for _, l := range b.Labels {
		for int(l) >= len(ends) {
			ends = append(ends, 0)
		}
		if l >= 0 {
			ends[l]++
		}
	}
	for l, n := range ends {
		if n != 2 {
			return fmt.Errorf("links label %d stands at %d vertices", l, n)
		}
	}
	return nil
}

func (m *Model) validBools(bs []Bool) bool {
	for _, b := range bs {
		if b < 0 || b.Node() >= len(m.Bools) {
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
