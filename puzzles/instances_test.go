package puzzles_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"nazo/compile"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/show/link"
	"nazo/puzzles"
)

// readBack writes values of givens as an instance file and reads that.
func readBack(t *testing.T, spec *check.Spec, values []instance.Given) []instance.Given {
	t.Helper()
	text := instance.Text(spec, values)
	all, problems := instance.Parse(diag.NewSource("written", text))
	if problems.HasErrors() || len(all) != 1 {
		t.Fatalf("%d instances\n%s\n%s", len(all), problems.Text(false), text)
	}
	again, problems := compile.Givens(context.Background(), spec, instance.Input{Instance: all[0]}, compile.Options{})
	if problems.HasErrors() {
		t.Fatalf("%s\n%s", problems.Text(false), text)
	}
	return again
}

// sameGivens reports what differs between the values of givens.
func sameGivens(t *testing.T, spec *check.Spec, before, after []instance.Given) {
	t.Helper()
	for i, g := range before {
		if !value.Equal(g.Value, after[i].Value) {
			t.Errorf("%s is read as\n%s\nafter\n%s", g.Name, instance.Text(spec, after[i:i+1]), instance.Text(spec, before[i:i+1]))
		}
	}
}

// TestInstancesOfLinks writes the instance that a link is for as `nazo link` prints it, reads that file, and writes it as a link
// again: of every type that a spec is for it is the same link.
func TestInstancesOfLinks(t *testing.T) {
	specOf := declaring(t)
	links := map[string]string{} // the type of each
	for _, row := range rows(t, "../dsl/linkformat/types.tsv", 3) {
		links[row[2]] = row[0]
	}
	for _, row := range rows(t, "testdata/boards.tsv", 5) {
		links[row[3]] = row[0]
	}
	for _, address := range slices.Sorted(maps.Keys(links)) {
		spec := specOf(links[address])
		if spec == nil {
			continue
		}
		t.Run(address, func(t *testing.T) {
			read, err := link.Read(spec, diag.NewSource("link", address))
			if err != nil {
				t.Skip("the link is refused; TestBoards holds which are")
			}
			before, problems := compile.Givens(context.Background(), spec, instance.Input{Instance: read.Instance}, compile.Options{})
			if problems.HasErrors() {
				t.Skip("the link is refused; TestBoards holds which are")
			}
			after := readBack(t, spec, before)
			sameGivens(t, spec, before, after)
			first, errFirst := link.Of(spec, before)
			again, err := link.Of(spec, after)
			if err != nil || errFirst != nil || first.Path() != again.Path() {
				t.Errorf("%s is written as %s, error %v", first.Path(), again.Path(), err)
			}
		})
	}
}

// TestInstancesAgain writes every instance that comes with a spec as a file of instances, and reads that.
func TestInstancesAgain(t *testing.T) {
	for _, name := range puzzles.Specs() {
		files := puzzles.Instances(name)
		if len(files) == 0 {
			continue
		}
		spec := checked(t, name)
		for _, file := range files {
			text, _ := puzzles.Instance(name, file)
			all, err := instance.Instances(spec, diag.NewSource(file, text))
			if err != nil {
				t.Fatal(err)
			}
			for i, one := range all {
				values, problems := compile.Givens(context.Background(), spec, instance.Input{Instance: one}, compile.Options{})
				if problems.HasErrors() {
					t.Fatal(problems.Text(false))
				}
				t.Run(fmt.Sprintf("%s/%s:%d", name, file, i+1), func(t *testing.T) {
					sameGivens(t, spec, values, readBack(t, spec, values))
				})
			}
		}
	}
}
