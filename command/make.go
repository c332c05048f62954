package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"nazo/compose"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/explain"
	"nazo/givens"
	"nazo/internal/engines"
	"nazo/native"
	"nazo/puzzles"
	"nazo/solve"
)

// makeCmd makes new instances of a spec.
type makeCmd struct {
	Spec     string   `arg:"" help:"A spec: a file, or the name of one that comes with nazo."`
	Args     []string `arg:"" optional:"" name:"name=value" help:"rows=R and cols=C for the size of the board, and values for givens that all instances are to have."`
	Symmetry string   `enum:"none,half-turn,mirror" default:"none" help:"The symmetry of the places of clues: half-turn, mirror (left to right) or none (default)."`
	Clues    string   `placeholder:"LO..HI" help:"How many clues; without it so few that none can go."`
	Rate     string   `placeholder:"LO..HI" help:"How hard, by the number that nazo rate tells, such as 2..3; none does not rate at all (default: each says its own, if that is soon known)."`
	Like     string   `placeholder:"INSTANCE" help:"Make them like this instance: as large, with rooms as large and as much printed, if clues shape the board (default: those that come with the spec)."`
	Number   amount   `short:"n" default:"1" placeholder:"N" help:"How many to make (default: 1)."`
	Seed     seed     `placeholder:"N" help:"Make others (default: 0). The same seed makes the same, however many cores there are."`
	Output   string   `short:"o" placeholder:"DIR" help:"Write each instance to a file in this directory."`
	Format   string   `enum:"text,svg,json" default:"text" help:"text, svg (one page with all, and with -o one beside each file) or json (a line for each instance)."`
	Time     period   `placeholder:"DURATION" help:"Stop after this time, such as 10s, with what is made by then (default: no limit)."`
	colorFlag
	memoryFlag
}

// mostRated is after how much work a new instance is left unrated, if no rating was asked for.
const mostRated = 1_500_000

// mostTries is how many instances are begun for each that is asked for.
const mostTries = 500

// Run makes instances, on all cores, and prints each as it comes.
func (c *makeCmd) Run(s *session) error {
	s.limit(c.Time)
	s.bound(c.Memory)
	r, o, err := c.order(s)
	if err != nil {
		return err
	}
	maker, err := compose.NewMaker(s.ctx, o)
	if err != nil {
		return s.unmade(r, err)
	}
	s.warn()
	to := formatFlag{c.Format}.printer(s, c.drawer(s))
	defer to.finish()
	i := 0
	for made, err := range maker.All(s.ctx, int(c.Number), runtime.GOMAXPROCS(0)) {
		if err != nil && s.ctx.Err() == nil {
			s.answered()
			if i > 0 || !errors.Is(err, compose.ErrTries) {
				return s.unmade(r, err)
			}
			s.note("%s: %v", r.name, err)
			return statusFalse
		}
		if err != nil {
			reason := fmt.Sprintf("%s: %d of %d made", s.stopReason(), i, c.Number)
			if u, ok := errors.AsType[*compose.Unmade](err); ok {
				reason += fmt.Sprintf("; number %d: %s", i+1, u.Met())
			}
			return limited{reason}
		}
		if err := c.print(s, to, r, i, made); err != nil {
			return err
		}
		i++
	}
	s.answered()
	return nil
}

// order is what the command line asks for.
func (c *makeCmd) order(s *session) (*request, compose.Order, error) {
	o := compose.Order{Symmetry: compose.Symmetry(c.Symmetry), Seed: int64(c.Seed), Engine: native.New(), Tries: mostTries}
	if lo, hi, ok := span(c.Clues); ok && 0 <= lo && lo <= hi {
		o.Fewest, o.Most = int(lo), int(hi)
	} else if c.Clues != "" {
		return nil, o, mistakef("--clues %s: a range of numbers is written 20..30", shorten(c.Clues))
	}
	effort := explain.Usual()
	effort.Work = mostRated
	if c.Rate != "" && c.Rate != "none" {
		lo, hi, ok := strings.Cut(c.Rate, "..")
		var errLo, errHi error
		o.Easiest, errLo = strconv.ParseFloat(lo, 64)
		o.Hardest, errHi = strconv.ParseFloat(hi, 64)
		if !ok || errLo != nil || errHi != nil || !(0 <= o.Easiest && o.Easiest <= o.Hardest && o.Hardest > 0) {
			return nil, o, mistakef("--rate %s: a range of ratings is written 2..3 or 2.5..3, and none does not rate", shorten(c.Rate))
		}
		effort.Work = 0
	}
	if c.Rate != "none" {
		o.Rate = func(ctx context.Context, p *solve.Problem) (float64, string, error) {
			rating, err := explain.Rate(ctx, p.Problem, native.New(), effort)
			switch {
			case ctx.Err() != nil:
				return 0, "", ctx.Err()
			case err != nil:
				return 0, err.Error(), nil
			case rating.End != explain.Solved:
				return 0, "the way to the solution takes long to find; nazo rate looks for it", nil
			}
			return rating.Number, "", nil
		}
	}
	r, words, err := s.newRequest(c.Spec, c.Args, c.Seed)
	switch {
	case err != nil:
		return nil, o, err
	case len(words) > 0:
		return nil, o, mistakef("%s: new instances are made; one that they are to be like stands behind --like", shorten(words[0]))
	case r.Moving():
		return nil, o, mistakef("%s: instances are made for puzzles that stand still", r.name)
	case len(r.Objectives) > 0:
		return nil, o, mistakef("%s: instances with exactly one solution are made, and where something is best all solutions are equally good", r.name)
	}
	o.Team, _ = engines.Team("both")
	o.Spec = r.Spec
	for _, size := range []struct {
		name string
		to   *int
	}{{"rows", &o.Size.Rows}, {"cols", &o.Size.Cols}} {
		i := slices.IndexFunc(r.overrides, func(v givens.Override) bool { return v.Name == size.name })
		if i < 0 || r.Types[size.name] != nil {
			continue
		}
		if *size.to, err = strconv.Atoi(r.overrides[i].Text); err != nil || *size.to < 1 || *size.to > compose.MostSide {
			return nil, o, mistakef("%s=%s: a board has 1 to %d of them", size.name, shorten(r.overrides[i].Text), compose.MostSide)
		}
		r.overrides = slices.Delete(r.overrides, i, i+1)
	}
	o.Input.Overrides = r.overrides
	o.Models, err = c.models(s, r.spec)
	return r, o, err
}

// models are instances by which new ones are shaped: what stands behind --like, those that come with the spec, or those of its examples.
func (c *makeCmd) models(s *session, sp *spec) (models []givens.Input, err error) {
	var all []*instance.Instance
	if c.Like != "" {
		all, err = s.loadInstances(sp, c.Like)
	} else if sp.embedded != "" {
		for _, file := range puzzles.Instances(sp.embedded) {
			text, _ := puzzles.Instance(sp.embedded, file)
			some, err := givens.Instances(sp.Spec, diag.NewSource(file, text))
			if err == nil && len(all) < mostModels {
				all = append(all, some...)
			}
		}
	}
	if err != nil {
		return nil, err
	}
	for _, one := range all {
		models = append(models, givens.Input{Instance: one})
	}
	if len(models) == 0 {
		for _, e := range sp.Examples {
			models = append(models, givens.Input{Instance: &instance.Instance{At: e.Stmt.At, Source: e.Source, Entries: e.Stmt.Givens}})
		}
	}
	return models, nil
}

// mostModels is how many instances that come with a spec are looked at.
const mostModels = 3

// print shows an instance, and writes its file.
func (c *makeCmd) print(s *session, to printer, r *request, i int, made *compose.Made) error {
	p := made.Problem
	m := &madePuzzle{symmetry: c.Symmetry, rated: c.Rate != "none", made: made, number: i + 1, text: r.text(p.Givens)}
	m.printedPuzzle = &printedPuzzle{name: p.Name, givens: p.Givens, sections: c.drawer(s).Puzzle(p.Judge, p.Givens, r.says), judge: p.Judge}
	to.made(m)
	if c.Output != "" {
		if err := os.MkdirAll(c.Output, 0o777); err != nil {
			return mistake{err.Error()}
		}
		name := filepath.Join(c.Output, fmt.Sprintf("%s-%d-%d", r.Name, int64(c.Seed), i+1))
		if err := os.WriteFile(name+".txt", []byte(m.text), 0o666); err != nil {
			return mistake{err.Error()}
		}
		if page := to.pageOf(m); page != "" {
			if err := os.WriteFile(name+".svg", []byte(page), 0o666); err != nil {
				return mistake{err.Error()}
			}
		}
	}
	return s.flush()
}
