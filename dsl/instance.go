package dsl

import (
	"strings"

	"nazo/dsl/diag"
)

// Instance is one instance of an instance file: values for a spec's givens.
type Instance struct {
	At
	Source  *diag.Source
	Title   string // what follows the --- before it, or ""
	Entries []*Assign
}

// ParseInstances reads an instance file:
//
//	--- an optional title
//	n = 8                  # a value, written as in a spec
//	seen[north]: 1 2 . 3   # a row
//	clue:
//	  1 . 2                # rows, up to an empty line
//
// Lines that begin with --- stand between instances (an indented one is a row).
// A # begins a comment where an entry may begin and after a value, never in
// rows. What the rows mean is left to those who know the givens' types.
func ParseInstances(src *diag.Source) ([]*Instance, *diag.List) {
	r := &instanceReader{reader: newReader(src)}
	start, ok := r.check("instance file", maxInstanceSize)
	if !ok {
		return nil, r.problems
	}
	r.at = start
	for r.at < len(src.Text) && r.problems.Len() < maxProblems {
		r.line()
	}
	r.finish()
	return r.instances, r.problems
}

// instanceReader reads an instance file line by line.
type instanceReader struct {
	reader
	at        int // where the next line begins
	current   *Instance
	given     map[string]*Name // the names that the current instance has given
	instances []*Instance
}

// lineEnd returns the offset of the end of the line that holds offset at, its
// line end not included.
func (r *instanceReader) lineEnd(at int) int {
	if n := strings.IndexByte(r.src.Text[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(r.src.Text)
}

// line reads what begins in the line at r.at, and goes on to the line after it.
func (r *instanceReader) line() {
	start, end := r.at, r.lineEnd(r.at)
	text := r.src.Text[start:end]
	r.at = end + 1
	trimmed := strings.TrimSpace(text)
	switch {
	case trimmed == "" || trimmed[0] == '#':
	case separates(text):
		r.finish()
		title := strings.TrimSpace(strings.TrimLeft(text, "-"))
		r.begin(&Instance{At: At{start, end}, Source: r.src, Title: title})
	default:
		r.entry(start, end)
	}
}

// separates tells whether a line stands between two instances.
func separates(line string) bool {
	rest := strings.TrimLeft(line, "-")
	return len(line)-len(rest) >= 3 && (rest == "" || blank(rest[0]))
}

func (r *instanceReader) begin(i *Instance) {
	r.current, r.given = i, map[string]*Name{}
}

// finish puts the current instance on the list, unless there is nothing to it.
func (r *instanceReader) finish() {
	if i := r.current; i != nil && (len(i.Entries) > 0 || i.Title != "") {
		r.instances = append(r.instances, i)
	}
	r.current = nil
}

// entry reads NAME = VALUE, NAME: ROW or NAME: and the rows below it.
func (r *instanceReader) entry(start, end int) {
	text := r.src.Text[start:end]
	sign := strings.IndexAny(text, "=:")
	if sign < 0 {
		r.noEntry(start, end)
		return
	}
	e := r.head(start, start+sign)
	sign += start + 1
	switch rest := strings.TrimSpace(r.src.Text[sign:end]); {
	case text[sign-1-start] == '=':
		last := valueEnd(r.src.Text, sign)
		r.at = last + 1
		e.Value = r.value(sign, last)
	case rest != "":
		e.Value = newGrid(r.src.Text[sign:end], sign, At{sign, end})
	default:
		r.rows(e, sign, end)
	}
	e.End = max(e.End, e.Value.Span().End)
	r.add(e)
}

// head reads the names before the sign, and the key if there is one.
func (r *instanceReader) head(start, end int) *Assign {
	p := newExprParser(lex(r.src.Text[start:end], start))
	e := &Assign{Names: []*Name{p.name("a given's name")}}
	if p.is("[") {
		var keys []operand
		p.inBrackets(p.next(), "]", func() { keys = p.list(p.expression) })
		e.Keys = exprs(keys)
	}
	for len(e.Keys) == 0 && p.accept(",") {
		e.Names = append(e.Names, p.name("a given's name"))
	}
	e.At = p.from(e.Names[0].Start)
	if p.problem == nil && !p.peek().EOF() {
		p.fail(unexpected(p.lx, "`=` and a value, or `:` and rows"))
	}
	if p.problem != nil {
		r.explain(p.problem, "")
	}
	return e
}

// rows reads the rows below a name.
func (r *instanceReader) rows(e *Assign, sign, end int) {
	first := r.at
	for r.at < len(r.src.Text) {
		lineEnd := r.lineEnd(r.at)
		line := r.src.Text[r.at:lineEnd]
		if strings.TrimSpace(line) == "" {
			break
		}
		if separates(line) {
			r.checkDashes(first, end, At{r.at, lineEnd})
			break
		}
		end = lineEnd
		r.at = lineEnd + 1
	}
	grid := &GridLit{At: At{sign, sign}}
	if first <= end {
		grid = newGrid(r.src.Text[first:end], first, At{first, end})
	}
	if len(grid.Rows) == 0 {
		d := diag.Errorf(r.src, At{e.Start, sign}.Span(), "no-rows", "there are no rows below `%s`", r.src.Text[e.Start:sign])
		r.report(d.Helpf("write them in the lines that follow, up to an empty line; an empty list is `%s = []`", r.src.Text[e.Start:sign-1]))
	} else {
		grid.At = At{grid.Rows[0].Start, grid.Rows[len(grid.Rows)-1].End}
	}
	e.Value = grid
}

// checkDashes reports a line of dashes that may be one more row: the rows above it
// have dashes, too, and are as long.
func (r *instanceReader) checkDashes(first, end int, line At) {
	text := strings.TrimRight(r.src.Text[line.Start:line.End], " \t\r")
	if first > end || strings.Trim(text, "-") != "" || !strings.Contains(r.src.Text[first:end], "-") {
		return
	}
	above := newGrid(r.src.Text[first:end], first, At{})
	if !above.Spaced && len(above.Rows[0].Text) == len(text) {
		d := diag.Errorf(r.src, At{line.Start, line.Start + len(text)}.Span(), "row-or-separator", "this line is either a row or stands between two instances")
		r.report(d.Helpf("indent rows; leave an empty line before ---"))
	}
}

// noEntry reports a line that is no entry, and passes over what belongs to it.
func (r *instanceReader) noEntry(start, end int) {
	text := r.src.Text[start:end]
	from := start + len(text) - len(strings.TrimLeft(text, " \t"))
	d := diag.Errorf(r.src, At{from, start + len(strings.TrimRight(text, " \t\r"))}.Span(), "no-entry", "this line gives no value")
	r.report(d.Expect("NAME = VALUE, NAME: and rows below it, or --- between instances"))
	for r.at < len(r.src.Text) {
		end := r.lineEnd(r.at)
		if line := r.src.Text[r.at:end]; strings.ContainsAny(line, "=:") || separates(line) || strings.TrimSpace(line) == "" {
			return
		}
		r.at = end + 1
	}
}

// add puts an entry into the current instance, unless it was given before. Keys
// are not compared here: they are expressions.
func (r *instanceReader) add(e *Assign) {
	if r.current == nil {
		r.begin(&Instance{At: At{e.Start, e.Start}, Source: r.src})
	}
	for _, name := range e.Names {
		first := r.given[name.Text]
		if first == nil || len(e.Keys) > 0 {
			continue
		}
		d := diag.Errorf(r.src, name.Span(), "given-twice", "`%s` is given twice in one instance", name.Text)
		d.Note(r.src, first.Span(), "the first time")
		r.report(d.Helpf("instances are separated by a line ---"))
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

// valueEnd returns where the value that begins at an offset ends: at the end of
// its line, or, while a bracket or a grid is open, of a later one. An empty line
// ends it outside of a grid.
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
