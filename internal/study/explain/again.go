package explain

import (
	"fmt"
	"slices"

	"nazo/internal/model"
)

// A chain that says what was said before, for the same reasons, refers to where that stands.

// shortRun is the number of lines from which they are not told again.
const shortRun = 3

// keyOf returns what an inference says and why, as a key. One unit says all of areas.
func (s *Story) keyOf(in *Inference) string {
	why := ""
	if in.Kind != Supposes && slices.ContainsFunc(in.Units, s.sized) {
		why = s.reason(in)
	}
	return fmt.Sprint(in.Kind, in.Claims, in.Units, in.Also, why)
}

// number numbers a step, and finds what it says again.
func (s *Story) number(step *StoryStep) {
	s.steps++
	for _, f := range s.told[s.numbered:] {
		if !f.Is {
			s.shownIn[f] = s.steps
		}
	}
	s.numbered = len(s.told)
	if len(step.Chain) < shortRun || !step.Chain.tries() {
		return
	}
	step.As = make([]int, len(step.Chain))
	for i := range step.Chain {
		if at := step.Chain.scope(i); at >= 0 && step.Chain[at].Under >= 0 { // it is not told; see turns
			continue
		}
		key := s.keyOf(&step.Chain[i])
		if n, before := s.saidIn[key]; before {
			step.As[i] = n
		} else {
			s.later = append(s.later, key)
		}
	}
	if s.toldAsSearch(step) {
		s.later = s.later[:0]
	}
	for _, key := range s.later {
		s.saidIn[key] = s.steps
	}
	s.later = s.later[:0]
}

// again returns the end of the run of inferences from one on that were said in one place before, and what they show in the
// end. lines counts them.
func (s *StoryStep) again(i int) (end, lines int, claims []Claim) {
	if len(s.As) != len(s.Chain) || s.As[i] == 0 {
		return i, 0, nil
	}
	for end = i; end < len(s.Chain)-1 && s.Chain[end].Kind == Follows && s.Chain[end].Under == s.Chain[i].Under && s.As[end] == s.As[i]; end++ {
		claims = append(claims, s.Chain[end].said()...)
	}
	return end, end - i, claims
}

// reference says what was shown in a step before.
func (x *Explainer) reference(place int, claims []Claim) string {
	var last []Claim // what is said of a variable in the end
	for _, c := range claims {
		if c.Op == model.LinkIs || !slices.Contains(last, c) {
			last = append(last, c)
		}
	}
	return fmt.Sprintf("As in step %d, %s.", place, x.claims(last))
}
