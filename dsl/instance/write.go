package instance

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/value"
	"nazo/internal/alg"
)

// Brief returns [Text] without the givens that have their default, unless said says that the author wrote them.
func Brief(spec *check.Spec, values []Given, said func(name string) bool) string {
	return Text(spec, slices.DeleteFunc(slices.Clone(values), func(g Given) bool {
		return !said(g.Name) && slices.ContainsFunc(spec.Givens, func(stmt check.Placed[*dsl.Given]) bool {
			return stmt.Stmt.Parts[0].Name.Text == g.Name && usual(stmt.Stmt.Value, g.Value)
		})
	}))
}

// usual reports whether a value is its default, or is empty and its default is computed.
func usual(or dsl.Expr, v value.Value) bool {
	switch or := or.(type) {
	case nil:
		return false
	case *dsl.IntLit:
		return value.Equal(v, value.FromBig(or.Value))
	case *dsl.BoolLit:
		return value.Equal(v, value.Of(or.Value))
	}
	there := func(v value.Value) bool { return !value.Equal(v, value.None{}) }
	switch v := v.(type) {
	case *value.Array:
		return !slices.ContainsFunc(v.Values, there)
	case value.List:
		return !slices.ContainsFunc(v, there)
	case *value.Set:
		return v.Len() == 0
	}
	return true
}

// Text returns an instance as the text of a file, which reads back as the same values.
func Text(spec *check.Spec, values []Given) string {
	var b strings.Builder
	done := map[string]bool{}
	for _, g := range values {
		if done[g.Name] {
			continue
		}
		together := printedTogether(spec, g, values)
		var names []string
		for _, t := range together {
			names = append(names, t.Name)
			done[t.Name] = true
		}
		d := declaration(spec, g.Name)
		rows, ok := pictureOf(spec, together)
		if !ok {
			rows, ok = d.rows(g.Value)
		}
		if !ok {
			rows, ok = d.characters(g.Value)
		}
		if !ok {
			b.WriteString(g.Name + " = " + assigned(g.Value, d.keyed) + "\n")
			continue
		}
		if b.Len() > 0 && !strings.HasSuffix(b.String(), "\n\n") {
			b.WriteString("\n")
		}
		b.WriteString(strings.Join(names, ", ") + ":\n" + rows + "\n")
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// printedTogether returns the givens of one statement if one picture shows all of them and not all are grids.
// Otherwise it returns the given alone.
func printedTogether(spec *check.Spec, g Given, values []Given) []Given {
	for _, s := range spec.Givens {
		var all []Given
		grids := 0
		for _, part := range s.Stmt.Parts {
			if i := slices.IndexFunc(values, func(v Given) bool { return v.Name == part.Name.Text }); i >= 0 {
				all = append(all, values[i])
				if isWholeGrid(values[i].Value) {
					grids++
				}
			}
		}
		if !slices.ContainsFunc(all, func(v Given) bool { return v.Name == g.Name }) || grids == len(all) || len(all) == 1 {
			continue
		}
		if _, ok := pictureOf(spec, all); ok {
			return all
		}
	}
	return []Given{g}
}

// isWholeGrid reports whether a value has an element for each cell of a board.
func isWholeGrid(v value.Value) bool {
	a, ok := v.(*value.Array)
	return ok && a.Board != nil && !a.Board.Points && a.Keys.Len() == a.Board.Rows*a.Board.Cols
}

// pictureOf returns the picture of givens for places, in whole lines. It is false if there is none, for example if
// a word would contain a blank or read back differently.
func pictureOf(spec *check.Spec, all []Given) (string, bool) {
	var s sheet
	words := &spotWords{}
	owner := map[string]int{} // which given has the cells, the sides, the corners
	for i, g := range all {
		d := declaration(spec, g.Name)
		t, ok := words.add(g.Value, d, func(at value.Spot) bool {
			j, taken := owner[at.Noun()]
			owner[at.Noun()] = i
			return !taken || j == i
		})
		if !ok || len(all) > 1 && !d.keyed && hasLabel(d.Type, corner) {
			return "", false
		}
		if i == 0 {
			s = t
		} else if s, ok = s.joined(t); !ok {
			return "", false
		}
	}
	rows := make([][]string, s.rows)
	corners, told := false, len(all) == 1
	for i := range rows {
		rows[i] = make([]string, 0, s.cols)
		for j := range s.cols {
			at := s.spot(i, j)
			word, ok := words.at(at)
			switch {
			case s.step == 1 && at.Corner() && (!ok || word == corner):
				word, told = corner, true
			case !ok:
				word = "."
			case len(all) > 1 && word == corner:
				return "", false
			}
			if s.cols == 1 && utf8.RuneCountInString(word) > 1 {
				return "", false // it would read back as several cells
			}
			corners = corners || at.Corner()
			rows[i] = append(rows[i], word)
		}
	}
	return aligned(rows), told || !corners
}

// spotWords has words for the places of a board. A large board has many, so they are in one list.
type spotWords struct {
	width int
	words []*string
}

func (w *spotWords) at(at value.Spot) (word string, ok bool) {
	if i := at.Y*w.width + at.X; at.X < w.width && i < len(w.words) && w.words[i] != nil {
		return *w.words[i], true
	}
	return "", false
}

// put adds a word. It is false for a place outside of the board.
func (w *spotWords) put(at value.Spot, word *string) bool {
	i := at.Y*w.width + at.X
	if at.X < 0 || at.Y < 0 || at.X >= w.width || i >= len(w.words) {
		return false
	}
	w.words[i] = word
	return true
}

// add adds the words for the places of a value, if these are free, and returns their sheet. The word for nothing at a
// corner is +, unless a label prints so. It is false if there is no picture.
func (w *spotWords) add(v value.Value, d declared, free func(value.Spot) bool) (sheet, bool) {
	var places, values []value.Value
	switch v := v.(type) {
	case *value.Array:
		places, values = v.Keys.List(), v.Values
	case *value.Set:
		places = v.List()
	}
	s, ok := sheetOf(places)
	if !ok || hasLabel(d.Type, ".") || hasLabel(d.Type, " ") {
		return s, false
	}
	if rows, cols := s.board(); w.words == nil {
		w.width = 2*cols + 3
		w.words = make([]*string, w.width*(2*rows+3))
	}
	texts := make([]string, len(places))
	for i, p := range places {
		at, _, _ := value.SpotOf(p)
		text, ok := sign(true, at), true
		switch {
		case values == nil:
		case d.Elem.Kind == check.Bool && !d.Elem.Optional:
			text = sign(values[i] == value.Value(value.True), at)
		default:
			text, ok = d.word(values[i])
		}
		if !ok {
			return s, false
		}
		if at.Corner() && !hasLabel(d.Type, corner) {
			if text == corner {
				return s, false
			}
			if text == "." && s.step == 1 {
				text = corner
			}
		}
		texts[i] = text
		if !free(at) || !w.put(at, &texts[i]) {
			return s, false
		}
	}
	return s, true
}

// hasLabel reports whether a label of a type prints as a text.
func hasLabel(t *check.Type, text string) bool {
	if t == nil {
		return false
	}
	for _, e := range t.Enums {
		if slices.ContainsFunc(e.Set.Labels, func(l *dsl.Label) bool { return l.Print.Value == text }) {
			return true
		}
	}
	return hasLabel(t.Elem, text) || slices.ContainsFunc(t.Parts, func(p *check.Type) bool { return hasLabel(p, text) })
}

// declared is the declaration of a given.
type declared struct {
	*check.Type
	keyed    bool // it has keys and is no grid
	anyShape bool // a letter needs the number of cells, as it may have any shape
}

func declaration(spec *check.Spec, name string) declared {
	d := declared{Type: spec.Types[name]}
	for _, g := range spec.Givens {
		for i, part := range g.Stmt.Parts {
			x := g.Stmt.TypeOf(i)
			if part.Name.Text != name || x == nil {
				continue
			}
			d.keyed = part.Keys != nil
			dsl.Visit(x, func(n dsl.Node) bool {
				word, ok := n.(*dsl.Name)
				d.anyShape = d.anyShape || ok && word.Text == "shape"
				return true
			})
		}
	}
	return d
}

// sign returns the sign of a truth value at a place.
func sign(in bool, at value.Spot) string {
	switch {
	case !in:
		return "."
	case !at.Side():
		return "#"
	case at.Y%2 == 1:
		return "|"
	}
	return "-"
}

// aligned formats rows of words with aligned columns.
func aligned(rows [][]string) string {
	var widths []int
	for _, row := range rows {
		for i, w := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(w))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		b.WriteString(" ")
		for i, w := range row {
			b.WriteString(strings.Repeat(" ", widths[i]-utf8.RuneCountInString(w)+1))
			b.WriteString(w)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// rows formats a list of lists, or of tuples with lists, as rows. It is false if they would read back differently, such as
// a lone dash.
func (d declared) rows(v value.Value) (string, bool) {
	list, ok := v.(value.List)
	if !ok || len(list) == 0 {
		return "", false
	}
	var b strings.Builder
	for _, row := range list {
		words, ok := d.rowWords(row)
		if !ok || len(words) == 1 && slices.Contains(blankSigns, words[0]) {
			return "", false
		}
		if len(words) == 0 {
			words = []string{"[]"}
		}
		b.WriteString("  " + strings.Join(words, " ") + "\n")
	}
	return b.String(), true
}

// rowWords returns the words of a list, or of a tuple with a list, which a semicolon ends if a part follows.
func (d declared) rowWords(v value.Value) (words []string, ok bool) {
	switch v := v.(type) {
	case value.List, *value.Set:
		for _, x := range value.Elements(v) {
			text, ok := d.word(x)
			if !ok {
				return nil, false
			}
			words = append(words, text)
		}
		return words, true
	case value.Tuple:
		lists := 0
		for i, part := range v {
			switch part.(type) {
			case value.List, *value.Set:
				lists++
				mine, ok := d.rowWords(part)
				if !ok {
					return nil, false
				}
				if words = append(words, mine...); i < len(v)-1 {
					words = append(words, partEnd)
				}
			default:
				text, ok := d.word(part)
				if !ok || strings.HasSuffix(text, partEnd) {
					return nil, false
				}
				words = append(words, text)
			}
		}
		return words, lists > 0
	}
	return nil, false
}

// characters formats a grid with blank cells, with a character for each cell. It is false if that would read back
// differently, because a column at the rim is blank or a value takes more than a character.
func (d declared) characters(v value.Value) (string, bool) {
	a, ok := v.(*value.Array)
	if !ok || d.keyed || a.Board == nil || d.Type.Elem == nil {
		return "", false
	}
	none := "."
	if hasLabel(d.Type, ".") {
		none = " "
	}
	if none != " " && !hasLabel(d.Type, " ") {
		return "", false
	}
	var b strings.Builder
	var words []string
	for i, v := range a.Values {
		word, ok := none, true
		if label, is := v.(value.Label); is {
			word = label.Print
		} else if !value.IsNone(v) {
			word, ok = d.word(v)
		}
		if !ok || utf8.RuneCountInString(word) != 1 {
			return "", false
		}
		words = append(words, word)
		b.WriteString(word)
		if (i+1)%a.Board.Cols == 0 {
			b.WriteString("\n")
		}
	}
	text, at := b.String(), 0
	for _, row := range dsl.NewGrid(text, 0, dsl.At{}).Characters().Rows {
		for _, cell := range row.Cells {
			if at == len(words) || cell.Text != words[at] {
				return "", false
			}
			at++
		}
	}
	return text, at == len(words)
}

// word formats a value for a cell of a grid. It is false if a file can't have it there.
func (d declared) word(v value.Value) (string, bool) {
	text := ""
	switch v := v.(type) {
	case value.None:
		return ".", true
	case value.Label:
		text = v.Print
		if len(text) == 1 && slices.Contains(blankSigns, text) && !hasLabel(d.Type, text) {
			return "", false
		}
	case value.Direction:
		text = v.Print
	case value.Shape:
		if text = v.Print(); d.anyShape {
			text = value.String(v)
		}
	case value.List:
		return d.commas(v)
	case value.Tuple:
		return d.commas(v)
	case *value.Set:
		return d.commas(v.List())
	default:
		text = expression(v)
	}
	return text, text != "" && text != "." && !strings.ContainsFunc(text, func(c rune) bool { return c == ',' || unicode.IsSpace(c) })
}

// commas formats several values for one cell.
func (d declared) commas(list []value.Value) (string, bool) {
	words := make([]string, len(list))
	for i, v := range list {
		var ok bool
		if words[i], ok = d.word(v); !ok || strings.Contains(words[i], ",") {
			return "", false
		}
	}
	return strings.Join(words, ","), len(list) > 0
}

// assigned formats a value as an expression. A grid is the list of its rows, a value with keys the list of its values.
func assigned(v value.Value, keyed bool) string {
	a, ok := v.(*value.Array)
	switch {
	case !ok:
		return expression(v)
	case keyed || a.Board == nil:
		return expression(value.List(a.Values))
	}
	var rows value.List
	for row := range slices.Chunk(a.Values, a.Board.Cols) {
		rows = append(rows, value.List(row))
	}
	return expression(rows)
}

// expression formats a value as an expression, with names for places.
func expression(v value.Value) string {
	switch v := v.(type) {
	case value.Shape:
		return `"` + value.String(v) + `"`
	case value.Label:
		return `"` + v.Print + `"`
	case value.Cell:
		return placeName(v)
	case value.Edge:
		a, b := expression(v.A), expression(v.B)
		_, place := v.A.(value.Cell)
		if v.Directed || !place {
			return "edge(" + a + ", " + b + ")"
		}
		return a + "-" + b
	case value.List:
		return "[" + expressions(v) + "]"
	case value.Tuple:
		return "(" + expressions(v) + ")"
	case *value.Set:
		return "{" + expressions(v.List()) + "}"
	}
	return value.String(v)
}

func expressions(list []value.Value) string { return strings.Join(alg.Map(list, expression), ", ") }

// CellText formats a value for a cell of a given grid. It is false if a file can't have it there.
func CellText(spec *check.Spec, name string, v value.Value) (string, bool) {
	return declaration(spec, name).word(v)
}
