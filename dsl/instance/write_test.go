package instance_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"nazo/compile"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"pgregory.net/rapid"
)

// read is what an instance gives to a spec.
func read(t rapid.TB, spec *check.Spec, text string) []instance.Given {
	all, problems := instance.Parse(diag.NewSource("instance", text))
	if problems.HasErrors() || len(all) != 1 {
		t.Fatalf("%d instances: %s\n%s", len(all), problems.Text(false), text)
	}
	values, problems := compile.Givens(context.Background(), spec, instance.Input{Instance: all[0]}, compile.Options{})
	if problems.HasErrors() {
		t.Fatalf("%s\n%s", problems.Text(false), text)
	}
	return values
}

// placeKinds are places of a board, and the names of those on a board of some rows and columns.
var placeKinds = map[string]func(rows, cols int) []string{
	"cells(clue)":                 func(r, c int) []string { return namesOf("r", r, c) },
	"vertices(lattice(clue))":     func(r, c int) []string { return namesOf("p", r+1, c+1) },
	"edges(orthogonal(clue))":     func(r, c int) []string { return sidesOf("r", r, c) },
	"edges(lattice(clue))":        func(r, c int) []string { return sidesOf("p", r+1, c+1) },
	"edges(leaper(clue, 1, 1))":   nil, // no picture: two lie on each corner
	"directions":                  nil,
	"{ (a, a) for a in 1..2 }":    nil,
	"edges(complete(directions))": nil,
}

func namesOf(kind string, rows, cols int) (names []string) {
	for r := 1; r <= rows; r++ {
		for c := 1; c <= cols; c++ {
			names = append(names, fmt.Sprintf("%s%dc%d", kind, r, c))
		}
	}
	return names
}

func sidesOf(kind string, rows, cols int) (names []string) {
	for r := 1; r <= rows; r++ {
		for c := 1; c <= cols; c++ {
			here := fmt.Sprintf("%s%dc%d", kind, r, c)
			if c < cols {
				names = append(names, here+"-"+fmt.Sprintf("%s%dc%d", kind, r, c+1))
			}
			if r < rows {
				names = append(names, here+"-"+fmt.Sprintf("%s%dc%d", kind, r+1, c))
			}
		}
	}
	return names
}

// labels are the labels of such types.
const labels = `let dots = {white "o", black "*"}
let signs = {cross "+", dot "."}
let odd = {any "?", plus "+"}
let texts = {long "a b", comma "a,b", bar "|"}
let ups = {up "^"}
let floors = {brick "#", floor " ", crate "$"}
`

// valueKinds are types, and how a few of their values are written.
var valueKinds = map[string][]string{
	`dots?`:             {"none", "none", "white", "black"},
	`signs?`:            {"none", "cross", "dot"},
	`floors`:            {"brick", "floor", "crate", "brick"},
	`odd or 0..12?`:     {"none", "any", "0", "12", "plus"},
	`texts?`:            {"none", "long", "comma", "bar"},
	`0..99`:             {"0", "7", "99"},
	`label?`:            {"none", `"A"`, `"+"`, `"-"`, `"a b"`},
	`bool`:              {"true", "false"},
	`list of 0..9`:      {"[]", "[1]", "[2, 1]"},
	`(0..9?, ups?)?`:    {"none", "(1, up)", "(none, up)", "(3, none)"},
	`set of directions`: {"{}", "{north}", "{east, west}"},
	`shape?`:            {"none", `"##/.#"`, `"I4"`},
}

// Where a blank is a cell, boards are written as collections of them have them.
func TestTextWithBlanks(t *testing.T) {
	spec := specOf(t, "puzzle t\n"+labels+"given clue: grid of floors\nfind x: 1..2")
	for _, c := range []struct{ text, want string }{
		{"clue:\n####\n# $#\n ###\n", "clue:\n####\n# $#\n ###\n"},
		{"clue = [[brick, floor], [floor, floor]]\n", `clue = [["#", " "], [" ", " "]]` + "\n"}, // a row of blanks is none
		{"clue = [[brick, floor], [brick, floor]]\n", `clue = [["#", " "], ["#", " "]]` + "\n"},
	} {
		if got := instance.Text(spec, read(t, spec, c.text)); got != c.want {
			t.Errorf("%q is written as %q", c.text, got)
		}
	}
}

// What is written of the values of givens is read as the same values, whatever lies on a board or beside it.
func TestTextIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := rapid.IntRange(1, 4).Draw(t, "rows"), rapid.IntRange(1, 4).Draw(t, "cols")
		pick := func(of map[string][]string, name string) (string, []string) {
			key := rapid.SampledFrom(sorted(of)).Draw(t, name)
			return key, of[key]
		}
		fill := func(n int, of []string) string {
			return "[" + strings.Join(rapid.SliceOfN(rapid.SampledFrom(of), n, n).Draw(t, "values"), ", ") + "]"
		}
		kind, values := pick(valueKinds, "clue")
		var grid []string
		for range rows {
			grid = append(grid, fill(cols, values))
		}
		statements := []string{"clue: grid of " + kind}
		text := "clue = [" + strings.Join(grid, ", ") + "]\n"
		for i := range rapid.IntRange(1, 3).Draw(t, "givens") {
			place := rapid.SampledFrom(sorted(placeKinds)).Draw(t, "places")
			name := fmt.Sprintf("g%d", i)
			names := placeKinds[place]
			if names == nil {
				continue
			}
			all := names(rows, cols)
			if rapid.Bool().Draw(t, "set") && len(all) > 0 {
				statements = append(statements, name+": set of "+place)
				text += name + " = {" + strings.Join(rapid.SliceOfDistinct(rapid.SampledFrom(all), rapid.ID).Draw(t, "members"), ", ") + "}\n"
				continue
			}
			kind, values := pick(valueKinds, name)
			statements = append(statements, name+"[p in "+place+"]: "+kind)
			text += name + " = " + fill(len(all), values) + "\n"
		}
		between := rapid.SampledFrom([]string{", ", "\ngiven "}).Draw(t, "together")
		spec := specOf(t, "puzzle t\n"+labels+"given "+strings.Join(statements, between)+"\nfind x: 1..2")
		before := read(t, spec, text)
		written := instance.Text(spec, before)
		for i, g := range read(t, spec, written) {
			if !value.Equal(g.Value, before[i].Value) {
				t.Fatalf("%s is %s, not %s, after\n%s", g.Name, value.String(g.Value), value.String(before[i].Value), written)
			}
		}
	})
}

func sorted[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
