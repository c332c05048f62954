package nazo

import (
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"

	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/givens"
)

// Input has values of what a spec is given: [Text], [File], [Reader] or [Values].
type Input interface {
	give(*check.Spec, *givens.Input) error
}

// Text is an instance as a file has it, with lines such as "n = 8" and "clue:" before the rows
// of a grid; see "Instances" in docs/language.md. Of several instances the first is taken, and
// "" has none.
type Text string

func (t Text) give(s *check.Spec, in *givens.Input) error {
	return instance(s, in, "instance", string(t))
}

// File is the name of a file with an instance, of at most 8 MB; a distance table in the format
// of TSPLIB is known by its ending, .tsp.
type File string

func (f File) give(s *check.Spec, in *givens.Input) error {
	text, err := diag.ReadFile(string(f))
	if err != nil {
		return err
	}
	return instance(s, in, string(f), text)
}

// Reader is an instance to be read, as [File] is; the name stands in messages.
func Reader(name string, r io.Reader) Input { return reader{name, r} }

type reader struct {
	name string
	io.Reader
}

func (r reader) give(s *check.Spec, in *givens.Input) error {
	text, err := io.ReadAll(io.LimitReader(r, diag.MostRead))
	if err != nil {
		return err
	}
	return instance(s, in, r.name, string(text))
}

// instance reads an instance in any form that files have.
func instance(s *check.Spec, in *givens.Input, name, text string) error {
	all, err := givens.Instances(s, diag.NewSource(name, text))
	switch {
	case err != nil:
		return err
	case in.Instance != nil:
		return fmt.Errorf("there are two instances, %s and %s", in.Instance.Source.Name, name)
	case len(all) > 0:
		in.Instance = all[0]
	}
	return nil
}

// Values are values by the names of givens, and come before those of an instance: numbers, truth
// values, nil for none, slices of such, and strings with anything that may stand after
// name= on the command line: "r2c3", "{1, 2}", "[north, east]". A grid is a slice of rows.
type Values map[string]any

func (v Values) give(_ *check.Spec, in *givens.Input) error {
	for _, name := range slices.Sorted(maps.Keys(v)) {
		in.Overrides = slices.DeleteFunc(in.Overrides, func(o givens.Override) bool { return o.Name == name })
		in.Overrides = append(in.Overrides, givens.Override{Name: name, Text: written(reflect.ValueOf(v[name])), Origin: "value of " + name})
	}
	return nil
}

// written is a value as the language has it.
func written(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Invalid:
		return "none"
	case reflect.Interface:
		return written(v.Elem())
	case reflect.Slice, reflect.Array:
		parts := make([]string, v.Len())
		for i := range parts {
			parts[i] = written(v.Index(i))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return fmt.Sprint(v)
}
