package command

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"nazo/internal/show/picture"
)

// At a terminal a run is shown state by state.
func TestStepThrough(t *testing.T) {
	frames := []picture.Frame{{Head: "start", Picture: "A\n"}, {Head: "1. go", Picture: "B\n"}, {Head: "2. go", Picture: "C\n"}}
	tests := []struct{ name, typed, shown string }{
		{"to the end", "\nn\n\n", "ABC"},
		{"to and fro", "n\nb\nb\nn\nq\n", "ABAAB"},
		{"by number", "2\n0\n3\n-1\nx\n", "ACAAAA"},
		{"end of input", "n", "AB"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			s := &session{in: strings.NewReader(test.typed), out: &outbox{to: &out}, progress: &progressLine{now: time.Now}}
			if err := s.stepThrough(frames); err != nil {
				t.Fatal(err)
			}
			if err := s.flush(); err != nil {
				t.Fatal(err)
			}
			shown := ""
			for _, line := range strings.Split(out.String(), "\n") {
				if len(line) == 1 {
					shown += line
				}
			}
			if shown != test.shown {
				t.Errorf("the states %s are shown, want %s:\n%s", shown, test.shown, out.String())
			}
		})
	}
}
