package check_test

import (
	"testing"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
)

// A variant is checked as a spec of its own, and leaves the first as it was.
func TestVariant(t *testing.T) {
	file, problems := dsl.Parse(diag.NewSource("t.nazo", "puzzle t\nfind w: path in complete(1..3)\nrule \"starts\": starts_at(w, 1)\nrule \"first\": step(w)[2] = 2\nrule \"long\": length(w) = 2\n"+
		"technique \"straight on\": \"first\", \"only place left\"\ntechnique \"trial\": \"by trying\"\n"))
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	spec, problems := check.Check(file, nil)
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	for name, sound := range map[string]bool{"starts": false, "first": true, "long": true} {
		v, problems := check.Variant(spec, func(s dsl.Stmt) dsl.Stmt {
			if r, ok := s.(*dsl.Rule); ok && r.Name.Value == name {
				return nil
			}
			return s
		})
		if problems.HasErrors() == sound || len(v.Rules) != 2 || len(spec.Rules) != 3 || len(spec.Techniques) != 2 {
			t.Errorf("without %q: %d rules, %v", name, len(v.Rules), problems.Text(false))
		}
		if left := len(v.Techniques); (left == 1) != (name == "first") || left == 0 {
			t.Errorf("without %q: %d techniques", name, left)
		}
	}
}
