package lower

import (
	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// figure makes a reading of the shape of a set of cells that is decided member by member.
func figure(turned, mirrored bool) Reading {
	return func(_ *Lowerer, _ *dsl.Call, args []value.Value) value.Value {
		return value.Figure{Of: args[0], Turned: turned, Mirrored: mirrored}
	}
}

// congruent is the condition that two sets of cells have the same shape, turned and mirrored as may be.
func (lw *Lowerer) congruent(at dsl.Node, args []value.Value) value.Value {
	var shapes [2]value.Value
	for i, set := range args {
		if ByMembers(set) {
			shapes[i] = value.Figure{Of: set, Turned: true, Mirrored: true}
			continue
		}
		shapes[i] = lw.Lift(at, []value.Value{set}, func(known []value.Value) value.Value { return lw.OfKnown("shape", at, known...) })
	}
	return value.Bool(lw.Equal(at, shapes[0], shapes[1]))
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

// hasShape is the condition that a set has a known shape: all cells of one of its places are in it, and no more.
func (lw *Lowerer) hasShape(at dsl.Node, f value.Figure, s value.Shape) model.Bool {
	if f.Form(s) != s {
		return model.False
	}
	cells := s.Cells()
	if p, ok := f.Of.(value.Part); ok { // of a larger one it doesn't matter what else is in it
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

// sameFigures compares normal forms: the first, moved to the top left corner, is the second turned and mirrored in one of
// the ways, moved there, too.
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
	same := make([]model.Bool, len(ways))
	for i, way := range ways {
		same[i] = lw.sameBits(at, first, way)
	}
	return lw.Or(same...)
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
