// Package instance reads instances: files of them, and values of givens on the command line. A text becomes a value
// of the given's type, or a diagnostic.
//
// A file is split without a spec: which text stands for which given (instance.go). Then each text is read by the
// given's type (givens.go). An [Evaluator] computes the expressions in types and values.
package instance

import (
	"iter"
	"slices"
	"strings"
	"unicode"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/dsl/value"
)

// Instance is one instance of an instance file: values for a spec's givens.
type Instance struct {
	dsl.At
	Source  *diag.Source
	Title   string // from the line --- before it, or ""
	Entries []*dsl.Assign
	// Author and Solution are what a link tells of its author, and of the solution that the author knows: a value for
	// each cell in reading order, none where nothing is told. They are "" and nil if it tells nothing.
	Author   string
	Solution []value.Value
}

// Of returns the entries for a given or for parts of it. A nil instance has none.
func (in *Instance) Of(given string) (out []*dsl.Assign) {
	if in == nil {
		return nil
	}
	for _, e := range in.Entries {
		if slices.ContainsFunc(e.Names, func(n *dsl.Name) bool { return n.Text == given }) {
			out = append(out, e)
		}
	}
	return out
}

// Parse reads an instance file:
//
//	--- an optional title
//	n = 8                  # a value, written as in a spec
//	seen[north]: 1 2 . 3   # a row
//	clue:
//	  1 . 2                # rows, up to an empty line or the next NAME:
//
// Lines that begin with --- separate instances (an indented one is a row). A # begins a comment where an entry may
// begin and after a value, never in rows. The givens' types decide what the rows mean.
func Parse(src *diag.Source) ([]*Instance, *diag.List) {
	r, ok := newReader(src)
	if !ok {
		return nil, r.text.Problems()
	}
	for r.at < len(src.Text) && !r.text.Full() {
		r.line()
	}
	r.finish()
	return r.instances, r.text.Problems()
}

// Each reads an instance file like [Parse], but keeps only one instance at a time. Mistakes in the file come last,
// without an instance.
func Each(src *diag.Source) iter.Seq2[*Instance, *diag.List] {
	return func(yield func(*Instance, *diag.List) bool) {
		r, ok := newReader(src)
		for ok && r.at < len(src.Text) && !r.text.Full() {
			r.line()
			if len(r.instances) > 0 {
				one := r.instances[0]
				if r.instances = nil; !yield(one, nil) {
					return
				}
			}
		}
		r.finish()
		for _, one := range r.instances {
			if !yield(one, nil) {
				return
			}
		}
		if r.text.Problems().HasErrors() {
			yield(nil, r.text.Problems())
		}
	}
}

// maxSize bounds the bytes of an instance file.
const maxSize = 8 << 20

// reader reads an instance file line by line.
type reader struct {
	src       *diag.Source
	text      *dsl.Fragments
	at        int // the start of the next line
	current   *Instance
	given     map[string]*dsl.Name // names with a value in the current instance
	instances []*Instance
}

// newReader returns a reader at the start of a file. ok is false if that is no text.
func newReader(src *diag.Source) (r *reader, ok bool) {
	r = &reader{src: src}
	r.text, r.at, ok = dsl.NewFragments(src, "instance file", maxSize)
	return r, ok
}

// lineEnd returns the end of the line that contains an offset, without its newline.
func (r *reader) lineEnd(at int) int {
	if n := strings.IndexByte(r.src.Text[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(r.src.Text)
}

// line reads what begins in the line at r.at.
func (r *reader) line() {
	start, end := r.at, r.lineEnd(r.at)
	text := r.src.Text[start:end]
	r.at = end + 1
	trimmed := strings.TrimSpace(text)
	switch {
	case trimmed == "" || trimmed[0] == '#':
	case separates(text):
		r.finish()
		title := strings.TrimSpace(strings.TrimLeft(text, "-"))
		r.begin(&Instance{At: dsl.At{Start: start, End: end}, Source: r.src, Title: title})
	default:
		r.entry(start, end)
	}
}

// separates reports whether a line separates two instances.
func separates(line string) bool {
	rest := strings.TrimLeft(line, "-")
	return len(line)-len(rest) >= 3 && (rest == "" || strings.IndexByte(" \t\r", rest[0]) >= 0)
}

func (r *reader) begin(i *Instance) { r.current, r.given = i, map[string]*dsl.Name{} }

// finish adds the current instance to the list, unless it is empty.
func (r *reader) finish() {
	if i := r.current; i != nil && (len(i.Entries) > 0 || i.Title != "") {
		r.instances = append(r.instances, i)
	}
	r.current = nil
}

// entry reads NAME = VALUE, NAME: ROW or NAME: and the rows below it.
func (r *reader) entry(start, end int) {
	text := r.src.Text[start:end]
	sign := strings.IndexAny(text, "=:")
	if sign < 0 {
		r.noEntry(start, end)
		return
	}
	e := r.text.Assigned(start, start+sign, "`=` and a value, or `:` and rows")
	sign += start + 1
	switch rest := strings.TrimSpace(r.src.Text[sign:end]); {
	case rest == "" && text[sign-1-start] == '=':
		r.noValue(e, sign)
	case text[sign-1-start] == '=':
		last := valueEnd(r.src.Text, sign)
		r.at = last + 1
		e.Value = r.text.Value(sign, last)
	case rest != "":
		e.Value = dsl.NewGrid(r.src.Text[sign:end], sign, dsl.At{Start: sign, End: end})
	default:
		r.rows(e, sign, end)
	}
	e.End = max(e.End, e.Value.Span().End)
	r.add(e)
}

// rows reads the rows below a name.
func (r *reader) rows(e *dsl.Assign, sign, end int) {
	first := r.at
	for r.at < len(r.src.Text) {
		lineEnd := r.lineEnd(r.at)
		line := r.src.Text[r.at:lineEnd]
		if strings.TrimSpace(line) == "" {
			break
		}
		if separates(line) {
			r.checkDashes(first, end, dsl.At{Start: r.at, End: lineEnd})
			break
		}
		if above, _, _ := strings.Cut(r.src.Text[first:], "\n"); beginsEntry(line, above) {
			break
		}
		end = lineEnd
		r.at = lineEnd + 1
	}
	grid := &dsl.GridLit{At: dsl.At{Start: sign, End: sign}}
	if first <= end {
		grid = dsl.NewGrid(r.src.Text[first:end], first, dsl.At{Start: first, End: end})
	}
	if len(grid.Rows) == 0 {
		d := diag.Errorf(r.src, dsl.At{Start: e.Start, End: sign}.Span(), "no-rows", "there are no rows below `%s`", r.src.Text[e.Start:sign])
		r.text.Report(d.Helpf("write them in the lines that follow, up to an empty line; an empty list is `%s = []`", r.src.Text[e.Start:sign-1]))
	} else {
		grid.At = dsl.At{Start: grid.Rows[0].Start, End: grid.Rows[len(grid.Rows)-1].End}
	}
	e.Value = grid
}

// beginsEntry reports whether a line below rows begins another entry without an empty line before it. That is NAME:
// alone, or NAME = VALUE, or NAME: ROW, unless that has as many words as the first row.
func beginsEntry(line, first string) bool {
	i := strings.IndexAny(line, "=:")
	if i < 0 {
		return false
	}
	value := strings.TrimSpace(line[i+1:])
	for name := range strings.SplitSeq(line[:i], ",") {
		name, keys, keyed := strings.Cut(strings.TrimSpace(name), "[")
		if !isName(name) || keyed && !strings.HasSuffix(keys, "]") {
			return false
		}
	}
	return value == "" && strings.HasSuffix(strings.TrimSpace(line), ":") || value != "" && len(strings.Fields(line)) != len(strings.Fields(first))
}

// isName reports whether a text is a name in the language.
func isName(text string) bool {
	for i, c := range text {
		if c != '_' && !unicode.IsLetter(c) && (i == 0 || !unicode.IsDigit(c)) {
			return false
		}
	}
	return text != ""
}

// checkDashes reports a line of dashes that may be another row: the rows above it have dashes, too, and are as long.
func (r *reader) checkDashes(first, end int, line dsl.At) {
	text := strings.TrimRight(r.src.Text[line.Start:line.End], " \t\r")
	if first > end || strings.Trim(text, "-") != "" || !strings.Contains(r.src.Text[first:end], "-") {
		return
	}
	above := dsl.NewGrid(r.src.Text[first:end], first, dsl.At{})
	if !above.Spaced && len(above.Rows[0].Text) == len(text) {
		d := diag.Errorf(r.src, dsl.At{Start: line.Start, End: line.Start + len(text)}.Span(), "row-or-separator", "this line is either a row or stands between two instances")
		r.text.Report(d.Helpf("indent rows; leave an empty line before ---"))
	}
}

// noEntry reports a line that is no entry, and skips what belongs to it.
func (r *reader) noEntry(start, end int) {
	text := r.src.Text[start:end]
	from := start + len(text) - len(strings.TrimLeft(text, " \t"))
	d := diag.Errorf(r.src, dsl.At{Start: from, End: start + len(strings.TrimRight(text, " \t\r"))}.Span(), "no-entry", "this line gives no value")
	r.text.Report(d.Expect("NAME = VALUE, NAME: and rows below it, or --- between instances"))
	r.passOver()
}

// noValue reports that nothing follows NAME = on its line, and skips rows that were meant as the value.
func (r *reader) noValue(e *dsl.Assign, sign int) {
	name := strings.TrimSpace(r.src.Text[e.Start : sign-1])
	d := diag.Errorf(r.src, dsl.At{Start: e.Start, End: sign}.Span(), "no-value", "there is no value behind `%s =`", name)
	r.text.Report(d.Helpf("a value begins on the line of the `=`; rows in the lines below follow a colon: `%s:`", name))
	e.Value = &dsl.Bad{At: dsl.At{Start: sign, End: sign}}
	r.passOver()
}

// passOver skips to the next line that is no row.
func (r *reader) passOver() {
	for r.at < len(r.src.Text) {
		end := r.lineEnd(r.at)
		if line := r.src.Text[r.at:end]; strings.ContainsAny(line, "=:") || separates(line) || strings.TrimSpace(line) == "" {
			return
		}
		r.at = end + 1
	}
}

// add adds an entry to the current instance, unless it was given before. Keys are expressions, so they are not
// compared here.
func (r *reader) add(e *dsl.Assign) {
	if r.current == nil {
		r.begin(&Instance{At: dsl.At{Start: e.Start, End: e.Start}, Source: r.src})
	}
	for _, name := range e.Names {
		first := r.given[name.Text]
		if first == nil || len(e.Keys) > 0 {
			continue
		}
		d := diag.Errorf(r.src, name.Span(), "given-twice", "`%s` is given twice in one instance", name.Text)
		d.Note(r.src, first.Span(), "the first time")
		r.text.Report(d.Helpf("instances are separated by a line ---"))
		return
	}
	for _, name := range e.Names {
		if name.Text != "" {
			r.given[name.Text] = name
		}
	}
	r.current.Entries = append(r.current.Entries, e)
	r.current.End = max(r.current.End, e.End)
}

// valueEnd returns the end of the value at an offset: the end of its line, or of a later line while a bracket or a
// grid is open. An empty line ends a value outside of a grid.
func valueEnd(text string, at int) int {
	depth := 0
	for at < len(text) {
		rest := text[at:]
		switch {
		case strings.HasPrefix(rest, `"""`):
			n := strings.Index(rest[3:], `"""`)
			if n < 0 {
				return len(text)
			}
			at += n + 6
			continue
		case rest[0] == '"':
			if n := strings.IndexAny(rest[1:], "\"\n"); n >= 0 && rest[1+n] == '"' {
				at += n + 1
			}
		case rest[0] == '#':
			at += max(strings.IndexByte(rest+"\n", '\n'), 1)
			continue
		case strings.IndexByte("([{", rest[0]) >= 0:
			depth++
		case strings.IndexByte(")]}", rest[0]) >= 0:
			depth--
		case rest[0] == '\n':
			next, _, _ := strings.Cut(rest[1:], "\n")
			if depth <= 0 || strings.TrimSpace(next) == "" {
				return at
			}
		}
		at++
	}
	return len(text)
}

// ParseRows reads a file of bare grids, as in published collections of boards. A grid ends at an empty line. Lines
// that begin with a semicolon are the title of the next grid. Each grid makes an instance that gives it to the
// names. It returns nil for any other file, which [Parse] reads.
func ParseRows(src *diag.Source, names ...string) []*Instance {
	r, ok := newReader(src)
	if !ok {
		return nil
	}
	title := ""
	for r.at < len(src.Text) {
		from, end := r.at, r.lineEnd(r.at)
		switch line := strings.TrimSpace(src.Text[from:end]); {
		case line == "":
			r.at = end + 1
		case line[0] == ';':
			title, r.at = strings.TrimSpace(strings.TrimLeft(line, ";")), end+1
		default:
			grid := r.plainRows()
			if grid == nil {
				return nil
			}
			e := &dsl.Assign{At: grid.At, Value: grid}
			for _, name := range names {
				e.Names = append(e.Names, &dsl.Name{At: grid.At, Text: name})
			}
			r.instances = append(r.instances, &Instance{At: grid.At, Source: src, Title: title, Entries: []*dsl.Assign{e}})
			title = ""
		}
	}
	return r.instances
}

// plainRows reads the rows at r.at. It returns nil if one of them is no row.
func (r *reader) plainRows() *dsl.GridLit {
	first, last := r.at, r.at
	for r.at < len(r.src.Text) {
		end := r.lineEnd(r.at)
		text := r.src.Text[r.at:end]
		line := strings.TrimSpace(text)
		if line == "" || line[0] == ';' {
			break
		}
		if separates(text) || isWord(line[0]) && strings.ContainsAny(line, "=:") {
			return nil
		}
		last, r.at = end, end+1
	}
	grid := dsl.NewGrid(r.src.Text[first:last], first, dsl.At{})
	grid.At = dsl.At{Start: grid.Rows[0].Start, End: grid.Rows[len(grid.Rows)-1].End}
	return grid
}

// leastInLine is the least number of cells in a line that is a square board. A shorter one may be the board of a
// puzzle played in a row.
const leastInLine = 36

// Square splits grids of one row that are square boards, as in collections of Sudokus. These have no blanks, and 36
// cells or more, whose number is a square.
func Square(all []*Instance) {
	for _, i := range all {
		for _, e := range i.Entries {
			if grid, ok := e.Value.(*dsl.GridLit); ok {
				square(grid)
			}
		}
	}
}

func square(g *dsl.GridLit) {
	cells := g.Rows[0].Cells
	side := 1
	for side*side < len(cells) {
		side++
	}
	if len(g.Rows) > 1 || g.Spaced || len(cells) < leastInLine || side*side != len(cells) {
		return
	}
	g.Rows = nil
	for row := range slices.Chunk(cells, side) {
		var text strings.Builder
		for _, cell := range row {
			text.WriteString(cell.Text)
		}
		at := dsl.At{Start: row[0].Start, End: row[side-1].End}
		g.Rows = append(g.Rows, dsl.GridRow{At: at, Text: text.String(), Cells: row})
	}
}

// isWord reports whether a name may begin with a byte.
func isWord(b byte) bool { return b == '_' || 'a' <= b|0x20 && b|0x20 <= 'z' }
