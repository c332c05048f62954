package picture

import (
	"testing"

	"nazo/dsl/diag"
	"nazo/dsl/value"
	"nazo/internal/judge"
)

// What an answer so far says is known; what is null, or not in a list, is open; and what can't be is a mistake with its place.
func TestDecodeSoFar(t *testing.T) {
	members := value.NewSet(value.Int(1), value.Int(2), value.Int(3))
	number := &judge.ScalarShape{Values: members}
	finds := []Find{
		{Name: "set", Shape: &judge.SetShape{Members: members}},
		{Name: "one", Shape: number},
		{Name: "each", Shape: &judge.ArrayShape{Keys: members, Parts: []judge.Shape{number, number, number}}},
		{Name: "line", Shape: &judge.RouteShape{Graph: grid(false), Kind: value.Path}},
		{Name: "parts", Shape: &judge.RegionsShape{Graph: grid(false)}},
	}
	for _, test := range []struct {
		text string
		find int
		want map[int]value.Value // of the keys, by their index; those not there are open
	}{
		{`{"set": [2]}`, 0, map[int]value.Value{1: value.True}},
		{`{"set": {"in": [3], "out": [1]}}`, 0, map[int]value.Value{2: value.True, 0: value.False}},
		{`{"each": [[2, 3], [1, null]]}`, 2, map[int]value.Value{1: value.Int(3)}},
	} {
		values, problems := DecodeSoFar(diag.NewSource("x", test.text), "p", finds)
		if problems.HasErrors() {
			t.Errorf("%s: %s", test.text, problems.Text(false))
			continue
		}
		p := values[test.find].(*value.Partly)
		for i, v := range p.At.Values {
			want := test.want[i]
			if (v == nil) != (want == nil) || v != nil && !value.Equal(v, want) {
				t.Errorf("%s: key %d has %v, want %v", test.text, i, v, want)
			}
		}
	}
	open, problems := DecodeSoFar(diag.NewSource("x", `{"one": null, "set": null}`), "p", finds)
	if problems.HasErrors() || open[0] != nil || open[1] != nil {
		t.Errorf("null is not open: %v %s", open, problems.Text(false))
	}
	lines, problems := DecodeSoFar(diag.NewSource("x", `{"line": {"cells": [[1,1],[1,2],[2,2]]}}`), "p", finds)
	on := 0
	if !problems.HasErrors() {
		for _, v := range lines[3].(*value.Partly).At.Values {
			switch {
			case v == value.Value(value.True):
				on++
			case v != nil:
				t.Errorf("an edge that no line takes is not open")
			}
		}
	}
	if on != 2 {
		t.Errorf("%d edges of a line, want 2: %s", on, problems.Text(false))
	}
	for _, text := range []string{`{"one": 4}`, `{"set": {"inside": [1]}}`, `{"set": 3}`, `{"line": {"cells": [[1,1],[2,2]]}}`, `{"line": 1}`,
		`{"each": [[7, 1]]}`, `[{"one": 1}, {"one": 2}]`, `{"set": {"in": [1], "out": [2, 1]}}`,
		`{"line": {"in": [[[1,1],[1,2]]], "out": [[[1,2],[1,1]]]}}`, `{"parts": {"parts": [[[1,1],[1,2]]], "out": [[[1,1],[1,2]]]}}`, `{"two": 1}`, `1`} {
		if _, problems := DecodeSoFar(diag.NewSource("x", text), "p", finds); !problems.HasErrors() {
			t.Errorf("%s is accepted", text)
		}
	}
}
