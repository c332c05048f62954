package play

import (
	"strings"
	"testing"
)

func TestReadAnswer(t *testing.T) {
	tests := []struct {
		line   string
		number int // 0 for a complaint
	}{
		{"1\n", 1}, {" 7 \r\n", 7}, {`{"number": 3}`, 3}, {`{"number":3,"why":"so"}`, 3},
		{"0", 0}, {"8", 0}, {"-1", 0}, {"1.5", 0}, {"1e0", 0}, {"", 0}, {"1 2", 0}, {"[1]", 0}, {`"1"`, 0}, {"null", 0}, {"{}", 0},
		{`{"number":null}`, 0}, {`{"number":"1"}`, 0}, {`{"number":1}}`, 0}, {`{"number":1`, 0}, {"99999999999999999999", 0}, {"\x00", 0},
	}
	for _, test := range tests {
		n, complaint := readAnswer(test.line, 7)
		if n != test.number || (complaint == "") != (n > 0) {
			t.Errorf("%q is %d, %q; want %d", test.line, n, complaint, test.number)
		}
	}
}

// FuzzAnswer looks for lines that are taken for a move that is not there, or
// complaints that can't be printed.
func FuzzAnswer(f *testing.F) {
	f.Add("3\n")
	f.Add(`{"number": 3}`)
	f.Add("\x1b[2J{")
	f.Fuzz(func(t *testing.T, line string) {
		n, complaint := readAnswer(line, 5)
		if complaint == "" && (n < 1 || n > 5) || complaint != "" && n != 0 {
			t.Fatalf("%q is move %d, %q", line, n, complaint)
		}
		for _, r := range complaint {
			if r < ' ' || r == '\x7f' {
				t.Fatalf("%q leads to %q", line, complaint)
			}
		}
	})
}

func TestWords(t *testing.T) {
	for _, test := range []struct {
		command string
		want    []string // nil for an error
	}{
		{"prog", []string{"prog"}}, {" a  b\tc ", []string{"a", "b", "c"}}, {"", []string{}},
		{`python3 -c 'print("a b")'`, []string{"python3", "-c", `print("a b")`}},
		{`a "b c" d\ e "f\"g" ''`, []string{"a", "b c", "d e", `f"g`, ""}},
		{`a 'b`, nil}, {`a "b`, nil}, {`a \`, nil},
	} {
		got, err := Words(test.command)
		if (err != nil) != (test.want == nil) || strings.Join(got, "|") != strings.Join(test.want, "|") {
			t.Errorf("%s: %q, %v; want %q", test.command, got, err, test.want)
		}
	}
}
