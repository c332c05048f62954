package fd

import (
	"nazo/engine"
	"nazo/model"
)

// switchesFor makes a literal for each unit, by which it is on; posting is to begin.
func (p *poster) switchesFor(units []engine.Unit) (switches []lit) {
	p.switches = make(map[engine.Unit]lit, len(units))
	for _, u := range units {
		l := p.s.newLit()
		p.switches[u] = l
		switches = append(switches, l)
	}
	return switches
}

// whole is the unit of an instance less its parts.
func whole(instance int32) engine.Unit {
	return engine.Unit{Instance: instance, Constraint: -1, Part: -1}
}

// switchOf is the literal that switches a unit on; what is no unit always holds.
func (p *poster) switchOf(u engine.Unit) lit {
	if l, ok := p.switches[u]; ok {
		return l
	}
	return model.True
}

// guard is the literal under which a constraint holds, as far as no part is concerned, or if constraint is not -1 that
// under which this part of it holds.
func (p *poster) guard(c model.Constraint, constraint, part int32) lit {
	guard := p.lit(c.Guard)
	on := p.switchOf(engine.Unit{Instance: c.Instance, Constraint: constraint, Part: part})
	switch {
	case on == model.True:
		return guard
	case guard == model.True:
		return on
	}
	both := p.s.newLit()
	p.clause(both^1, guard)
	p.clause(both^1, on)
	p.clause(both, guard^1, on^1)
	return both
}
