package explain

import (
	"context"
	"reflect"
	"slices"

	"nazo/internal/model"
)

// StaleChain returns a fact whose kept chain is not the one that would be built now. ok is false if there is none.
func (s *Story) StaleChain() (f model.Fact, ok bool) {
	for _, f := range s.pending {
		chain, notes := s.chainOf(f)
		if now := s.build([]model.Fact{f}, unlimited); !reflect.DeepEqual(chain, now.chain) || !reflect.DeepEqual(notes, now.notes) {
			return f, true
		}
		few := s.build([]model.Fact{f}, mostReduced)
		if few.chain != nil && !reflect.DeepEqual(chain, few.chain) {
			return f, true
		}
	}
	return f, false
}

// Unsearched counts the facts for which no argument was looked for, as they were not told.
func (s *Story) Unsearched() (n int) {
	for _, c := range s.causes {
		if c.search != nil {
			n++
		}
	}
	return n
}

// FollowsAlike returns the units from which, right after another, something else follows than by themselves, given what
// the way knows.
func (s *Story) FollowsAlike() (units []int32) {
	for _, u := range s.fine {
		found, ok := s.reasons.Follow(s.state.Facts, []int32{u})
		s.reasons.Follow(s.state.Facts, nil) // nothing stays of this
		if alone, okAlone := s.reasons.Follow(s.state.Facts, []int32{u}); ok != okAlone || !slices.Equal(found, alone) {
			units = append(units, u)
		}
		s.reasons.Follow(s.state.Facts, []int32{u})
	}
	return units
}

// Argument says how many rules, each as often as it is used, lead from what is known to a fact by some units, and the
// name of that technique, or "".
func (x *Explainer) Argument(ctx context.Context, known []model.Fact, units []int32, f model.Fact) (rules int, name string) {
	s := x.telling(ctx, known)
	x.explain(ctx, s.state.Facts, units, []model.Fact{f}, s.noteCause)
	step := &StoryStep{Facts: []model.Fact{f}}
	step.Chain, _ = s.chain(step.Facts)
	s.nameTechnique(step)
	for _, n := range x.causes(step.Chain) {
		rules += n
	}
	return rules, step.Technique
}

// Reason is a reason with the claims that it is for.
type Reason struct {
	Claims []Claim
	Why    string
}

// Reasons returns the reasons of an inference of a chain, as they are told.
func (x *Explainer) Reasons(c Chain, i int) (out []Reason) {
	x = x.From(c)
	if c[i].Kind != Follows {
		return []Reason{{c[i].Claims, x.reason(&c[i])}}
	}
	for _, b := range x.paired(&c[i]) {
		out = append(out, Reason{b.claims, b.why})
	}
	return out
}

// Holding returns the inferences whose claims hold where another one stands.
func (c Chain) Holding(i int) (all []int) {
	for j := range i {
		if c.holdsAt(j, i) {
			all = append(all, j)
		}
	}
	return all
}
