package explain

import "nazo/dsl/value"

// MostHints is how many levels a hint has.
const MostHints = 5

// mostLookedAt is how many places a hint names.
const mostLookedAt = 12

// Hints tell a step in levels, each with what it adds to those before: where to look, which rule, which technique, what follows, and why.
func (x *Explainer) Hints(s *StoryStep) [MostHints]string {
	main := s.Chain.Main()
	where := x.Lined(main)
	if places := x.LookAt(s); len(places) > 0 && len(places) <= mostLookedAt {
		where = x.Named(places)
	}
	rule := x.Causes(main)
	if rule == "" {
		rule = "what the board shows"
	}
	return [...]string{"Look at " + where + ".", "The rule: " + rule + ".", "The technique: " + x.TechniqueOf(s) + ".", "So " + x.Say(s.Facts) + ".", x.Text(s)}
}

// LookAt are the places where a step is seen: those of its last reasons, or else those of what it finds.
func (x *Explainer) LookAt(s *StoryStep) (out []value.Value) {
	met := map[value.Key]bool{}
	add := func(v value.Value) {
		if v != nil && !met[value.KeyOf(v)] {
			met[value.KeyOf(v)] = true
			out = append(out, v)
		}
	}
	for _, u := range s.Chain.Main() {
		for _, at := range x.Places(u) {
			add(at)
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, at := range x.Found(s) {
		add(at)
	}
	return out
}

// Found are the places of what a step finds.
func (x *Explainer) Found(s *StoryStep) (out []value.Value) {
	for _, f := range s.Facts {
		switch m, _ := x.Meaning(f.Var); {
		case m.Member != nil:
			out = append(out, m.Member)
		case m.Key != nil:
			out = append(out, m.Key)
		}
	}
	return out
}
