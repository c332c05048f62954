package command

import (
	_ "embed"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strings"

	"nazo/dsl"
	"nazo/internal/show/draw"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
	"nazo/internal/study/compose"
	"nazo/internal/study/explain"
	"nazo/internal/ui/load"
	"nazo/native"
	"nazo/puzzles"
)

// printCmd writes a booklet: boards to solve on paper, with their rules, and the solutions at the end.
type printCmd struct {
	limitFlags
	forceFlag
	Spec, Title, Output string
	Args                []string
}

// Declare implements [Declarer].
func (c *printCmd) Declare(v *Verb) {
	v.Argument(&c.Spec, "spec|folder", "A spec: a file, or the name of one that comes with nazo. Or a folder with specs and boards.")
	v.Argument(&c.Args, "[board|folder]", "The boards (default: those that come with the spec).")
	v.Flag(&c.Output, "output o", "FILE", "Write to this file, a page for the browser, which prints it. With - it is written to standard output.")
	v.Flag(&c.Title, "title", "TEXT", "The title of the booklet (default: the name of the spec or of the folder).")
	v.Include(&c.forceFlag, &c.limitFlags)
}

// booklet is what the page has.
type booklet struct {
	Title    string
	Chapters []*chapter
	seen     map[string]bool // texts of styles that are in the page
}

// chapter has the boards of one spec, after its rules.
type chapter struct {
	Title, About string
	Rules        []string
	Boards       []*printedBoard
}

// printedBoard is a board with its solution.
type printedBoard struct {
	Number          int
	Level           string
	Board, Solution drawing
	Note            string // why there is no solution in the booklet, or that there are several
	// Text is the instance. Only is true if both engines proved that its solution is the only one.
	Text string
	Only bool
}

// drawing is an SVG document and its width in units of the drawing.
type drawing struct {
	SVG   string
	Width string
}

//go:embed print.css
var printStyle string

// Run writes the booklet when all its boards are solved.
func (c *printCmd) Run(s *session) error {
	c.start(s)
	if c.Output == "" {
		return mistakef("missing flag: -o book.html, the file to write (nazo print --help tells more)")
	}
	toStream := c.Output == "-"
	if !toStream {
		if err := c.free(c.Output); err != nil {
			return err
		}
	}
	all, err := s.chapters(c.Spec, c.Args, c.Seed)
	if err != nil {
		return err
	}
	b := newBooklet(c.Title, c.Spec)
	boards, unique, best := 0, 0, 0
	for _, part := range all {
		ch := &chapter{Title: part.ask.Title, About: part.ask.About}
		inForce := map[string]bool{}
		b.Chapters = append(b.Chapters, ch)
		for _, read := range part.instances() {
			one, err := read()
			if err != nil {
				return err
			}
			r := *part.ask
			r.instance = one
			boards++
			printed, err := b.board(s, &r, boards, inForce)
			if err != nil {
				return err
			}
			switch {
			case printed.Note != "":
			case len(r.Objectives) > 0:
				best++
			default:
				unique++
			}
			ch.Boards = append(ch.Boards, printed)
		}
		ch.Rules, _ = part.ask.Spec.InWords(func(rule string) bool { return inForce[rule] })
	}
	if boards == 0 {
		return mistakef("there is no board to print: name some, or a folder with boards")
	}
	s.answered()
	s.warn()
	if toStream {
		s.out.WriteString(b.page())
		return nil
	}
	if err := c.write(s, c.Output, b.page()); err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%s: %s", c.Output, plural(boards, "board"))
	if unique > 0 {
		fmt.Fprintf(s.out, ", %d with exactly one solution", unique)
	}
	if best > 0 {
		fmt.Fprintf(s.out, ", %d with a best one", best)
	}
	fmt.Fprintln(s.out)
	return nil
}

// newBooklet returns an empty booklet with a title, by default the name of the spec or folder.
func newBooklet(title, spec string) *booklet {
	if title == "" {
		title = dsl.InWords(strings.TrimSuffix(filepath.Base(filepath.Clean(spec)), specEnding))
	}
	return &booklet{Title: title, seen: map[string]bool{}}
}

// page is the booklet as HTML. A template would look for methods by name, so the linker would keep them all.
func (b *booklet) page() string {
	var out strings.Builder
	add := func(format string, texts ...any) {
		for i, t := range texts {
			if text, ok := t.(string); ok {
				texts[i] = html.EscapeString(text)
			}
		}
		fmt.Fprintf(&out, format, texts...)
	}
	add("<!DOCTYPE html>\n<html lang=\"en\" data-theme=\"light\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>%s</title>\n", b.Title)
	out.WriteString("<style>\n" + printStyle + "</style>\n")
	add("<h1>%s</h1>\n<nav>\n<ul>\n", b.Title)
	for i, c := range b.Chapters {
		add("<li><a href=\"#chapter%d\">%s</a>: %d</li>\n", i, c.Title, len(c.Boards))
	}
	add("<li><a href=\"#solutions\">Solutions</a></li>\n</ul>\n</nav>\n")
	for i, c := range b.Chapters {
		add("<section id=\"chapter%d\">\n<h2>%s</h2>\n<p>%s</p>\n<ul>\n", i, c.Title, c.About)
		for _, rule := range c.Rules {
			add("<li>%s</li>\n", rule)
		}
		add("</ul>\n<div class=\"boards\">\n")
		for _, one := range c.Boards {
			add("<figure style=\"--units:%s\">\n<h3>%d", one.Board.Width, one.Number)
			if one.Level != "" {
				add(" <small>%s</small>", one.Level)
			}
			out.WriteString("</h3>\n" + one.Board.SVG)
			if one.Note != "" {
				add("<p class=\"note\">%s</p>\n", one.Note)
			}
			add("</figure>\n")
		}
		add("</div>\n</section>\n")
	}
	add("<div class=\"solutions\" id=\"solutions\">\n<h2>Solutions</h2>\n<div class=\"boards\">\n")
	for _, c := range b.Chapters {
		for _, one := range c.Boards {
			if one.Solution.SVG != "" {
				add("<figure style=\"--units:%s\">\n<h3>%d</h3>\n", one.Solution.Width, one.Number)
				out.WriteString(one.Solution.SVG + "</figure>\n")
			}
		}
	}
	add("</div>\n</div>\n</html>\n")
	return out.String()
}

// chapters returns the boards that a spec and its arguments name, or those of a folder, spec by spec.
func (s *session) chapters(spec string, args []string, shuffled seed) ([]*batch, error) {
	if isDirectory(spec) {
		if len(args) > 0 {
			return nil, mistakef("%s: a folder is taken whole, so nothing follows it", Shorten(args[0]))
		}
		return s.chaptersOf(spec)
	}
	r, words, err := s.newRequest(spec, args, shuffled)
	if err != nil {
		return nil, err
	}
	if len(words) == 0 && r.embedded != "" {
		words = puzzles.Instances(r.embedded)
	}
	return []*batch{{session: s, ask: r, words: words}}, nil
}

// chaptersOf pairs the boards of a folder with specs, as [load.OwnerOf] does. A folder NAME has boards of NAME.nazo beside
// it, or else of the spec NAME that comes with nazo.
func (s *session) chaptersOf(folder string) (all []*batch, err error) {
	of := map[string]*batch{}
	add := func(spec, board string) error {
		b := of[spec]
		if b == nil {
			r, _, err := s.newRequest(spec, nil, 0)
			if err != nil {
				return err
			}
			b = &batch{session: s, ask: r}
			of[spec], all = b, append(all, b)
		}
		b.words = append(b.words, board)
		return nil
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, fileError(err)
	}
	var files, boards, strangers []string
	for _, e := range entries {
		name := filepath.Join(folder, e.Name())
		base, ending := strings.TrimSuffix(e.Name(), filepath.Ext(name)), filepath.Ext(name)
		own := filepath.Join(folder, e.Name()+specEnding)
		_, shipped := puzzles.Spec(e.Name())
		switch {
		case strings.HasPrefix(e.Name(), "."):
		case e.IsDir() && isFile(own):
			err = add(own, name)
		case e.IsDir() && shipped:
			err = add(e.Name(), name)
		case !e.IsDir() && ending == specEnding:
			files = append(files, e.Name())
		case !e.IsDir() && ending == instanceEnding && base != "":
			files, boards = append(files, e.Name()), append(boards, e.Name())
		}
		if err != nil {
			return nil, err
		}
	}
	for _, name := range boards {
		board := filepath.Join(folder, name)
		owner, ok := load.OwnerOf(name, files)
		if !ok {
			strangers = append(strangers, board)
			continue
		}
		spec := owner.Name
		if owner.Path != "" {
			spec = filepath.Join(folder, owner.Path)
		}
		if err = add(spec, board); err != nil {
			return nil, err
		}
	}
	if len(strangers) > 0 {
		s.note("%s without a spec left out: %s. The name of a board begins with that of its spec, as in SPEC-1.txt", plural(len(strangers), "board"), Shorten(strings.Join(strangers, ", ")))
	}
	return all, nil
}

// board solves a board, rates it and draws both. It adds the names of the rules that say something of the board.
func (b *booklet) board(s *session, r *request, number int, inForce map[string]bool) (*printedBoard, error) {
	if r.Moving() {
		return nil, mistakef("%s moves: nazo print is for puzzles that stand still", r.name)
	}
	p, err := s.onlyProblem(r)
	if err != nil {
		return nil, err
	}
	picture.NoteRules(p, inForce)
	by := picture.Drawer{}
	title := picture.Title(r.Spec)
	out := &printedBoard{Number: number, Board: b.drawing(title, by.Puzzle(p.Judge, p.Givens, r.says)), Text: r.file(p.Givens)}
	both, _ := load.Team("both")
	question := solve.Question{Limit: 2}
	if p.Objectives > 0 {
		question.Limit = 1
	}
	report := solve.Ask(s.ctx, p, both, question)
	switch {
	case report.Fault != nil:
		return nil, s.disagree(r, &outcome{spec: r.spec, problem: p, report: report})
	case s.ctx.Err() != nil:
		return nil, limited{fmt.Sprintf("%s: %d boards are solved", s.stopReason(), number-1)}
	case report.Verdict == solve.NoSolution:
		out.Note = "This board has no solution."
	case len(report.Answers) == 0:
		out.Note = "The solution is not known."
	default:
		out.Solution = b.drawing(title, by.Sections(p, report.Answers[0]))
		switch {
		case p.Objectives > 0 && !report.Complete:
			out.Note = "There may be a better solution."
		case p.Objectives > 0:
		case report.Count > 1:
			out.Note = "This board has several solutions."
		case !report.Exhausted:
			out.Note = "There may be other solutions."
		}
	}
	if out.Note != "" {
		s.note("%s: %s", r.instance.Source.Name, out.Note)
		return out, nil
	}
	if p.Objectives == 0 {
		out.Only = true
		if g, err := compose.Grading(native.New(), false)(s.ctx, p); err == nil && g.Unrated == "" {
			out.Level = explain.Level(g.Rating)
		}
	}
	return out, nil
}

var (
	widthOf = pattern(` width="(\d+)"`)
	styleOf = pattern(`(?s)<style>.*?</style>\n`)
)

// drawing draws for the page. A style that is in the page already is left out.
func (b *booklet) drawing(title string, sections []draw.Section) drawing {
	text := styleOf().ReplaceAllStringFunc(draw.SVG(draw.Head{Title: title}, sections), func(style string) string {
		if b.seen[style] {
			return ""
		}
		b.seen[style] = true
		return style
	})
	return drawing{text, widthOf().FindStringSubmatch(text)[1]}
}
