package command

import (
	"crypto/sha256"
	"errors"
	"fmt"

	"nazo/judge"
	"nazo/solve"
)

const (
	// maxClasses bounds the memory for telling classes apart, at about 40 bytes each.
	maxClasses = 1 << 21
	// maxShown is how many representatives of classes are kept.
	maxShown = 10_000
)

// classes are the solutions up to the symmetries that a spec declares.
type classes struct {
	seen  map[[16]byte]struct{} // hashes of canonical spellings
	shown []*judge.Answer       // the first solution of each class, maxShown at most
}

// add notes a solution. A symmetry that doesn't hold is the user's mistake.
func (c *classes) add(p *solve.Problem, a *judge.Answer) error {
	form, err := p.Judge.Canonical(a)
	switch {
	case errors.As(err, new(*judge.Limit)):
		return err
	case err != nil:
		return mistake{err.Error()}
	}
	sum := sha256.Sum256([]byte(form))
	k := [16]byte(sum[:16])
	if _, there := c.seen[k]; there {
		return nil
	}
	if len(c.seen) >= maxClasses {
		return limited{fmt.Sprintf("there are more than %s classes of solutions", thousands(maxClasses))}
	}
	if c.seen == nil {
		c.seen = map[[16]byte]struct{}{}
	}
	c.seen[k] = struct{}{}
	if len(c.shown) < maxShown {
		c.shown = append(c.shown, a)
	}
	return nil
}

// oneOfEachClass leaves one answer of those that a symmetry turns into each
// other.
func (o *outcome) oneOfEachClass() error {
	c := &classes{}
	var kept []*judge.Answer
	for _, s := range o.report.Answers {
		before := len(c.seen)
		if err := c.add(o.problem, s); err != nil {
			return err
		}
		if len(c.seen) > before {
			kept = append(kept, s)
		}
	}
	o.report.Answers = kept
	return nil
}

// needsSymmetry is an error if a spec declares no symmetry.
func (s *spec) needsSymmetry() error {
	if s.Moving() {
		return mistakef("--up-to-symmetry: what turns runs into each other isn't known; a symmetry of a puzzle that moves is about its states")
	}
	if len(s.Symmetries) == 0 {
		return mistakef("--up-to-symmetry: %s declares no symmetry; a line such as `symmetry board` in the spec does", s.name)
	}
	return nil
}
