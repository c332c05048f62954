package serve

import (
	"encoding/json"
	"fmt"
	"html"
	"strings"

	"nazo/internal/ui/page"
)

// PuzzlePage is a page on which one puzzle is solved. All texts are plain, but for SVG.
type PuzzlePage struct {
	Title string // of the puzzle
	Site  string // the title of the site, whose index is beside the page
	Said  string // what is known of the puzzle
	Prose *page.Prose
	Links [][2]string // texts and addresses
	SVG   string      // the board
	Data  any         // what the program of the page has to know, as JSON
}

// offlineTag keeps a site for use without a network.
const offlineTag = `<script src="offline.js"></script>`

// HTML returns the page. Its board is drawn before any program runs.
func (p *PuzzlePage) HTML() []byte {
	data, err := json.Marshal(p.Data) // no text in it can end its element: < is \u003c
	if err != nil {
		panic(err) // it is plain data
	}
	about := &strings.Builder{}
	fmt.Fprintf(about, "<h2>%s</h2>\n<p>%s</p>\n<ul>\n", html.EscapeString(p.Prose.Name), html.EscapeString(p.Prose.About))
	for _, rule := range p.Prose.Rules {
		fmt.Fprintf(about, "<li>%s</li>\n", html.EscapeString(rule))
	}
	about.WriteString("</ul>\n")
	links := &strings.Builder{}
	for _, l := range p.Links {
		fmt.Fprintf(links, "\n    <a href=\"%s\" rel=\"noopener noreferrer\">%s</a>", html.EscapeString(l[1]), html.EscapeString(l[0]))
	}
	title := html.EscapeString(p.Title)
	return fill(
		`<title></title>`, fmt.Sprintf("<title>%s · %s</title>\n<meta name=\"description\" content=\"%s\">", title, html.EscapeString(p.Site), html.EscapeString(p.Prose.About)),
		`<span></span></a>`, "<span>"+html.EscapeString(p.Site)+"</span></a>",
		`<h1 id="name"></h1>`, `<h1 id="name">`+title+`</h1>`,
		`<span id="level" class="quiet"></span>`, `<span id="level" class="quiet">`+html.EscapeString(p.Said)+`</span>`,
		`<nav aria-label="More"></nav>`, "<nav aria-label=\"More\">"+links.String()+"\n  </nav>",
		`aria-label="Board" tabindex="0"></div>`, `aria-label="Board" tabindex="0">`+"\n"+p.SVG+"</div>",
		`<div class="card" id="about"></div>`, `<div class="card" id="about">`+about.String()+`</div>`,
		`<script src="puzzle.js"></script>`, `<script type="application/json" id="puzzle">`+string(data)+"</script>\n"+`<script src="puzzle.js"></script>`+"\n"+offlineTag,
	)
}

// fill returns the page of a puzzle with texts in place of others, each of which it has once.
func fill(texts ...string) []byte {
	slow, err := json.Marshal(page.Searching())
	if err != nil {
		panic(err) // it is plain data
	}
	out := string(Page()["puzzle.html"])
	texts = append(texts, `data-answers="worker"`, fmt.Sprintf(`data-answers="worker" data-searching="%s"`, html.EscapeString(string(slow))), `<head>`, "<head>\n"+Policy)
	for i := 0; i < len(texts); i += 2 {
		before, after, ok := strings.Cut(out, texts[i])
		if !ok {
			panic("serve: puzzle.html has no " + texts[i])
		}
		out = before + texts[i+1] + after
	}
	return []byte(out)
}

// Ticks is the program of an index, which ticks the puzzles that were solved in the browser. A link has the key of its
// puzzle as data-key.
const Ticks = "solved.js"

// The files of a page on which puzzles are solved, by their names, without the page.
var solvingNames = []string{"puzzle.js", "page.css", "icon.svg", Ticks}

// element is the module by which other people's pages show puzzles, and player the page in its frames. That has its
// puzzle in its address, and leads to no others, for beside it there may be no index.
const element, player = "nazo-puzzle.js", "play.html"

// SolvingFiles returns what pages of puzzles load, but for what [CompleteSite] adds, and the element for other people's pages.
func SolvingFiles() map[string][]byte {
	static, files := Page(), map[string][]byte{player: fill(
		`<a class="brand" href="./" id="home">`, `<a class="brand" id="home">`,
		`</head>`, "<style>#next-puzzle { display: none }</style>\n</head>",
	)}
	for _, name := range append(solvingNames, element) {
		files[name] = static[name]
	}
	return files
}
