package check

import (
	"sync"

	"nazo/library"
)

// entry is a function of the library with its signatures, read when it is first
// called.
type entry struct {
	*library.Function
	read func() []signature
}

// functions finds the functions of the library by their names.
var functions = sync.OnceValue(func() map[string]*entry {
	m := map[string]*entry{}
	for _, f := range library.All() {
		m[f.Name] = &entry{f, sync.OnceValue(func() []signature {
			var out []signature
			for _, text := range f.Signatures {
				out = append(out, readSignature(text))
			}
			return out
		})}
	}
	return m
})

// isFunction reports whether the language has a function of the name.
func isFunction(name string) bool { return functions()[name] != nil }
