package check

import (
	"slices"
	"strconv"

	"nazo/dsl"
	"nazo/dsl/diag"
)

// own reports whether a symbol belongs to the spec's own text. A used spec may declare more than one user needs.
func (c *checker) own(s *symbol) bool { return s.src == c.spec.File.Source }

func (c *checker) warnUnused() {
	for _, stmt := range c.spec.Stmts {
		c.src = stmt.Source
		switch s := stmt.Stmt.(type) {
		case *dsl.Given:
			for _, part := range s.Parts {
				c.warnUnusedValue(part.Name)
			}
		case *dsl.Let:
			for _, name := range s.Names() {
				c.warnUnusedValue(name)
			}
		case *dsl.Find:
			c.warnFree(s.Name)
		case *dsl.Choose:
			c.warnFree(s.Name)
		case *dsl.State:
			c.warnState(s)
		case *dsl.Move:
			c.warnCosts(s)
		case *dsl.Def:
			f := c.functions[nameOf(s.Name)]
			if f != nil && f.src == c.spec.File.Source && !f.used {
				c.warnf(s.Name, "unused", "nothing calls `%s`", s.Name.Text)
			}
		}
	}
}

// warnSameName reports rules, techniques and examples that share a name. Messages about them would be ambiguous.
func (c *checker) warnSameName() {
	type place struct {
		src *diag.Source
		at  diag.Span
	}
	first := map[string]place{}
	for _, stmt := range c.spec.Stmts {
		var kind string
		var name *dsl.StringLit
		switch s := stmt.Stmt.(type) {
		case *dsl.Rule:
			kind, name = "rule", s.Name
		case *dsl.Technique:
			kind, name = "technique", s.Name
		case *dsl.Example:
			kind, name = "example", s.Name
		}
		if name == nil {
			continue
		}
		if known, again := first[kind+name.Value]; again {
			c.src = stmt.Source
			c.warnf(name, "same-name", "another %s has this name", kind).Note(known.src, known.at, "the first is here")
			continue
		}
		first[kind+name.Value] = place{stmt.Source, name.Span()}
	}
}

func (c *checker) warnUnusedValue(name *dsl.Name) {
	if s := c.values[nameOf(name)]; s != nil && c.idle(s) && !c.usesLabels(s) {
		c.warnf(name, "unused", "nothing mentions `%s`", name.Text)
	}
}

// usesLabels reports whether a let declares labels of which one is used.
func (c *checker) usesLabels(s *symbol) bool {
	let, ok := s.stmt.(*dsl.Let)
	if !ok {
		return false
	}
	used := false
	dsl.Visit(let.Bind, func(n dsl.Node) bool {
		if l, ok := n.(*dsl.Label); ok {
			label := c.values[nameOf(l.Name)]
			used = used || label != nil && label.used
		}
		return !used
	})
	return used
}

// warnFree reports an unconstrained find. A path, a permutation and the like are constrained by their domain.
func (c *checker) warnFree(name *dsl.Name) {
	s := c.values[nameOf(name)]
	if s == nil || !c.own(s) || s.ruled || s.typ == nil || s.typ.bad() || s.typ.isWhole() {
		return
	}
	if find, ok := s.stmt.(*dsl.Find); ok {
		if _, permutation := find.Domain.(*dsl.PermutationOf); permutation {
			return
		}
	}
	c.warnf(name, "unconstrained", "no rule says anything about `%s`", name.Text)
}

func (c *checker) warnUnusedBound(locals []*symbol) {
	for _, s := range locals {
		if c.idle(s) {
			c.warnf(s.name, "unused", "nothing mentions `%s`", s.name.Text).
				Helpf("if it is there only to count, call it _ or _%s", s.name.Text)
		}
	}
}

// warnConstant reports a rule without givens and finds.
func (c *checker) warnConstant(r *dsl.Rule) {
	if len(c.mentions.finds) == 0 && !c.mentions.given {
		what := "a find"
		if c.spec.Moving() {
			what = "a state"
		}
		c.warnf(r.Body, "constant-rule", "this mentions neither a given nor %s, so it is always true or always false", what)
	}
}

// warnState reports a state that nothing changes or nothing reads. A state may stay unchanged if it is
// chosen or shows a hidden given.
func (c *checker) warnState(s *dsl.State) {
	state := c.values[nameOf(s.Name)]
	if state == nil || !c.own(state) || anonymous(state.name.Text) {
		return
	}
	open := s.Init == nil && state.typ != nil && !state.typ.Stack
	switch {
	case !state.changed && !state.reveals && !open:
		c.warnf(s.Name, "unchanged", "no move changes `%s`", s.Name.Text).Helpf("what stays as it is can be a let")
	case !state.used && state.changed:
		c.warnf(s.Name, "unused", "moves change `%s`, but nothing reads it", s.Name.Text)
	case !state.used:
		c.warnf(s.Name, "unused", "no move changes `%s`, and nothing reads it", s.Name.Text)
	}
}

// warnMove reports unused parameters and local names of a move.
func (c *checker) warnMove(params, lets []*symbol) {
	for i, s := range slices.Concat(params, lets) {
		switch {
		case !c.idle(s):
		case i < len(params):
			c.warnf(s.name, "unused", "nothing mentions `%s`, so the move is the same for all of them", s.name.Text)
		default:
			c.warnf(s.name, "unused", "nothing mentions `%s`", s.name.Text)
		}
		s.used = true
	}
}

// warnCosts reports costs that no objective minimises, if there is an objective.
func (c *checker) warnCosts(m *dsl.Move) {
	if len(c.spec.Objectives) == 0 {
		return
	}
	for _, cost := range m.Costs {
		s := c.values[nameOf(cost.Name)]
		if s != nil && s.name == cost.Name && c.idle(s) {
			c.warnf(cost.Name, "unused", "nothing minimises the cost `%s`", s.name.Text)
		}
	}
}

// warnLopsided reports conditions on a pair {a, b} that change when a and b are swapped. The pattern
// stands for a pair in either order but binds it in the order of the board. The check finds X < Y and X
// implies Y where Y is X with the names swapped.
func (c *checker) warnLopsided(b *dsl.Binders, body dsl.Expr) {
	if b == nil {
		return
	}
	for _, item := range b.Items {
		if item.Pattern != dsl.PatternPair || len(item.Names) != 2 {
			continue
		}
		x, y := item.Names[0].Text, item.Names[1].Text
		e, ok := body.(*dsl.Binary)
		if !ok || !slices.Contains([]dsl.BinaryOp{dsl.OpLt, dsl.OpLe, dsl.OpGt, dsl.OpGe, dsl.OpImplies}, e.Op) {
			continue
		}
		straight := &speller{swap: map[string]string{}}
		swapped := &speller{swap: map[string]string{x: y, y: x}}
		if spelled := straight.spell(e.X); spelled == swapped.spell(e.Y) && spelled != straight.spell(e.Y) {
			c.warnf(body, "lopsided", "this changes when %s and %s are swapped, but {%s, %s} does not say which is which", x, y, x, y).
				Helpf("the first is bound in the order of the board; write %s in …, %s in … with a condition that tells them apart, or say it both ways", x, y)
		}
	}
}

// speller writes expressions so that equal ones read the same. It replaces the names in swap.
type speller struct{ swap map[string]string }

// spell writes an expression. An expression that it does not know equals no other.
func (s *speller) spell(e dsl.Expr) string {
	switch e := e.(type) {
	case *dsl.Name:
		if other, ok := s.swap[e.Text]; ok {
			return other
		}
		return e.Text
	case *dsl.IntLit:
		return e.Value.String()
	case *dsl.BoolLit:
		return strconv.FormatBool(e.Value)
	case *dsl.NoneLit:
		return "none"
	case *dsl.Unary:
		return "(" + e.Op.String() + " " + s.spell(e.X) + ")"
	case *dsl.Binary:
		return "(" + s.spell(e.X) + " " + e.Op.String() + " " + s.spell(e.Y) + ")"
	case *dsl.Call:
		return e.Func.Text + "(" + s.spellAll(e.Args) + ")"
	case *dsl.Index:
		return s.spell(e.X) + "[" + s.spellAll(e.Keys) + "]"
	}
	return "?" + strconv.Itoa(e.Span().Start)
}

func (s *speller) spellAll(es []dsl.Expr) string { return describeAll(es, ", ", s.spell) }
