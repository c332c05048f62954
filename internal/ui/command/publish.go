package command

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"html"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"nazo/dsl"
	"nazo/dsl/instance"
	"nazo/dsl/library"
	"nazo/internal/alg"
	"nazo/internal/ui/page"
	"nazo/internal/ui/serve"
)

// publishCmd writes a site without a server, on which puzzles are solved.
type publishCmd struct {
	limitFlags
	forceFlag
	Spec, Title, Output, Engine string
	Args                        []string
}

// Declare implements [Declarer].
func (c *publishCmd) Declare(v *Verb) {
	v.Argument(&c.Spec, "folder|spec", "A folder with specs and boards. Or a spec: a file, or the name of one that comes with nazo.")
	v.Argument(&c.Args, "[board|folder]", "The boards (default: those that come with the spec).")
	v.Flag(&c.Output, "output o", "DIR", "Write the site into this folder, for any web server.")
	v.Flag(&c.Title, "title", "TEXT", "The title of the site (default: the name of the spec or of the folder).")
	v.Flag(&c.Engine, "engine", "DIR", "Take the program for the browser from this folder, such as a site that was published before. Else it is the one in this nazo, or is built in a checkout.")
	v.Include(&c.forceFlag, &c.limitFlags)
}

// publication is a site in the making.
type publication struct {
	*session
	desk  *page.Desk
	book  *booklet // of the boards that can be printed
	parts []*chapter
	pages []*publishedPage
	taken map[string]bool // names of pages
	// licensed is true if the engine has a file of licences.
	licensed bool
	files    map[string][]byte
}

// publishedPage is a page with a puzzle.
type publishedPage struct {
	chapter *chapter
	board   *printedBoard
	name    string // of the file, without its ending
	title   string
	svg     string // the board, as a file of its own
	link    string // its address on puzz.link, or ""
	puzzle  puzzleData
}

// puzzleData is what the program of a page has to know of its puzzle. Board and Prose answer its first questions.
type puzzleData struct {
	Key      string      `json:"key"` // by which the browser keeps what is drawn
	Name     string      `json:"name"`
	Spec     string      `json:"spec"`
	Instance string      `json:"instance"`
	Board    *page.Board `json:"board"`
	Prose    *page.Prose `json:"prose,omitempty"`
	At       int         `json:"at"`
	Pages    []string    `json:"pages"` // of all puzzles in their order
}

var errNoBoard = mistakef("there is no board to publish: name some, or a folder with boards")

// Run writes the site when all its boards are solved.
func (c *publishCmd) Run(s *session) error {
	c.start(s)
	if c.Output == "" {
		return mistakef("missing flag: -o site, the folder to write (nazo publish --help tells more)")
	}
	if err := c.emptyFolder(c.Output); err != nil {
		return err
	}
	all, err := s.chapters(c.Spec, c.Args, c.Seed)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(all, func(part *batch) bool { return len(part.words) > 0 }) {
		return errNoBoard
	}
	engine, err := c.engine(s)
	if err != nil {
		return err
	}
	p := &publication{session: s, desk: page.NewDesk(time.Duration(c.Time).Seconds()), book: newBooklet(c.Title, c.Spec), taken: map[string]bool{"index": true, "print": true}, files: serve.SolvingFiles(), licensed: len(engine.Licences) > 0}
	for name := range p.files {
		p.taken[strings.TrimSuffix(name, filepath.Ext(name))] = true
	}
	for _, part := range all {
		if err := p.add(part); err != nil {
			return err
		}
	}
	if len(p.pages) == 0 {
		return errNoBoard
	}
	s.answered()
	s.warn()
	p.write()
	serve.CompleteSite(p.files, engine)
	if err := c.writeSite(s, p.files); err != nil {
		return err
	}
	only, total := 0, 0
	for _, one := range p.pages {
		if one.board.Only {
			only++
		}
	}
	for _, text := range p.files {
		total += len(text)
	}
	fmt.Fprintf(s.out, "%s: %s, %d with exactly one solution, %.1f MB\n", c.Output, plural(len(p.pages), "board"), only, float64(total)/1e6)
	return nil
}

// emptyFolder returns an error if there are files in a folder, or if it is a file.
func (f forceFlag) emptyFolder(name string) error {
	entries, err := os.ReadDir(name)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		return fileError(err)
	case len(entries) > 0 && !f.Force:
		return mistakef("%s is not empty: --force writes into it, over its files of the same names, and removes what a site there no longer has", Shorten(name))
	}
	return nil
}

// writeSite writes files into the folder. What a site there had before, and has no more, is removed.
func (c *publishCmd) writeSite(s *session, files map[string][]byte) error {
	if err := makeFolder(c.Output); err != nil {
		return err
	}
	before := serve.SiteFiles(c.Output)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := c.write(s, filepath.Join(c.Output, name), string(files[name])); err != nil {
			return err
		}
	}
	for _, name := range before {
		old := filepath.Join(c.Output, name)
		if _, stays := files[name]; stays {
			continue
		}
		if info, err := os.Lstat(old); err != nil || !info.Mode().IsRegular() {
			continue
		}
		if err := os.Remove(old); err != nil {
			return fileError(err)
		}
	}
	return nil
}

// engine returns nazo for the browser.
func (c *publishCmd) engine(s *session) (*serve.Engine, error) {
	if c.Engine != "" {
		e, err := serve.ReadEngine(c.Engine)
		if err != nil {
			return nil, mistakef("%s has no engine for pages: %v", Shorten(c.Engine), err)
		}
		return e, nil
	}
	e, err := serve.FindEngine(s.ctx)
	switch {
	case errors.Is(err, serve.ErrNoEngine):
		return nil, mistakef("this nazo was built without the engine for pages, and here it can't be built. Publish in a checkout of nazo with Go, or by a nazo built with -tags engine, or name a site that has the engine: --engine DIR")
	case err != nil:
		return nil, mistakef("%v", err)
	}
	return e, nil
}

// add adds the boards of one spec.
func (p *publication) add(part *batch) error {
	ch := &chapter{Title: part.ask.Title, About: part.ask.About}
	inForce := map[string]bool{}
	before := len(p.pages)
	for name, read := range part.instances() {
		one, err := read()
		if err != nil {
			return err
		}
		r := *part.ask
		r.instance = one
		added := &publishedPage{chapter: ch, name: p.nameOf(part.ask.Name, name), title: fmt.Sprintf("%s %d", ch.Title, len(p.pages)-before+1)}
		if added.board, err = p.solved(&r, inForce); err != nil {
			return err
		}
		if err := p.ask(added, &r); err != nil {
			return err
		}
		if !r.Moving() {
			ch.Boards = append(ch.Boards, added.board)
		}
		p.pages = append(p.pages, added)
	}
	ch.Rules, _ = part.ask.InWords(func(rule string) bool { return inForce[rule] })
	if len(p.pages) > before {
		p.parts = append(p.parts, ch)
	}
	if len(ch.Boards) > 0 {
		p.book.Chapters = append(p.book.Chapters, ch)
	}
	return nil
}

// solved solves a board for the booklet. A puzzle that moves is not solved: it is to be played.
func (p *publication) solved(r *request, inForce map[string]bool) (*printedBoard, error) {
	if !r.Moving() {
		return p.book.board(p.session, r, len(p.pages)+1, inForce)
	}
	problem, err := p.onlyProblem(r)
	if err != nil {
		return nil, err
	}
	return &printedBoard{Text: r.file(problem.Givens)}, nil
}

// file returns an instance as the text of a file. It leaves out usual values that nobody wrote, since a drawing shows what
// an instance says. A shuffled value is none of these: it depends on the seed.
func (r *request) file(givens []instance.Given) string {
	shuffled := map[string]bool{}
	for _, g := range r.Givens {
		call, _ := g.Stmt.Value.(*dsl.Call)
		shuffled[g.Stmt.Parts[0].Name.Text] = call != nil && library.Find(call.Func.Text).Random
	}
	return instance.Text(r.Spec, alg.Filter(givens, func(g instance.Given) bool {
		return r.says(g.Name) || shuffled[g.Name] || !r.HasDefault(g.Name)
	}))
}

var noName = pattern(`[^a-z0-9]+`)

// nameOf returns a name for the page of a board, which no other page has.
func (p *publication) nameOf(spec, board string) string {
	word := func(text string) string {
		return strings.Trim(noName().ReplaceAllString(strings.ToLower(text), "-"), "-")
	}
	spec, name := word(spec), word(strings.Replace(filepath.Base(board)+":", instanceEnding+":", ":", 1))
	if name != spec && !strings.HasPrefix(name, spec+"-") {
		name = strings.Trim(spec+"-"+name, "-")
	}
	if len(name) > 60 {
		name = strings.Trim(name[:60], "-")
	}
	found := name
	for n := 2; found == "" || p.taken[found]; n++ {
		found = strings.Trim(fmt.Sprintf("%s-%d", name, n), "-")
	}
	p.taken[found] = true
	return found
}

// keptAs returns the key by which a browser keeps what is drawn in a puzzle. It is one for the texts, since sites of one
// host share what is kept.
func keptAs(q page.Question) string {
	sum := sha256.Sum256([]byte(q.Spec + "\x00" + q.Instance))
	return "nazo.solve." + hex.EncodeToString(sum[:8])
}

// ask has a desk draw the board of a page, as the page would ask it to.
func (p *publication) ask(to *publishedPage, r *request) error {
	q := page.Question{Verb: "look", Stages: []string{"board"}, Name: r.Name, Spec: r.File.Source.Text, Instance: to.board.Text}
	to.puzzle = puzzleData{Key: keptAs(q), Name: q.Name, Spec: q.Spec, Instance: q.Instance, Prose: &page.Prose{Name: to.chapter.Title, About: to.chapter.About}, At: len(p.pages)}
	var wrong string
	answer := func(q page.Question, take func(page.Event)) {
		p.desk.Answer(p.ctx, q, func(e page.Event) {
			switch {
			case e.Kind == page.KindProblem || e.Kind == page.KindLimit:
				wrong = e.Text
			case e.Kind == page.KindDiagnostics && len(e.Diagnostics) > 0:
				wrong = e.Diagnostics[0].Message
			}
			take(e)
		})
	}
	answer(q, func(e page.Event) {
		if e.Board != nil {
			to.puzzle.Board = e.Board
		}
	})
	if p.ctx.Err() != nil {
		return limited{fmt.Sprintf("%s: %d boards are solved", p.stopReason(), len(p.pages))}
	}
	if to.puzzle.Board == nil {
		return mistakef("%s can't be put on a page: %s", r.instance.Source.Name, wrong)
	}
	to.svg, to.puzzle.Board.SVG, to.puzzle.Board.Palettes = to.puzzle.Board.SVG, "", nil
	q.Stages = nil
	q.Verb = "prose"
	answer(q, func(e page.Event) {
		if e.Prose != nil {
			e.Prose.Name = to.chapter.Title
			to.puzzle.Prose = e.Prose
		}
	})
	q.Verb = "address"
	answer(q, func(e page.Event) {
		if e.Texts != nil {
			to.link = e.Texts.Address
		}
	})
	return nil
}

// said is what the site says of a board: its level, and that it has one solution where that is proved.
func (one *publishedPage) said() string {
	var all []string
	if one.board.Level != "" {
		all = append(all, one.board.Level)
	}
	if one.board.Only {
		all = append(all, "exactly one solution")
	}
	if one.board.Note != "" {
		all = append(all, strings.TrimSuffix(one.board.Note, "."))
	}
	return strings.Join(all, " · ")
}

// write makes the files of the pages.
func (p *publication) write() {
	var names []string
	for _, one := range p.pages {
		names = append(names, one.name+".html")
	}
	for _, one := range p.pages {
		one.puzzle.Pages = names
		p.files[one.name+".html"], p.files[one.name+".svg"] = p.page(one), []byte(one.svg)
	}
	if len(p.book.Chapters) > 0 {
		p.files["print.html"] = []byte(p.book.page())
	}
	p.files["index.html"] = []byte(p.index())
}

// page is the page of a puzzle.
func (p *publication) page(one *publishedPage) []byte {
	var links [][2]string
	if len(one.chapter.Boards) > 0 {
		links = append(links, [2]string{"Print", "print.html"})
	}
	if one.link != "" {
		links = append(links, [2]string{"On puzz.link", one.link})
	}
	return (&serve.PuzzlePage{Title: one.title, Site: p.book.Title, Said: one.said(), Prose: one.puzzle.Prose, Links: links, SVG: one.svg, Data: one.puzzle}).HTML()
}

//go:embed publish.css
var publishStyle string

// index is the first page: all puzzles, with small pictures.
func (p *publication) index() string {
	var out strings.Builder
	title := html.EscapeString(p.book.Title)
	out.WriteString("<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n" +
		"<meta name=\"color-scheme\" content=\"light dark\">\n" + serve.Policy + "\n<title>" + title + "</title>\n<link rel=\"icon\" href=\"icon.svg\">\n<style>\n" + publishStyle + "</style>\n")
	fmt.Fprintf(&out, "<header>\n<h1>%s</h1>\n", title)
	if len(p.book.Chapters) > 0 {
		out.WriteString("<nav><a href=\"print.html\">Print all</a></nav>\n")
	}
	out.WriteString("</header>\n<main>\n")
	for _, c := range p.parts {
		fmt.Fprintf(&out, "<section>\n<h2>%s</h2>\n<p>%s</p>\n<ul>\n", html.EscapeString(c.Title), html.EscapeString(c.About))
		for _, one := range p.pages {
			if one.chapter == c {
				fmt.Fprintf(&out, "<li><a href=\"%[1]s.html\" data-key=%[2]q><img src=\"%[1]s.svg\" alt=\"\" loading=\"lazy\"><b>%[3]s</b><span>%[4]s</span></a></li>\n",
					one.name, one.puzzle.Key, html.EscapeString(one.title), html.EscapeString(one.said()))
			}
		}
		out.WriteString("</ul>\n</section>\n")
	}
	out.WriteString("</main>\n")
	if p.licensed {
		fmt.Fprintf(&out, "<footer><a href=%q>Licences</a></footer>\n", serve.LicencesFile)
	}
	out.WriteString("<script src=\"" + serve.Ticks + "\"></script>\n<script src=\"offline.js\"></script>\n</html>\n")
	return out.String()
}
