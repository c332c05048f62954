package lower

import (
	"slices"

	"nazo/dsl"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
)

// figure returns the reading of a shape of a set of cells that is decided member by member.
func figure(turned, mirrored bool) Reading {
	return func(_ *Lowerer, _ *dsl.Call, args []value.Value) value.Value {
		return value.Figure{Of: args[0], Turned: turned, Mirrored: mirrored}
	}
}

// congruent is the condition that two sets of cells have the same shape, perhaps turned and mirrored.
func (lw *Lowerer) congruent(at dsl.Node, args []value.Value) value.Value {
	body, ok := lw.sameShape(args)
	if !ok || lw.Moving() {
		return value.Bool(lw.sameForm(at, args))
	}
	return value.Bool(lw.newAtom(body, func() model.Bool { return lw.sameForm(at, args).Not() }))
}

// sameShape returns the constraint on two parts of one web, or on their cells in known sets. ok is false if some cells
// may be off, or if one of the parts may be empty.
func (lw *Lowerer) sameShape(args []value.Value) (body model.SameShape, ok bool) {
	var web *value.Web
	for i, arg := range args {
		share, shared := arg.(value.Share)
		if !shared {
			share.Of, ok = arg.(value.Part)
			if !ok {
				return body, false
			}
		}
		p := share.Of
		if web != nil && web != p.Web || p.Web.Edges == nil || len(p.From) != 1 || p.Most >= 0 {
			return body, false
		}
		web, body.Of[i] = p.Web, p.From[0]
		if shared {
			body.Counted[i] = alg.Map(web.Graph.Vertices.List(), share.Among.Contains)
			if !body.Counted[i][p.From[0]] {
				return body, false
			}
		}
	}
	for v, name := range web.Graph.Vertices.List() {
		cell, isCell := name.(value.Cell)
		if !isCell || web.Vertices[v] != model.True {
			return body, false
		}
		body.Places = append(body.Places, [2]int32{int32(cell.Row), int32(cell.Col)})
	}
	body.Graph, body.Edges = web.Graph.Plain(), web.Edges
	body.Whole = slices.ContainsFunc(lw.divisions, func(r *value.Regions) bool { return within(web, r) })
	return body, true
}

// within reports whether the parts of a web lie in those of regions: its edges are some of theirs.
func within(w *value.Web, r *value.Regions) bool {
	for i, on := range w.Edges {
		k := r.Graph.EdgeIndex(w.Graph.Edge(i))
		if on != model.False && (k < 0 || r.Same[k] != on) {
			return false
		}
	}
	return true
}

// sameForm is the condition that two sets of cells, known or not, have the same shape.
func (lw *Lowerer) sameForm(at dsl.Node, args []value.Value) model.Bool {
	var shapes [2]value.Value
	for i, set := range args {
		if ByMembers(set) {
			shapes[i] = value.Figure{Of: set, Turned: true, Mirrored: true}
			continue
		}
		shapes[i] = lw.Lift(at, []value.Value{set}, func(known []value.Value) value.Value { return lw.OfKnown("shape", at, known...) })
	}
	return lw.Equal(at, shapes[0], shapes[1])
}

// equalFigure compares the shape of an unknown set with another shape, or none.
func (lw *Lowerer) equalFigure(at dsl.Node, f value.Figure, other value.Value) model.Bool {
	switch other := other.(type) {
	case value.None:
		return lw.figure(at, f).empty(lw)
	case value.Shape:
		return lw.hasShape(at, f, other)
	case value.Figure:
		return lw.sameFigures(at, f, other)
	case value.Choice:
		return lw.equalChoice(at, other, f)
	}
	return model.False
}

// hasShape is the condition that a set has a known shape: it contains all cells of one placement, and no more.
func (lw *Lowerer) hasShape(at dsl.Node, f value.Figure, s value.Shape) model.Bool {
	if f.Form(s) != s {
		return model.False
	}
	cells := s.Cells()
	if p, ok := f.Of.(value.Part); ok { // the rest of a larger part doesn't matter
		p.Most = int64(len(cells))
		f.Of = p
	}
	grid := lw.figure(at, f)
	var places []model.Bool
	for _, form := range f.Forms(s) {
		cells := form.Cells()
		for row := range grid.rows {
			for column := range grid.columns {
				lw.Tick(at)
				var all []model.Bool
				for _, c := range cells {
					if all = append(all, grid.at(row+c.Row, column+c.Col)); all[len(all)-1] == model.False {
						break
					}
				}
				places = append(places, lw.And(all...))
			}
		}
	}
	x, _ := lw.Number(at, lw.Count(at, grid.in))
	n := int64(len(cells))
	return lw.And(lw.Or(places...), lw.Model.In(x, model.Range(n, n)))
}

// sameFigures compares normal forms: the first figure, moved to the top left corner, equals the second, turned and
// mirrored in one of the ways and moved there, too.
func (lw *Lowerer) sameFigures(at dsl.Node, f, g value.Figure) model.Bool {
	if f.Turned != g.Turned || f.Mirrored != g.Mirrored {
		lw.Fail(at, "mixed-shapes", "one of these shapes may be turned or mirrored otherwise than the other: use the same function for both")
	}
	a, b := lw.figure(at, f), lw.figure(at, g)
	first := a.moved(lw, at, false, false)
	ways := []bitmap{b.moved(lw, at, false, false)}
	if f.Turned {
		ways = append(ways, b.moved(lw, at, true, false).transposed(), b.moved(lw, at, true, true), b.moved(lw, at, false, true).transposed())
	}
	if f.Mirrored {
		ways = append(ways, b.moved(lw, at, false, true), b.moved(lw, at, true, false), ways[0].transposed(), b.moved(lw, at, true, true).transposed())
	}
	return lw.Or(alg.Map(ways, func(way bitmap) model.Bool { return lw.sameBits(at, first, way) })...)
}

func (lw *Lowerer) sameBits(at dsl.Node, a, b bitmap) model.Bool {
	var same []model.Bool
	for row := range max(a.rows, b.rows) {
		for column := range max(a.columns, b.columns) {
			lw.Tick(at)
			same = append(same, lw.Iff(a.at(row, column), b.at(row, column)))
		}
	}
	return lw.And(same...)
}

// bitmap has for each place of a rectangle the condition that it is part of a figure.
type bitmap struct {
	rows, columns int
	in            []model.Bool       // row by row
	corners       map[[2]bool]bitmap // memo of moved
}

func newBitmap(rows, columns int) bitmap {
	return bitmap{rows, columns, slices.Repeat([]model.Bool{model.False}, rows*columns), map[[2]bool]bitmap{}}
}

// figure returns the smallest bitmap that has all possible cells of a set. It is made once for a set.
func (lw *Lowerer) figure(at dsl.Node, f value.Figure) bitmap {
	members, _ := lw.Members(at, f.Of)
	key := spellAlternatives(members)
	if b, ok := lw.figures[key]; ok {
		return b
	}
	cells := make([]value.Cell, len(members))
	var top, left, bottom, right int
	for i, m := range members {
		c := expect[value.Cell](lw, at, m.Value, "wrong-argument", "cells")
		if cells[i] = c; i == 0 {
			top, left, bottom, right = c.Row, c.Col, c.Row, c.Col
		}
		top, left, bottom, right = min(top, c.Row), min(left, c.Col), max(bottom, c.Row), max(right, c.Col)
	}
	b := newBitmap(0, 0)
	if len(cells) > 0 {
		b = newBitmap(bottom-top+1, right-left+1)
	}
	for i, m := range members {
		place := &b.in[(cells[i].Row-top)*b.columns+cells[i].Col-left]
		*place = lw.Or(*place, m.Guard)
	}
	lw.figures[key] = b
	return b
}

// at returns the condition of a place. Outside it is false.
func (b bitmap) at(row, column int) model.Bool {
	if row >= b.rows || column >= b.columns {
		return model.False
	}
	return b.in[row*b.columns+column]
}

func (b bitmap) empty(lw *Lowerer) model.Bool { return lw.Or(b.in...).Not() }

func (b bitmap) transposed() bitmap {
	t := newBitmap(b.columns, b.rows)
	for row := range b.rows {
		for column := range b.columns {
			t.in[column*t.columns+row] = b.at(row, column)
		}
	}
	return t
}

// moved returns the figure moved so that its first row is row 0. With upwards its last row is row 0, the one above
// it row 1, and so on. Columns are moved likewise. Rows come first, then columns, so the work is places times rows
// and columns, not places times places.
func (b bitmap) moved(lw *Lowerer, at dsl.Node, upwards, leftwards bool) bitmap {
	key := [2]bool{upwards, leftwards}
	if m, ok := b.corners[key]; ok {
		return m
	}
	rows := b.shifted(lw, at, upwards)
	m := rows.transposed().shifted(lw, at, leftwards).transposed()
	b.corners[key] = m
	return m
}

// shifted moves the first nonempty row to row 0, or upwards, the last one in reverse order.
func (b bitmap) shifted(lw *Lowerer, at dsl.Node, upwards bool) bitmap {
	row := func(i int) int {
		if upwards {
			return b.rows - 1 - i
		}
		return i
	}
	first := make([]model.Bool, b.rows) // this row is the first one
	before := model.False
	for i := range first {
		some := lw.Or(b.in[row(i)*b.columns : (row(i)+1)*b.columns]...)
		first[i] = lw.And(some, before.Not())
		before = lw.Or(before, some)
	}
	out := newBitmap(b.rows, b.columns)
	for i := range b.rows {
		for column := range b.columns {
			var ways []model.Bool
			for by := 0; i+by < b.rows; by++ {
				lw.Tick(at)
				ways = append(ways, lw.And(first[by], b.at(row(i+by), column)))
			}
			out.in[i*b.columns+column] = lw.Or(ways...)
		}
	}
	return out
}
