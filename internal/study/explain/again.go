package explain

import (
	"fmt"
	"slices"

	"nazo/internal/model"
)

// A chain that says what was said before, for the same reasons, refers to where that stands.

// above marks what the same step has said before.
const above = -1

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
	if len(step.Chain) < shortRun || !step.Chain.tries() {
		return
	}
	step.As = make([]int, len(step.Chain))
	nested := func(i int) bool { return i >= 0 && step.Chain[i].Under >= 0 }
	here := map[string]bool{}
	for i := range step.Chain {
		key := s.keyOf(&step.Chain[i])
		n, before := s.saidIn[key]
		switch {
		case before:
			step.As[i] = n
		case here[key]:
			step.As[i] = above
		}
		here[key] = true
		if !before && i < firstLines && !nested(step.Chain.scope(i)) { // nothing else is told
			s.later = append(s.later, key)
		}
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
	chain, place := s.Chain, s.As[i]
	for end = i; end < len(chain)-1; {
		if chain[end].Under != chain[i].Under && end > i || s.As[end] != place {
			break
		}
		switch chain[end].Kind {
		case Follows:
			claims = append(claims, chain[end].said()...)
			end++
			lines++
			continue
		case Supposes:
			closes := chain.closing(end)
			if closes < 0 || closes >= len(chain)-1 || slices.ContainsFunc(s.As[end:closes+1], func(n int) bool { return n != place }) {
				return end, lines, claims
			}
			claims = append(claims, chain[closes].said()...)
			lines += closes + 1 - end
			end = closes + 1
			continue
		}
		break
	}
	return end, lines, claims
}

// reference says what was shown before, and where.
func (x *Explainer) reference(place int, claims []Claim) string {
	where := "above"
	if place != above {
		where = fmt.Sprintf("in step %d", place)
	}
	var last []Claim // what is said of a variable in the end
	for _, c := range claims {
		if c.Op == model.LinkIs || !slices.Contains(last, c) {
			last = append(last, c)
		}
	}
	return fmt.Sprintf("As %s, %s.", where, x.claims(last))
}
