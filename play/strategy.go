package play

import (
	"cmp"
	"slices"

	"nazo/machine"
	"nazo/model"
)

// strategy is a player of the spec, coded: it may be used by several goroutines,
// each with a board of its own.
type strategy struct {
	layout   *machine.Layout
	compiler *machine.Compiler
	prefers  []preference
	moves    []*machine.Effects // by move; nil for moves that the player never makes
	goal     machine.Condition
	never    machine.Condition // nil if there is nothing to avoid
	by       machine.Number    // what is to be small at the end; nil if nothing
}

// preference is one line of a player. No option is open unless all of common
// holds.
type preference struct {
	common  machine.Condition
	options []option
}

// option is a move that a preference speaks of.
type option struct {
	move int64
	open machine.Condition // its guard and condition, without what is common
	by   machine.Number    // nil if there is none
}

// newStrategy codes a player for the machine of a model.
func newStrategy(m *model.Model, p *model.Player) *strategy {
	layout := machine.Plain(m)
	c := machine.NewCompiler(m, layout)
	s := &strategy{layout: layout, compiler: c, moves: make([]*machine.Effects, len(m.Machine.Moves))}
	c.Mention(m.Machine.Goal)
	c.Mention(m.Machine.Never)
	for _, pref := range p.Prefers {
		for _, o := range pref.Options {
			c.Mention(m.Machine.Moves[o.Move].Guard)
			c.Mention(o.When)
			if o.By >= 0 {
				c.MentionNumber(o.By)
			}
		}
	}
	s.goal = c.Condition(m.Machine.Goal)
	if m.Machine.Never != model.False {
		s.never = c.Condition(m.Machine.Never)
	}
	if p.By >= 0 {
		s.by = c.Number(p.By)
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
			coded.by = s.compiler.Number(o.By)
		}
		out.options = append(out.options, coded)
		if s.moves[o.Move] == nil {
			s.moves[o.Move] = s.compiler.Effects(m.Machine.Moves[o.Move].Effects)
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
	out.common = s.compiler.All(common)
	for i, part := range parts {
		out.options[i].open = s.compiler.Rest(part, common)
	}
	return out
}

// conjuncts are the parts of a conjunction, each once.
func conjuncts(m *model.Model, conditions ...model.Bool) (out []model.Bool) {
	for part := range m.Conjuncts(conditions...) {
		if part != model.True && !slices.Contains(out, part) {
			out = append(out, part)
		}
	}
	return out
}

// pick is the move of the first preference that has an open option: of these the
// one with the least By, then the first. Without any it is -1. Options whose
// moves are refused are not open.
func (s *strategy) pick(e *machine.Evaluation, refuse func(move int64) bool) int64 {
	for i := range s.prefers {
		p := &s.prefers[i]
		if !p.common(e) {
			continue
		}
		best, least := int64(-1), int64(0)
		for j := range p.options {
			o := &p.options[j]
			if !o.open(e) || refuse != nil && refuse(o.move) {
				continue
			}
			if o.by == nil {
				return o.move
			}
			if by := o.by(e); best < 0 || by < least {
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
func (s *strategy) allowed(e *machine.Evaluation, refuse func(move int64) bool) []int64 {
	type open struct{ move, by int64 }
	var out []int64
	for _, p := range s.prefers {
		if !p.common(e) {
			continue
		}
		var options []open
		for _, o := range p.options {
			if !o.open(e) || refuse != nil && refuse(o.move) {
				continue
			}
			by := int64(0)
			if o.by != nil {
				by = o.by(e)
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
