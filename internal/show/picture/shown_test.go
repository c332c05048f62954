package picture

import (
	"strings"
	"testing"

	"nazo/compile"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/show/draw"
	"nazo/internal/ui/load"
)

// What is shown of givens alone is drawn before and after the solution, once each, under the name of the only given
// that it is about. The finds draw themselves still.
func TestPrinted(t *testing.T) {
	spec, _, err := load.Parse("p.nazo", `puzzle p
let b = grid(2, 2)
given wall: set of cells(b) = {cell(b, 1, 1)}
given thermo: list of (int, list of cells(b)) = [(5, [cell(b, 1, 1), cell(b, 1, 2)])]
given none_there: list of list of cells(b) = []
find digit[c in cells(b)]: 1..4
rule "r": digit[cell(b, 1, 1)] = 1 and digit[cell(b, 1, 2)] = 2 and digit[cell(b, 2, 1)] = 3 and digit[cell(b, 2, 2)] = 4
show wall as wall
show [line for (_, line) in thermo] as thermo
show none_there as cage
`)
	if err != nil {
		t.Fatal(err)
	}
	values, problems := compile.Givens(t.Context(), spec, instance.Input{}, compile.Options{})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	j, problems := judge.New(t.Context(), spec, values, nil)
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	section := Drawer{}.Puzzle(j, values, func(string) bool { return true })[0]
	if got := draw.Text(section.Items, section.Options); !strings.Contains(got, "#") || strings.Count(got, "thermo") != 1 || strings.Contains(got, "none_there") || !strings.Contains(got, "\nthermo: r1c1 r1c2\n") {
		t.Errorf("the puzzle:\n%s", got)
	}
	svg := draw.SVG(draw.Head{}, []draw.Section{section})
	if !strings.Contains(svg, `class="wall" data-place="r1c1" data-given="wall"`) || strings.Count(svg, `class="tube"`) != 1 {
		t.Error(svg)
	}
	if spec.ShowsFinds() || spec.Unseen("digit") {
		t.Error("digit is hidden by what is shown of givens")
	}
	pictures, err := j.Shown(&judge.Answer{Values: []value.Value{nil}})
	if err != nil || len(pictures) != 0 {
		t.Errorf("%d pictures of finds, %v", len(pictures), err)
	}
}
