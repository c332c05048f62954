package picture

import (
	"strings"
	"testing"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/internal/solve"
)

// boats is a puzzle with states and parameters of several kinds.
func boats(tb testing.TB) *solve.Problem {
	tb.Helper()
	file, problems := dsl.Parse(diag.NewSource("boats", `puzzle boats
let board = grid(1, 3)
state at: cells(board)
state load: set of {red "R", blue "B"} = {}
state pile: stack of 1..3 up to 2
state calm: bool = true
rule "not at the end": column(at) < 3
move go(d in directions)
  when next(at, d) != none
  then at := next(at, d)
move take(what in subsets({red, blue}), n in 1..2)
  then load := load + what, pile := push(pile, n)
move wait() when not calm then calm := true
goal column(at) = 3
`))
	if problems.HasErrors() {
		tb.Fatal(problems)
	}
	spec, problems := check.Check(file, nil)
	if problems.HasErrors() {
		tb.Fatal(problems)
	}
	p, problems := solve.Compile(tb.Context(), spec, instance.Input{}, compile.Options{})
	if p == nil {
		tb.Fatal(problems)
	}
	return p
}

// What is written is read again, sets in any order.
func TestRunsBothWays(t *testing.T) {
	p := boats(t)
	const text = `{"moves":[{"move":"take","parameters":[["red","blue"],2]},{"move":"go","parameters":["east"]}],"cost":[],` +
		`"states":[{"at":[1,2],"load":[],"pile":[],"calm":true},{"at":[1,2],"load":["red","blue"],"pile":[2],"calm":true},{"at":[1,3],"load":["red","blue"],"pile":[2],"calm":true}]}`
	for _, written := range []string{text, strings.Replace(text, `"parameters":[["red","blue"],2]`, `"parameters":[["blue", "red"], 2]`, 1)} {
		runs, problems := DecodeRuns(diag.NewSource("a.json", written), p.Problem, p.Judge)
		if problems.HasErrors() {
			t.Fatal(problems)
		}
		a, err := p.Judge.Replay(runs[0].Start, runs[0].Moves)
		if err != nil {
			t.Fatal(err)
		}
		if v := p.Judge.Judge(a); !v.Accepted {
			t.Error(v.Violations)
		}
		if got := string(AppendRun(nil, p.Judge, a)); got != text {
			t.Errorf("got  %s\nwant %s", got, text)
		}
	}
}

// Moves as text stand on lines of their own, or apart on one, with numbers or without.
func TestRunsAsText(t *testing.T) {
	p := boats(t)
	for _, text := range []string{
		"take({red, blue}, 2)\nwait()\ngo(east)\n", "take({red, blue}, 2)  wait()  go(east)", "take({red, blue}, 2) wait() go(east)",
		"1. take({red, blue}, 2) 2. wait() 3. go(east)", "1. take({red, blue}, 2)  2. wait()\n3. go(east)",
	} {
		runs, problems := DecodeRuns(diag.NewSource("a.txt", text), p.Problem, p.Judge)
		if problems.HasErrors() {
			t.Errorf("%s:\n%s", text, problems.Text(false))
			continue
		}
		if r := runs[0]; len(r.Moves) != 3 || r.Moves[2].Name != "go" || text[r.Places[2].Start:r.Places[2].End] != "go(east)" {
			t.Errorf("%s: read as %v at %v", text, r.Moves, r.Places)
		}
	}
}

func TestRunMisfits(t *testing.T) {
	p := boats(t)
	for _, test := range []struct{ text, want string }{
		{`{}`, "1:1: error: there are no moves"},
		{`{"moves": 3}`, "1:1: error: there are no moves"},
		{`{"moves": [3]}`, "1:12: error: this is no move"},
		{`{"moves": [{"move": "og", "parameters": ["east"]}]}`, "did you mean `go`?"},
		{`{"moves": [{"move": 7}]}`, "1:21: error: the puzzle has no move 7"},
		{`{"moves": [{"move": "go"}]}`, "`go` has 1 parameter, not 0"},
		{`{"moves": [{"move": "go", "parameters": "east"}]}`, "these are no parameters"},
		{`{"moves": [{"move": "go", "parameters": ["up"]}]}`, "\"up\" is not in the domain of `parameter 1 of go`"},
		{`{"moves": [{"move": "go", "parameters": ["north"]}]}`, "parameter 1 of go"},
		{`{"moves": [{"move": "take", "parameters": [["red", "red"], 1]}]}`, "parameter 1 of take"},
		{`{"moves": [], "states": [{"at": [1, 1], "load": [], "calm": true}]}`, "there is no value for `pile`"},
		{`{"moves": [], "states": [{"at": [1, 1], "load": [], "pile": [1, 1, 1], "calm": true}]}`, "this does not fit `pile`"},
		{`{"moves": [], "states": [{"at": [1, 1], "load": ["green"], "pile": [], "calm": true}]}`, "domain of `load`"},
		{"wait() go(east) go(up)", "1:17: error: there is no such `go`"},
		{"1. wait() 2. wait() 4. wait()", "1:24: error: this is move 4, but move 3 is expected here"},
		{"go(east", "1:1: error: this move breaks off: a bracket is not closed"},
		{`{"puzzle": "other", "solutions": [{"moves": []}]}`, "this is the answer to another puzzle"},
	} {
		_, problems := DecodeRuns(diag.NewSource("a.json", test.text), p.Problem, p.Judge)
		if got := problems.Text(false); !strings.Contains(got, test.want) {
			t.Errorf("%s:\n%swant %s", test.text, got, test.want)
		}
	}
}

// FuzzDecodeRuns looks for texts that make the reader panic, or whose runs can't be
// judged.
func FuzzDecodeRuns(f *testing.F) {
	f.Add(`{"moves":[{"move":"take","parameters":[["red","blue"],2]},{"move":"go","parameters":["east"]}],"states":[{"at":[1,2],"load":[],"pile":[1],"calm":true}]}`)
	f.Add(`{"solutions": [{"moves": [{"move": "wait"}]}, {}]}`)
	p := boats(f)
	f.Fuzz(func(t *testing.T, text string) {
		runs, problems := DecodeRuns(diag.NewSource("a", text), p.Problem, p.Judge)
		if problems.HasErrors() != (runs == nil) {
			t.Error("an answer with problems, or none without")
		}
		for _, r := range runs {
			if r.Start != nil && p.Judge.Admits(r.Start) {
				if a, err := p.Judge.Replay(r.Start, r.Moves); err == nil {
					p.Judge.Judge(a)
				}
			}
		}
	})
}
