package link

import (
	"fmt"
	"slices"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/linkformat"
	"nazo/dsl/value"
	"nazo/internal/alg"
)

// board is the content of an address for the places of a board, part by part.
type board struct {
	*Statement
	linkformat.Board
	readings []reading    // for each part of the body
	src      *diag.Source // the address that was read, or nil
}

// reading is the content of a part.
type reading struct {
	at   map[linkformat.Place]linkformat.Mark
	list []linkformat.Mark // all marks in order
	span diag.Span
}

// setReadings takes the parts of a body that begins at an offset of the source.
func (b *board) setReadings(read []linkformat.Reading, from int) {
	for _, r := range read {
		s := reading{byPlace(r.Places, r.Marks), r.Marks, diag.Span{Start: from + r.Start, End: min(from+r.End, len(b.src.Text))}}
		b.readings = append(b.readings, s)
	}
}

// byPlace returns marks by their places. In some domains, such as celltwice, each place comes several times in a row. Then
// its marks become one mark with several numbers.
func byPlace(places []linkformat.Place, marks []linkformat.Mark) map[linkformat.Place]linkformat.Mark {
	at := make(map[linkformat.Place]linkformat.Mark, len(places))
	times := timesOf(places)
	for i := 0; i < len(places); i += times {
		at[places[i]] = joined(marks[i : i+times])
	}
	return at
}

// timesOf returns how many times in succession each of the places comes.
func timesOf(places []linkformat.Place) int {
	times := 1
	for times < len(places) && places[times] == places[0] {
		times++
	}
	return times
}

// joined makes one mark of several that have at most one number each.
func joined(marks []linkformat.Mark) linkformat.Mark {
	if len(marks) == 1 {
		return marks[0]
	}
	var all linkformat.Mark
	some := false
	for _, m := range marks {
		n := linkformat.None
		if len(m.Numbers) == 1 {
			n, some = m.Numbers[0], true
		}
		all.Numbers = append(all.Numbers, n)
	}
	if !some {
		return linkformat.Mark{}
	}
	return all
}

// apart reverses joined. It is false if the mark does not have that many numbers.
func apart(m linkformat.Mark, times int) ([]linkformat.Mark, bool) {
	if times == 1 {
		return []linkformat.Mark{m}, true
	}
	marks := make([]linkformat.Mark, times)
	if m.Empty() {
		return marks, true
	}
	if len(m.Numbers) != times || m.Letter != 0 {
		return nil, false
	}
	for i, n := range m.Numbers {
		if n != linkformat.None {
			marks[i] = linkformat.Number(n)
		}
	}
	return marks, true
}

// constants returns an error if a part differs from a constant in the statement.
func (b *board) constants() error {
	for i, p := range b.body() {
		if tellsEnds(p) {
			if _, none := p.Targets[1].(*dsl.NoneLit); none {
				if err := b.noEnds(deadEnds(b.Board, marked(b.readings[i].at), b.holes()), b.readings[i].span); err != nil {
					return err
				}
			}
			continue
		}
		for k, target := range p.Targets {
			for _, mark := range b.readings[i].list {
				v := ofMark(mark)
				if parts, several := v.(value.Tuple); several && len(p.Targets) > 1 && k < len(parts) {
					v = parts[k]
				}
				c, constant := constantOf(target)
				if !constant || value.Equal(v, c) {
					continue
				}
				want := "nothing"
				if !value.IsNone(c) {
					want = value.String(c)
				}
				return mistake(b.src, b.readings[i].span, "link-constant", "the link has %s where the spec knows %s only", mark, want)
			}
		}
	}
	return nil
}

// noEnds is the error of borders that end inside of a room, if there are some.
func (b *board) noEnds(ends []linkformat.Place, at diag.Span) error {
	if len(ends) == 0 {
		return nil
	}
	return mistake(b.src, at, "link-room", "the border %s ends inside of a room, and the spec does not say what that means", b.placeText(ends[0]))
}

// constantOf returns the value of a target that is a constant.
func constantOf(target dsl.Expr) (v value.Value, ok bool) {
	switch x := target.(type) {
	case *dsl.NoneLit:
		return value.None{}, true
	case *dsl.IntLit:
		return value.FromBig(x.Value), true
	}
	return nil, false
}

// source is a part from the view of one of its targets.
type source struct {
	part    *dsl.LinkPart
	reading *reading // nil for columns and rows
	target  int
}

// sources returns the targets in order, and the parts about each. A target is a given, perhaps with keys.
func (b *board) sources() (targets []dsl.Expr, of map[string][]source) {
	of = map[string][]source{}
	body := 0
	for _, p := range b.Parts {
		var heard *reading
		if !isSize(p) {
			heard = &b.readings[body]
			body++
		}
		for i, target := range p.Targets {
			text := b.Source.Slice(target.Span())
			switch target.(type) {
			case *dsl.Name, *dsl.Index:
				if of[text] == nil {
					targets = append(targets, target)
				}
				of[text] = append(of[text], source{p, heard, i})
			}
		}
	}
	return targets, of
}

// holes returns the cells that belong to no room, as far as the address is known.
func (b *board) holes() map[linkformat.Place]bool {
	for i, p := range b.body()[:len(b.readings)] {
		if isHoles(p) {
			return marked(b.readings[i].at)
		}
	}
	return nil
}

// isHoles reports whether a part tells which cells belong to no room.
func isHoles(p *dsl.LinkPart) bool { return p.Format.Text == "holes" || p.Format.Text == "holeslash" }

// grouped reports whether the targets of a part are groups of places rather than parts of each mark.
func grouped(p *dsl.LinkPart) bool { return len(linkformat.GroupsOf(domainOf(p))) > 0 }

func (b *board) groupOf(p linkformat.Place) linkformat.Group {
	switch {
	case p.Y < 0:
		return linkformat.Above
	case p.Y > 2*b.Rows:
		return linkformat.Below
	case p.X < 0:
		return linkformat.Left
	case p.X > 2*b.Columns:
		return linkformat.Right
	}
	return linkformat.Inside
}

// frame says where the cells of a spec's board lie among the places: the first one, and the distance to the next.
type frame struct{ first, step, rows, cols int }

// frameOf returns the frame of a domain, by its name.
func (b *board) frameOf(domain string) frame {
	switch domain {
	case "points":
		return frame{0, 2, b.Rows + 1, b.Columns + 1}
	case "innerpoints":
		return frame{2, 2, b.Rows - 1, b.Columns - 1}
	case "halves", "sides":
		return frame{1, 1, 2*b.Rows - 1, 2*b.Columns - 1}
	case "allsides":
		return frame{0, 1, 2*b.Rows + 1, 2*b.Columns + 1}
	}
	return b.cellFrame()
}

func (b *board) cellFrame() frame { return frame{1, 2, b.Rows, b.Columns} }

// boardFrame returns the frame of a spec's board, by its size and by the domains that the statement mentions.
func (b *board) boardFrame(of *value.Board) (frame, bool) {
	if of.Points {
		return b.frameOf("points"), of.Rows == b.Rows+1 && of.Cols == b.Columns+1
	}
	if f := b.cellFrame(); f.rows == of.Rows && f.cols == of.Cols {
		return f, true
	}
	domains := alg.Map(b.body(), domainOf)
	for _, d := range domains { // some have the places around the cells, too
		f := frame{-1, 2, b.Rows + 2, b.Columns + 2}
		if slices.Contains(linkformat.GroupsOf(d), linkformat.Inside) && f.rows == of.Rows && f.cols == of.Cols {
			return f, true
		}
	}
	for _, d := range append(domains, "points", "halves", "innerpoints", "allsides") {
		if f := b.frameOf(d); f.rows == of.Rows && f.cols == of.Cols {
			return f, true
		}
	}
	return frame{}, false
}

func (f frame) place(row, col int) linkformat.Place {
	return linkformat.Place{X: f.first + (col-1)*f.step, Y: f.first + (row-1)*f.step}
}

// places returns the places of the cells, in reading order.
func (f frame) places() (all []linkformat.Place) {
	for row := 1; row <= f.rows; row++ {
		for column := 1; column <= f.cols; column++ {
			all = append(all, f.place(row, column))
		}
	}
	return all
}

// placeOf returns where a cell, a point or (its middle) an edge of the spec lies on the board.
func (b *board) placeOf(v value.Value) (linkformat.Place, bool) {
	switch v := v.(type) {
	case value.Cell:
		f, ok := b.boardFrame(v.Board)
		return f.place(v.Row, v.Col), ok
	case value.Edge:
		p, okP := b.placeOf(v.A)
		q, okQ := b.placeOf(v.B)
		return middle(p, q), okP && okQ
	}
	return linkformat.Place{}, false
}

// placesOfAll returns where all of the values lie. It is false if one has no place.
func (b *board) placesOfAll(all []value.Value) (places []linkformat.Place, ok bool) {
	places, ok = make([]linkformat.Place, len(all)), true
	for i, v := range all {
		if places[i], ok = b.placeOf(v); !ok {
			return nil, false
		}
	}
	return places, true
}

func middle(p, q linkformat.Place) linkformat.Place {
	return linkformat.Place{X: (p.X + q.X) / 2, Y: (p.Y + q.Y) / 2}
}

// halves returns the sides between cells, in reading order.
func halves(b linkformat.Board) (all []linkformat.Place) {
	for y := 1; y < 2*b.Rows; y++ {
		for x := 1 + y%2; x < 2*b.Columns; x += 2 {
			all = append(all, linkformat.Place{X: x, Y: y})
		}
	}
	return all
}

// around returns the four places beside a cell, which may lie outside the board.
func around(p linkformat.Place) []linkformat.Place {
	return []linkformat.Place{{X: p.X, Y: p.Y - 2}, {X: p.X - 2, Y: p.Y}, {X: p.X + 2, Y: p.Y}, {X: p.X, Y: p.Y + 2}}
}

func (b *board) placeText(p linkformat.Place) string {
	switch g := b.groupOf(p); {
	case g == linkformat.Above:
		return fmt.Sprintf("above column %d", (p.X+1)/2)
	case g == linkformat.Below:
		return fmt.Sprintf("below column %d", (p.X+1)/2)
	case g == linkformat.Left:
		return fmt.Sprintf("left of row %d", (p.Y+1)/2)
	case g == linkformat.Right:
		return fmt.Sprintf("right of row %d", (p.Y+1)/2)
	case p.X%2 == 1 && p.Y%2 == 1:
		return cellText(p)
	case p.X%2 == 0 && p.Y%2 == 0:
		return fmt.Sprintf("p%d,%d", p.Y/2+1, p.X/2+1)
	}
	before, after := p.Beside()
	return "between " + cellText(before) + " and " + cellText(after)
}

// staticType returns what is known of a target's type without any values.
func (s *Statement) staticType(target dsl.Expr) *check.Type {
	switch x := target.(type) {
	case *dsl.Name:
		return s.Spec.Types[x.Text]
	case *dsl.Index:
		if t := s.staticType(x.X); t != nil {
			return t.Elem
		}
	}
	return nil
}

// Outside returns the givens outside the board, by the link statements of a spec. The key is the text of the
// target: a name, or a name with a key, as in "seen[north]".
func Outside(spec *check.Spec) map[string]linkformat.Group {
	out := map[string]linkformat.Group{}
	for _, s := range Statements(spec) {
		for _, p := range s.Parts {
			groups := linkformat.GroupsOf(domainOf(p))
			if len(groups) != len(p.Targets) {
				continue
			}
			for i, t := range p.Targets {
				if target := Target(t); groups[i] != linkformat.Inside && target != "" {
					out[target] = groups[i]
				}
			}
		}
	}
	return out
}

// Target returns the text of a given, or of a given with a key that is a name. It is "" for anything else.
func Target(x dsl.Expr) string {
	switch x := x.(type) {
	case *dsl.Name:
		return x.Text
	case *dsl.Index:
		of, isName := x.X.(*dsl.Name)
		if key, ok := x.Keys[0].(*dsl.Name); ok && isName && len(x.Keys) == 1 {
			return of.Text + "[" + key.Text + "]"
		}
	}
	return ""
}
