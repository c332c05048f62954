package draw

import (
	"fmt"
	"html"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"nazo/internal/alg"
)

// Section is a part of a page: items under a heading, which may be empty or have several lines.
type Section struct {
	Heading string
	Items   []Item
	Options Options
}

// Sizes in a page, in pixels.
const (
	cellSize    = 40
	margin      = 20
	clueSize    = 28   // of the slot of a text outside a board
	lineHeight  = 22   //
	charWidth   = 9    // about that of a character of a line
	leastWidth  = 360  // of a section with a board, for its heading
	mostHeading = 10   // lines of that width: a longer heading stands beside the board
	textWidth   = 720  // of a value that is written in one line: a longer one is folded
	pageWidth   = 1240 // of boards side by side
	gap         = 50   // between them
)

// SVG draws sections as one self-contained SVG document. Boards look as in [Text] and stand side by side as
// long as there is room. Items on no board are lines of text.
//
// The picture is light or dark as its reader likes, and light in print. A page around it may choose with
// data-theme="light" or "dark" on an outer element, or set the variables --nazo-… that [palette] names. The
// title says what the picture shows. Its description is for those who can't see it.
//
// Programs find the parts by attributes, which stay as they are:
//
//   - g.board is a board, with data-rows and data-cols. In its coordinates a cell has a side of 40, and the
//     corner of r1c1 is at (0, 0). So corners lie at multiples of 40, and texts outside lie left of 0, above 0,
//     or beyond the last cell.
//   - [data-place] is what stands at a place, which it names as a spec does. In g.cells, the rect with
//     data-place="r1c2" is the cell itself and takes the pointer. "r1c1-r1c2", or "p1,1-p1,2" between corners, is a
//     line or a mark on a side of a cell. A line longer than a step is named after its ends. "p1,2" is a mark on a
//     corner. "left 2" is a text beside a row, or above or below a column.
//   - In a g.chart, data-place names a place on no board, or a thing: "pile[2]" for a key of a state, "pile=2" for a
//     value of it.
//   - data-given, data-find or data-state is the name of the given, the find or the state in the spec or its
//     show. It is on the element or on a group around it.
//   - The classes given, found, piece (in a state), wall, shade, maybe (in one of two answers only), new, used
//     and wrong say how a thing stands there.
func SVG(head Head, sections []Section) string {
	return SVGWhile(head, sections, func() bool { return true })
}

// Head says what a page is about.
type Head struct {
	Title   string
	Rules   []string // for the description, a line for each
	Caption bool     // they stand below the sections, too
}

// SVGWhile is [SVG] of as many sections as are drawn while goesOn holds. It is asked before each row.
func SVGWhile(head Head, sections []Section, goesOn func() bool) string {
	p := &page{}
	says := append(slices.Clone(head.Rules), p.arrange(sections, goesOn)...)
	if head.Caption {
		p.caption(head.Rules)
	}
	return fmt.Sprintf("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"nazo themed\" role=\"img\" width=\"%[1]d\" height=\"%[2]d\" viewBox=\"0 0 %[1]d %[2]d\">\n"+
		"<title>%[3]s</title>\n<desc>%[4]s</desc>\n<style>\n%[5]s</style>\n<rect class=\"paper\" width=\"%[1]d\" height=\"%[2]d\"/>\n%[6]s</svg>\n",
		p.width+margin, p.height+margin, escaped(head.Title), escaped(strings.TrimSpace(strings.Join(says, "\n"))), style()+p.more.String(), p.body.String())
}

// page is a drawing in the making: its elements, and how far they reach.
type page struct {
	body, more    strings.Builder // more is style that few pages need
	styled        []string
	width, height int
}

// panel is a section with its boards, and its size.
type panel struct {
	heading       []string
	beside        []string // a long heading, right of the boards
	boards        []*layeredBoard
	shelves       [][]diagram // of values on no board, each with diagrams side by side
	titled        bool        // each board has its title above
	lines         []string    // of values on no board that make no chart
	width, height int
	left          int // where beside begins
}

// diagram is the drawing of a value that is on no board.
type diagram interface {
	extent() (width, height int)
	draw(p *page, x, y int)
	describe() string
}

// put puts cards beside the last ones if there is room.
func (b *panel) put(t *table) {
	if last := len(b.shelves) - 1; last >= 0 {
		w, _ := extentOf(append(slices.Clone(b.shelves[last]), t))
		if _, cards := b.shelves[last][0].(*table); cards && w <= textWidth {
			b.shelves[last] = append(b.shelves[last], t)
			return
		}
	}
	b.shelves = append(b.shelves, []diagram{t})
}

// extentOf returns the size of diagrams side by side.
func extentOf(shelf []diagram) (width, height int) {
	for i, c := range shelf {
		w, h := c.extent()
		if i > 0 {
			width += margin
		}
		width, height = width+w, max(height, h)
	}
	return width, height
}

func newPanel(s Section) *panel {
	b := &panel{}
	var others []Item
	b.boards, others = arranged(layered(s.Items), s.Options)
	others = slices.DeleteFunc(others, func(it Item) bool {
		if t := tableOf(it); t != nil {
			b.put(t)
		} else if c := chartOf(it); c != nil {
			b.shelves = append(b.shelves, []diagram{c})
		} else {
			return false
		}
		return true
	})
	b.titled = len(b.boards) > 1 || len(b.boards) > 0 && len(others) > 0
	for _, it := range others {
		text, room := strings.TrimRight(plainText(it, s.Options), "\n"), pageWidth-margin
		if !strings.Contains(text, "\n") { // a table must not be folded
			room = textWidth
		}
		b.lines = append(b.lines, wrapped(text, room)...)
	}
	for _, board := range b.boards {
		w, h := board.extent()
		b.width, b.height = max(b.width, w), b.height+h+margin
	}
	for _, shelf := range b.shelves {
		w, h := extentOf(shelf)
		b.width, b.height = max(b.width, w), b.height+h
	}
	room := max(b.width, leastWidth)
	if len(b.boards) == 0 {
		room = pageWidth - margin
	}
	if b.heading = wrapped(s.Heading, room); len(b.boards) > 0 && len(b.heading) > mostHeading {
		b.heading, b.beside = nil, wrapped(s.Heading, max(pageWidth-2*margin-b.width-gap, leastWidth))
	}
	texts := slices.Concat(b.heading, b.lines)
	if b.titled {
		texts = append(texts, alg.Map(b.boards, (*layeredBoard).title)...)
	}
	b.width = max(b.width, charWidth*longest(texts))
	b.height += len(texts) * lineHeight
	if b.beside != nil {
		b.left = b.width + gap
		b.width = max(b.width, b.left+charWidth*longest(b.beside))
		b.height = max(b.height, len(b.beside)*lineHeight+margin)
	}
	return b
}

// flows reports whether a panel may stand beside another.
func (b *panel) flows() bool { return len(b.boards)+len(b.shelves)+len(b.lines) > 0 }

func layered(items []Item) (out []Item) {
	for _, it := range items {
		if len(it.Layers) > 0 {
			out = append(out, it.Layers...)
		} else {
			out = append(out, it)
		}
	}
	return out
}

// wrapped returns the lines of a text, folded to fit.
func wrapped(text string, room int) (lines []string) {
	for line := range strings.Lines(text) {
		lines = append(lines, folded(strings.TrimRight(line, "\n"), room/charWidth)...)
	}
	return lines
}

// folded breaks a long line between words. The next lines get the same indent.
func folded(line string, most int) (lines []string) {
	rest := line[:len(line)-len(strings.TrimLeft(line, " "))]
	for utf8.RuneCountInString(line) > most {
		at := strings.LastIndexByte(string([]rune(line)[:most+1]), ' ')
		if at <= len(rest) {
			break
		}
		lines = append(lines, line[:at])
		line = rest + strings.TrimLeft(line[at:], " ")
	}
	return append(lines, line)
}

// arrange draws sections. Those with boards stand side by side as long as there is room, the others below.
// It stops before a row once goesOn is false. It returns descriptions of the drawn ones.
func (p *page) arrange(sections []Section, goesOn func() bool) (says []string) {
	p.height = margin
	next := func() *panel {
		if len(sections) == 0 {
			return nil
		}
		b := newPanel(sections[0])
		sections = sections[1:]
		return b
	}
	for b := next(); b != nil && goesOn(); {
		row, width := []*panel{b}, b.width
		for b = next(); b != nil && row[0].flows() && b.flows() && margin+width+gap+b.width <= pageWidth; b = next() {
			row, width = append(row, b), width+gap+b.width
		}
		p.row(row)
		says = append(says, alg.Map(row, (*panel).describe)...)
	}
	return says
}

// caption writes lines below all, no wider than what is there.
func (p *page) caption(lines []string) {
	room := max(p.width-margin, leastWidth)
	for _, line := range lines {
		for _, part := range wrapped(line, room) {
			p.says(part, margin, p.height)
			p.height += lineHeight
			p.width = max(p.width, margin+charWidth*longest([]string{part}))
		}
	}
}

// row draws panels side by side, with their boards at one height.
func (p *page) row(panels []*panel) {
	x, heading, below := margin, 0, p.height
	for _, b := range panels {
		heading = max(heading, len(b.heading))
	}
	for _, b := range panels {
		lower := (heading - len(b.heading)) * lineHeight
		b.draw(p, x, p.height, lower)
		p.width, below = max(p.width, x+b.width), max(below, p.height+lower+b.height)
		x += b.width + gap
	}
	p.height = below
	if panels[0].flows() {
		p.height += margin / 2
	}
}

// draw draws a panel with its upper left corner at (x, y). The part below the heading moves down by lower.
func (b *panel) draw(p *page, x, y, lower int) {
	line := func(text string) {
		p.says(text, x, y)
		y += lineHeight
	}
	for i, text := range b.beside {
		p.says(text, x+b.left, y+i*lineHeight)
	}
	for _, text := range b.heading {
		line(text)
	}
	y += lower
	for _, board := range b.boards {
		if b.titled {
			line(board.title())
		}
		_, h := board.extent()
		p.board(board, x, y+margin/2)
		y += h + margin
	}
	for _, shelf := range b.shelves {
		_, h := extentOf(shelf)
		left := x
		for _, c := range shelf {
			w, _ := c.extent()
			c.draw(p, left, y)
			left += w + margin
		}
		y += h
	}
	for _, text := range b.lines {
		line(text)
	}
}

// says writes a line of text.
func (p *page) says(text string, x, y int) {
	p.add(`<text class="says" x="%d" y="%d">%s</text>`, x, y+lineHeight-6, escaped(text))
}

// needs adds a style sheet unless it is there.
func (p *page) needs(sheet string) {
	if !slices.Contains(p.styled, sheet) {
		p.styled = append(p.styled, sheet)
		p.more.WriteString(sheet)
	}
}

func (p *page) add(format string, args ...any) { fmt.Fprintf(&p.body, format+"\n", args...) }

func escaped(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' {
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(text, string(unicode.ReplacementChar)))
	var out strings.Builder
	for _, r := range html.EscapeString(text) {
		if r == '\n' || unicode.IsPrint(r) || unicode.Is(unicode.Zs, r) {
			out.WriteRune(r)
		} else { // an entity, which a terminal that shows the file does not obey
			fmt.Fprintf(&out, "&#x%x;", r)
		}
	}
	return out.String()
}

// colour is a colour of a page: its name and its defaults in light and in dark.
type colour struct{ name, light, dark string }

// palette has the colours of a page. Those of lines distinguish lines, as the inks of a terminal do.
var palette = []colour{
	{"paper", "#ffffff", "#0d1117"},
	{"ink", "#1f2328", "#e6edf3"},
	{"grid", "#b6bcc4", "#3d444d"},
	{"dot", "#8d959f", "#8b949e"},
	{"found", "#0b5cad", "#79c0ff"},
	{"wall", "#30363d", "#9da7b3"},
	{"wall-ink", "#ffffff", "#0d1117"},
	{"shade", "#5b7089", "#3b5b7d"},
	{"shade-ink", "#ffffff", "#ffffff"},
	{"ring", "#ffffff", "#e6edf3"},
	{"ring-ink", "#1f2328", "#0d1117"},
	{"disc", "#1f2328", "#010409"},
	{"disc-ink", "#ffffff", "#ffffff"},
	{"token", "#f3e6cb", "#4a3f2a"},
	{"level", "#a5d8ff", "#1c5b8a"},
	{"maybe", "#cdd6e0", "#22344a"},
	{"new", "#1a7f37", "#3fb950"},
	{"used", "#b35900", "#e3a33b"},
	{"wrong", "#cf222e", "#ff7b72"},
	{"line0", "#0b7285", "#3bc9db"},
	{"line1", "#d9480f", "#ffa94d"},
	{"line2", "#a61e4d", "#f783ac"},
	{"line3", "#2b8a3e", "#69db7c"},
	{"line4", "#1864ab", "#74c0fc"},
	{"line5", "#c92a2a", "#ff8787"},
}

// style is the style sheet of a page. Print is always light, and data-theme chooses light or dark on a screen.
var style = sync.OnceValue(makeStyle)

// sheet declares colours and returns what makes a rule for a selector from one of them.
func sheet(colours []colour, more string) (declared string, use func(selector, property, name, more string) string) {
	var light, dark strings.Builder
	rule := map[string]string{} // the light value of each colour, for programs that know no variables
	for _, c := range slices.Concat(palette, colours) {
		rule[c.name] = c.light
	}
	for _, c := range colours {
		fmt.Fprintf(&light, "--nazo-%s:%s;", c.name, c.light)
		fmt.Fprintf(&dark, "--nazo-%s:%s;", c.name, c.dark)
	}
	declared = fmt.Sprintf(".nazo{%[1]s%[3]s}\n@media screen and (prefers-color-scheme:dark){.nazo{%[2]s}}\n"+
		"@media screen{[data-theme=light] .nazo{%[1]s}[data-theme=dark] .nazo{%[2]s}}\n", light.String(), dark.String(), more)
	return declared, func(selector, property, name, more string) string {
		return fmt.Sprintf(".nazo %s{%[2]s:%[3]s;%[2]s:var(--nazo-%[4]s);%[5]s}\n", selector, property, rule[name], name, more)
	}
}

func makeStyle() string {
	out, use := sheet(palette, fmt.Sprintf("color:%s;color:var(--nazo-ink);fill:none;stroke-linecap:round;stroke-linejoin:round;"+
		"font-family:system-ui,'Segoe UI',Helvetica,Arial,sans-serif;print-color-adjust:exact;-webkit-print-color-adjust:exact", palette[1].light))
	out += use(".paper,.nazo .plate", "fill", "paper", "") +
		".nazo text{fill:currentColor;text-anchor:middle;dominant-baseline:central;white-space:pre}\n" +
		".nazo text.says{text-anchor:start;dominant-baseline:auto;font:15px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace}\n" +
		".nazo .corner{text-anchor:start}\n" +
		".nazo .cells rect{pointer-events:all}\n" +
		".nazo .given,.nazo .piece{font-weight:bold}\n" +
		use(".found", "fill", "found", "font-weight:normal") +
		use(".token", "fill", "token", "stroke:currentColor;stroke-width:1.5") + ".nazo .token.missing{fill:none;stroke-dasharray:3 4;opacity:.55}\n.nazo text.missing{opacity:.55}\n.nazo .inside{stroke:none}\n" +
		".nazo .bay{pointer-events:all}\n.nazo .floor{stroke:currentColor;stroke-width:3}\n" +
		use(".level", "fill", "level", "") + ".nazo .vessel{stroke:currentColor;stroke-width:1.5}\n" +
		use(".cells .wall", "fill", "wall", "") + use(".cells .shade", "fill", "shade", "") + use(".cells .maybe", "fill", "maybe", "") +
		use("text .on-wall,.nazo text.on-wall", "fill", "wall-ink", "") + use("text .on-shade,.nazo text.on-shade", "fill", "shade-ink", "") +
		use("text .on-ring,.nazo text.on-ring", "fill", "ring-ink", "") + use("text .on-disc,.nazo text.on-disc", "fill", "disc-ink", "") +
		use("text .maybe,.nazo text.maybe", "fill", "used", "font-style:italic") + use(".cut", "stroke", "wall-ink", "stroke-width:1") +
		use(".grid", "stroke", "grid", "") + use(".dots", "fill", "dot", "") +
		".nazo .frame,.nazo .rooms{stroke:currentColor;stroke-width:3}\n" +
		".nazo .walls{stroke:currentColor;stroke-width:5}\n" +
		use(".ring", "fill", "ring", "stroke:currentColor;stroke-width:2") + use(".disc", "fill", "disc", "stroke:currentColor;stroke-width:2") +
		use(".ring.found,.nazo .disc.found", "stroke", "found", "") + use(".disc.found", "fill", "found", "") +
		".nazo .halo{paint-order:stroke;stroke-width:4px}\n" + use(".halo", "stroke", "paper", "") +
		".nazo .line{stroke-width:4}\n.nazo .doubled{stroke-width:2.5}\n.nazo .doubtful{stroke-dasharray:1 8}\n"
	for i := range inks {
		name := fmt.Sprint("line", i)
		out += use("."+name, "stroke", name, "") + use(".end."+name, "fill", name, "stroke:none")
	}
	for _, mark := range []string{"used", "new", "wrong"} {
		out += use(".mark."+mark, "stroke", mark, "stroke-width:3") + use(".tint."+mark, "fill", mark, "fill-opacity:.18") +
			use(".line."+mark, "stroke", mark, "stroke-width:6") + use("text."+mark, "fill", mark, "")
	}
	return out + ".nazo .doubled.new{stroke-width:3}\n.nazo .mark.used{stroke-dasharray:5 6}\n"
}
