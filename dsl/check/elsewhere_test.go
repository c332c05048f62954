package check_test

import (
	_ "embed"
	"strings"
	"testing"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
)

//go:embed testdata/elsewhere.txt
var elsewhere string

// TestElsewhere: who writes what other notations write is told how it is written here.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	n := 0
	for line := range strings.Lines(elsewhere) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "# ") || line == "" {
			continue
		}
		at := strings.LastIndex(line, " => ")
		text, want := line[:at], line[at+len(" => "):]
		n++
		src := diag.NewSource("p.nazo", "puzzle p\nlet b = grid(2, 2)\nlet t = (1, 2)\nfind x[i in 1..3]: 1..3\nfind s: set of 1..3\nfind y: 1..3\n"+text+"\n")
		file, problems := dsl.Parse(src)
		if !problems.HasErrors() {
			_, problems = check.Check(file, nil)
		}
		if !problems.HasErrors() {
			t.Errorf("%s: no mistake is found", text)
		} else if advice := problems.Text(false); !strings.Contains(advice, want) {
			t.Errorf("%s: there is no %q in\n%s", text, want, advice)
		}
	}
	if n < 60 {
		t.Errorf("%d texts", n)
	}
}
