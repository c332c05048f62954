package instance_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/solve"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write the golden files anew")

// inputs are instances of a spec and what the givens become, or the error.
var inputs = []struct{ name, spec, instance, override string }{
	{"number", `given n: 1..9`, "n = 7", ""},
	{"override", `given n: 1..9`, "n = 7", "n=3"},
	{"default", `given n = 4`, "", ""},
	{"default from another given", `given n = 4  given m = 2 * n`, "n = 5", ""},
	{"missing", `given n: 1..9`, "", ""},
	{"missing in an instance", `given n: 1..9`, "--- nothing", ""},
	{"outside", `given n: 1..9`, "n = 12", ""},
	{"outside on the command line", `given n: 1..9`, "", "n=12"},
	{"wrong kind on the command line", `given n = 4`, "", "n=true"},
	{"unknown given", `given rows = 4`, "", "row=5"},
	{"unknown given in a file", `given rows = 4`, "cols = 5", ""},
	{"bool", `given b = false`, "b = true", ""},
	{"labels", `given c: {red "R", green "G"}`, "c = green", ""},
	{"misspelt label", `given c: {red "R", green "G"}`, "c = gren", ""},
	{"list", `given l: list of 0..9`, "l = [1, 2, 3]", ""},
	{"list in a row", `given l: list of 0..9?`, "l:\n1 . 3", ""},
	{"range for a list", `given l = [2]`, "", "l=2..4"},
	{"lists", `given l: list of list of int`, "l:\n1 2\n.\n3", ""},
	{"empty lists in rows", `given l: list of list of 1..9`, "l:\n1 2\n-\n0\n[]\n_\n−\n3", ""},
	{"a row of one number", `given l: list of list of 0..9`, "l:\n1\n0", ""},
	{"no numbers in a row", `given l: list of list of 1..9?`, "l:\n1 -\n-\n[]", ""},
	{"empty list", `given l: list of 1..9`, "l: -", ""},
	{"empty list in brackets", `given l: list of 1..9`, "l: []", ""},
	{"empty list as a value", `given l: list of 1..9`, "l = []", ""},
	{"empty list on the command line", `given l: list of 1..9`, "l = [1]", "l=[]"},
	{"empty lists on the command line", `given l: list of list of 1..9`, "", "l=[[1], [], [2]]"},
	{"empty set on the command line", `given l: set of 1..9`, "", "l=[]"},
	{"empty lists for keys", `given l[i in 1..2]: list of 1..9`, "l:\n-\n1", ""},
	{"empty lists of tuples", `let k = {a "a", b "b"}  given l: list of list of (1..9, k)`, "l:\n0\n2a", ""},
	{"lists of words have no signs", `given l: list of list of label`, "l:\na\n-\n0", ""},
	{"none as a dash", `given g: grid of 1..9?`, "g:\n1-\n-2", ""},
	{"none as a printed dash", `given g: grid of 1..9?`, "g:\n1 −\n– 2", ""},
	{"none as a low line", `given g: grid of 1..9?`, "g:\n1_\n_2", ""},
	{"none as 0", `given g: grid of 1..9?`, "g:\n10\n02", ""},
	{"0 that is a number", `given g: grid of 0..9?`, "g:\n10\n02", ""},
	{"0 beside dots", `given g: grid of 1..9?`, "g:\n1.\n02", ""},
	{"two signs", `given g: grid of 1..9?`, "g:\n1-\n02", ""},
	{"numbers that are words", `given g: grid of label?`, "g = [[1, none], [2, 2]]", ""},
	{"no none, no signs", `given g: grid of 1..9`, "g:\n1-\n-2", ""},
	{"a dash that is a label", `given g: grid of {minus "-"}?`, "g:\n.-\n-.", ""},
	{"none of words as a dash", `given g: grid of label?`, "g:\na-\n-0", ""},
	{"none of lists as a dash", `given g: grid of list of 0..8?`, "g:\n2,0 -\n- 8", ""},
	{"none of directions as 0", `given g: grid of directions?`, "g:\n↑0\n0→", ""},
	{"none as a dash, in rows", `given seen[d in directions]: list of 1..9?`, "seen:\n1 -\n- 2\n- -\n3 4", ""},
	{"none as a dash, printed together", `given a: grid of {wall "#"}? given b: grid of 1..45?`, "a, b:\n# -\n-,3 #,4", ""},
	{"symbols as they are printed", `given n: grid of 0..9? given s: grid of {minus "-", times "x", over "/"}?`, "n, s:\n1− ·\n2× 4÷", ""},
	{"symbols that the type has", `given g: grid of {dark "●", lit "*"}?`, "g:\n●*\n·.", ""},
	{"a blank that is none has no signs", `given g: grid of {mark "."}?`, "g:\n.-", ""},
	{"set", `given s: set of 1..9`, "s = {3, 4}", ""},
	{"tuples", `let ink = {red "R", blue "B"}  given l: list of list of (1..9, ink)`, "l:\n2R 1B\n3,red", ""},
	{"tuples in parentheses", `given l: list of (label, label)`, "l:\n(a,b)\n(b,c)", ""},
	{"tuples of numbers in parentheses", `given l: list of (1..4, 1..4)`, "l:\n(1,2) (2,3)\n3,4", ""},
	{"tuples in rows", `let k = {a "a", b "b", c "c"}  given l: list of (k, k)`, "l:\na,b b,c\nc,a", ""},
	{"arcs", `let d = digraph(1..3, [(1, 3), (3, 1)])  given s: set of edges(d)`, "s = {edge(3, 1)}", ""},
	{"arcs on the command line", `let d = digraph(1..3, [(1, 3), (3, 1)])  given s: set of edges(d)`, "", "s={edge(3, 1), edge(1, 3)}"},
	{"an arc that is not there", `let d = digraph(1..3, [(1, 3), (3, 1)])  given s: set of edges(d)`, "s = {edge(1, 2)}", ""},
	{"edges", `let u = graph(1..3, [(1, 3)])  given s: set of edges(u)`, "s = {edge(3, 1)}", ""},
	{"an edge like the default", `given e = edge(1, 2)`, "e = edge(3, 2)", ""},
	{"grid", `given g: grid of 1..9?`, "g:\n1.\n.2", ""},
	{"spaced grid", `given g: grid of 1..99?`, "g:\n10 .\n. 2", ""},
	{"grid of a union", `given g: grid of {wall "#"} or 0..4?`, "g:\n#0\n.4", ""},
	{"grid of lists", `given g: grid of list of 0..8?`, "g:\n2,1 .\n. 8", ""},
	{"ragged grid", `given g: grid of 1..9?`, "g:\n1.\n.2.", ""},
	{"wrong cell", `given g: grid of 1..4?`, "g:\n1.\n.7", ""},
	{"none where there is none", `given g: grid of 1..4`, "g:\n1.\n.2", ""},
	{"rooms", `given g: grid of label`, "g:\naab\nabb", ""},
	{"directions", `given g: grid of directions?`, "g:\n^.\n>v", ""},
	{"printed together", `given number: grid of 0..99? given arrow: grid of directions?`, "number, arrow:\n2> .\n. 10v", ""},
	{"printed together in any order", `given number: grid of 0..99? given arrow: grid of directions?`, "number, arrow:\n>2 .\n. v10", ""},
	{"a grid of another given outside", `given a: grid of 1..9  given b: grid of 1..2`, "a:\n7 8\n\nb = a", ""},
	{"a huge list", `given l: list of 1..9`, "", "l=1..1000000000000"},
	{"huge numbers", `given n: int  let a = n * n  let b = a * a  let c = b * b  let d = c * c  let e = d * d  let f = e * e  let g = f * f`, "n = " + strings.Repeat("9", 4000), ""},
	{"printed together with commas", `given a: grid of {wall "#"}? given b: grid of 1..45? given c: grid of 1..45?`, "a, b, c:\n# #,17\n#,.,16 .", ""},
	{"one row for each key", `given seen[d in directions]: list of 1..9?`, "seen:\n1 .\n. 2\n. .\n3 4", ""},
	{"a value for each key", `given seen[d in directions]: list of 1..9?`, "seen[north]: 1 .\nseen[east] = [none, 2]\nseen[south]: . .\nseen[west]: 3 4", ""},
	{"a key twice", `given seen[d in directions]: list of 1..9?`, "seen[north]: 1 .\nseen[north]: 1 .", ""},
	{"a key without a value", `given seen[d in directions]: list of 1..9?`, "seen[north]: 1 .", ""},
	{"no such key", `given h[i in 1..2]: 1..9`, "h[1] = 3\nh[3] = 4", ""},
	{"keys where there are none", `given n: 1..9`, "n[1] = 3", ""},
	{"one line", `given n: 1..9`, "n: 8", ""},
	{"too few rows", `given seen[d in directions]: list of 1..9?`, "seen:\n1 .", ""},
	{"an input that mentions a find", `given n: 1..9`, "n = x", ""},
	{"several mistakes", `given n: 1..9  given m: 1..9`, "n = 12\nm = 0\nk = 1", ""},
	{"sides in a picture", sides, "dot:\n . o .\n * + .\n . . .", ""},
	{"sides in a picture without blanks", sides, "dot:\n.○.\n●+.\n...", ""},
	{"a picture of too few rows", sides, "dot:\n . o .\n * + .", ""},
	{"a picture of too many words", sides, "dot:\n . o .\n * + . .\n . . .", ""},
	{"a mark in a cell of a picture", sides, "dot:\n . . o\n * + .\n . . .", ""},
	{"a mark on a corner of a picture", sides, "dot:\n . . .\n * o .\n . . .", ""},
	{"a corner on a side of a picture", sides, "dot:\n . + .\n * + .\n . . .", ""},
	{"an unknown mark on a side", sides, "dot:\n . q .\n * + .\n . . .", ""},
	{"sides in a list", sides, `dot = [none, "o", black, none]`, ""},
	{"sides one by one", `given wall: set of edges(orthogonal(grid(2, 2)))`, "wall = {r1c1-r1c2, r2c2-r1c2, edge(r2c1, r2c2)}", ""},
	{"a side that is none", `given wall: set of edges(orthogonal(grid(2, 2)))`, "wall = {r1c1-r2c2}", ""},
	{"walls in a picture", `given wall: set of edges(orthogonal(grid(2, 2)))`, "wall:\n . | .\n # + -\n . . .", ""},
	{"sides along a lattice", `given fence: set of edges(lattice(grid(1, 2)))`, "fence:\n + - + . +\n . . | . .\n + x + . +", ""},
	{"corners", `given at[p in vertices(lattice(grid(1, 2)))]: 0..4?`, "at:\n 1 . +\n . 0 4", ""},
	{"corners one by one", `given at: set of vertices(lattice(grid(1, 2)))`, "at = {p1c1, p2c3}", ""},
	{"corners in a picture", `given at: set of vertices(lattice(grid(1, 2)))`, "at:\n . * .\n # . #", ""},
	{"a corner that is none", `given at: set of vertices(lattice(grid(1, 2)))`, "at = {p1c4}", ""},
	{"cells in a picture", `given block: set of cells(grid(2, 3))`, "block:\n ..#\n #..", ""},
	{"cells in a row", `given block: set of cells(grid(2, 3))`, "block: r1c3 r2c1", ""},
	{"cells where something can stand", `given n[c in { c in cells(grid(2, 2)) where column(c) = 1 }]: 0..9`, "n:\n 1 .\n 2 .", ""},
	{"true and false in a picture", `given on[e in edges(orthogonal(grid(2, 2)))]: bool`, "on:\n . | .\n - + .\n . . .", ""},
	{"cells and sides", together, "clue, dot:\n 1 o .\n * + .\n . . 2", ""},
	{"a row of cells and sides", together, "clue, dot:\n 1 o . . 4", ""},
	{"cells, sides and corners", together + ` given at[p in vertices(lattice(clue))]: 0..4?`, "clue, dot, at:\n 2 . + . +\n . 1 o . .\n + . + . 3", ""},
	{"sides and corners", `given side: set of edges(orthogonal(grid(2, 2)))  given at: set of vertices(lattice(grid(2, 2)))`, "side, at:\n + . + . +\n . . | . .\n # - # . +\n . . . . .\n + . + . +", ""},
	{"two things on a side", together + ` given wall: set of edges(orthogonal(clue))`, "clue, dot, wall:\n 1 o,| .\n | + .\n . . 2", ""},
	{"cells and sides without a corner", together, "clue, dot:\n 1 o .\n * . .\n . . 2", ""},
	{"cells and sides with corners anywhere", together, "clue, dot:\n 1 o .\n * + +\n . . 2", ""},
	{"cells and sides in too many rows", together, "clue, dot:\n 1 o .\n * + .", ""},
	{"cells that are corners", `given clue: grid of {plus "+"}?  given wall: set of edges(orthogonal(clue))`, "clue, wall:\n . | .\n . + .\n . . .", ""},
	{"cells that are no grid", `given clue: grid of 1..9?  given block: set of cells(clue)`, "clue, block:\n 1 .\n . #", ""},
	{"no picture", `given clue: grid of 1..9?  given seen[d in directions]: 1..9`, "clue, seen:\n 1 .\n . 2", ""},
	{"sides of boards of two sizes", `given a: set of edges(orthogonal(grid(2, 2)))  given b: set of edges(orthogonal(grid(1, 2)))`, "a, b:\n . | .\n . + .\n . . .", ""},
	{"false rule", `given n: 1..9  rule "even": n mod 2 = 0`, "n = 3", ""},
	{"false rule with bindings", `given g: grid of 1..9  rule "small" for c in cells(g): g[c] < 5`, "g:\n12\n83", ""},
	{"huge board", `given n: 1..999999999  let b = grid(n, n)`, "n = 99999999", ""},
	{"too large numbers", `given n: int  find y: 1..9  rule "r": n * y * y > 4`, "n = 9000000000000000000", ""},
}

// Givens for the sides of a board.
const (
	sides    = `given dot[e in edges(orthogonal(grid(2, 2)))]: {white "o", black "*"}?`
	together = `given clue: grid of 0..9?  given dot[e in edges(orthogonal(clue))]: {white "o", black "*"}?`
)

// TestInputs holds the values of givens, and the messages about those that do
// not fit, against testdata/inputs.txt.
func TestInputs(t *testing.T) {
	var out strings.Builder
	for _, c := range inputs {
		spec := specOf(t, "puzzle t\n"+c.spec+"\nfind x: 1..2")
		in := instance.Input{}
		if c.instance != "" {
			list, problems := instance.Parse(diag.NewSource("instance", c.instance+"\n"))
			if problems.HasErrors() {
				t.Fatalf("%s: %s", c.name, problems.Text(false))
			}
			in.Instance = list[0]
		}
		if name, text, ok := strings.Cut(c.override, "="); ok {
			in.Overrides = []instance.Override{{Name: name, Text: text, Origin: "command line"}}
		}
		out.WriteString("== " + c.name + "\n")
		p, problems := solve.Compile(t.Context(), spec, in, compile.Options{MaxNodes: 1_000_000})
		if p == nil {
			out.WriteString(problems.Text(false) + "\n")
			continue
		}
		for _, g := range p.Givens {
			out.WriteString(g.Name + " = " + value.String(g.Value) + "\n")
		}
	}
	golden(t, "inputs.txt", out.String())
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs from what the test finds now; run go test -update and look at the difference\n%s", path, got)
	}
}

func specOf(t rapid.TB, text string) *check.Spec {
	t.Helper()
	file, problems := dsl.Parse(diag.NewSource("test", text))
	if !problems.HasErrors() {
		var spec *check.Spec
		if spec, problems = check.Check(file, nil); !problems.HasErrors() {
			return spec
		}
	}
	t.Fatalf("%s\n%s", text, problems.Text(false))
	return nil
}
