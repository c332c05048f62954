package value

import (
	"cmp"
	"strconv"
	"strings"
)

// Label is a word: an element of an enumeration, or a room letter.
type Label struct {
	Name string
	// Print is how a grid shows it; the name itself for plain labels.
	Print string
	// Rank orders labels of one enumeration as they were declared.
	Rank int
}

func (l Label) rank() rank   { return labelRank }
func (l Label) noun() string { return "a label" }
func (l Label) known() bool  { return true }
func (l Label) text() string { return l.Name }

func (l Label) compare(v Value) int {
	m, ok := v.(Label)
	if !ok {
		return compareKinds(labelRank, v)
	}
	if l.Name == m.Name {
		return 0
	}
	return cmp.Or(cmp.Compare(l.Rank, m.Rank), compareWords(l.Name, m.Name))
}

func (l Label) key() Key                { return Key{rank: labelRank, text: l.Name} }
func (l Label) spell(out []byte) []byte { return strconv.AppendQuote(out, l.Name) }

// compareWords orders words that are numbers by their size, before all others.
func compareWords(a, b string) int {
	switch n, m := isNumber(a), isNumber(b); {
	case n && m:
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	case n:
		return -1
	case m:
		return 1
	}
	return cmp.Compare(a, b)
}

// isNumber reports whether a word has only digits, the first of them not 0 unless it is alone.
func isNumber(word string) bool {
	return word == "0" || word != "" && word[0] != '0' && strings.Trim(word, "0123456789") == ""
}
