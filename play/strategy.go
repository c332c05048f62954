package play

import (
	"cmp"
	"slices"

	"nazo/model"
)

// strategy is a player of the spec, coded: it may be used by several goroutines,
// each with a board of its own.
type strategy struct {
	coder   *coder
	prefers []preference
	moves   []*change // by move; nil for moves that the player never makes
	goal    condition
	never   condition // nil if there is nothing to avoid
	by      number    // what is to be small at the end; nil if nothing
}

// preference is one line of a player. No option is open unless all of common
// holds.
type preference struct {
	common  condition
	options []option
}

// option is a move that a preference speaks of.
type option struct {
	move int64
	open condition // its guard and condition, without what is common
	by   number    // nil if there is none
}

// newStrategy codes a player for the machine of a model.
func newStrategy(m *model.Model, p *model.Player) *strategy {
	c := newCoder(m)
	s := &strategy{coder: c, moves: make([]*change, len(m.Machine.Moves))}
	c.mention(m.Machine.Goal)
	c.mention(m.Machine.Never)
	for _, pref := range p.Prefers {
		for _, o := range pref.Options {
			c.mention(m.Machine.Moves[o.Move].Guard)
			c.mention(o.When)
			if o.By >= 0 {
				c.mentionInt(o.By)
			}
		}
	}
	s.goal = c.bool(m.Machine.Goal)
	if m.Machine.Never != model.False {
		s.never = c.bool(m.Machine.Never)
	}
	if p.By >= 0 {
		s.by = c.int(p.By)
	}
	for _, pref := range p.Prefers {
		s.prefers = append(s.prefers, s.preference(m, pref))
	}
	return s
}

func (s *strategy) preference(m *model.Model, pref model.Preference) preference {
	var out preference
	var parts [][]model.Bool // of each option's condition
	for _, o := range pref.Options {
		part := conjuncts(m, m.Machine.Moves[o.Move].Guard, o.When)
		if slices.Contains(part, model.False) {
			continue
		}
		parts = append(parts, part)
		coded := option{move: o.Move}
		if o.By >= 0 {
			coded.by = s.coder.int(o.By)
		}
		out.options = append(out.options, coded)
		if s.moves[o.Move] == nil {
			s.moves[o.Move] = s.coder.change(m.Machine.Moves[o.Move].Effects)
		}
	}
	var common []model.Bool
	if len(parts) > 0 {
		for _, b := range parts[0] {
			if !slices.ContainsFunc(parts, func(part []model.Bool) bool { return !slices.Contains(part, b) }) {
				common = append(common, b)
			}
		}
	}
	out.common = all(s.coder.conditions(common), false)
	for i, part := range parts {
		out.options[i].open = s.coder.rest(part, common)
	}
	return out
}

// rest is the closure of a conjunction where the parts of common are known to hold.
func (c *coder) rest(parts, common []model.Bool) condition {
	f, plain := factsOf(c.m, parts)
	var quick, slow []condition
	for i, b := range parts {
		switch {
		case slices.Contains(common, b):
		case plain[i]:
			quick = append(quick, c.bool(b))
		default:
			if open := c.under(f, b); open != nil {
				slow = append(slow, open)
			}
		}
	}
	return all(append(quick, slow...), false)
}

// conjuncts are the parts of a conjunction, each once.
func conjuncts(m *model.Model, conditions ...model.Bool) []model.Bool {
	var out []model.Bool
	for _, b := range conditions {
		parts := []model.Bool{b}
		if and, ok := m.Bools[b.Node()].(model.And); ok && !b.Negated() {
			parts = and.Args
		}
		for _, part := range parts {
			if part != model.True && !slices.Contains(out, part) {
				out = append(out, part)
			}
		}
	}
	return out
}

// pick is the move of the first preference that has an open option: of these the
// one with the least By, then the first. Without any it is -1. Options whose
// moves are refused are not open.
func (s *strategy) pick(b *board, refuse func(move int64) bool) int64 {
	for i := range s.prefers {
		p := &s.prefers[i]
		if !p.common(b) {
			continue
		}
		best, least := int64(-1), int64(0)
		for j := range p.options {
			o := &p.options[j]
			if !o.open(b) || refuse != nil && refuse(o.move) {
				continue
			}
			if o.by == nil {
				return o.move
			}
			if by := o.by(b); best < 0 || by < least {
				best, least = o.move, by
			}
		}
		if best >= 0 {
			return best
		}
	}
	return -1
}

// allowed are the moves that any preference allows, each once, in the order in
// which they are preferred.
func (s *strategy) allowed(b *board, refuse func(move int64) bool) []int64 {
	type open struct{ move, by int64 }
	var out []int64
	for _, p := range s.prefers {
		if !p.common(b) {
			continue
		}
		var options []open
		for _, o := range p.options {
			if !o.open(b) || refuse != nil && refuse(o.move) {
				continue
			}
			by := int64(0)
			if o.by != nil {
				by = o.by(b)
			}
			options = append(options, open{o.move, by})
		}
		slices.SortStableFunc(options, func(a, b open) int { return cmp.Compare(a.by, b.by) })
		for _, o := range options {
			if !slices.Contains(out, o.move) {
				out = append(out, o.move)
			}
		}
	}
	return out
}
