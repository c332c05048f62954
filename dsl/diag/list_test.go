package diag_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"nazo/dsl/diag"
)

func messages(l *diag.List) []string {
	var out []string
	for _, d := range l.All() {
		out = append(out, d.Message)
	}
	return out
}

func TestListSortsAndForgetsDoubles(t *testing.T) {
	src := diag.NewSource("s", "abc")
	var l diag.List
	l.Add(diag.Warnf(src, diag.Span{Start: 2, End: 3}, "c", "third"))
	l.Add(diag.Errorf(src, diag.Span{Start: 0, End: 1}, "c", "first"))
	l.Add(diag.Errorf(src, diag.Span{Start: 1, End: 2}, "c", "second"))
	l.Add(diag.Errorf(src, diag.Span{Start: 1, End: 2}, "c", "second"))
	if diff := cmp.Diff([]string{"first", "second", "third"}, messages(&l)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestListLimit(t *testing.T) {
	src := diag.NewSource("s", "abc")
	l := diag.List{Limit: 2}
	l.Add(diag.Errorf(src, diag.Span{Start: 0}, "c", "a"))
	l.Add(diag.Warnf(src, diag.Span{Start: 1}, "c", "b"))
	l.Add(diag.Errorf(src, diag.Span{Start: 2}, "c", "c"))
	l.Add(diag.Errorf(src, diag.Span{Start: 3}, "c", "d"))
	if diff := cmp.Diff([]string{"a", "c"}, messages(&l)); diff != "" {
		t.Errorf("an error replaces a warning (-want +got)\n%s", diff)
	}
	if got := l.Dropped(); got != 2 {
		t.Errorf("got %d dropped, want 2", got)
	}
	if !strings.HasSuffix(l.Error(), "and 2 more problems\n") {
		t.Errorf("the dropped ones are not mentioned:\n%s", l.Error())
	}
}

func TestListErr(t *testing.T) {
	var none *diag.List
	if none.Err() != nil || none.HasErrors() || none.Len() != 0 || none.Dropped() != 0 || none.All() != nil {
		t.Error("a nil list is not empty")
	}
	var l diag.List
	l.Add(diag.Warnf(nil, diag.Span{}, "c", "w"))
	if l.Err() != nil {
		t.Error("a warning counts as an error")
	}
	var other diag.List
	other.Add(diag.Errorf(nil, diag.Span{}, "c", "e"))
	l.Merge(&other)
	l.Merge(nil)
	if l.Err() == nil || l.Len() != 2 {
		t.Error("the merged error got lost")
	}
}

func TestJSON(t *testing.T) {
	src := diag.NewSource("s", "let x\n")
	var l diag.List
	d := diag.Errorf(src, diag.Span{Start: 4, End: 5}, "a-code", "a message")
	l.Add(d.Expect("e").Suggest("y").Helpf("h").Note(src, diag.Span{Start: 0, End: 3}, "n").Note(nil, diag.Span{}, "bare"))
	got, err := json.Marshal(&l)
	if err != nil {
		t.Fatal(err)
	}
	want := `[{"severity":"error","code":"a-code","message":"a message",` +
		`"file":"s","start":{"line":1,"column":5},"end":{"line":1,"column":6},` +
		`"expected":"e","suggestion":"y","help":"h",` +
		`"notes":[{"message":"n","file":"s","start":{"line":1,"column":1},"end":{"line":1,"column":4}},{"message":"bare"}]}]`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if got, _ := json.Marshal(&diag.List{}); string(got) != "[]" {
		t.Errorf("an empty list is %s, want []", got)
	}
}
