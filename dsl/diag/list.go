package diag

import (
	"encoding/json"
	"slices"
)

// DefaultLimit is how many diagnostics a list keeps unless told otherwise:
// enough to work on, few enough to read.
const DefaultLimit = 20

// List collects diagnostics. The zero List is empty and ready; a nil *List is
// empty and may be read.
type List struct {
	Limit int // how many to keep; 0 means DefaultLimit

	items   []*Diagnostic
	dropped int  // how many more there were
	errors  bool // whether an error was added, kept or not
}

// Add puts a diagnostic into the list, unless the same is there already. Past
// the limit, diagnostics are only counted; an error then takes the place of a warning.
func (l *List) Add(d *Diagnostic) {
	if slices.ContainsFunc(l.items, func(other *Diagnostic) bool { return same(d, other) }) {
		return
	}
	l.errors = l.errors || d.Severity == Error
	limit := l.Limit
	if limit == 0 {
		limit = DefaultLimit
	}
	if len(l.items) < limit {
		l.items = append(l.items, d)
		return
	}
	l.dropped++
	if d.Severity != Error {
		return
	}
	for i, other := range slices.Backward(l.items) {
		if other.Severity != Error {
			l.items = append(slices.Delete(l.items, i, i+1), d)
			return
		}
	}
}

// Merge adds all diagnostics of other, which may be nil.
func (l *List) Merge(other *List) {
	if other == nil {
		return
	}
	for _, d := range other.items {
		l.Add(d)
	}
	l.dropped += other.dropped
	l.errors = l.errors || other.errors
}

// All returns the kept diagnostics in order of file and position.
func (l *List) All() []*Diagnostic {
	if l == nil {
		return nil
	}
	return sorted(l.items)
}

// Len returns how many diagnostics are kept.
func (l *List) Len() int {
	if l == nil {
		return 0
	}
	return len(l.items)
}

// Dropped returns how many diagnostics did not fit.
func (l *List) Dropped() int {
	if l == nil {
		return 0
	}
	return l.dropped
}

// HasErrors reports whether any diagnostic is an error, not just a warning.
func (l *List) HasErrors() bool { return l != nil && l.errors }

// Err returns the list as an error if it has errors, else nil.
func (l *List) Err() error {
	if !l.HasErrors() {
		return nil
	}
	return l
}

// Error renders the list without colour.
func (l *List) Error() string { return l.Text(false) }

// MarshalJSON writes the list as an array, sorted by position.
func (l *List) MarshalJSON() ([]byte, error) {
	items := l.All()
	if items == nil {
		items = []*Diagnostic{}
	}
	return json.Marshal(items)
}
