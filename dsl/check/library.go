package check

import (
	"slices"
	"sync"
)

// Function is a function of the language's library.
type Function struct {
	Name       string
	Signatures []string // one for each way to call it, such as "(b: board): set of cell"
	Doc        string   // one line
	Group      string   // what it is about: boards, graphs, finds, collections, numbers
}

// builtin is a row of the library's table. The compiler gives the meaning.
type builtin struct {
	name       string
	signatures []string
	doc        string
}

// groups are the tables of the library, in the order in which they are explained.
var groups = []struct {
	name  string
	table []builtin
}{
	{"boards", boardLibrary},
	{"graphs", graphLibrary},
	{"finds", findLibrary},
	{"collections", collectionLibrary},
	{"numbers", numberLibrary},
}

// Library lists the functions of the language, by group.
func Library() []Function {
	var all []Function
	for _, g := range groups {
		for _, b := range g.table {
			all = append(all, Function{b.name, slices.Clone(b.signatures), b.doc, g.name})
		}
	}
	return all
}

// Constants lists the values that the language itself names.
func Constants() []string { return []string{"directions", "north", "east", "south", "west"} }

// entry is a function with its signatures, read when it is first called.
type entry struct {
	builtin
	read func() []signature
}

// library finds the functions by their names.
var library = sync.OnceValue(func() map[string]*entry {
	m := map[string]*entry{}
	for _, g := range groups {
		for _, b := range g.table {
			m[b.name] = &entry{b, sync.OnceValue(func() []signature {
				var out []signature
				for _, text := range b.signatures {
					out = append(out, readSignature(text))
				}
				return out
			})}
		}
	}
	return m
})

// isFunction tells whether the language has a function of the name, or will.
func isFunction(name string) bool { return library()[name] != nil || laterFunctions[name] != "" }
