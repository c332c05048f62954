package fd

import (
	"slices"

	"nazo/engine"
	"nazo/model"
)

// Follow implements [engine.Inquiry].
func (q *Inquiry) Follow(known []engine.Fact, on []int32) (conclusions []engine.Fact, ok bool) {
	if q.impossible || !q.know(known) {
		q.forgetKnown()
		return nil, false
	}
	q.close(1)
	q.open()
	defer q.close(1)
	if len(on) == 0 {
		return q.notSaid()
	}
	if !q.define(on) {
		return nil, false
	}
	for _, u := range on {
		if !q.assume(q.switches[u]) {
			return nil, false
		}
	}
	if !q.s.propagate() {
		return nil, false
	}
	return q.conclusions(q.s.levels[1]), true
}

// notSaid are all conclusions for finds from the facts and all definitions. What was concluded before from fewer facts is not looked for again.
func (q *Inquiry) notSaid() (conclusions []engine.Fact, ok bool) {
	said := mark{lits: int32(len(q.s.assigned)), changes: int32(len(q.s.trail))}
	if !q.wake(q.definitions) || !q.s.propagate() {
		return nil, false
	}
	news := q.conclusions(q.said)
	q.unsaid = slices.DeleteFunc(q.unsaid, func(f engine.Fact) bool {
		_, again := slices.BinarySearchFunc(news, f, func(g, f engine.Fact) int { return int(g.Var - f.Var) })
		return again || q.isKnown[f]
	})
	q.unsaid = append(q.unsaid, news...)
	slices.SortFunc(q.unsaid, compareFacts)
	q.said = said
	return slices.Clone(q.unsaid), true
}

// conclusions are all that became known of the finds since a time, but for the facts.
func (q *Inquiry) conclusions(since mark) (out []engine.Fact) {
	seen := map[model.VarID]bool{}
	add := func(v model.VarID) {
		if v >= 0 && !seen[v] {
			seen[v] = true
			out = q.newsOf(v, out)
		}
	}
	for _, l := range q.s.assigned[since.lits:] {
		if i := int(l >> 1); i < len(q.owner) {
			add(q.owner[i])
		}
	}
	for i := range q.s.trail[since.changes:] {
		if c := &q.s.trail[int(since.changes)+i]; c.kind != changedCell && int(c.at) < len(q.intOwner) {
			add(q.intOwner[c.at])
		}
	}
	slices.SortFunc(out, compareFacts)
	return out
}

// newsOf adds what is known of a variable beside the facts.
func (q *Inquiry) newsOf(v model.VarID, out []engine.Fact) []engine.Fact {
	slot := q.slots[v]
	add := func(f engine.Fact) {
		if !q.isKnown[f] {
			out = append(out, f)
		}
	}
	switch {
	case !q.m.Vars[v].Bool && !q.s.fixed(slot):
		for k := range q.m.Vars[v].Domain.Each {
			if !q.s.has(slot, k) {
				add(engine.Fact{Var: v, Value: k})
			}
		}
	case !q.m.Vars[v].Bool:
		add(engine.Fact{Var: v, Value: q.s.ints[slot].lo, Is: true})
	case q.s.val[slot] != 0:
		add(engine.Fact{Var: v, Value: int64(q.s.val[slot]+1) / 2, Is: true})
	}
	return out
}

func compareFacts(a, b engine.Fact) int {
	switch {
	case a.Var != b.Var:
		return int(a.Var - b.Var)
	case a.Value < b.Value:
		return -1
	case a.Value > b.Value:
		return 1
	}
	return 0
}
