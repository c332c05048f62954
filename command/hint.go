package command

import (
	"slices"

	"nazo/engine"
	"nazo/explain"
	"nazo/givens"
	"nazo/value"
)

// hintCmd tells the next step, as much of it as is wanted.
type hintCmd struct {
	onePuzzleArgs
	fromFlag
	Strength int    `enum:"1,2,3" default:"1" help:"1: where to look (default); 2: from which rules, too, or which move; 3: what follows, too, or how many moves are left."`
	Time     period `placeholder:"DURATION" help:"Stop after this time, such as 10s (default: no limit)."`
	Seed     seed   `placeholder:"N" help:"Shuffle what is shuffled by this seed."`
	memoryFlag
	explainFlags
}

// hinted is what a hint says.
type hinted struct {
	*explanation
	strength int
}

// Run gives the first step that says something, or what is wrong.
func (c *hintCmd) Run(s *session) error {
	s.limit(c.Time)
	s.bound(c.Memory)
	r, err := s.explained(c.onePuzzleArgs, c.Seed, c.fromFlag)
	if err != nil {
		return err
	}
	if r.Moving() {
		return c.nextMove(s, r)
	}
	e, err := s.explanation(r, c.fromFlag)
	if err != nil {
		return err
	}
	s.progress.stage("looking for the next step")
	found := false
	e.end, _ = e.x.Way(s.ctx, e.state, func(step explain.Step) bool {
		t := e.told(s, step)
		if e.fault != nil {
			return false
		}
		e.steps = append(e.steps, t)
		found = slices.ContainsFunc(e.x.Worth(t.New, e.state), func(f engine.Fact) bool { return !e.printed(f) })
		return !found
	})
	if e.fault != nil {
		return e.status(s)
	}
	if found {
		e.steps = e.steps[len(e.steps)-1:]
		e.end = explain.Solved
	}
	if e.end == explain.Contradicted {
		e.wrong, e.conflict, _ = e.x.Mistake(s.ctx, e.state.Facts)
	}
	s.answered()
	s.warn()
	e.show = c.Show || s.outTerminal
	h := &hinted{e, c.Strength}
	if !found {
		h.steps = nil
	}
	c.printer(s).hint(h)
	return e.status(s)
}

// printed reports whether a fact only repeats what is printed on the board: the value that a given has for the same key.
func (e *explanation) printed(f engine.Fact) bool {
	m, _ := e.x.Meaning(f.Var)
	if m.Key == nil || m.Member != nil || !f.Is {
		return false
	}
	return slices.ContainsFunc(e.problem.Givens, func(g givens.Given) bool {
		a, ok := g.Value.(*value.Array)
		if !ok {
			return false
		}
		v, keyed := a.At(m.Key)
		return keyed && value.Equal(v, m.Values(f.Value))
	})
}

// places are where to look: at what the units are about, or else at what the step finds.
func (h *hinted) places() (out []value.Value) {
	t := h.steps[0]
	met := map[value.Key]bool{}
	add := func(v value.Value) {
		if v != nil && !met[value.KeyOf(v)] {
			met[value.KeyOf(v)] = true
			out = append(out, v)
		}
	}
	for _, u := range t.Units {
		for _, at := range h.x.Places(u) {
			add(at)
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, f := range h.x.Worth(t.New, h.state) {
		m, _ := h.x.Meaning(f.Var)
		if m.Member != nil {
			add(m.Member)
		} else {
			add(m.Key)
		}
	}
	return out
}
