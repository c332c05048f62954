package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"nazo/parts"
)

// series is work that a verb does number by number, from 0: an F is what it finds for one of them, or that
// there are no more. So a part of the work is a range of numbers, and whether numbers are done here or read from the
// lines of parts, their findings are printed by the same function.
type series[F any] struct {
	// head says what this is, and of how many numbers. Neither is asked for if all are done here.
	head func() (parts.Head, int, error)
	// able is an error, before any work, if nothing of this kind can be done for the puzzle; nil if all can.
	able func() error
	// do finds what is to be found for the numbers from begin on, those before end, in order. An error of found ends it, and is its error.
	do func(begin, end int, found func(F) error) error
	// print prints the finding of the next number. An error ends it all.
	print func(F) error
	// sure is what whoever does a number again must find, too; nil if nothing is.
	sure func(F) any
	// again judges anew what a part found for the next number, unless it was done here.
	again func(F) error
	// missing is told, where some parts may be missing, which numbers no part did, from begin up to end; nil if it makes no difference.
	missing func(begin, end int) error
	// finish ends what is printed.
	finish func() error
}

// allNumbers is the end of a series whose length nobody has asked for.
const allNumbers = math.MaxInt

// run does all of a series, or a part of it, or prints what parts did.
func (w *series[F]) run(s *session, f *partsFlags) error {
	if f.Join != "" {
		return w.join(s, f)
	}
	if w.able != nil {
		if err := w.able(); err != nil {
			return err
		}
	}
	if f.Part.given {
		return w.part(s, f)
	}
	if err := w.do(0, allNumbers, w.print); err != nil {
		return err
	}
	return w.finish()
}

// part does the numbers of a part.
func (w *series[F]) part(s *session, f *partsFlags) error {
	head, n, err := w.head()
	if err == nil {
		err = f.rehearsed()
	}
	if err != nil {
		return err
	}
	lines := s.beginPart(head, f.Part.path)
	begin, end := f.Part.path.Range(n)
	if err := w.do(begin, end, func(f F) error { return lines.line(f, w.sure(f)) }); err != nil {
		return err
	}
	if s.ctx.Err() != nil {
		return limited{s.stopReason()}
	}
	s.answered()
	lines.End(0)
	return nil
}

// join prints what parts did.
func (w *series[F]) join(s *session, f *partsFlags) error {
	head, n, err := w.head()
	if err != nil {
		return err
	}
	all, lacking, err := s.joined(f, head)
	if err != nil {
		return err
	}
	at, done := 0, 0
	pass := func(begin int) error {
		if begin == at || w.missing == nil {
			return nil
		}
		return w.missing(at, begin)
	}
	for i := range all {
		s.progress.step("parts", i, len(all))
		p := &all[i]
		begin, end := p.Part.Part.Range(n)
		if err := pass(begin); err != nil {
			return err
		}
		at, done = end, done+end-begin
		err := p.each(func(line []byte) error {
			var f F
			if err := json.Unmarshal(line, &f); err != nil {
				return mistakef("%s: part %s has a line that no part of nazo %s has", p.where(), p.Part.Part, s.verb)
			}
			if err := s.ctx.Err(); err != nil {
				return limited{s.stopReason()}
			}
			if err := w.again(f); err != nil {
				return err
			}
			begin++
			return w.print(f)
		})
		if err != nil {
			return err
		}
		if begin != end {
			return mistakef("%s: part %s has %s, and not one for each of its numbers", p.where(), p.Part.Part, plural(p.End.Lines, "finding"))
		}
	}
	if err := pass(n); err != nil {
		return err
	}
	err = w.finish()
	if status, said := errors.AsType[exitStatus](err); lacking == "" || err != nil && (!said || status >= statusMistake) {
		return err
	}
	return limited{fmt.Sprintf("%d of %d are done; %s", done, n, lacking)}
}
