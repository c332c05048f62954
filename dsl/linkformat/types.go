package linkformat

import (
	_ "embed"
	"strings"
	"sync"
)

// types.tsv has a row for each type of puzz.link: its name, the parts of its links, and one of them.
//
//go:embed types.tsv
var typesTable string

// A Type is a type of puzzle on puzz.link.
type Type struct {
	ID     string
	Layout Layout
	Sample string // a link of the type, without the site
}

// Types returns the types of puzz.link, sorted by name.
var Types = sync.OnceValue(func() (all []Type) {
	for line := range strings.Lines(typesTable) {
		if columns := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); len(columns) == 3 {
			all = append(all, Type{columns[0], parseLayout(columns[1]), columns[2]})
		}
	}
	return all
})

// TypeOf returns the type of a name.
func TypeOf(id string) (Type, bool) {
	for _, t := range Types() {
		if t.ID == id {
			return t, true
		}
	}
	return Type{}, false
}

// parseLayout reads parts as the tables write them: "border, num16 rooms", with a question mark behind an optional part.
func parseLayout(text string) (l Layout) {
	for part := range strings.SplitSeq(text, ", ") {
		word, optional := strings.CutSuffix(part, "?")
		format, domain, _ := strings.Cut(word, " ")
		l = append(l, Part{format, domain, optional})
	}
	return l
}
