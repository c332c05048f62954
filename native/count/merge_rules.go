package count

import (
	"slices"

	"nazo/model"
	"nazo/native/count/frontier"
)

// mostMergedUnknowns bounds the unknowns of a rule that several conditions are merged into.
const mostMergedUnknowns = 8

// mergeRules joins rules that share unknowns, as long as few unknowns come together: one
// automaton then remembers once what several would remember of the same unknowns, and prunes
// earlier.
func mergeRules(rules []frontier.Rule, unknowns int) []frontier.Rule {
	type group struct {
		unknowns []int32
		rules    []int
	}
	var groups []group
	at := make([][]int, unknowns) // groups by unknown
	for i, r := range rules {
		best, fewest := -1, mostMergedUnknowns+1
		var union []int32
		if len(r.Unknowns) < mostMergedUnknowns {
			for _, x := range r.Unknowns {
				for _, k := range at[x] {
					all := slices.Concat(groups[k].unknowns, r.Unknowns)
					slices.Sort(all)
					all = slices.Compact(all)
					if more := len(all) - len(groups[k].unknowns); len(all) <= mostMergedUnknowns && (more < fewest || more == fewest && k < best) {
						best, fewest, union = k, more, all
					}
				}
			}
		}
		if best < 0 {
			best, union = len(groups), r.Unknowns
			groups = append(groups, group{})
		}
		g := &groups[best]
		g.unknowns, g.rules = union, append(g.rules, i)
		for _, x := range r.Unknowns {
			if !slices.Contains(at[x], best) {
				at[x] = append(at[x], best)
			}
		}
	}
	out := make([]frontier.Rule, len(groups))
	for k, g := range groups {
		if len(g.rules) == 1 {
			out[k] = rules[g.rules[0]]
			continue
		}
		joined := frontier.Rule{Unknowns: g.unknowns, Model: model.New()}
		for range g.unknowns {
			joined.Model.AddBool(-1)
		}
		var all []model.Bool
		for _, i := range g.rules {
			r := &model.Rewriter{From: rules[i].Model, To: joined.Model, BoolVar: func(v model.VarID) model.Bool {
				place, _ := slices.BinarySearch(g.unknowns, rules[i].Unknowns[v])
				return joined.Model.BoolVar(model.VarID(place))
			}}
			all = append(all, r.Bool(rules[i].Holds))
		}
		joined.Holds = joined.Model.And(all...)
		out[k] = joined
	}
	return out
}
