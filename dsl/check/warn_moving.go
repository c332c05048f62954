package check

import "nazo/dsl"

// warnState reports a state that is none: nothing changes it, or nothing reads it.
// One that is chosen, or shows what is hidden, may stay as it is.
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

// warnMove reports parameters and local names that a move does not mention.
func (c *checker) warnMove(params, lets []*symbol) {
	for _, s := range params {
		if !s.used && !anonymous(s.name.Text) && c.own(s) {
			c.warnf(s.name, "unused", "nothing mentions `%s`, so the move is the same for all of them", s.name.Text)
		}
		s.used = true
	}
	for _, s := range lets {
		if !s.used && !anonymous(s.name.Text) && c.own(s) {
			c.warnf(s.name, "unused", "nothing mentions `%s`", s.name.Text)
		}
		s.used = true
	}
}

// warnCosts reports costs that are added up in vain: something is minimised, but
// not they.
func (c *checker) warnCosts(m *dsl.Move) {
	if len(c.spec.Objectives) == 0 {
		return
	}
	for _, cost := range m.Costs {
		s := c.values[nameOf(cost.Name)]
		if s != nil && s.name == cost.Name && c.own(s) && !s.used && !anonymous(s.name.Text) {
			c.warnf(cost.Name, "unused", "nothing minimises the cost `%s`", s.name.Text)
		}
	}
}
