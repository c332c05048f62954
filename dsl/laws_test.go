package dsl_test

import (
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"nazo/dsl"
	"nazo/dsl/diag"
)

// sameTree compares trees without places and sources.
var sameTree = cmp.Options{
	cmpopts.IgnoreTypes(dsl.At{}, &diag.Source{}),
	cmp.Comparer(func(a, b *big.Int) bool { return a.Cmp(b) == 0 }),
	cmp.Transformer("cells", func(row dsl.GridRow) string { return show(row.Cells) }),
}

// checkFormat holds the formatter to its laws: the tree stays, so do the
// comments, and formatting again changes nothing.
func checkFormat(t *testing.T, text string) {
	t.Helper()
	before, problems := dsl.Parse(diag.NewSource("spec", text))
	if problems.HasErrors() {
		t.Fatal(problems.Text(false))
	}
	once, problems := dsl.Format(diag.NewSource("spec", text))
	if problems.HasErrors() {
		t.Fatal(problems.Text(false))
	}
	after, problems := dsl.Parse(diag.NewSource("formatted", once))
	if problems.HasErrors() {
		t.Fatalf("the formatted spec has errors:\n%s\n%s", problems.Text(false), once)
	}
	if diff := cmp.Diff(before, after, sameTree); diff != "" {
		t.Errorf("formatting changes the tree (-before +after)\n%s\n%s", diff, once)
	}
	if diff := cmp.Diff(comments(text), comments(once)); diff != "" {
		t.Errorf("formatting changes the comments (-before +after)\n%s\n%s", diff, once)
	}
	twice, _ := dsl.Format(diag.NewSource("formatted", once))
	if diff := cmp.Diff(once, twice); diff != "" {
		t.Errorf("formatting is not idempotent (-once +twice)\n%s", diff)
	}
}

// comments returns the comments of a spec, found without the lexer.
func comments(text string) []string {
	var out []string
	for i := 0; i < len(text); {
		switch rest := text[i:]; {
		case strings.HasPrefix(rest, `"""`):
			i += 3 + strings.Index(rest[3:], `"""`) + 3
		case rest[0] == '"':
			i += 1 + strings.IndexByte(rest[1:], '"') + 1
		case rest[0] == '#':
			line, _, _ := strings.Cut(rest, "\n")
			out = append(out, strings.TrimRight(line, " \t\r"))
			i += len(line)
		default:
			i++
		}
	}
	return out
}

// checkSpans holds a tree without errors to the laws of places: tight, within the
// parent's, and that of a name is its text.
func checkSpans(t *testing.T, root dsl.Node, src *diag.Source) {
	t.Helper()
	dsl.Visit(root, func(parent dsl.Node) bool {
		for _, n := range below(parent) {
			span := n.Span()
			text := src.Slice(span)
			if text == "" || text != strings.TrimSpace(text) {
				t.Errorf("the place of %s is not tight: %q", show(n), text)
			}
			if _, file := parent.(*dsl.File); !file && !parent.Span().Contains(span) {
				t.Errorf("%q reaches out of %q", text, src.Slice(parent.Span()))
			}
			if name, ok := n.(*dsl.Name); ok && text != name.Text {
				t.Errorf("the place of %s is %q", name.Text, text)
			}
		}
		return true
	})
}

// below returns the nodes directly below n, found by reflection.
func below(n dsl.Node) []dsl.Node {
	var out []dsl.Node
	v := reflect.ValueOf(n).Elem()
	for i := range v.NumField() {
		f := v.Field(i)
		items := []reflect.Value{f}
		if f.Kind() == reflect.Slice {
			items = nil
			for j := range f.Len() {
				items = append(items, f.Index(j))
			}
		}
		for _, item := range items {
			if k := item.Kind(); k != reflect.Interface && k != reflect.Pointer || item.IsNil() {
				continue
			}
			if node, ok := item.Interface().(dsl.Node); ok {
				out = append(out, node)
			}
		}
	}
	return out
}

func TestSpans(t *testing.T) {
	for name, text := range specs(t) {
		src := diag.NewSource(name, text)
		file, _ := dsl.Parse(src)
		checkSpans(t, file, src)
	}
}

func TestFormatLaws(t *testing.T) {
	for _, text := range specs(t) {
		checkFormat(t, text)
		checkFormat(t, strings.ReplaceAll(text, " ", "  "))
		checkFormat(t, strings.ReplaceAll(text, "\n", "\r\n"))
	}
}

// TestVisit compares Visit with what reflection finds.
func TestVisit(t *testing.T) {
	var visit func(n dsl.Node, all []dsl.Node) []dsl.Node
	visit = func(n dsl.Node, all []dsl.Node) []dsl.Node {
		all = append(all, n)
		for _, c := range below(n) {
			all = visit(c, all)
		}
		return all
	}
	for name, text := range specs(t) {
		file, _ := dsl.Parse(diag.NewSource(name, text))
		var got []dsl.Node
		dsl.Visit(file, func(n dsl.Node) bool {
			got = append(got, n)
			return true
		})
		if want := visit(file, nil); !slices.Equal(got, want) {
			t.Errorf("%s: Visit visits %d nodes, there are %d, or the order differs", name, len(got), len(want))
		}
	}
}

func TestVisitStops(t *testing.T) {
	file, _ := dsl.Parse(diag.NewSource("spec", "let a = f(b, c)\nlet d = e"))
	var names []string
	dsl.Visit(file, func(n dsl.Node) bool {
		if name, ok := n.(*dsl.Name); ok {
			names = append(names, name.Text)
		}
		_, call := n.(*dsl.Call)
		return !call
	})
	if want := []string{"a", "d", "e"}; !slices.Equal(names, want) {
		t.Errorf("got %v, want %v", names, want)
	}
}
