// Package model is the interface between compiler and engines: the finite-domain model, the machine of puzzles that
// move, and the contract of engines.
//
// A [Model] has variables with finite domains, expressions over them (a hash-consed DAG), constraints, objectives,
// and the origin of each constraint. Global constraints such as "a cycle in this graph" stay whole, and an engine
// picks the encoding or the search.
//
// An [Engine] opens a model once and gives a [Job] that answers many questions. A job may have further abilities:
// [Counter], [Sampler], [Surveyor], [Estimator]. A [Reason] says why something is impossible or incomplete.
//
// The package knows no syntax, board or clause. Package compile makes models from specs and turns
// solutions back into values.
package model

import (
	"fmt"
	"slices"
)

// VarID is the index of a variable in [Model.Vars].
type VarID int32

// Var describes a variable. Booleans have the domain 0..1. It is immutable, so equal variables may share one.
type Var struct {
	Domain Domain
	// Find is the index in Model.Finds of the variable's find, or -1 for a helper. Helpers are projected out when
	// solutions are compared, counted or blocked.
	Find int32
	Bool bool
	// Nominal means that values are mere names, such as cells or people, without a meaningful order.
	Nominal bool
}

// Find is one thing that a solution consists of.
type Find struct {
	Name string
	// Vars make up its value. Two solutions differ exactly if one of these variables differs.
	Vars []VarID
}

// Rule is a named source of constraints: a rule of the spec, or the structure of a find ("tour is one cycle").
type Rule struct {
	Name string
	// Structural marks the structure of a find, which can't be switched off.
	Structural bool
	// Defines marks an instance that only defines helpers. It can be satisfied whatever the finds are, and is never
	// switched off.
	Defines bool
}

// Instance is a rule with the values of its binders, or a piece of one.
type Instance struct {
	Rule int32 // index in Model.Rules
	// Bindings prints the bindings, as in "c = r3c4". It is nil without binders. It is a Stringer so that text is
	// only made when shown.
	Bindings fmt.Stringer
	// Piece is nil except in a model that was split ([Model.Split]).
	Piece *Piece
}

// Objective is an integer to minimise or maximise.
type Objective struct {
	X        Int
	Maximize bool
}

// Model is a finite-domain constraint problem. Build it with [New] and the builder methods. Engines never change
// it, so several may read it at once.
type Model struct {
	Vars        []*Var
	Ints        []IntNode
	Constraints []Constraint
	Finds       []Find
	// Objectives in order of importance: later ones only break ties.
	Objectives []Objective
	Rules      []Rule
	Instances  []Instance
	// Machine is nil unless the puzzle moves.
	Machine *Machine

	bools    []int32    // for each boolean node its variable, or ^i for formulas[i]
	formulas []BoolNode // the other boolean nodes, the constant true first
	bounds   []Interval // for each of Ints
	varNode  []int32    // for each variable its node, a Bool or an Int, or -1 if it has none yet
	shared   nodeTable  // of formulas and Ints, for hash-consing
}

// Bounds returns an interval that holds every value of x.
func (m *Model) Bounds(x Int) Interval { return m.bounds[x] }

// Solution has the value of every variable, helpers included. Booleans are 0 or 1. With a [Machine] it is a run,
// and the moves follow.
type Solution []int64

// Has reports whether some constraint of the model has a body of kind B.
func Has[B Body](m *Model) bool {
	return slices.ContainsFunc(m.Constraints, func(c Constraint) bool {
		_, ok := c.Body.(B)
		return ok
	})
}

// Literal returns the values that a condition on a single variable allows. ok is false for other conditions.
func (m *Model) Literal(b Bool) (v VarID, values Domain, ok bool) {
	switch n := m.Node(b).(type) {
	case BoolVar:
		if b.Negated() {
			return n.Var, Range(0, 0), true
		}
		return n.Var, Range(1, 1), true
	case In:
		if x, ok := m.Ints[n.X].(IntVar); ok {
			if b.Negated() {
				return x.Var, m.Vars[x.Var].Domain.Minus(n.Values), true
			}
			return x.Var, n.Values, true
		}
	}
	return 0, nil, false
}

// Assign sets the variable of a literal so that the literal has a truth value. It ignores other nodes.
func (m *Model) Assign(values Solution, l Bool, holds bool) {
	if n, ok := m.Node(l).(BoolVar); ok {
		values[n.Var] = 0
		if holds != l.Negated() {
			values[n.Var] = 1
		}
	}
}

// Clone copies a model so that nodes may be added while others read m. Node numbers are the same. All else is
// shared and must not be changed.
func (m *Model) Clone() *Model {
	c := *m
	c.bools, c.formulas = slices.Clone(m.bools), slices.Clone(m.formulas)
	c.Ints, c.bounds = slices.Clone(m.Ints), slices.Clone(m.bounds)
	c.varNode = slices.Clone(m.varNode)
	c.shared = m.shared.clone()
	return &c
}

// Validate checks what types can't: references in range, arguments before their nodes, domains not empty, matching
// lengths. It returns the first fault, which is a bug in the builder of the model.
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

func (m *Model) validateNodes() (err error) {
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
	Operands(b, func(b Bool) { missing = missing || !m.validBools([]Bool{b}) }, func(x Int) { missing = missing || !m.validInts([]Int{x}) })
	if missing {
		return fmt.Errorf("%T refers to a node that does not exist", b)
	}
	return b.Validate()
}

func (m *Model) validBools(bs []Bool) bool {
	return !slices.ContainsFunc(bs, func(b Bool) bool { return b < 0 || b.Node() >= m.BoolCount() })
}

func (m *Model) validInts(xs []Int) bool {
	return !slices.ContainsFunc(xs, func(x Int) bool { return x < 0 || int(x) >= len(m.Ints) })
}
