package compile_test

import (
	"testing"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/internal/solve"
)

// TestBoundedPartsAreLocal holds that a part which some rule bounds, wherever it stands, has no conditions about cells further away than four steps.
func TestBoundedPartsAreLocal(t *testing.T) {
	const head = "puzzle local\nlet board = grid(12, 12)\nlet c = cell(board, 6, 6)\nfind s: set of cells(board)\ndef isle(c) = part(c, s)\n" +
		`rule "no others": all d in cells(board): d = c or not (d in isle(c))` + "\n"
	const cells, near = 12 * 12, 2 * 4 * 5
	for _, test := range []struct {
		rule  string
		local bool
	}{
		{`rule "size": size(part(c, s)) = 3`, true},
		{`rule "size" for d in {c}: c in s and 4 > size(isle(d))`, true},
		{`rule "size": c in s or size(part(c, s)) = 3`, false},
		{`rule "size": size(part(c, s)) >= 3`, false},
	} {
		file, problems := dsl.Parse(diag.NewSource("local", head+test.rule+"\n"))
		if problems.HasErrors() {
			t.Fatal(problems.Text(false))
		}
		spec, problems := check.Check(file, nil)
		if problems.HasErrors() {
			t.Fatal(problems.Text(false))
		}
		p, problems := solve.Compile(t.Context(), spec, instance.Input{}, compile.Options{})
		if problems.HasErrors() {
			t.Fatal(problems.Text(false))
		}
		if helpers := len(p.Model.Vars) - cells; (helpers <= near) != test.local {
			t.Errorf("%s: %d helpers", test.rule, helpers)
		}
	}
}
