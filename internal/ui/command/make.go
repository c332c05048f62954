package command

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/internal/judge"
	"nazo/internal/show/draw"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
	"nazo/internal/solve/parts"
	"nazo/internal/study/compose"
	"nazo/internal/study/explain"
	"nazo/internal/ui/load"
	"nazo/native"
	"nazo/puzzles"
)

// makeCmd makes new instances of a spec.
type makeCmd struct {
	forceFlag
	colorFlag
	memoryFlag
	partsFlags
	Spec, Symmetry, Clues, Rate, Like, Output, Format string
	Args                                              []string
	Number                                            amount
	Seed                                              seed
	Time                                              period
}

// Declare implements [Declarer].
func (c *makeCmd) Declare(v *Verb) {
	v.Argument(&c.Spec, "spec", "A spec: a file, or the name of one that comes with nazo.")
	v.Argument(&c.Args, "[name=value]", "rows=R and cols=C for the size of the board, and values for givens that all instances are to have.")
	c.Symmetry = "none"
	v.Flag(&c.Symmetry, "symmetry", "none|half-turn|mirror", "The symmetry of the places of clues: half-turn, mirror (left to right) or none (default).")
	v.Flag(&c.Clues, "clues", "LO..HI", "How many clues; without it so few that none can go.")
	v.Flag(&c.Rate, "rate", "LO..HI", "How hard: a level, such as hard or easy..medium, or the number that nazo rate tells, such as 2..3; none does not rate at all (default: each says its own, if that is soon known).")
	v.Flag(&c.Like, "like", "INSTANCE", "Make them like this instance: as large, with rooms as large and as much printed, if clues shape the board (default: those that come with the spec).")
	c.Number = 1
	v.Flag(&c.Number, "number n", "N", "How many to make (default: 1).")
	v.Flag(&c.Seed, "seed", "N", "Make others (default: 0). The same seed makes the same, however many cores there are.")
	v.Flag(&c.Output, "output o", "DIR", "Write each instance to a file in this directory; DIR.txt is a file for the only one.")
	v.Include(&c.forceFlag)
	c.Format = "text"
	v.Flag(&c.Format, "format", "text|svg|json", "text, svg (one page with all, and with -o one beside each file) or json (a line for each instance).")
	v.Alias("format", formatNames()...)
	v.Flag(&c.Time, "time", "DURATION", "Stop after this time, such as 10s, with what is made by then (default: no limit).")
	v.Include(&c.colorFlag, &c.memoryFlag, &c.partsFlags)
}

// mostRated is after how much work a new instance is left unrated, if no rating was asked for.
const mostRated = 1_500_000

// mostTries is how many instances are begun for each that is asked for.
const mostTries = 500

// Run makes instances, on all cores, and prints each as it comes.
func (c *makeCmd) Run(s *session) error {
	s.limit(c.Time)
	s.bound(c.Memory)
	if err := cmp.Or(c.suitsParts(), c.suitsAttempts()); err != nil {
		return err
	}
	r, o, err := c.order(s)
	if err != nil {
		return err
	}
	if err := c.freeNames(r.Name); err != nil {
		return err
	}
	to := formatFlag{c.Format}.printer(s, c.drawer(s))
	defer to.finish()
	var maker *compose.Maker
	i := 0
	work := series[*makeFinding]{
		head: func() (parts.Head, int, error) { return s.head(r, c.Args, c.fingerprint(r, o)), int(c.Number), nil },
		able: func() error {
			if maker, err = compose.NewMaker(s.ctx, o); err != nil {
				return s.unmade(r, err)
			}
			return nil
		},
		do: func(begin, end int, found func(*makeFinding) error) error {
			return c.make(s, r, maker, begin, min(end, int(c.Number)), found)
		},
		print: func(f *makeFinding) error {
			i++
			return c.print(s, to, r, i, f)
		},
		sure:  func(f *makeFinding) any { return f },
		again: func(f *makeFinding) error { return f.again(s, r, c.draws()) },
		missing: func(begin, end int) error {
			i += end - begin
			return nil
		},
		finish: func() error { return nil },
	}
	return work.run(s, &c.partsFlags)
}

// make makes the instances with the numbers from begin up to end, without it.
func (c *makeCmd) make(s *session, r *request, maker *compose.Maker, begin, end int, found func(*makeFinding) error) error {
	s.warn()
	i := begin
	for made, err := range maker.All(s.ctx, begin, end, runtime.GOMAXPROCS(0)) {
		u, tried := errors.AsType[*compose.Unmade](err)
		switch {
		case err == nil:
			if err := found(c.newMakeFinding(r, made)); err != nil {
				return err
			}
		case s.ctx.Err() != nil:
			reason := fmt.Sprintf("%s: %d of %d made", s.stopReason(), i-begin, end-begin)
			if tried {
				reason += fmt.Sprintf("; number %d: %s", i+1, u.Met())
			}
			return limited{reason}
		case errors.Is(err, compose.ErrTries):
			s.answered()
			return found(&makeFinding{Unmade: err.Error()})
		default:
			s.answered()
			return s.unmade(r, err)
		}
		i++
	}
	s.answered()
	return nil
}

// fingerprint is a hash of the order, but for what the flags say.
func (c *makeCmd) fingerprint(r *request, o compose.Order) string {
	h, sum := newHashing()
	h.request(r)
	fmt.Fprintln(h, o.Size.Rows, o.Size.Cols)
	for _, m := range o.Models {
		fmt.Fprintf(h, "%q %v\n", m.Instance.Source.Text, m.Instance.At)
	}
	return sum()
}

// makeFinding is a new instance, or why there is none.
type makeFinding struct {
	Instance    string          `json:"instance,omitempty"`
	Values      json.RawMessage `json:"values,omitempty"` // of its givens, if it is to be printed as JSON
	Clues       int             `json:"clues"`
	Irreducible bool            `json:"irreducible"`
	Rating      float64         `json:"rating,omitempty"`
	Unrated     string          `json:"unrated,omitempty"`
	Solution    string          `json:"solution,omitempty"`
	Unmade      string          `json:"unmade,omitempty"` // then there is nothing else, and no more come

	givens []instance.Given
	judge  *judge.Judge
}

func (c *makeCmd) newMakeFinding(r *request, made *compose.Made) *makeFinding {
	p := made.Problem
	f := &makeFinding{Instance: r.text(p.Givens), Clues: made.Clues, Irreducible: made.Irreducible, Rating: made.Rating, Unrated: made.Unrated,
		Solution: string(picture.AppendAnswer(nil, p.Judge, made.Solution)), givens: p.Givens, judge: p.Judge}
	if c.Part.given && !c.draws() {
		f.Values = givensJSON(p.Givens)
	}
	return f
}

// again reads an instance that a part made, to be drawn perhaps, and has its solution judged.
func (f *makeFinding) again(s *session, r *request, drawn bool) error {
	if f.Unmade != "" || s.own && !drawn && f.Values != nil {
		return nil
	}
	f.Values = nil // which need not be those of the instance
	src := diag.NewSource("instance of a part", f.Instance)
	all, err := instance.Instances(r.Spec, src)
	if err == nil && len(all) != 1 {
		err = mistakef("a part has %s where one should be", plural(len(all), "instance"))
	}
	if err != nil {
		return err
	}
	one := *r
	one.instance, one.overrides = all[0], nil
	f.givens, f.judge, err = s.judgeAgain(&one, answered{Engine: native.New().Name(), Answers: []string{f.Solution}})
	return err
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
		var ok bool
		if o.Easiest, o.Hardest, ok = ratings(c.Rate); !ok {
			return nil, o, mistakef("--rate %s: ratings are written hard, easy..medium, 2..3 or 2.5..3 (trivial, easy, medium, hard and expert are words), and none does not rate", shorten(c.Rate))
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
	o.Team, _ = load.Team("both")
	o.Spec = r.Spec
	for _, size := range []struct {
		name string
		to   *int
	}{{"rows", &o.Size.Rows}, {"cols", &o.Size.Cols}} {
		i := slices.IndexFunc(r.overrides, func(v instance.Override) bool { return v.Name == size.name })
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

// ratings reads a range of ratings, in numbers or words.
func ratings(text string) (from, to float64, ok bool) {
	first, last, isRange := strings.Cut(text, "..")
	if !isRange {
		return explain.LevelRange(text)
	}
	from, _, ok = explain.LevelRange(first)
	if _, to, isRange = explain.LevelRange(last); ok && isRange {
		return from, to, from <= to
	}
	from, errFrom := strconv.ParseFloat(first, 64)
	to, errTo := strconv.ParseFloat(last, 64)
	return from, to, errFrom == nil && errTo == nil && 0 <= from && from <= to && to > 0
}

// models are instances on which new ones are modelled: those of --like, those that come with the
// spec, or those of its examples.
func (c *makeCmd) models(s *session, sp *spec) (models []instance.Input, err error) {
	var all []*instance.Instance
	if c.Like != "" {
		all, err = s.loadInstances(sp, c.Like)
	} else if sp.embedded != "" {
		for _, file := range puzzles.Instances(sp.embedded) {
			text, _ := puzzles.Instance(sp.embedded, file)
			some, err := instance.Instances(sp.Spec, diag.NewSource(file, text))
			if err == nil && len(all) < mostModels {
				all = append(all, some...)
			}
		}
	}
	if err != nil {
		return nil, err
	}
	for _, one := range all {
		models = append(models, instance.Input{Instance: one})
	}
	if len(models) == 0 {
		for _, e := range sp.Examples {
			models = append(models, instance.Input{Instance: &instance.Instance{At: e.Stmt.At, Source: e.Source, Entries: e.Stmt.Givens}})
		}
	}
	return models, nil
}

// mostModels is how many instances that come with a spec are looked at.
const mostModels = 3

// draws reports whether instances are drawn.
func (c *makeCmd) draws() bool { return c.Format != "json" }

// print shows an instance under its number, from 1, and writes its file.
func (c *makeCmd) print(s *session, to printer, r *request, number int, f *makeFinding) error {
	if f.Unmade != "" && number > 1 {
		return mistakef("%s: %s", r.name, f.Unmade)
	} else if f.Unmade != "" {
		s.note("%s: %s", r.name, f.Unmade)
		return statusFalse
	}
	m := &madePuzzle{Symmetry: c.Symmetry, Clues: &f.Clues, Irreducible: f.Irreducible, rating: f.Rating, number: number, Instance: f.Instance}
	if m.Unrated = f.Unrated; c.Rate == "none" {
		m.Unrated = ""
	} else if m.Unrated == "" {
		m.Rating = decimals(f.Rating, 2)
	}
	m.printedPuzzle = &printedPuzzle{Puzzle: r.Name, Givens: f.Values, givens: f.givens, judge: f.judge}
	if c.draws() {
		m.sections = c.drawer(s).Puzzle(f.judge, f.givens, r.says)
	}
	to.print(m)
	if c.Output == "" {
		return s.flush()
	}
	file, beside, alone := c.onlyFile()
	if !alone {
		if err := makeFolder(c.Output); err != nil {
			return err
		}
		name := filepath.Join(c.Output, c.prefix(r.Name)+strconv.Itoa(number))
		file, beside = name+instanceEnding, name+pictureEnding
	}
	if err := c.write(s, file, m.Instance); err != nil {
		return err
	}
	if c.Format == "svg" && beside != "" {
		if err := c.write(s, beside, draw.SVG(picture.Title(m.judge), m.sections)); err != nil {
			return err
		}
	}
	return s.flush()
}

// The endings of files of instances, and of the pictures beside them.
const instanceEnding, pictureEnding = ".txt", ".svg"

// onlyFile is the one file that -o names, and the picture beside it; ok is false if it names a folder. What is there and is no folder
// is a file, whatever its name is. A stream, such as a pipe or a terminal, has nothing beside it.
func (c *makeCmd) onlyFile() (file, beside string, ok bool) {
	name, ended := strings.CutSuffix(c.Output, instanceEnding)
	info, err := os.Stat(c.Output)
	switch {
	case err == nil && info.IsDir(), err != nil && (!ended || name == ""):
		return "", "", false
	case err == nil && !info.Mode().IsRegular():
		return c.Output, "", true
	}
	return c.Output, name + pictureEnding, true
}

// prefix is what stands before the numbers of instances in the names of their files.
func (c *makeCmd) prefix(puzzle string) string { return fmt.Sprintf("%s-%d-", puzzle, int64(c.Seed)) }

// freeNames is an error if files that are to be written are there already.
func (c *makeCmd) freeNames(puzzle string) error {
	if c.Output == "-" {
		return mistakef("-o names a folder or a file: without -o, instances go to standard output")
	}
	if c.Output == "" || c.Part.given {
		return nil
	}
	if file, beside, alone := c.onlyFile(); alone && c.Number > 1 {
		folder, ended := strings.CutSuffix(file, instanceEnding)
		if !ended {
			folder = "DIR"
		}
		return mistakef("-o %[1]s is one file, and %[2]d instances are made: -o %[3]s names a folder for them", shorten(file), c.Number, shorten(folder))
	} else if alone {
		if c.Format == "svg" {
			if err := c.free(beside); err != nil {
				return err
			}
		}
		return c.free(c.Output)
	}
	entries, err := os.ReadDir(c.Output)
	switch {
	case errors.Is(err, fs.ErrNotExist) || c.Force && err == nil:
		return nil
	case err != nil:
		return unwritten(err)
	}
	for _, e := range entries {
		number, ours := strings.CutPrefix(e.Name(), c.prefix(puzzle))
		ending := filepath.Ext(number)
		n, err := strconv.Atoi(strings.TrimSuffix(number, ending))
		if ours && err == nil && 1 <= n && n <= int(c.Number) && (ending == instanceEnding || ending == pictureEnding && c.Format == "svg") {
			return mistakef("%s exists: --force writes over it, --seed N makes others, and -o names another folder", shorten(filepath.Join(c.Output, e.Name())))
		}
	}
	return nil
}
