package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"

	"nazo/dsl/diag"
	"nazo/internal/model"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
	"nazo/internal/solve/parts"
	"nazo/native"
)

// series is work that a verb does number by number, from 0. An F is the finding for one number. A part of the work is a
// range of numbers. The same function prints findings made here and findings read from parts.
type series[F any] struct {
	// head returns the head of parts and the count of numbers. It is called only if the work is divided.
	head func() (parts.Head, int, error)
	// able returns an error, before any work, if the puzzle does not allow this kind of work.
	able func() error
	// do finds what there is for the numbers begin to end-1, in order. An error of found ends it, and is its error.
	do func(begin, end int, found func(F) error) error
	// print prints the finding of the next number. An error ends the work.
	print func(F) error
	// sure, if not nil, selects what anyone who repeats a number must find, too.
	sure func(F) any
	// again judges anew what a part found for the next number, unless it was done here.
	again func(F) error
	// missing, if not nil, is called with the numbers begin to end-1 that no part did.
	missing func(begin, end int) error
	// finish prints the end.
	finish func() error
}

// allNumbers is the end of a series of unknown length.
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

func (w *series[F]) part(s *session, f *partsFlags) error {
	head, n, err := w.head()
	if err == nil {
		err = f.rehearsed()
	}
	if err != nil {
		return err
	}
	begin, end := f.Part.path.Range(n)
	return writePart(s, head, f.Part.path, w.sure, func(found func(F) error) (int, error) {
		err := w.do(begin, end, found)
		if err == nil && s.ctx.Err() != nil {
			err = limited{s.stopReason()}
		}
		if err == nil {
			s.answered()
		}
		return 0, err
	})
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
		err := readPart(s, p, func(f F) error {
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
	if status, said := errors.AsType[Status](err); lacking == "" || err != nil && (!said || status >= StatusMistake) {
		return err
	}
	return limited{fmt.Sprintf("%d of %d are done; %s", done, n, lacking)}
}

// cubes asks a part of a question about one puzzle that stands still, or joins the parts. Parts are cubes of engine
// native's search, whichever engine searches them, or attempts at the whole.
type cubes struct {
	*session
	*partsFlags
	request *request
	args    []string
	// byLength returns an engine's findings by length. It is nil if the question does not ask for them.
	byLength func(engine string) map[int64]*big.Int
}

// cubeFinding is a line of a part: a solution, or at the end the result of the search.
type cubeFinding struct {
	Solution json.RawMessage `json:"solution,omitempty"`
	Search   *cubeSearch     `json:"search,omitempty"`
}

// cubeSearch is the result of the search of a part.
type cubeSearch struct {
	Count     int                `json:"count"`
	ByLength  map[int64]*big.Int `json:"by_length,omitzero"` // not nil with --by
	Exhausted bool               `json:"exhausted"`
	Engine    string             `json:"engine"`
	Stats     model.Stats        `json:"stats"`
}

// askParts is ask for a question that flags may divide. It returns nil after a part, which it has printed.
func (s *session) askParts(r *request, t solve.Team, q query, f *partsFlags, args []string, print func(*outcome)) (*outcome, error) {
	divided := newCubes(s, f, r, args)
	if divided != nil {
		q.instead = divided.instead
	}
	ans, err := s.ask(r, t, q, func(ans *outcome) {
		if !f.Part.given { // an incomplete part prints nothing
			print(ans)
		}
	})
	switch {
	case err != nil:
		return nil, err
	case ans.report.Fault != nil:
		return nil, s.disagree(r, ans)
	case f.Part.given:
		return nil, divided.print(ans, q.Question)
	}
	return ans, nil
}

// newCubes returns nil if the question is not divided.
func newCubes(s *session, f *partsFlags, r *request, args []string) *cubes {
	if f.divided() == "" {
		return nil
	}
	return &cubes{session: s, partsFlags: f, request: r, args: args}
}

// suitsCubes returns an error if a divided question can't be split by cubes.
func (f *partsFlags) suitsCubes(r *request, search searchFlags, varied bool) error {
	switch {
	case f.divided() == "":
		return nil
	case r.Moving():
		return mistakef("%s moves: only puzzles that stand still have parts, and questions about many instances", r.name)
	case len(r.swept) > 0:
		return mistakef("parts are for one puzzle, not for a range of them")
	case search.Search != "":
		return mistakef("--search doesn't go with parts, which divide the usual search of engine native")
	case varied:
		return mistakef("--seed with --limit doesn't go with parts, which don't know each other's solutions")
	}
	return nil
}

// instead is the instead of a [query]: it asks a part, or joins all parts.
func (c *cubes) instead(ctx context.Context, ans *outcome, opened *solve.Session, q solve.Question) (*solve.Report, error) {
	if c.Join != "" {
		return c.join(ctx, ans, opened, q)
	}
	if err := c.rehearsed(); err != nil {
		return nil, err
	}
	if i := c.Part.path.Attempt(); i > 0 {
		return opened.Attempt(ctx, q, i, c.Part.path[0].Of), nil
	}
	part, err := opened.Part(ctx, native.New(), q, c.Part.path)
	switch {
	case ctx.Err() != nil:
		return &solve.Report{Verdict: solve.Unknown, Reason: model.Ended(ctx)}, nil
	case err != nil:
		return nil, mistakef("--part: %v", err)
	}
	return opened.Ask(ctx, part), nil
}

func (c *cubes) head(ans *outcome, q solve.Question) parts.Head {
	h := c.session.head(c.request, c.args, fingerprint(ans))
	h.Order = "cubes" // their borders depend on the build
	if c.Part.path.Attempt() > 0 {
		h.Order = "attempts"
	}
	if ans.problem.Objectives == 0 {
		h.Enough = q.Limit
	}
	return h
}

// print prints what a part found. An incomplete part prints nothing.
func (c *cubes) print(ans *outcome, q solve.Question) error {
	r := ans.report
	if !r.Complete {
		return limited{r.Reason.String()}
	}
	solutions := answeredBy(ans).Answers
	all := r.Exhausted && len(solutions) == r.Count
	if all {
		slices.Sort(solutions) // the order of finding may vary
	}
	search := &cubeSearch{Count: r.Count, Exhausted: r.Exhausted, Engine: r.Engine, Stats: r.Stats}
	if c.byLength != nil {
		search.ByLength = c.byLength(r.Engine)
	}
	sure := func(f cubeFinding) any {
		switch {
		case !r.Exhausted:
			return nil
		case f.Search != nil:
			return []any{search.Count, search.ByLength}
		case all:
			return string(f.Solution)
		}
		return 0 // any of the counted solutions
	}
	return writePart(c.session, c.head(ans, q), c.Part.path, sure, func(found func(cubeFinding) error) (int, error) {
		for _, text := range solutions {
			if err := found(cubeFinding{Solution: json.RawMessage(text)}); err != nil {
				return 0, err
			}
		}
		return r.Count, found(cubeFinding{Search: search})
	})
}

// join returns the report on what all parts found.
func (c *cubes) join(ctx context.Context, ans *outcome, opened *solve.Session, q solve.Question) (*solve.Report, error) {
	all, lacking, err := c.joined(c.partsFlags, c.head(ans, q))
	if err != nil {
		return nil, err
	}
	var found []solve.Found
	sum := map[int64]*big.Int{}
	for i := range all {
		f, lengths, err := c.read(ans, &all[i], q.Keep)
		if err != nil {
			return nil, err
		}
		found = append(found, f)
		addLengths(sum, lengths, 0)
	}
	if all[0].Part.Part.Attempt() > 0 {
		if q.Limit == 0 {
			return nil, mistakef("%s: part %s is an attempt at the whole, and nazo %s of all solutions has none", all[0].where(), all[0].Part.Part, c.verb)
		}
		return opened.Raced(ctx, q, found), nil
	}
	r := opened.Joined(ctx, q, found, lacking != "")
	if !r.Complete && lacking != "" && r.Reason.Kind == model.None {
		r.Reason = model.Because(model.Other, "%s", lacking)
	}
	if c.byLength != nil {
		maps.Copy(c.byLength(r.Engine), sum)
	}
	return r, nil
}

// read reads the answers that a part found, or only keep of them if keep isn't 0. Answers that nobody can judge don't
// count.
func (c *cubes) read(ans *outcome, p *placed, keep int) (found solve.Found, lengths map[int64]*big.Int, err error) {
	ended := false
	err = readPart(c.session, p, func(f cubeFinding) error {
		if ended || (f.Search == nil) == (f.Solution == nil) {
			return c.wrongLine(p)
		}
		if ended = f.Search != nil; ended {
			found.Count, found.Exhausted, found.Engine, found.Stats = f.Search.Count, f.Search.Exhausted, f.Search.Engine, f.Search.Stats
			lengths = f.Search.ByLength
			return nil
		}
		values, problems := picture.DecodeAnswer(diag.NewSource(p.where(), string(f.Solution)), ans.problem.Name, picture.Finds(ans.problem.Judge))
		if problems.HasErrors() || len(values) != 1 || slices.Contains(values[0], nil) {
			return c.wrongLine(p)
		}
		found.Answers = append(found.Answers, values[0])
		return nil
	})
	kept := found.Count
	if keep > 0 {
		kept = min(kept, keep)
	}
	if err == nil && (!ended || len(found.Answers) < kept || len(found.Answers) > found.Count || p.End.Found != found.Count) {
		err = c.wrongLine(p)
	}
	return found, lengths, err
}
