package command

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"nazo/compile"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/linkformat"
	"nazo/internal/judge"
	"nazo/internal/show/link"
	"nazo/internal/show/picture"
	"nazo/internal/show/sites"
	"nazo/internal/solve"
	"nazo/internal/ui/load"
)

// linkName is the name of a given address in messages.
const linkName = "link"

// isLink reports whether a word of the command line is the address of a puzzle: a whole one, or its part after the
// question mark, unless a file has that name. A damaged address counts if it begins with a known type.
func isLink(word string) bool {
	text := link.Pasted(word)
	if link.IsBare(text) {
		return !isFile(word) && !isDirectory(word)
	}
	if link.IsLink(text) && (len(text) < len(word) || !isFile(word)) {
		return true
	}
	if strings.Count(text, "/") < 2 || isFile(word) {
		return false
	}
	if _, err := linkformat.Parse(text); err == nil {
		return true
	}
	id, size, _ := strings.Cut(text, "/")
	return size[0] >= '0' && size[0] <= '9' && load.Declaring(id) != ""
}

// isOnlyLink reports whether the text of an instance is nothing but an address. A line of digits may be a board of
// another spec.
func isOnlyLink(sp *spec, text string) bool {
	if len(text) > linkformat.MaxLink || len(strings.Fields(text)) != 1 {
		return false
	}
	src := linkSource(linkName, text)
	id, err := link.TypeOf(src)
	return err == nil && (!link.IsBare(src.Text) || link.Names(sp.Spec, id))
}

// linksOf returns the addresses in a file. It returns nil if the file has anything but addresses, one in a line, and
// remarks.
func linksOf(sp *spec, src *diag.Source) (links []*diag.Source) {
	for n := 1; n <= src.Lines(); n++ {
		line := src.Line(n)
		if text := strings.TrimSpace(line); text == "" || text[0] == '#' {
			continue
		}
		if !isOnlyLink(sp, line) {
			return nil
		}
		links = append(links, linkSource(fmt.Sprintf("%s:%d", src.Name, n), line))
	}
	return links
}

// linkSource is an address as a source for diagnostics.
func linkSource(name, word string) *diag.Source { return diag.NewSource(name, link.Pasted(word)) }

// specOfLink finds the shipped spec for the type of puzzle that an address names. It parses no other spec.
func (s *session) specOfLink(word string) (*spec, error) {
	src := linkSource(linkName, word)
	id, err := link.TypeOf(src)
	if err != nil {
		return nil, err
	}
	if sites.IsDrawing(id) {
		return nil, mistakef("a link of %s is a drawing that does not say which puzzle it is; name the spec: nazo solve SPEC LINK", id)
	}
	name, err := load.ForLink(src)
	var none load.NoSpec
	switch {
	case errors.As(err, &none) && none.Near == "":
		return nil, mistakef("%v; with one of your own: nazo solve SPEC LINK (nazo new NAME LINK writes one to fill in)", none)
	case err != nil:
		return nil, mistake{err.Error()}
	}
	return s.loadSpec(name)
}

// judgeDrawing judges a drawing in the form of the answer checker of puzz.link.
func (s *session) judgeDrawing(src *diag.Source, by *solve.Session, most int) ([]picture.Judged, error) {
	p := by.Problem()
	values, broken, err := link.ReadAnswer(src, p.Judge.Spec(), p.Givens, p.Judge.Finds)
	var problems *diag.List
	switch {
	case errors.As(err, &problems):
		return nil, err
	case err != nil:
		return nil, mistake{err.Error()}
	case broken != nil:
		return []picture.Judged{{Broken: broken}}, nil
	}
	said, err := picture.JudgeValues(s.ctx, by, values, most)
	return []picture.Judged{said}, err
}

type linkCmd struct {
	puzzleFlags
	boardFormatFlag
	To, Title, Author string
}

// Declare implements [Declarer].
func (c *linkCmd) Declare(v *Verb) {
	v.Include(&c.puzzleFlags, &c.boardFormatFlag)
	v.Flag(&c.To, "to", "SITE", "Write the link of this site: "+orList(link.Sites())+" (default: puzz.link; of a link, its instance).")
	v.CompleteFlag("to", func([]string) []cobra.Completion { return link.Sites() })
	v.Flag(&c.Title, "title", "TEXT", "With --to: the title (default: that of the instance, or the name of the spec).")
	v.Flag(&c.Author, "author", "TEXT", "With --to: the author (default: that of the link that is converted).")
}

// Run writes the address of an instance, or the instance of an address.
func (c *linkCmd) Run(s *session) error {
	if c.To != "" && !slices.Contains(link.Sites(), c.To) {
		return unknownSite(c.To)
	}
	if c.To == "" {
		defer keenCollector()()
	}
	r, err := c.open(s)
	if err != nil {
		return err
	}
	s.progress.stage("reading the puzzle")
	values, problems := compile.Givens(s.ctx, r.Spec, r.input(), compile.Options{Seed: r.seed})
	if err := s.unread(problems); err != nil {
		return err
	}
	d := colorFlag{}.drawer(s)
	l := &linked{puzzle: func() (*printedPuzzle, error) { return s.stillPuzzle(r, d) }}
	if c.To == "" && r.instance != nil && isOnlyLink(r.spec, r.instance.Source.Text) {
		l.Instance = r.file(values)
	} else if l.Link, err = c.write(s, r, values); err != nil {
		if s.ctx.Err() != nil {
			return limited{s.stopReason() + " while writing the link"}
		}
		return mistake{err.Error()}
	}
	s.answered()
	s.warn()
	c.printer(s, d).print(l)
	return l.err
}

// write returns the link of an instance.
func (c *linkCmd) write(s *session, r *request, values []instance.Given) (string, error) {
	evaluate := func(in *instance.Instance) ([]instance.Given, error) {
		again, problems := compile.Givens(s.ctx, r.Spec, instance.Input{Instance: in}, compile.Options{Seed: r.seed})
		return again, problems.Err()
	}
	if c.To == "" || c.To == link.PuzzLink {
		u, err := link.Exact(r.Spec, values, evaluate)
		return u.String(), err
	}
	team, err := load.Team("")
	if err != nil {
		return "", err
	}
	s.progress.stage("reading the puzzle")
	p, err := s.problem(r, instance.Known(values))
	if err != nil {
		return "", err
	}
	s.progress.stage("searching")
	sent := &picture.Sent{Site: c.To, Problem: p, Title: c.Title, Author: c.Author}
	if in := r.instance; in != nil {
		sent.Title, sent.Author = cmp.Or(c.Title, in.Title), cmp.Or(c.Author, in.Author)
	}
	text, notes, err := sent.Link(s.ctx, team, evaluate)
	for _, note := range notes {
		s.note("%s", note)
	}
	return text, err
}

// compareTold remarks that the solution which a link tells is none of those found.
func (s *session) compareTold(r *request, ans *outcome) {
	if r.instance == nil || len(r.instance.Solution) == 0 || ans.problem == nil {
		return
	}
	if note, _ := link.Told(r.instance.Solution, ans.problem.Judge.Finds, ans.report.Answers); note != "" {
		s.note("%s", note)
	}
}

func unknownSite(name string) error {
	if near := diag.Nearest(name, link.Sites()); near != "" {
		return mistakef("no links of %s are written; did you mean %s?", Shorten(name), near)
	}
	return mistakef("no links of %s are written, but of %s", Shorten(name), orList(link.Sites()))
}

// orList joins words by commas and "or".
func orList(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// linked is the report of nazo link.
type linked struct {
	Link     string `json:"link,omitempty"`
	Instance string `json:"instance,omitempty"`
	puzzle   func() (*printedPuzzle, error)
	err      error // of the puzzle, where it was drawn
}

// puzzlink is the name of the format of the answer checker.
const puzzlink = "puzzlink"

// linkPrinter writes each solution in a line, as the answer checker of puzz.link takes it. It prints everything else
// as a textPrinter does.
type linkPrinter struct{ textPrinter }

// drawable returns an error if the format is that of the answer checker and the spec doesn't say where answers stand
// on the site's board.
func (f formatFlag) drawable(r *request) error {
	says := func(l *link.Statement) bool { return len(l.Answers) > 0 }
	if f.Format != puzzlink || slices.ContainsFunc(link.Statements(r.Spec), says) {
		return nil
	}
	return mistakef("--format %s is for specs with a link statement that says where answers are drawn; %s has none", puzzlink, r.name)
}

func (g *linkPrinter) print(r report) {
	if e, ok := r.(exchanged); ok {
		e.puzzlink(g)
	} else {
		r.text(&g.textPrinter)
	}
}

func (s *solution) puzzlink(g *linkPrinter) { g.solution(s.problem, s.Answer) }

func (g *linkPrinter) solution(p *solve.Problem, found *judge.Answer) {
	drawing, err := link.DrawAnswer(p.Judge.Spec(), p.Givens, p.Judge.Finds, found.Values)
	if err != nil {
		g.draw.Missing(err)
		return
	}
	g.out.Write(append(drawing, '\n'))
}

func (g *linkPrinter) all(o *outcome) {
	for _, found := range o.report.Answers {
		g.solution(o.problem, found)
	}
}

func (s *solutions) puzzlink(g *linkPrinter) {
	if !s.streamed {
		g.all(s.outcome)
	}
	if s.report.Count == 0 {
		g.out.WriteString(s.summary())
	}
}

func (u *uniqueness) puzzlink(g *linkPrinter) {
	g.out.WriteString(u.summary())
	if u.verdict == severalAtLeast {
		g.all(u.outcome)
	}
}

func (s *samples) puzzlink(g *linkPrinter) { g.all(s.outcome) }
