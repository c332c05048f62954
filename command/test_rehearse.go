package command

import (
	"context"
	"errors"
	"strings"
	"time"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/dsl/instance/tsplib"
	"nazo/givens"
	"nazo/puzzles"
	"nazo/solve"
)

// rehearsal is a spec with the examples to be tested, all read and compiled.
type rehearsal struct {
	spec     *spec
	examples []rehearsed
}

// rehearsed is an example and its problem; nil if there was no time to make it.
type rehearsed struct {
	*compile.Example
	problem *solve.Problem
}

// rehearse reads all specs and examples and compiles them, before any is tested: the
// error has the mistakes of all.
func (s *session) rehearse(c *testCmd, timeEach time.Duration) ([]rehearsal, error) {
	names := c.Specs
	if len(names) == 0 {
		names = puzzles.Specs()
	}
	var out []rehearsal
	mistakes := &diag.List{}
	for i, name := range names {
		s.progress.step("specs", i, len(names))
		sp, err := s.loadSpec(name)
		if err := collect(mistakes, err); err != nil {
			return nil, err
		}
		if err != nil {
			continue
		}
		examples, err := s.examplesOf(sp, name)
		if err := collect(mistakes, err); err != nil {
			return nil, err
		}
		if c.Instances {
			more, err := s.instanceExamples(sp, mistakes)
			if err != nil {
				return nil, err
			}
			examples = append(examples, more...)
		}
		r := rehearsal{spec: sp}
		for _, e := range examples {
			p, err := s.compileExample(sp, e, c.Seed, timeEach)
			if err := collect(mistakes, err); err != nil {
				return nil, err
			}
			r.examples = append(r.examples, rehearsed{e, p})
		}
		out = append(out, r)
	}
	return out, mistakes.Err()
}

// examplesOf are the examples of a spec; of a link the one board that it has, of which nothing is expected but that the
// engines agree.
func (s *session) examplesOf(sp *spec, name string) ([]*compile.Example, error) {
	if !isLink(name) {
		return compile.Examples(sp.Spec), nil
	}
	board, err := s.loadInstance(sp, name)
	if err != nil {
		return nil, err
	}
	return []*compile.Example{{Name: linkName, Input: givens.Input{Instance: board}, Source: board.Source, Span: board.Span()}}, nil
}

// collect adds the mistakes that an error consists of to a list; other errors are
// returned.
func collect(mistakes *diag.List, err error) error {
	var problems *diag.List
	if errors.As(err, &problems) {
		mistakes.Merge(problems)
		return nil
	}
	return err
}

// compileExample makes the problem of an example; it is nil if there was no time for it.
func (s *session) compileExample(sp *spec, e *compile.Example, shuffled seed, most time.Duration) (*solve.Problem, error) {
	ctx, stop := context.WithTimeout(s.ctx, most)
	defer stop()
	p, err := s.compile(ctx, sp, e.Input, compile.Options{Seed: int64(shuffled)})
	switch {
	case errors.As(err, new(limited)) && s.ctx.Err() == nil:
		return nil, nil
	case err != nil:
		return nil, err
	}
	return p, solve.Expectable(p.With(ctx), e)
}

// expectMark begins the comment that says what to expect of an instance.
const expectMark = "expect:"

// expected is the claim of an instance about itself: in its first line, or, in a file
// in the format of TSPLIB, in its first comment.
func expected(src *diag.Source) (text string, ok bool) {
	if strings.HasSuffix(src.Name, tsplib.Ending) {
		if table, _ := tsplib.Parse(src); table != nil {
			return strings.CutPrefix(table.Comment, expectMark)
		}
	}
	return strings.CutPrefix(src.Line(1), "# "+expectMark)
}

// instanceExamples makes an example of each instance that comes with a spec
// and says what to expect of it. What can't be read is added to the mistakes.
func (s *session) instanceExamples(sp *spec, mistakes *diag.List) ([]*compile.Example, error) {
	var out []*compile.Example
	for _, name := range sp.instances() {
		e, err := s.instanceExample(sp, name)
		if err := collect(mistakes, err); err != nil {
			return nil, err
		}
		if e != nil {
			out = append(out, e)
		}
	}
	return out, nil
}

// instanceExample is nil for an instance that doesn't say what to expect.
func (s *session) instanceExample(sp *spec, name string) (*compile.Example, error) {
	src, err := s.instanceSource(sp, name)
	if err != nil {
		return nil, err
	}
	instance, err := s.loadInstance(sp, name)
	if err != nil {
		return nil, err
	}
	text, ok := expected(src)
	if !ok {
		return nil, nil
	}
	file, err := parseExpectation(name, text)
	if err != nil {
		return nil, err
	}
	return compile.NewExample(name, givens.Input{Instance: instance}, file.Stmts[0].(*dsl.Example), file.Source), nil
}

// parseExpectation reads what an example may expect.
func parseExpectation(name, text string) (*dsl.File, error) {
	src := diag.NewSource(name+" (expect)", "example: expect "+strings.TrimSpace(text))
	file, problems := dsl.Parse(src)
	if problems.HasErrors() {
		return nil, problems
	}
	if len(file.Stmts) != 1 {
		return nil, errors.New(name + ": what to expect should be one line")
	}
	return file, nil
}
