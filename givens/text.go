package givens

import (
	"strings"

	"nazo/value"
)

// splitText reads several things that are printed together: at commas, in order,
// if there are any, else each takes as much text as it can. A lone "." is none
// for all, and so is what is missing.
func splitText(text string, types []Type) ([]value.Value, bool) {
	out := make([]value.Value, len(types))
	words := strings.Split(text, ",")
	if text == "." {
		words = nil
	}
	if len(words) == 1 && len(types) > 1 {
		return splitGreedily(text, types)
	}
	if len(words) > len(types) {
		return nil, false
	}
	for i, t := range types {
		word := "."
		if i < len(words) {
			word = words[i]
		}
		v, ok := t.FromText(word)
		if !ok {
			return nil, false
		}
		out[i] = v
	}
	return out, true
}

// splitGreedily lets the types take text from the front, in any order, each as
// much as it can; types that are left over get none.
func splitGreedily(text string, types []Type) ([]value.Value, bool) {
	out := make([]value.Value, len(types))
	var read func(rest string) bool
	read = func(rest string) bool {
		if rest == "" || text == "." {
			return fillWithNone(out, types)
		}
		for i, t := range types {
			if out[i] != nil {
				continue
			}
			for n := len(rest); n > 0; n-- {
				if v, ok := t.FromText(rest[:n]); ok && rest[:n] != "." {
					out[i] = v
					if read(rest[n:]) {
						return true
					}
					out[i] = nil
					break
				}
			}
		}
		return false
	}
	return out, read(text)
}

// fillWithNone gives none to the types that have no value; all must allow it,
// or nothing changes.
func fillWithNone(out []value.Value, types []Type) bool {
	for i, t := range types {
		if out[i] == nil {
			if _, ok := t.FromText("."); !ok {
				return false
			}
		}
	}
	for i, t := range types {
		if out[i] == nil {
			out[i], _ = t.FromText(".")
		}
	}
	return true
}
