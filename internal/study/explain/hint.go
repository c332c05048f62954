package explain

import (
	"slices"
	"strings"

	"nazo/dsl/value"
	"nazo/internal/model"
)

// MostHints is the number of levels of a hint.
const MostHints = 5

// mostLookedAt bounds the places that a hint names.
const mostLookedAt = 12

// Hints tells a step in levels. Each adds to those before: where to look, the rule, the technique, what follows,
// and why.
func (x *Explainer) Hints(s *StoryStep) [MostHints]string {
	x = x.From(s.Chain)
	main := s.Chain.Main()
	bare := len(main) == 0
	if bare { // a value is left by what the reader knows: by the rules that exclude the others
		main = x.exclusions(&s.Chain[len(s.Chain)-1], false).units
	}
	where := x.Lined(main)
	other := func(u int32) bool { _, line, _ := x.lineOf(u); return !line }
	if places := x.LookAt(s); !bare && len(places) > 0 && len(places) <= mostLookedAt && (len(main) == 1 || slices.ContainsFunc(main, other)) {
		where = x.Named(places)
		if names, ok := x.things(main); ok && strings.Count(where, ", ") > 3 {
			where = value.And(names) // rather than many places
		}
	}
	rule := x.Causes(main)
	if rule == "" {
		rule = "what the board shows"
	}
	return [...]string{"Look at " + where + ".", "The rule: " + rule + ".", "The technique: " + x.TechniqueOf(s) + ".", "So " + x.Say(s.Facts) + ".", x.Text(s)}
}

// OneReason returns the part of a step that its first rule instance shows. A hint points to one place, where a
// step tells everything that a rule says at once. It returns the step itself if there is no such part.
func (x *Explainer) OneReason(s *StoryStep) *StoryStep {
	if len(s.Chain) != 1 || len(s.Chain[0].Units) < 2 || len(s.Facts) < 2 {
		return s
	}
	in := s.Chain[0]
	for _, u := range in.Units {
		found, ok := x.reasons.Follow(in.Since, []int32{u})
		if !ok {
			continue
		}
		one := *s
		one.Facts, in.Claims = nil, nil
		for _, f := range s.Facts {
			if slices.Contains(found, f) {
				one.Facts = append(one.Facts, f)
				in.Claims = append(in.Claims, claimOf(x.m, f))
			}
		}
		if len(one.Facts) > 0 {
			scope := x.reasons.Scope(u)
			since := slices.DeleteFunc(slices.Clone(in.Since), func(f model.Fact) bool {
				_, in := slices.BinarySearch(scope, f.Var)
				return !in
			})
			in.Units, in.Also, in.Since, in.Parts, in.Via = []int32{u}, nil, since, nil, nil
			one.Chain = Chain{in}
			return &one
		}
	}
	return s
}

// LookAt returns the places where a step is visible: those of its last reasons, or else those of its facts.
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

// Found returns the places of what a step finds.
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
