package machine

import (
	"math"

	"nazo/model"
)

// singles are conditions on single variables, of which all must hold.
type singles struct {
	facts   []Fact
	members []member
}

// member is the condition that a variable has one of some values: the bits of set, from the
// one on whose digit in the state is low.
type member struct {
	word  int32
	shift uint8
	mask  uint64
	low   uint64
	set   uint64
}

func (m *member) holds(s State) bool { return m.set>>(s[m.word]>>m.shift&m.mask-m.low)&1 != 0 }

// add adds a condition on one variable. It returns false if that is better tested
// by itself.
func (s *singles) add(c *Compiler, b model.Bool) bool {
	if c.layout.plain {
		return false
	}
	if f, ok := literal(c.m, b); ok {
		s.facts = append(s.facts, f)
		return true
	}
	n := c.m.Node(b).(model.In)
	x := c.m.Ints[n.X].(model.IntVar)
	domain, f := c.m.Vars[x.Var].Domain, c.layout.fields[x.Var]
	bounds := domain.Bounds()
	if bounds.Size() > 64 {
		return false
	}
	values := n.Values.Intersect(domain)
	if b.Negated() {
		values = domain.Minus(n.Values)
	}
	s.members = append(s.members, member{f.word, f.shift, f.mask, uint64(bounds.Lo - f.low), bitsOf(values, bounds.Lo)})
	return true
}

// literal is what a condition says about one variable, if it says that it has a
// certain value.
func literal(m *model.Model, b model.Bool) (Fact, bool) {
	switch n := m.Node(b).(type) {
	case model.BoolVar:
		return Fact{n.Var, bit(!b.Negated())}, true
	case model.In:
		if x, ok := m.Ints[n.X].(model.IntVar); ok {
			d := n.Values
			if b.Negated() {
				d = m.Vars[x.Var].Domain.Minus(d)
			}
			value, single := d.Single()
			return Fact{x.Var, value}, single
		}
	}
	return Fact{}, false
}

// and compiles that these and then all parts hold, or with negated that one of them
// does not.
func (s *singles) and(layout *Layout, parts []Condition, negated bool) Condition {
	tests, possible := tests(layout.fields, s.facts)
	members := s.members
	switch {
	case !possible:
		return func(*Evaluation) bool { return negated }
	case len(tests) == 0 && len(members) == 0:
		return all(parts, negated)
	case len(tests) == 1 && len(members)+len(parts) == 0:
		word, mask, value := tests[0].word, tests[0].mask, tests[0].value
		if mask == math.MaxUint64 {
			return func(e *Evaluation) bool { return (e.State[word] == value) != negated }
		}
		return func(e *Evaluation) bool { return (e.State[word]&mask == value) != negated }
	case len(members) == 1 && len(tests)+len(parts) == 0:
		m := members[0]
		return func(e *Evaluation) bool { return m.holds(e.State) != negated }
	case len(members)+len(parts) == 0:
		return func(e *Evaluation) bool { return holdAll(tests, e.State) != negated }
	case len(tests) == 1 && len(members) == 0 && len(parts) == 1:
		word, mask, value, f := tests[0].word, tests[0].mask, tests[0].value, parts[0]
		return func(e *Evaluation) bool { return (e.State[word]&mask == value && f(e)) != negated }
	}
	return func(e *Evaluation) bool {
		if !holdAll(tests, e.State) {
			return negated
		}
		for i := range members {
			if !members[i].holds(e.State) {
				return negated
			}
		}
		for _, f := range parts {
			if !f(e) {
				return negated
			}
		}
		return !negated
	}
}
