package explain

import (
	"fmt"
	"slices"
	"strings"

	"nazo/compile"
	"nazo/dsl"
	"nazo/internal/model"
)

// causes counts the causes of a chain: rules by name, and general ones.
func (x *Explainer) causes(c Chain) map[string]int {
	out := map[string]int{}
	for i := range c {
		in := &c[i]
		switch s := x.subsetOf(in); {
		case in.Tried:
			out[dsl.ByTrying]++
		case in.Kind == Supposes:
			if len(c) > 3 {
				out[dsl.ByTrying]++
			}
		case in.Left:
			out[dsl.OnlyValueLeft]++
		case s.vars != 0 && s.hidden:
			out[dsl.FewPlacesLeft]++
		case s.vars != 0:
			out[dsl.FewValuesLeft]++
		default:
			for _, u := range in.Units {
				switch {
				case x.isPlace(u) && len(in.Claims) == 1 && in.Claims[0].Op == model.LinkIs && in.Kind == Follows:
					out[dsl.OnlyPlaceLeft]++
				case x.isPlace(u):
					out[dsl.PlacesInLine]++
				default:
					out[x.general(u, in)]++
				}
			}
		}
	}
	return out
}

// general returns the cause that a unit stands for: a general one, or its rule.
func (x *Explainer) general(u int32, in *Inference) string {
	name := x.Problem.RuleName(u)
	if p := x.m.Instances[u].Piece; p != nil {
		return name
	}
	constraints := x.constraints(u)
	if x.structural(u) {
		for _, c := range constraints {
			if closed, ok := x.route(c); ok && closed && x.count(u, in).closes() {
				return dsl.WouldCloseLoop
			}
		}
		return name
	}
	if len(constraints) != 1 { // it also says something else
		return name
	}
	if _, ok := x.m.Constraints[constraints[0]].Body.(model.Connected); ok {
		return dsl.WouldBeCutOff
	}
	return name
}

// nameTechnique names the technique of a step: "hidden single", or "pointing, then hidden single".
func (x *Explainer) nameTechnique(s *StoryStep) {
	s.Technique = strings.Join(x.techniques(s.Chain), then)
}

// then stands between techniques of which one prepares the other.
const then = ", then "

// techniques returns the technique of a chain: the first of the spec's that has its causes, or a general one. If there is
// none, the last inference may have one, and what prepares it another.
func (x *Explainer) techniques(c Chain) (names []string) {
	causes := x.causes(c)
	if name := x.techniqueBy(causes); name != "" {
		return []string{name}
	}
	for _, last := range []string{dsl.OnlyPlaceLeft, dsl.OnlyValueLeft} {
		if causes[last] != 1 || len(c) < 2 {
			continue
		}
		delete(causes, last)
		before, at := x.techniqueBy(causes), x.techniqueBy(map[string]int{last: 1})
		general := slices.Contains(dsl.GeneralCauses(), before) && at == last
		if causes[last] = 1; before != "" && at != "" && !general {
			return []string{before, at}
		}
	}
	return nil
}

// techniqueBy returns the name of what has these causes, or "".
func (x *Explainer) techniqueBy(causes map[string]int) string {
	for _, t := range x.Problem.Techniques() {
		if fits(t, causes) {
			return t.Name
		}
	}
	if g := generalOf(causes); g != dsl.ByTrying {
		return g
	}
	return ""
}

// generalOf returns the general cause that is the only one of a step, or "".
func generalOf(causes map[string]int) string {
	for _, g := range dsl.GeneralCauses() {
		if len(causes) == 1 && causes[g] > 0 {
			return g
		}
	}
	return ""
}

// fits reports whether causes are those of a technique, and no others.
func fits(t compile.Technique, causes map[string]int) bool {
	if len(t.Causes) != len(causes) {
		return false
	}
	return !slices.ContainsFunc(t.Causes, func(c compile.TechniqueCause) bool {
		n := causes[c.Name]
		return n == 0 || c.Count > 0 && n != c.Count
	})
}

// TechniqueOf says which technique a step takes, also where it has no name.
func (x *Explainer) TechniqueOf(s *StoryStep) string {
	switch n := len(s.Chain); {
	case s.Technique != "":
		return s.Technique
	case n <= 1:
		return "one rule"
	case s.Chain.tries():
		return fmt.Sprintf("a chain of %d, by contradiction", n-1)
	default:
		return fmt.Sprintf("a chain of %d", n)
	}
}

// tries reports whether a chain supposes something.
func (c Chain) tries() bool {
	return slices.ContainsFunc(c, func(in Inference) bool { return in.Kind == Supposes })
}

// Summary says how many steps of which kind a way has, which is the hardest, and how hard all of it is.
func (x *Explainer) Summary(steps []*StoryStep) string {
	var order []string
	count := map[string]int{}
	for _, s := range steps {
		kind := x.kind(s)
		if count[kind]++; count[kind] == 1 {
			order = append(order, kind)
		}
	}
	slices.SortStableFunc(order, func(a, b string) int { return count[b] - count[a] })
	var parts []string
	rest := 0
	for i, kind := range order {
		if i >= mostKinds {
			rest += count[kind]
			continue
		}
		parts = append(parts, fmt.Sprintf("%d by %s", count[kind], kind))
	}
	if rest > 0 {
		parts = append(parts, fmt.Sprintf("%d others", rest))
	}
	noun := "steps"
	if len(steps) == 1 {
		noun = "step"
	}
	rating := x.Rate(steps, Solved)
	return fmt.Sprintf("%d %s: %s. Hardest: step %d. Level: %s (%.1f).", len(steps), noun, strings.Join(parts, ", "), rating.At, rating.Level, rating.Number)
}

// mostKinds is how many kinds of steps a summary names.
const mostKinds = 8

// generalKinds are what steps of general causes count as.
var generalKinds = map[string]string{
	dsl.OnlyValueLeft:  "the only value left",
	dsl.OnlyPlaceLeft:  "the only place left",
	dsl.FewValuesLeft:  "few values for as many places",
	dsl.FewPlacesLeft:  "few places for as many values",
	dsl.PlacesInLine:   "places in one line",
	dsl.WouldCloseLoop: "what would close the loop",
	dsl.WouldBeCutOff:  "what would be cut off",
	dsl.ByTrying:       "trying",
}

// kind returns what a step counts as in a summary.
func (x *Explainer) kind(s *StoryStep) string {
	switch {
	case generalKinds[s.Technique] != "":
		return generalKinds[s.Technique]
	case s.Technique != "":
		return s.Technique
	case s.Chain.tries():
		return "contradiction"
	case len(s.Chain) > 1:
		return "chains"
	}
	for _, in := range s.Chain {
		if names := x.rulesIn(in.Units); len(names) > 0 {
			return "\"" + names[0] + "\""
		}
	}
	return "itself"
}
