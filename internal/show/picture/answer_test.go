package picture

import (
	"strings"
	"testing"

	"nazo/dsl/diag"
	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/show/draw"
)

var board = &value.Board{Rows: 2, Cols: 3}

// each are the shapes of up to six elements with these values.
func each(values value.Value) []judge.Shape {
	parts := make([]judge.Shape, 6)
	for i := range parts {
		parts[i] = &judge.ScalarShape{Values: values}
	}
	return parts
}

func at(row, col int) value.Value { return board.At(row, col) }

// grid is the graph of neighbouring cells of the board.
func grid(directed bool) *value.Graph {
	var edges []value.Edge
	for _, v := range board.Cells() {
		c := v.(value.Cell)
		for _, d := range []value.Direction{value.East, value.South} {
			if to, ok := c.Step(d).(value.Cell); ok {
				edges = append(edges, value.MakeEdge(c, to, directed))
				if directed {
					edges = append(edges, value.MakeEdge(to, c, directed))
				}
			}
		}
	}
	return value.NewGraph(value.NewSet(board.Cells()...), edges, directed)
}

func mustRoute(t *testing.T, s *judge.RouteShape, lines ...[]value.Value) *value.Route {
	t.Helper()
	m := draw.FindOf(s)
	for _, line := range lines {
		if _, wrong := m.Along(line, s.Kind == value.Cycle); wrong != "" {
			t.Fatal(wrong)
		}
	}
	m.Rest(value.False)
	w, _ := m.Value()
	return w.(*value.Route)
}

func TestBothWays(t *testing.T) {
	red, blue := value.Label{Name: "red", Print: "R"}, value.Label{Name: "blue", Print: "B", Rank: 1}
	cells := value.NewSet(board.Cells()...)
	some := value.NewSet(at(1, 1), at(2, 3))
	names := value.NewSet(red, blue)
	square := []value.Value{at(1, 1), at(1, 2), at(2, 2), at(2, 1)}
	cycle := &judge.RouteShape{Graph: grid(false), Kind: value.Cycle}
	path := &judge.RouteShape{Graph: grid(true), Kind: value.Path}
	links := &judge.RouteShape{Graph: grid(false), Kind: value.Links, Labels: []value.Value{value.Int(7), nil, value.Int(7), nil, nil, nil}}
	tests := []struct {
		shape judge.Shape
		value value.Value
		json  string
	}{
		{&judge.ScalarShape{Values: value.Range{Lo: -5, Hi: 5}}, value.Int(-3), `-3`},
		{&judge.ScalarShape{Values: value.NewSet(red, blue), Optional: true}, value.None{}, `null`},
		{&judge.ScalarShape{Values: value.NewSet(red, blue), Optional: true}, blue, `"blue"`},
		{&judge.ScalarShape{Values: value.NewSet(value.False, value.True)}, value.True, `true`},
		{&judge.ScalarShape{Values: value.NewSet(value.North, value.West)}, value.West, `"west"`},
		{&judge.ScalarShape{Values: cells}, at(2, 1), `[2,1]`},
		{&judge.ScalarShape{Values: value.NewSet(value.NewSet(at(1, 1)), some)}, some, `[[1,1],[2,3]]`},
		{&judge.SetShape{Members: cells}, value.NewSet(), `[]`},
		{&judge.SetShape{Members: cells}, value.NewSet(at(2, 3), at(1, 2)), `[[1,2],[2,3]]`},
		{&judge.SetShape{Members: value.NewSet(grid(false).EdgeList()...)}, value.NewSet(value.MakeEdge(at(1, 1), at(2, 1), false)), `[[[1,1],[2,1]]]`},
		{&judge.ArrayShape{Keys: cells, Parts: each(value.Range{Lo: 1, Hi: 6})},
			value.NewArray(cells, []value.Value{value.Int(1), value.Int(2), value.Int(3), value.Int(4), value.Int(5), value.Int(6)}, board),
			`[[1,2,3],[4,5,6]]`},
		{&judge.ArrayShape{Keys: some, Parts: each(value.NewSet(red, blue))}, value.NewArray(some, []value.Value{red, blue}, nil), `[["red",null,null],[null,null,"blue"]]`},
		{&judge.ArrayShape{Keys: names, Parts: []judge.Shape{&judge.SetShape{Members: cells}, &judge.SetShape{Members: cells}}}, value.NewArray(names, []value.Value{some, value.NewSet()}, nil), `[["red",[[1,1],[2,3]]],["blue",[]]]`},
		{cycle, mustRoute(t, cycle, square), `{"closed":true,"cells":[[1,1],[1,2],[2,2],[2,1]]}`},
		{path, mustRoute(t, path, []value.Value{at(2, 2), at(1, 2), at(1, 1)}), `{"closed":false,"cells":[[2,2],[1,2],[1,1]]}`},
		{path, mustRoute(t, path, []value.Value{at(2, 2)}), `{"closed":false,"cells":[[2,2]]}`},
		{links, mustRoute(t, links, board.Cells()[:3]), `{"lines":[{"label":7,"cells":[[1,1],[1,2],[1,3]]}]}`},
	}
	for _, test := range tests {
		if got := string(AppendJSON(nil, test.value)); got != test.json {
			t.Errorf("%s is written as %s, want %s", value.String(test.value), got, test.json)
		}
		for _, text := range []string{`{"x": ` + test.json + `}`, `{"puzzle": "p", "solutions": [{"x": ` + test.json + `}]}`, `[{"x": ` + test.json + `}]`} {
			got, problems := DecodeAnswer(diag.NewSource("a.json", text), "p", []Find{{Name: "x", Shape: test.shape}})
			if problems.HasErrors() {
				t.Errorf("%s: %v", text, problems)
			} else if !value.Equal(got[0][0], test.value) {
				t.Errorf("%s is read as %s", text, value.String(got[0][0]))
			}
		}
	}
}

func TestMisfits(t *testing.T) {
	cells := value.NewSet(board.Cells()...)
	cycle := &judge.RouteShape{Graph: grid(false), Kind: value.Cycle}
	tests := []struct {
		shape judge.Shape
		text  string
		want  string // "column: part of the message"
	}{
		{&judge.ScalarShape{Values: value.Range{Lo: 1, Hi: 9}}, `{"x": 10}`, "7: 10 is not in the domain of `x`"},
		{&judge.ScalarShape{Values: value.Range{Lo: 1, Hi: 9}}, `{"y": 1}`, "1: there is no value for `x`"},
		{&judge.ScalarShape{Values: value.Range{Lo: 1, Hi: 9}}, `{"x": 1, "xx": 2}`, "10: the spec has no find `xx`"},
		{&judge.ScalarShape{Values: value.Range{Lo: 1, Hi: 9}}, `{"x": 1`, "8: this is not JSON"},
		{&judge.ScalarShape{Values: value.Range{Lo: 1, Hi: 9}}, `{"x": "a\"b"}`, "7: \"a\\\"b\" is not in the domain"},
		{&judge.ScalarShape{Values: value.Range{Lo: 1, Hi: 9}}, `[1]`, "1: there is no answer in this"},
		{&judge.ScalarShape{Values: value.Range{Lo: 1, Hi: 9}}, `{"x": 1} 2`, "10: something follows the answer"},
		{&judge.ScalarShape{Values: value.Range{Lo: 1, Hi: 9}}, strings.Repeat("[", 1000), "nested too deeply"},
		{&judge.ScalarShape{Values: value.Range{Lo: 1, Hi: 9}}, `{"x": 1}  ]]] `, "11: something follows the answer"},
		{&judge.ScalarShape{Values: value.Range{Lo: 1, Hi: 9}}, `{"x": 1, "x": 2}`, "10: \"x\" stands here twice"},
		{&judge.ScalarShape{Values: value.Range{Lo: 1, Hi: 9}}, `{"puzzle": "q", "solutions": [{"x": 1}]}`, "12: this is the answer to another puzzle"},
		{&judge.SetShape{Members: cells}, `{"x": [[1, 1], [1,1]]}`, "16: [1,1] is in this set twice"},
		{&judge.ArrayShape{Keys: value.NewSet(value.Int(1), value.Int(2)), Parts: each(value.Range{Lo: 1, Hi: 9})}, `{"x": [[1, 2], [2, 3], [1, 4]]}`, "25: `x` has a value for 1 already"},
		{&judge.SetShape{Members: cells}, `{"x": [[1, 4]]}`, "8: [1,4] is not in the domain"},
		{&judge.ArrayShape{Keys: cells, Parts: each(value.Range{Lo: 1, Hi: 9})}, `{"x": [[1, 2, 3]]}`, "7: this is not the board"},
		{&judge.ArrayShape{Keys: cells, Parts: each(value.Range{Lo: 1, Hi: 9})}, `{"x": [[1, 2, 3], [4]]}`, "19: this is not a row"},
		{&judge.ArrayShape{Keys: value.NewSet(value.Int(1), value.Int(2)), Parts: each(value.Range{Lo: 1, Hi: 9})}, `{"x": [[1, 2]]}`, "7: `x` has no value for 2"},
		{cycle, `{"x": {"closed": false, "cells": [[1,1]]}}`, "7: this is not the route"},
		{cycle, `{"x": {"closed": true, "cells": [[1,1],[1,2],[2,3]]}}`, "7: there is no edge from r1c2 to r2c3"},
		{cycle, `{"x": {"closed": true, "cells": [[1,1],[1,2],[1,1]]}}`, "7: r1c1 is visited twice"},
	}
	for _, test := range tests {
		_, problems := DecodeAnswer(diag.NewSource("a.json", test.text), "p", []Find{{Name: "x", Shape: test.shape}})
		if got := problems.Error(); !strings.Contains(got, test.want) && !strings.Contains(got, ":"+strings.Replace(test.want, ": ", ": error: ", 1)) {
			t.Errorf("%s:\n%swant %s", test.text, got, test.want)
		}
	}
}

// FuzzDecode looks for texts that make the reader panic.
func FuzzDecode(f *testing.F) {
	f.Add(`{"x": {"closed": true, "cells": [[1,1],[1,2],[2,2],[2,1]]}}`)
	f.Add(`{"solutions": [{"x": 1}, {}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		for _, s := range []judge.Shape{
			&judge.RouteShape{Graph: grid(false), Kind: value.Links, Labels: make([]value.Value, 6)},
			&judge.RouteShape{Graph: grid(false), Kind: value.Cycle},
			&judge.ArrayShape{Keys: value.NewSet(board.Cells()...), Parts: each(value.NewSet(value.Int(1)))},
		} {
			got, problems := DecodeAnswer(diag.NewSource("a", text), "p", []Find{{Name: "x", Shape: s}})
			if problems.HasErrors() != (got == nil) {
				t.Error("an answer with problems, or none without")
			}
		}
	})
}
