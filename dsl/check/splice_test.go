package check_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"nazo/internal/testkit"
)

// TestSpliced checks specs in which words have been replaced by others: most of
// them still parse, and mean something strange.
func TestSpliced(t *testing.T) {
	testkit.SkipRace(t)
	specs := map[string]string{}
	var names []string
	pool := map[string][]string{}
	for _, path := range archives(t) {
		_, files := readArchive(t, path)
		for _, f := range files {
			name, ok := strings.CutSuffix(f.name, ".nazo")
			if !ok {
				continue
			}
			specs[name] = f.text
			names = append(names, name)
			for _, w := range cut(f.text) {
				pool[class(w)] = append(pool[class(w)], w)
			}
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 1500 {
		words := cut(specs[names[random.IntN(len(names))]])
		for range 1 + random.IntN(4) {
			at := random.IntN(len(words))
			if same := pool[class(words[at])]; len(same) > 0 {
				words[at] = same[random.IntN(len(same))]
			}
		}
		specs["spliced"] = strings.Join(words, "")
		check := func() {
			defer func() {
				if r := recover(); r != nil {
					panic(fmt.Sprintf("%v\n%s", r, specs["spliced"]))
				}
			}()
			checkText("spliced", specs)
		}
		check()
	}
}

// cut splits a text into words, and whatever stands between them.
func cut(text string) []string {
	var out []string
	for i, c := range text {
		letter := unicode.IsLetter(c) || unicode.IsDigit(c) || c == '_'
		if letter && i > 0 && class(out[len(out)-1]) == class(string(c)) {
			out[len(out)-1] += string(c)
		} else {
			out = append(out, string(c))
		}
	}
	return out
}

// class tells which words may stand for each other.
func class(word string) string {
	switch c := rune(word[0]); {
	case strings.ContainsRune("+-*&=<>", c):
		return "operator"
	case unicode.IsDigit(c), unicode.IsLetter(c), c == '_':
		return "word"
	case c == ' ' || c == '\n':
		return word
	}
	return "bracket"
}
