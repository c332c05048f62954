package fd

import (
	"cmp"
	"slices"
)

// Clauses of three and more literals lie in an arena. Each has a header: its length, its literal
// block distance (LBD, glue), and its last use. Binary clauses are implications.
const (
	headSize = 3
	atSize   = 0
	atLBD    = 1 // 0 for clauses that are not learned
	atUse    = 2
)

// watch is a clause that watches a literal. If the blocker, another of its literals, is true, the
// clause need not be visited.
type watch struct {
	clause  int32
	blocker lit
}

// lits returns the literals of a clause. The first two are watched. A clause that is a reason
// implies its first literal.
func (s *store) lits(c int32) []lit {
	n := int32(s.arena[c+atSize])
	return s.arena[c+headSize : c+headSize+n : c+headSize+n]
}

// clause adds a clause before search. It keeps the slice.
func (s *store) clause(lits ...lit) bool {
	open := lits[:0]
	for _, l := range lits {
		switch s.val[l] {
		case 1:
			return true
		case 0:
			open = append(open, l)
		}
	}
	switch len(open) {
	case 0:
		return false
	case 1:
		return s.set(open[0])
	}
	s.attach(open, 0)
	return true
}

// attach adds a clause of two or more literals, and returns it as the reason for the first.
func (s *store) attach(lits []lit, lbd int) reason {
	if len(lits) == 2 {
		s.implied[lits[0]^1] = append(s.implied[lits[0]^1], lits[1])
		s.implied[lits[1]^1] = append(s.implied[lits[1]^1], lits[0])
		return reason{byImplication, int32(lits[1] ^ 1)}
	}
	c := int32(len(s.arena))
	s.arena = append(s.arena, lit(len(lits)), lit(lbd), lit(s.age))
	s.arena = append(s.arena, lits...)
	s.clauses[lits[0]] = append(s.clauses[lits[0]], watch{c, lits[1]})
	s.clauses[lits[1]] = append(s.clauses[lits[1]], watch{c, lits[0]})
	if lbd > 0 {
		s.learnts = append(s.learnts, c)
	}
	return reason{byClause, c}
}

// follow propagates binary clauses and clauses after l became true.
func (s *store) follow(l lit) bool {
	s.cause = reason{byImplication, int32(l)}
	for _, o := range s.implied[l] {
		if !s.set(o) {
			return false
		}
	}
	lost := l ^ 1
	list := s.clauses[lost]
	rest := list[:0]
	for i := 0; i < len(list); i++ {
		w := list[i]
		if s.val[w.blocker] > 0 {
			rest = append(rest, w)
			continue
		}
		if s.rewatch(&w, lost) {
			continue
		}
		rest = append(rest, w)
		if s.val[w.blocker] > 0 {
			continue
		}
		s.cause = reason{byClause, w.clause}
		if !s.set(s.arena[w.clause+headSize]) {
			rest = append(rest, list[i+1:]...)
			s.clauses[lost] = rest
			return false
		}
	}
	s.clauses[lost] = rest
	return true
}

// rewatch watches another literal in place of lost, if one is not false. Otherwise the first
// literal is implied.
func (s *store) rewatch(w *watch, lost lit) bool {
	lits := s.lits(w.clause)
	if lits[0] == lost {
		lits[0], lits[1] = lits[1], lits[0]
	}
	if s.val[lits[0]] > 0 {
		w.blocker = lits[0]
		return false
	}
	for k := 2; k < len(lits); k++ {
		if s.val[lits[k]] >= 0 {
			lits[1], lits[k] = lits[k], lits[1]
			s.clauses[lits[1]] = append(s.clauses[lits[1]], watch{w.clause, lits[0]})
			return true
		}
	}
	return false
}

const (
	goodGlue      = 2       // clauses of so few levels are never deleted
	firstLearnts  = 3000    // learned clauses at first
	moreLearnts   = 300     // increment after each deletion
	mostLearntLit = 1 << 25 // limit for the literals of learned clauses, four bytes each
)

// reductionDue reports whether it is time to delete learned clauses.
func (s *store) reductionDue(rounds int) bool {
	return len(s.learnts) > firstLearnts+rounds*moreLearnts || len(s.arena) > mostLearntLit
}

// forget deletes the worse half of the learned clauses: those with the largest LBD (Audemard and
// Simon 2009), and among equals the longest unused. Reasons stay.
func (s *store) forget() {
	needed := map[int32]bool{}
	for r := range s.clauseReasons {
		needed[r.data] = true
	}
	slices.SortStableFunc(s.learnts, func(a, b int32) int {
		return cmp.Or(cmp.Compare(s.arena[a+atLBD], s.arena[b+atLBD]), cmp.Compare(s.arena[b+atUse], s.arena[a+atUse]))
	})
	half := len(s.learnts) / 2
	kept := s.learnts[:half]
	for _, c := range s.learnts[half:] {
		if needed[c] || s.arena[c+atLBD] <= goodGlue && len(s.arena) < mostLearntLit {
			kept = append(kept, c)
			continue
		}
		s.arena[c+atLBD] = -1
	}
	s.learnts = kept
	s.compact()
}

// compact closes the gaps in the arena.
func (s *store) compact() {
	moved := map[int32]int32{}
	end := int32(0)
	for c := int32(0); c < int32(len(s.arena)); {
		size := headSize + int32(s.arena[c+atSize])
		if s.arena[c+atLBD] >= 0 {
			if end != c {
				copy(s.arena[end:], s.arena[c:c+size])
			}
			moved[c] = end
			end += size
		}
		c += size
	}
	s.arena = s.arena[:end]
	for i, c := range s.learnts {
		s.learnts[i] = moved[c]
	}
	for l, list := range s.clauses {
		kept := list[:0]
		for _, w := range list {
			if at, ok := moved[w.clause]; ok {
				kept = append(kept, watch{at, w.blocker})
			}
		}
		s.clauses[l] = kept
	}
	for r := range s.clauseReasons {
		r.data = moved[r.data]
	}
}

// clauseReasons yields the reasons on both trails that are clauses.
func (s *store) clauseReasons(yield func(*reason) bool) {
	for _, l := range s.assigned {
		if r := &s.why[l>>1]; r.by == byClause && !yield(r) {
			return
		}
	}
	for i := range s.trail {
		if c := &s.trail[i]; c.kind != changedCell && c.why.by == byClause && !yield(&c.why) {
			return
		}
	}
}
