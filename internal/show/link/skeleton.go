package link

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/linkformat"
	"nazo/internal/show/sites"
)

// Skeleton returns the text of a spec for a link whose puzzle no spec knows: givens for what the link carries, the link
// statement, the content of the link as an example, and a rule to fill in. The notes are sentences about what was
// guessed or left out. The error has diagnostics.
func Skeleton(ctx context.Context, name string, src *diag.Source) (text string, notes []string, err error) {
	k := &skeleton{name: name, used: map[string]bool{"board": true, "drawn": true, "digit": true, "signs": true, "marks": true, "kinds": true, "words": true, "any": true, "mark": true, "white": true, "black": true}}
	if site := sites.Recognize(src.Text); site != "" {
		doc, err := sites.Read(src.Text)
		if err != nil {
			return "", nil, problemOf(src, 0, err)
		}
		k.document(doc)
	} else {
		u, err := ParseURL(src)
		if err != nil {
			return "", nil, err
		}
		if err := k.address(src, u); err != nil {
			return "", nil, err
		}
	}
	example, err := k.example(ctx, src)
	if err != nil {
		return "", nil, err
	}
	text = k.text() + example
	if _, problems := parsed(text); problems.HasErrors() {
		return "", nil, problems.Err()
	}
	formatted, problems := dsl.Format(diag.NewSource("skeleton", text))
	return formatted, k.notes, problems.Err()
}

// skeleton is a spec that is being written for a link.
type skeleton struct {
	name    string
	givens  []string // declarations
	letters string   // of marks, each of which becomes a label
	unknown bool     // whether a clue may have no number
	marks   bool     // whether a place may just be marked
	kinds   bool     // whether a place may be marked in two ways
	board   string   // an expression for the board
	cells   string   // a given on the cells of the board, or ""
	link    string   // the statement
	notes   []string
	about   string
	digits  string // a type for the numbers that the solver writes; "": the solver draws something else
	used    map[string]bool
	words   map[string]string // names of labels for the words in a link of another site
}

// named declares a given, with a number behind its name if that is taken.
func (k *skeleton) named(name, of, remark string) string {
	taken := func(name string) bool { return k.used[name] || dsl.Reserved(name) }
	unique := name
	for n := 2; taken(unique); n++ {
		unique = fmt.Sprintf("%s_%d", name, n)
	}
	k.used[unique] = true
	if remark != "" {
		remark = "  # " + remark
	}
	k.givens = append(k.givens, fmt.Sprintf("given %s: %s%s", unique, of, remark))
	return unique
}

// text returns the spec without examples.
func (k *skeleton) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "puzzle %s \"Say here what the solver has to do.\"\n", k.name)
	if k.about != "" {
		for line := range strings.Lines(k.about) {
			b.WriteString(strings.TrimRight("# "+strings.TrimSpace(line), " ") + "\n")
		}
	}
	if k.unknown || k.letters != "" {
		var labels []string
		if k.unknown {
			labels = append(labels, `any "?"`)
		}
		for _, c := range k.letters {
			labels = append(labels, fmt.Sprintf("%s %q", letterName(c), string(c)))
		}
		fmt.Fprintf(&b, "let signs = {%s}\n", strings.Join(labels, ", "))
	}
	if len(k.words) > 0 {
		var labels []string
		for _, word := range slices.Sorted(maps.Keys(k.words)) {
			labels = append(labels, fmt.Sprintf("%s %q", k.words[word], word))
		}
		fmt.Fprintf(&b, "let words = {%s}\n", strings.Join(labels, ", "))
	}
	if k.marks {
		b.WriteString("let marks = {mark \"x\"}\n")
	}
	if k.kinds {
		b.WriteString("let kinds = {white \"o\", black \"*\"}\n")
	}
	board := k.cells
	if board == "" {
		board = "board"
	}
	b.WriteString(strings.ReplaceAll(strings.Join(k.givens, "\n"), boardHere, board) + "\n")
	if k.cells == "" {
		fmt.Fprintf(&b, "let board = %s\n", k.board)
	}
	if k.digits != "" {
		fmt.Fprintf(&b, "find digit[c in cells(%s)]: %s  # what the solver writes\n\n", board, k.digits)
		fmt.Fprintf(&b, "rule \"clues\" for c in clues(%s): digit[c] = %s[c]\n", board, board)
		fmt.Fprintf(&b, "rule \"to fill in\": true  # such as: for line in rows(%[1]s) + columns(%[1]s): distinct(digit[line])\n", board)
	} else {
		fmt.Fprintf(&b, "find drawn: set of cells(%s)  # what the solver draws: a set of cells, or something else\n\n", board)
		b.WriteString("rule \"to fill in\": true  # such as: for c in cells(" + board + "): c in drawn\n")
	}
	b.WriteString(k.link + "\n")
	return b.String()
}

// boardHere stands for the board in declarations.
const boardHere = "\x00"

func letterName(c rune) string {
	switch c {
	case '+':
		return "plus"
	case '=':
		return "equals"
	case '@':
		return "at_sign"
	case '_':
		return "bar"
	}
	return "letter_" + string(c)
}

func parsed(text string) (*check.Spec, *diag.List) {
	file, problems := dsl.Parse(diag.NewSource("skeleton", text))
	if problems.HasErrors() {
		return nil, problems
	}
	return check.Check(file, nil)
}

// example reads the link by the new statement, and returns it as an example of the spec.
func (k *skeleton) example(ctx context.Context, src *diag.Source) (string, error) {
	spec, problems := parsed(k.text())
	if problems.HasErrors() {
		return "", problems.Err()
	}
	read, err := Read(spec, src)
	if err != nil {
		return "", err
	}
	k.notes = append(k.notes, read.Notes...)
	values, problems := compile.Givens(ctx, spec, instance.Input{Instance: read.Instance}, compile.Options{})
	if problems.HasErrors() {
		return "", problems.Err()
	}
	return "\nexample \"the link\" " + assignments(instance.Brief(spec, values, func(string) bool { return false })) + ": expect 1 solution\n", nil
}

// assignments returns the text of an instance as an example has it: NAME = VALUE, with rows in triple quotes.
func assignments(text string) string {
	var out []string
	var rows *strings.Builder
	end := func() {
		if rows != nil {
			out = append(out, rows.String()+`"""`)
			rows = nil
		}
	}
	for line := range strings.Lines(text) {
		names, isRows := strings.CutSuffix(strings.TrimRight(line, "\n"), ":")
		switch {
		case isRows && line[0] != ' ':
			end()
			rows = &strings.Builder{}
			rows.WriteString(names + " = \"\"\"\n")
		case rows != nil && line[0] == ' ':
			rows.WriteString(line)
		case strings.TrimSpace(line) != "":
			end()
			out = append(out, strings.TrimSpace(line))
		}
	}
	end()
	return strings.Join(out, ", ")
}

// address writes givens and a link statement for an address of puzz.link.
func (k *skeleton) address(src *diag.Source, u linkformat.URL) error {
	layout, err := k.layout(src, u)
	if err != nil {
		return err
	}
	if i := slices.IndexFunc(layout, func(p linkformat.Part) bool { return p.Domain == "bricks" }); i >= 0 {
		d := diag.Errorf(src, wordSpan(src, u.Type), "link-type", "the board has moved rows, and a given has none")
		return listOf(d)
	}
	readings, _, err := layout.Read(u.Board(), u.Body)
	if err != nil {
		return problemOf(src, u.Start, err)
	}
	var parts []string
	for i, p := range layout {
		parts = append(parts, k.part(u.Board(), layout, i, readings[i])+map[bool]string{true: "?"}[p.Optional && p.Format != "slash"])
	}
	if k.cells == "" && k.board == "" {
		wide, high := k.named("columns_wide", "1..250", ""), k.named("rows_high", "1..250", "")
		parts = append([]string{"columns " + wide, "rows " + high}, parts...)
		k.board = "grid(" + high + ", " + wide + ")"
	}
	flags := ""
	for i, f := range u.Flags {
		flags += map[bool]string{true: " flags ", false: ", "}[i == 0] + string(f) + " " + k.flag("flag_"+string(f), "may change the rules")
	}
	k.link = fmt.Sprintf("link %q%s: %s answer shade drawn", u.Type, flags, strings.Join(parts, ", "))
	return nil
}

// layout returns the parts of a type's links. Of an unknown type it returns the most usual parts that read all of the
// body.
func (k *skeleton) layout(src *diag.Source, u linkformat.URL) (linkformat.Layout, error) {
	if t, ok := linkformat.TypeOf(u.Type); ok {
		return t.Layout, nil
	}
	often := map[string]int{}
	var all []linkformat.Layout
	for _, t := range linkformat.Types() {
		key := fmt.Sprint(t.Layout)
		if often[key]++; often[key] == 1 {
			all = append(all, t.Layout)
		}
	}
	slices.SortStableFunc(all, func(a, b linkformat.Layout) int { return often[fmt.Sprint(b)] - often[fmt.Sprint(a)] })
	for _, l := range all {
		readings, notes, err := l.Read(u.Board(), u.Body)
		if err != nil || len(notes) > 0 {
			continue
		}
		written, err := l.Write(u.Board(), func(part int, _ []linkformat.Place) ([]linkformat.Mark, error) { return readings[part].Marks, nil })
		if err != nil || written != u.Body {
			continue
		}
		k.notes = append(k.notes, fmt.Sprintf("puzz.link's type `%s` is unknown: the parts %s are a guess, for they read all of the link", u.Type, partsText(l)))
		return l, nil
	}
	d := diag.Errorf(src, wordSpan(src, u.Type), "link-type", "puzz.link's type `%s` is unknown, and no usual parts read all of the link", u.Type)
	return nil, listOf(d.Helpf("docs/links.md lists the formats for a link statement of your own"))
}

func partsText(l linkformat.Layout) string {
	var parts []string
	for _, p := range l {
		parts = append(parts, p.String())
	}
	return strings.Join(parts, ", ")
}

// The size of a grid of places, from that of the board, and back.
var gridOf = map[string]struct{ board, remark string }{
	"points":      {"grid(height(%[1]s) - 1, width(%[1]s) - 1)", "at the corners of the cells, the rim among them"},
	"innerpoints": {"grid(height(%[1]s) + 1, width(%[1]s) + 1)", "at the inner corners"},
	"sides":       {"grid((height(%[1]s) + 1) / 2, (width(%[1]s) + 1) / 2)", "rows and columns alternate: cell, side, cell, ..."},
	"halves":      {"grid((height(%[1]s) + 1) / 2, (width(%[1]s) + 1) / 2)", "rows and columns alternate: cell, side, cell, ..."},
	"allsides":    {"grid(height(%[1]s) / 2, width(%[1]s) / 2)", "points, sides and cells as they lie"},
}

// part returns a part of the link statement, and declares its givens.
func (k *skeleton) part(b linkformat.Board, l linkformat.Layout, i int, read linkformat.Reading) string {
	p := l[i]
	domain := p.Domain
	if domain == "" {
		domain = linkformat.DefaultDomain(p.Format)
	}
	head := p.String() + " "
	if p.Format == "slash" {
		return p.Format
	}
	if linkformat.IsBorder(p.Format) && k.parts(b, l, i, read) {
		room := k.named("room", "grid of label", "")
		k.onCells(room)
		return head + room
	}
	names, of := k.elements(p.Format)
	table := letterTable(p.Format)
	switch domain {
	case "":
		return head + k.placeless(p.Format)
	case "outside", "outsideopen":
		return head + k.several([]string{"down", "across"}, "list of "+of[0]+"?", "")
	case "outside2", "outside4":
		return head + k.several([]string{"down", "across"}, "list of list of "+of[0]+"?", "")
	case "outsidehalf":
		return head + k.several([]string{"down", "across"}, "list of list of "+of[0], "")
	case "around":
		return head + k.several([]string{"above", "below", "left", "right"}, "list of "+of[0]+"?", "")
	case "cellsaround":
		clue := k.named(names[0], "grid of "+of[0]+"?", "")
		k.onCells(clue)
		return head + "(" + clue + ", " + strings.Trim(k.several([]string{"above", "below", "left", "right"}, "list of "+of[0]+"?", ""), "()") + ")" + table
	case "celltwice":
		names, of = []string{"first", "second"}, []string{of[0], of[0]}
	case "cellquarters":
		names, of = []string{"top", "left", "right", "bottom"}, []string{of[0], of[0], of[0], of[0]}
	}
	at := gridOf[domain]
	var targets []string
	for j, name := range names {
		list := strings.HasPrefix(of[j], "list")
		target := k.named(name, "grid of "+of[j]+map[bool]string{true: "?"}[!list], at.remark)
		if at.board == "" {
			k.onCells(target)
		} else if k.board == "" {
			k.board = fmt.Sprintf(at.board, target)
		}
		targets = append(targets, target)
	}
	if len(targets) == 1 {
		return head + targets[0] + table
	}
	table = map[string]string{
		"arrow16": ` {"+": (plus, none), (0, n): (none, n), (0, ?): (none, any)}`, "arrow16g": ` {(0, n): (none, n), (0, ?): (none, any)}`,
		"kind16": ` {"+": (plus, none)}`, "pair16": bothMissing, "pair16signs": bothMissing, "pair52": bothMissing,
		"num16circle": ` {("i", n): (n, none), n: (none, n), ("i", ?): (any, none), ?: (none, any)}`,
		"num16bar":    ` {"x": (letter_x, none), ("x", n): (letter_x, n), n: (none, n), ?: (none, any)}`,
	}[p.Format]
	return head + "(" + strings.Join(targets, ", ") + ")" + table
}

// flag declares a given that is false by default.
func (k *skeleton) flag(name, remark string) string {
	name = k.named(name, "false", remark)
	last := len(k.givens) - 1
	k.givens[last] = strings.Replace(k.givens[last], ": ", " = ", 1)
	return name
}

func (k *skeleton) onCells(given string) {
	if k.cells == "" {
		k.cells = given
	}
}

// several declares givens of one type, and returns them in parentheses.
func (k *skeleton) several(names []string, of, remark string) string {
	var out []string
	for _, name := range names {
		out = append(out, k.named(name, of, remark))
	}
	if k.board == "" && len(names) == 2 && !strings.HasPrefix(of, "list of list") {
		k.board = "grid(size(" + out[1] + "), size(" + out[0] + "))"
	}
	return "(" + strings.Join(out, ", ") + ")"
}

// parts reports whether borders part rooms: a later part has clues of rooms, or none ends within a room.
func (k *skeleton) parts(b linkformat.Board, l linkformat.Layout, i int, read linkformat.Reading) bool {
	if slices.ContainsFunc(l[i+1:], func(p linkformat.Part) bool { return p.Domain == "rooms" }) {
		return true
	}
	at := map[linkformat.Place]bool{}
	for j, m := range read.Marks {
		at[read.Places[j]] = !m.Empty()
	}
	if len(deadEnds(b, at, nil)) > 0 {
		return false
	}
	return !l[i].Optional
}

// elements returns the names of what a mark of a format has, and their types.
func (k *skeleton) elements(format string) (names, of []string) {
	parts := strings.Fields(markParts[format])
	if len(parts) == 0 {
		parts = []string{"clue:" + lettersOf[format]}
	}
	for _, part := range parts {
		name, what, _ := strings.Cut(part, ":")
		k.marks, k.kinds = k.marks || what == "marks", k.kinds || what == "kinds"
		switch what {
		case "marks", "kinds":
		case "arrows":
			what = "signs or directions"
		case "lettered":
			what = "(label, 0..99999)"
		case "list":
			what = "list of " + k.number("")
		default:
			what = k.number(what)
		}
		names, of = append(names, name), append(of, what)
	}
	return names, of
}

// markParts are the parts of a mark of a format: names, each with the type or with the letters beside numbers. Other marks
// have one number.
var markParts = map[string]string{
	"border": "wall:marks", "borderb": "wall:marks", "trits": "dot:kinds", "bits": "mark_at:marks", "holes": "hole:marks",
	"holeslash": "hole:marks", "gaps": "mark_at:marks", "gapsz": "mark_at:marks", "gapsopen": "mark_at:marks", "sparse": "mark_at:marks",
	"arrow16": "arrow:arrows number:+", "arrow16g": "arrow:arrows number", "num16circle": "circled number", "num16bar": "bar:x number",
	"kindarrow16": "kind arrow:arrows number", "kind16": "kind:+ number", "pair16": "one:_ other:_", "pair16signs": "one:_ other:_",
	"pair52": "one:_ other:_", "four16": "above:_ below left right", "list8": "clue:list", "list8signs": "clue:list", "list9": "clue:list",
	"list9k": "clue:list", "lettered": "clue:lettered",
}

// number returns the type of numbers, or letters.
func (k *skeleton) number(letters string) string {
	k.unknown = true
	for _, c := range letters {
		if !strings.ContainsRune(k.letters, c) {
			k.letters += string(c)
		}
	}
	return "signs or 0..99999"
}

// bothMissing is the table for pairs of numbers, of which both may be missing in a cell that is no empty one.
const bothMissing = ` {(none, none): (bar, none)}`

// lettersOf has the letters of formats whose marks are numbers or letters.
var lettersOf = map[string]string{"num16h": "gh", "num16j": "ghij@", "num16m": "ghijklm", "num16plus": "+",
	"num16equals": "=", "num10e": "abcde", "chars52": "+", "pipes": "abcdefgo"}

// letterTable returns the table of a part that has a label for each letter, or "".
func letterTable(format string) string {
	var cases []string
	for _, c := range lettersOf[format] {
		cases = append(cases, fmt.Sprintf("%q: %s", string(c), letterName(c)))
	}
	if len(cases) == 0 {
		return ""
	}
	return " {" + strings.Join(cases, ", ") + "}"
}

// placeless declares the given of a part without places, and returns its target.
func (k *skeleton) placeless(format string) string {
	given := map[string][2]string{"count": {"amount", "0..99999"}, "at": {"place", "cells(" + boardHere + ")"}, "piece": {"piece", "shape"},
		"sizebank": {"bank", "list of 0..99999"}, "wordbank": {"bank", "list of list of 1..26"}, "figures": {"bank", "list of list of 0..99999"}}[format]
	if given[0] == "" {
		given = [2]string{"bank", "list of shape"}
	}
	return k.named(given[0], given[1], "")
}
