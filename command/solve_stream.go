package command

import (
	"crypto/sha256"
	"errors"

	"nazo/answer"
	"nazo/engine"
	"nazo/judge"
	"nazo/solve"
)

// stream prints solutions as they come. Each has been judged; of engines that
// race, what either finds is printed, once.
type stream struct {
	session *session
	to      printer
	limit   int
	printed int
	seen    map[[sha256.Size]byte]struct{} // what was printed; nil if one engine works alone
}

// errEnough ends a search: as many solutions as asked for have been printed.
var errEnough = errors.New("enough solutions")

// newStream is nil if solutions have to wait for the end: for all of a part, for a better one, for
// what the other engine says, for the whole document, or for the screen, where a search
// is being watched.
func newStream(s *session, c *solveCmd, to printer, r *request, t solve.Team, limit int) *stream {
	if !c.several() || c.divided() != "" || to.document() || c.UpToSymmetry || c.Watch.on || len(r.Objectives) > 0 || t.Mode == solve.Together {
		return nil
	}
	st := &stream{session: s, to: to, limit: limit}
	if len(t.Engines) > 1 {
		st.seen = map[[sha256.Size]byte]struct{}{}
	}
	return st
}

// see prints a solution, unless the other engine had it before.
func (s *stream) see(o *outcome, _ string, found *judge.Answer) error {
	if s.seen != nil {
		key := sha256.Sum256(answer.AppendAnswer(nil, o.problem.Judge, found))
		if _, there := s.seen[key]; there {
			return nil
		}
		s.seen[key] = struct{}{}
	}
	s.session.progress.clear()
	s.printed++
	s.to.solution(o.problem, o.tried, s.printed, found)
	if err := s.session.flush(); err != nil {
		return err
	}
	if s.seen != nil && s.printed == s.limit {
		return errEnough // though neither engine may have found so many
	}
	return nil
}

// sum makes a report of what was printed.
func (s *stream) sum(r *solve.Report) {
	r.Count = s.printed
	if s.printed > 0 {
		r.Verdict = solve.Solved
	}
	if s.printed == s.limit {
		r.Complete, r.Reason = true, engine.Reason{}
	}
}
