package fd

import (
	"slices"

	"nazo/engine"
)

// assumedConflict reports whether the last conflict follows from the assumptions.
func (q *Inquiry) assumedConflict() bool {
	var e explanation
	q.s.askWhy(&e)
	for _, a := range e.out {
		if pos, _ := q.s.locate(q.s.plain(a)); pos >= 0 && q.s.levelOf(pos) > q.baseLevels {
			return false
		}
	}
	return true
}

// traced is the refutation by the last conflict of the store, which follows from assumptions: reasons are followed back to
// them.
func (q *Inquiry) traced(x *engine.Question) engine.Reply {
	out := engine.Reply{Refuted: true}
	t := tracer{s: q.s, seen: map[atom]bool{}}
	if q.s.cause.by == byChoice { // an assumption was false
		if q.s.clash.op != nothing {
			t.leaf(q.s.clash.lit())
			t.add(q.s.clash.not())
		}
	} else {
		q.s.askWhy(&t.e)
	}
	for len(t.e.out) > 0 {
		a := t.e.out[len(t.e.out)-1]
		t.e.out = t.e.out[:len(t.e.out)-1]
		t.add(a)
	}
	for _, l := range t.leaves {
		if u, ok := q.unitOf[l]; ok {
			out.Units = append(out.Units, u)
		} else if f, ok := q.factOf[l]; ok {
			if slices.Contains(x.Supposed, f) {
				out.Supposed = append(out.Supposed, f)
			} else {
				out.Known = append(out.Known, f)
			}
		}
	}
	slices.Sort(out.Units)
	slices.SortFunc(out.Known, compareFacts)
	slices.SortFunc(out.Supposed, compareFacts)
	return out
}

// tracer follows reasons back to assumptions.
type tracer struct {
	s      *store
	e      explanation
	seen   map[atom]bool
	leaves []lit
}

func (t *tracer) leaf(l lit) { t.leaves = append(t.leaves, l) }

// add follows one atom.
func (t *tracer) add(a atom) {
	s := t.s
	a = s.plain(a)
	if t.seen[a] {
		return
	}
	t.seen[a] = true
	if a.op == equals && s.ints[a.x].n == 0 {
		t.add(geAtom(a.int(), a.v))
		t.add(leAtom(a.int(), a.v))
		return
	}
	switch it, ok := s.itemOf(a); {
	case !ok:
	case s.reasonOf(it).by == byChoice:
		t.leaf(it.a.lit())
	default:
		s.explainAtom(it.a, it.event, &t.e)
	}
}
