package serve

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"nazo/internal/ui/page"
)

// A site needs no server of ours: nazo runs in a worker of the browser. It is a set of files for any folder of any web
// server. Once loaded it works without a network.

// The files beside the pages of a site: the worker that runs nazo, and the programs that keep the site for use without
// a network.
var (
	//go:embed assets/worker.js
	workerScript string
	//go:embed assets/offline.js
	offlineScript []byte
	//go:embed assets/keeper.js
	keeperScript string
)

// Policy has the browser run only the site's own programs, and ask no other host. A shared address may come from
// anyone.
const Policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; ` +
	`connect-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'">`

// engineEntry begins the entry of an engine in the worker, by what it is for and its file.
const engineEntry = "%s: [%q, "

// CompleteSite adds to the pages of a site what they load: the engines, the worker that runs one, and what keeps all files
// for use without a network. Pages on which puzzles are only solved need no other engine than that for solving.
func CompleteSite(files map[string][]byte, solving *Engine, writing ...*Engine) {
	var list strings.Builder
	for i, e := range append([]*Engine{solving}, writing...) {
		name := e.name()
		files[name], files[execFile] = e.Packed, e.Exec
		if len(e.Licences) > 0 {
			files[LicencesFile] = e.Licences // those for writing come last, and have them all
		}
		fmt.Fprintf(&list, engineEntry+"%d], ", []string{"solving", "writing"}[i], name, len(e.Packed))
	}
	files["worker.js"] = []byte(strings.Replace(workerScript, "ENGINES", list.String(), 1))
	files["offline.js"] = offlineScript
	files["keeper.js"] = []byte(keeping(files))
}

// keeping returns the service worker with the names of the files and a version of their contents.
func keeping(files map[string][]byte) string {
	sum := sha256.New()
	var list strings.Builder
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(sum, "%s %d\n", name, len(files[name]))
		sum.Write(files[name])
		fmt.Fprintf(&list, "%q, ", name)
	}
	return strings.NewReplacer("VERSION", digest(sum.Sum(nil)), "FILES", list.String()).Replace(keeperScript)
}

// The list of files as [keeping] writes it, and a name in it that lies in the folder itself.
var (
	listedFiles = regexp.MustCompile(`(?m)^const files = \["\./", (.*)\];$`)
	listedName  = regexp.MustCompile(`"(\w[\w.-]*)"`)
)

// SiteFiles returns the names of the files of a site in a folder, as its service worker lists them, or none if there is no
// site.
func SiteFiles(dir string) (names []string) {
	text, err := os.ReadFile(filepath.Join(dir, "keeper.js"))
	if err != nil || !bytes.Contains(text, []byte("`nazo ${self.registration.scope} `")) {
		return nil
	}
	if list := listedFiles.FindSubmatch(text); list != nil {
		for _, m := range listedName.FindAllSubmatch(list[1], -1) {
			names = append(names, string(m[1]))
		}
	}
	return names
}

// digest returns the first digits of a sum.
func digest(sum []byte) string { return hex.EncodeToString(sum)[:16] }

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
