package parts

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// written is the text of a part with so many findings.
func written(t testing.TB, part string, findings int) string {
	p, err := Parse(part)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	w, err := NewWriter(&text, Head{Verb: "make", Title: "towers n=3", Problem: "abc", Part: p})
	for i := range findings {
		line := map[string]string{"n": fmt.Sprint(part, " ", i)}
		err = errors.Join(err, w.Line(line, line))
	}
	if err := errors.Join(err, w.End(findings)); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

func TestReadParts(t *testing.T) {
	text := written(t, "2/2", 2) + "\n" + written(t, "1/2,2/2", 0) + written(t, "1/2,1/2", 3)
	found, err := Read(strings.NewReader(text))
	if err != nil || len(found) != 3 {
		t.Fatalf("%d parts, %v", len(found), err)
	}
	for i, want := range []struct {
		part     string
		findings int
	}{{"2/2", 2}, {"1/2,2/2", 0}, {"1/2,1/2", 3}} {
		p := found[i]
		if p.Part.String() != want.part || p.End.Found != want.findings || !p.Alike(found[0].Head) {
			t.Errorf("part %d is %+v; want %v", i, p, want)
		}
		n := 0
		err := p.Findings(strings.NewReader(text), func(line []byte) error {
			if got, want := string(line), fmt.Sprintf(`{"n":"%s %d"}`, want.part, n); got != want {
				t.Errorf("finding %s; want %s", got, want)
			}
			n++
			return nil
		})
		if err != nil || n != want.findings {
			t.Errorf("%d findings, %v; want %d", n, err, want.findings)
		}
	}
}

func TestReadMistakes(t *testing.T) {
	part := written(t, "1/2", 2)
	lines := strings.SplitAfter(part, "\n")
	for _, c := range []struct {
		text string
		line int
		want string
	}{
		{"hello\n", 1, "this is no line of a part that --part printed"},
		{part + lines[1], 5, "this is no line of a part that --part printed"},
		{"\n" + strings.Join(lines[:3], ""), 2, "part 1/2 has no end: it was cut off"},
		{lines[0] + part, 1, "part 1/2 has no end: it was cut off"},
		{lines[0] + lines[1] + lines[3], 1, "part 1/2 is damaged"},
		{strings.Replace(part, "1/2 0", "1/2 7", 1), 1, "part 1/2 is damaged"},
		{strings.Replace(part, "towers", "powers", 1), 1, "part 1/2 is damaged"},
		{strings.Replace(part, `"nazo_part":3`, `"nazo_part":2`, 1), 1, "this part is of version 2, and this nazo joins version 3"},
		{strings.Replace(part, `"verb"`, `"word"`, 1), 1, "this is no line of a part that --part printed"},
	} {
		_, err := Read(strings.NewReader(c.text))
		var m *Mistake
		if !errors.As(err, &m) || m.Text != c.want || m.Line != c.line {
			t.Errorf("%q: %v; want %q at line %d", c.text, err, c.want, c.line)
		}
	}
}

// Whatever byte of a part is another, it is noticed, or it means the same.
func TestReadDamage(t *testing.T) {
	part := written(t, "1/2", 2)
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(part)
		i := rapid.IntRange(0, len(text)-1).Draw(t, "at")
		text[i] ^= byte(rapid.IntRange(1, 255).Draw(t, "by"))
		found, err := Read(bytes.NewReader(text))
		if err == nil && found[0].End.Found == 2 && found[0].End.Lines == 2 {
			return
		}
		var m *Mistake
		if !errors.As(err, &m) {
			t.Fatalf("%q: %v", text, err)
		}
	})
}

// What another run must come to, too, is told from what may differ.
func TestContradict(t *testing.T) {
	run := func(part string, finding, sure any) Part {
		p, err := Parse(part)
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		w, err := NewWriter(&text, Head{Verb: "count", Part: p})
		if err := errors.Join(err, w.Line(finding, sure), w.End(0)); err != nil {
			t.Fatal(err)
		}
		found, err := Read(&text)
		if err != nil || len(found) != 1 {
			t.Fatal(found, err)
		}
		return found[0]
	}
	one := run("1/2", []int{7, 100}, 7)
	for _, c := range []struct {
		other Part
		want  bool
	}{
		{run("1/2", []int{7, 300}, 7), false},
		{run("1/2", []int{8, 100}, 8), true},
		{run("1/2", []int{8, 100}, nil), false},
		{run("2/2", []int{8, 100}, 8), false},
	} {
		if got := Contradict(one, c.other); got != c.want {
			t.Errorf("%+v and %+v contradict: %v", one, c.other, got)
		}
	}
}
