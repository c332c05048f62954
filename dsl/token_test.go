package dsl_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"nazo/dsl"
)

// The words of the grammar are read from its source: each literal of a production, and each word that a function of the parser asks for.
func TestWordsInPlace(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	literal := regexp.MustCompile(`'([a-z]+)'`)
	asked := regexp.MustCompile(`(?:accept|expect|followed)\(([a-z", ]+)\)`)
	form := regexp.MustCompile(`(?m)^\t\t\{"([a-z]+)", "([a-z]+)", `)
	var want []string
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		if strings.HasPrefix(name, "grammar") || name == "sentence.go" {
			for _, m := range literal.FindAllStringSubmatch(string(text), -1) {
				want = append(want, m[1])
			}
		}
		for _, m := range asked.FindAllStringSubmatch(string(text), -1) {
			want = append(want, strings.FieldsFunc(m[1], func(r rune) bool { return r < 'a' || r > 'z' })...)
		}
		for _, m := range form.FindAllStringSubmatch(string(text), -1) {
			want = append(want, m[1:]...)
		}
	}
	want = slices.DeleteFunc(want, func(w string) bool {
		return dsl.Reserved(w) || w == "word" || w == "value" || w == "closing" || w == "string"
	})
	slices.Sort(want)
	if diff := cmp.Diff(slices.Compact(want), dsl.WordsInPlace()); diff != "" {
		t.Errorf("(-grammar +list)\n%s", diff)
	}
}

func TestAfter(t *testing.T) {
	words := append(append(dsl.ReservedWords(), dsl.WordsInPlace()...), "x")
	for text, want := range map[string]string{
		`rule "a"`:                           "for",
		`rule "a" for x in xs`:               "mod where",
		`rule "a": all x in xs: x = 1`:       "and because implies mod or",
		`find a`:                             "",
		`find a: path`:                       "in mod or said",
		`find a: path in g`:                  "crossing mod or said",
		`find a: bool said "x"`:              "",
		`technique "a"`:                      "",
		`find a: path in g crossing`:         "at",
		`example "x" a = 1: expect 3`:        "solution solutions up",
		`example "x" a = 1: expect 3 up`:     "to",
		`move m(x in xs) when a then b := c`: "and cost implies in mod or subset",
		`show a`:                             "and as implies in mod or subset",
		`let a = if b`:                       "and implies in mod or subset then",
	} {
		if got := strings.Join(dsl.After(text, words), " "); !sameWords(got, want) {
			t.Errorf("after %s: got %q, want %q", text, got, want)
		}
	}
}

func sameWords(a, b string) bool {
	as, bs := strings.Fields(a), strings.Fields(b)
	slices.Sort(as)
	slices.Sort(bs)
	return slices.Equal(slices.Compact(as), slices.Compact(bs))
}
