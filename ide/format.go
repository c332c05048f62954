package ide

import (
	"strings"

	"nazo/dsl"
)

// Format has the edits that bring a spec into the standard layout: one, of the lines that differ. There are none if the spec can't be
// read, and for files of instances.
func (d *Document) Format() []Edit {
	if d.written {
		return nil
	}
	text, problems := dsl.Format(d.Source)
	old := d.Source.Text
	if problems.HasErrors() || text == old {
		return nil
	}
	start := commonPrefix(old, text)
	start = strings.LastIndexByte(old[:start], '\n') + 1
	end := commonPrefix(reversed(old[start:]), reversed(text[start:]))
	if i := strings.IndexByte(old[len(old)-end:], '\n'); i >= 0 { // whole lines
		end -= i + 1
	} else {
		end = 0
	}
	return []Edit{{Span{Start: start, End: len(old) - end}, text[start : len(text)-end]}}
}

func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func reversed(s string) string {
	b := []byte(s)
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	return string(b)
}
