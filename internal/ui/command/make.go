package command

import (
	"cmp"
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

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/internal/alg"
	"nazo/internal/judge"
	"nazo/internal/show/draw"
	"nazo/internal/show/picture"
	"nazo/internal/solve/parts"
	"nazo/internal/study/compose"
	"nazo/internal/study/explain"
	"nazo/internal/ui/load"
	"nazo/native"
	"nazo/puzzles"
)

// makeCmd makes new instances of a spec.
type makeCmd struct {
	formatFlag
	forceFlag
	colorFlag
	limitFlags
	partsFlags
	Spec, Symmetry, Clues, Rate, Like, Output string
	Args, Needs, Keep                         []string
	Number                                    Amount
}

// Declare implements [Declarer].
func (c *makeCmd) Declare(v *Verb) {
	v.Argument(&c.Spec, "spec", "A spec: a file, or the name of one that comes with nazo.")
	v.Argument(&c.Args, "[size|board|name=value]", "The size of the board, such as 10x8 for rows=10 cols=8. A board to complete: what is printed on it stays. Values of givens, for all instances.")
	c.Symmetry = "none"
	v.Flag(&c.Symmetry, "symmetry", "none|half-turn|mirror", "The symmetry of the places of clues: half-turn, mirror (left to right) or none (default).")
	v.Flag(&c.Clues, "clues", "LO..HI", "How many clues an instance has (default: so few that none can go).")
	v.Flag(&c.Rate, "rate", "LO..HI", "How hard instances are: levels, such as hard or easy..medium, or numbers of nazo rate, such as 2..3. With none nothing is rated. (Default: each instance says its rating, if that is soon known.)")
	v.Flag(&c.Needs, "needs", "TECHNIQUE", "A technique that the way to the solution must need, such as \"hidden single\". It is one that the spec names, or a general one, such as \"by trying\". May be repeated.")
	v.CompleteFlag("needs", techniqueNames)
	v.Flag(&c.Like, "like", "INSTANCE", "Make instances like this one: of its size, and with rooms and printed cells like its own if clues shape the board (default: like those that come with the spec).")
	v.Flag(&c.Keep, "keep", "GIVEN", "A given that stays as it is on the board, or on that of --like, such as the rooms. All others are made. May be repeated.")
	v.CompleteFlag("keep", givenNames)
	c.Number = 1
	v.Flag(&c.Number, "number n", "N", "How many to make (default: 1).")
	v.Flag(&c.Output, "output o", "DIR", "Write each instance to a file in this folder. A name such as mine.txt is one file for one instance.")
	v.Include(&c.forceFlag)
	c.declare(v, "text|svg|json", "text, svg (one page with all, and with -o one beside each file) or json (a line for each instance).")
	v.Include(&c.colorFlag, &c.limitFlags, &c.partsFlags)
	v.Reword("seed", "Make others (default: 0). The same seed makes the same instances, however many cores there are.")
}

// mostTries bounds the instances that are begun for each that is asked for.
const mostTries = 500

// Run makes instances, on all cores, and prints each as it comes.
func (c *makeCmd) Run(s *session) error {
	c.start(s)
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
	to := c.printer(s, c.drawer(s))
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

// make makes the instances with the numbers begin to end-1.
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

// fingerprint returns a hash of everything in the order that the flags don't say.
func (c *makeCmd) fingerprint(r *request, o compose.Order) string {
	h, sum := newHashing()
	h.request(r)
	fmt.Fprintln(h, o.Size.Rows, o.Size.Cols)
	models := o.Models
	if o.Drawn != nil {
		models = append(slices.Clip(models), *o.Drawn)
	}
	for _, m := range models {
		fmt.Fprintf(h, "%q %v\n", m.Instance.Source.Text, m.Instance.At)
	}
	return sum()
}

// makeFinding is a new instance, or why there is none.
type makeFinding struct {
	Instance    string          `json:"instance,omitempty"`
	Values      json.RawMessage `json:"values,omitempty"` // of its givens, for output in JSON
	Clues       int             `json:"clues"`
	Irreducible bool            `json:"irreducible"`
	Rating      float64         `json:"rating,omitempty"`
	Unrated     string          `json:"unrated,omitempty"`
	Techniques  []string        `json:"techniques,omitempty"` // of the way, if the way was to be of some kind
	Solution    string          `json:"solution,omitempty"`
	Unmade      string          `json:"unmade,omitempty"` // alone, and in the last finding

	givens []instance.Given
	judge  *judge.Judge
}

func (c *makeCmd) newMakeFinding(r *request, made *compose.Made) *makeFinding {
	p := made.Problem
	f := &makeFinding{Instance: r.text(p.Givens), Clues: made.Clues, Irreducible: made.Irreducible, Rating: made.Rating, Unrated: made.Unrated,
		Solution: string(picture.AppendAnswer(nil, p.Judge, made.Solution)), givens: p.Givens, judge: p.Judge}
	if c.chooses() {
		f.Techniques = made.Techniques
	}
	if c.Part.given && !c.draws() {
		f.Values = givensJSON(p.Givens)
	}
	return f
}

// again reads an instance that a part made, and has its solution judged.
func (f *makeFinding) again(s *session, r *request, drawn bool) error {
	if f.Unmade != "" || s.own && !drawn && f.Values != nil {
		return nil
	}
	f.Values = nil // they may be those of another instance
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

// order returns what the command line asks for.
func (c *makeCmd) order(s *session) (*request, compose.Order, error) {
	o := compose.Order{Symmetry: compose.Symmetry(c.Symmetry), Seed: int64(c.Seed), Engine: native.New(), Tries: mostTries}
	if lo, hi, ok := span(c.Clues); ok && 0 <= lo && lo <= hi {
		o.Fewest, o.Most = int(lo), int(hi)
	} else if c.Clues != "" {
		return nil, o, mistakef("--clues %s: a range of numbers is written 20..30", Shorten(c.Clues))
	}
	if c.Rate == "none" && len(c.Needs) > 0 {
		return nil, o, mistakef("--needs and --rate none don't go together: only what is rated has techniques")
	}
	if c.Rate != "" && c.Rate != "none" {
		var ok bool
		if o.Easiest, o.Hardest, ok = ratings(c.Rate); !ok {
			return nil, o, mistakef("--rate %s: write a range such as hard, easy..medium, 2..3 or 2.5..3 (the levels are trivial, easy, medium, hard and expert), or none", Shorten(c.Rate))
		}
	}
	if c.Rate != "none" {
		o.Rate = compose.Grading(native.New(), c.chooses())
	}
	r, words, err := s.newRequest(c.Spec, c.Args, c.Seed)
	switch {
	case err != nil:
		return nil, o, err
	case r.Moving():
		return nil, o, mistakef("%s moves: nazo make makes instances of puzzles that stand still", r.name)
	case len(r.Objectives) > 0:
		return nil, o, mistakef("%s: nazo make makes instances with exactly one solution, but this puzzle asks for a best one, and several may be best", r.name)
	}
	o.Team, _ = load.Team("both")
	o.Spec = r.Spec
	known := techniquesOf(r.Spec)
	for _, name := range c.Needs {
		if slices.Contains(known, name) {
			continue
		}
		text := fmt.Sprintf("--needs: %s has no technique `%s`, but: %s", r.name, Shorten(name), strings.Join(known, ", "))
		if near := diag.Nearest(name, known); near != "" {
			text += fmt.Sprintf("; did you mean `%s`?", near)
		}
		return nil, o, mistakef("%s", text)
	}
	o.Needs = c.Needs
	o.Keep = c.Keep
	if err := c.board(s, r, words, &o); err != nil {
		return nil, o, err
	}
	o.Input.Overrides = r.overrides
	o.Models, err = c.models(s, r.spec)
	return r, o, err
}

// board reads the size of the board, and the board to complete.
func (c *makeCmd) board(s *session, r *request, words []string, o *compose.Order) (err error) {
	for _, word := range words {
		rows, cols, isSize := boardSize(word)
		switch {
		case isSize:
			if err := cmp.Or(r.override("rows", rows), r.override("cols", cols)); err != nil {
				return err
			}
		case o.Drawn != nil:
			return mistakef("%s: one board is completed, and another was named before", Shorten(word))
		default:
			all, err := s.loadInstances(r.spec, word)
			if err != nil {
				return err
			}
			o.Drawn = &instance.Input{Instance: s.firstOf(all, word)}
		}
	}
	for _, size := range []struct {
		name string
		to   *int
	}{{"rows", &o.Size.Rows}, {"cols", &o.Size.Cols}} {
		i := slices.IndexFunc(r.overrides, func(v instance.Override) bool { return v.Name == size.name })
		if i < 0 || r.Types[size.name] != nil {
			continue
		}
		if *size.to, err = strconv.Atoi(r.overrides[i].Text); err != nil || *size.to < 1 || *size.to > compose.MostSide {
			return mistakef("%s=%s: a number from 1 to %d is expected", size.name, Shorten(r.overrides[i].Text), compose.MostSide)
		}
		r.overrides = slices.Delete(r.overrides, i, i+1)
	}
	return nil
}

// techniquesOf lists the names that a step may have: those of the spec, then general ones.
func techniquesOf(sp *check.Spec) (names []string) {
	names = alg.Map(sp.Techniques, func(t check.Placed[*dsl.Technique]) string { return t.Stmt.Name.Value })
	return append(names, dsl.GeneralCauses()...)
}

// boardSize reads a size such as 10x8, and reports whether a word is one.
func boardSize(word string) (rows, cols string, ok bool) {
	rows, cols, ok = strings.Cut(word, "x")
	digits := func(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }
	return rows, cols, ok && digits(rows) && digits(cols)
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

// models returns the instances that new ones shall be like: those of --like, those that come with the
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
	models = alg.Map(all, func(one *instance.Instance) instance.Input { return instance.Input{Instance: one} })
	if len(models) == 0 {
		for _, e := range sp.Examples {
			models = append(models, instance.Input{Instance: &instance.Instance{At: e.Stmt.At, Source: e.Source, Entries: e.Stmt.Givens}})
		}
	}
	return models, nil
}

// mostModels bounds the instances that are read of those that come with a spec.
const mostModels = 3

// chooses reports whether only some ways to a solution will do.
func (c *makeCmd) chooses() bool { return len(c.Needs) > 0 || c.Rate != "" && c.Rate != "none" }

// draws reports whether instances are drawn.
func (c *makeCmd) draws() bool { return c.Format != "json" }

// print prints an instance under its number, from 1, and writes its file.
func (c *makeCmd) print(s *session, to printer, r *request, number int, f *makeFinding) error {
	if f.Unmade != "" && number > 1 {
		return mistakef("%s: %s", r.name, f.Unmade)
	} else if f.Unmade != "" {
		s.note("%s: %s", r.name, f.Unmade)
		return StatusFalse
	}
	m := &madePuzzle{Symmetry: c.Symmetry, Clues: &f.Clues, Irreducible: f.Irreducible, Techniques: f.Techniques, rating: f.Rating, number: number, Instance: f.Instance}
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
		if err := c.write(s, beside, draw.SVG(c.drawer(s).Head(m.judge.Spec(), nil), m.sections)); err != nil {
			return err
		}
	}
	return s.flush()
}

// The endings of files of instances, and of the pictures beside them.
const instanceEnding, pictureEnding = ".txt", ".svg"

// onlyFile returns the one file that -o names, and the name of the picture beside it. It returns false if -o names a folder.
// A stream, such as a pipe or a terminal, has no picture beside it.
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

// prefix returns how the names of files begin, before the number.
func (c *makeCmd) prefix(puzzle string) string { return fmt.Sprintf("%s-%d-", puzzle, int64(c.Seed)) }

// freeNames returns an error if a file to be written exists.
func (c *makeCmd) freeNames(puzzle string) error {
	if c.Output == "-" {
		return mistakef("-o names a folder or a file. To write to standard output, leave -o out")
	}
	if c.Output == "" || c.Part.given {
		return nil
	}
	if file, beside, alone := c.onlyFile(); alone && c.Number > 1 {
		folder, ended := strings.CutSuffix(file, instanceEnding)
		if !ended {
			folder = "DIR"
		}
		return mistakef("-o %[1]s is one file for %[2]d instances; -o %[3]s would be a folder for them", Shorten(file), c.Number, Shorten(folder))
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
			return mistakef("%s exists: write over it with --force, make others with --seed N, or name another folder with -o", Shorten(filepath.Join(c.Output, e.Name())))
		}
	}
	return nil
}
