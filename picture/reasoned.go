package picture

import (
	"nazo/draw"
	"nazo/engine"
	"nazo/explain"
	"nazo/solve"
	"nazo/value"
)

// Reasoned draws what is known of a problem, facts, with marks on what is new among it and on the places of units that are used.
func (d Drawer) Reasoned(p *solve.Problem, x *explain.Explainer, facts, fresh []engine.Fact, units []int32) []draw.Section {
	isNew := map[engine.Fact]bool{}
	for _, f := range fresh {
		isNew[f] = true
	}
	var known []Known
	for _, f := range facts {
		m, ok := x.Meaning(f.Var)
		if !ok || !f.Is {
			continue
		}
		k := Known{Find: x.Find(f.Var), Of: m.Of, Key: m.Key, Member: m.Member, New: isNew[f]}
		if m.Member != nil {
			k.Value = value.Of(f.Value == 1)
		} else {
			k.Value = m.Values(f.Value)
		}
		known = append(known, k)
	}
	var used []value.Value
	for _, u := range units {
		if places := x.Places(u); len(places) <= mostUsed {
			used = append(used, places...)
		}
	}
	return d.SoFar(p, known, used)
}

// mostUsed is how many places of one unit are marked: what is about more is about the whole board.
const mostUsed = 30
