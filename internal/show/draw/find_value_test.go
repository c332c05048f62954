package draw

import (
	"slices"
	"testing"

	"nazo/dsl/value"
	"nazo/internal/judge"
)

var board = &value.Board{Rows: 2, Cols: 2}

func at(row, col int) value.Value { return board.At(row, col) }

// square is the graph of the four cells of the board, round and round.
func square() *value.Graph {
	var edges []value.Edge
	ring := []value.Value{at(1, 1), at(1, 2), at(2, 2), at(2, 1)}
	for i, v := range ring {
		edges = append(edges, value.MakeEdge(v, ring[(i+1)%4], false))
	}
	return value.NewGraph(value.NewSet(board.Cells()...), edges, false)
}

// The marks of a value make the value again, and one mark less leaves a part open.
func TestBothWays(t *testing.T) {
	g := square()
	path := FindOf(&judge.RouteShape{Graph: g, Kind: value.Path})
	if _, wrong := path.Along([]value.Value{at(1, 1), at(2, 1), at(2, 2)}, false); wrong != "" {
		t.Fatal(wrong)
	}
	path.Rest(value.False)
	line, _ := path.Value()
	cells := value.NewSet(board.Cells()...)
	number := &judge.ScalarShape{Values: value.Range{Lo: 1, Hi: 4}}
	for _, c := range []struct {
		shape judge.Shape
		value value.Value
	}{
		{&judge.SetShape{Members: cells}, value.NewSet(at(1, 2), at(2, 1))},
		{&judge.ArrayShape{Keys: cells, Parts: []judge.Shape{number, number, number, number}, Board: board},
			value.NewArray(cells, []value.Value{value.Int(1), value.Int(4), value.Int(2), value.Int(2)}, board)},
		{path.Shape, line},
		{&judge.RegionsShape{Graph: g}, value.OfParts(g, []int32{1, 1, 2, 2})},
		{&judge.ScalarShape{Values: cells}, at(2, 1)},
	} {
		f := FindOf(c.shape)
		for i, m := range MarksOf(c.shape, c.value) {
			f.Known[i] = m.Is
		}
		if v, misfit := f.Value(); misfit != nil || v == nil || !value.Equal(v, c.value) {
			t.Errorf("%s becomes %v, %v", value.String(c.value), v, misfit)
		}
		f.Open = true
		if v, _ := f.Value(); v == nil {
			t.Errorf("nothing is known of %s", value.String(c.value))
		}
		f.Known[0] = nil
		switch v, _ := f.Value(); v.(type) {
		case *value.Partly, value.Cell:
		default:
			t.Errorf("%s without a mark is %v", value.String(c.value), v)
		}
	}
}

// Marks that make no value are told, with the place.
func TestMisfits(t *testing.T) {
	g := square()
	steps := func(open bool, number ...value.Value) *Misfit {
		f := FindOf(&judge.RouteShape{Graph: g, Kind: value.Path})
		f.Open = open
		return f.Steps(number)
	}
	none := value.None{}
	parts := FindOf(&judge.RegionsShape{Graph: g})
	parts.Known[0] = value.False
	parts.Rest(value.True)
	_, border := parts.Value()
	areas := CutAreas(board.Cells(), func(v value.Value) (value.Spot, bool) {
		spot, _, ok := value.SpotOf(v)
		return spot, ok
	}, func(side value.Spot) bool { return side.X == 2 })
	alone := func(key value.Value, values ...value.Value) *judge.ArrayShape {
		return &judge.ArrayShape{Keys: value.NewSet(key), Parts: []judge.Shape{&judge.ScalarShape{Values: value.NewSet(values...)}}}
	}
	left := value.NewSet(at(1, 1), at(2, 1))
	_, tooSmall := areas.Mark(alone(at(1, 2), left), 0, nil)
	_, two := areas.Mark(alone(at(1, 1), at(1, 1), at(2, 1)), 0, nil)
	for _, c := range []struct {
		misfit *Misfit
		at     value.Value
		want   string
	}{
		{steps(false, value.Int(1), none, value.Int(3), none), nil, "there is no step 2"},
		{steps(false, value.Int(1), value.Int(1), none, none), at(1, 2), "step 1 is at r1c1 already"},
		{steps(false, value.Int(1), none, none, value.Int(2)), at(1, 1), "no step leads from here, r1c1, to r2c2"},
		{border, value.MakeEdge(at(1, 1), at(1, 2), false), "the border between r1c1 and r1c2 parts nothing"},
		{tooSmall, at(1, 2), "r1c2 can't have this area of 2 cells"},
		{two, at(1, 1), "the area of r1c1 holds both r1c1 and r2c1"},
	} {
		if c.misfit == nil || c.misfit.Text != c.want || (c.at == nil) != (c.misfit.At == nil) || c.at != nil && !value.Equal(c.at, c.misfit.At) {
			t.Errorf("%v, want %s", c.misfit, c.want)
		}
	}
	if m := steps(true, value.Int(1), none, value.Int(3), value.Int(4)); m != nil {
		t.Errorf("steps may be missing: %v", m)
	}
	if v, m := areas.Mark(alone(at(2, 1), left), 0, nil); m != nil || !value.Equal(v, left) || len(areas.Dead()) > 0 {
		t.Error(v, m, areas.Dead())
	}
	named := &judge.ArrayShape{Keys: left, Parts: []judge.Shape{&judge.ScalarShape{Values: value.NewSet(at(1, 1))}, &judge.ScalarShape{Values: left}}}
	if v, m := areas.Mark(named, 1, nil); m != nil || !value.Equal(v, at(1, 1)) {
		t.Error(v, m)
	}
	if dead := CutAreas(board.Cells(), areas.at, func(side value.Spot) bool { return side == value.Spot{Y: 1, X: 2} }).Dead(); !slices.Equal(dead, []value.Spot{{Y: 1, X: 2}}) {
		t.Error(dead)
	}
}
