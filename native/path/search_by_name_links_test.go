package path_test

import (
	"strings"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
	"nazo/native"
)

func TestNamedSearchesForLinks(t *testing.T) {
	m := testkit.Links5()
	for _, s := range native.Searches() {
		if s.For != "links" {
			continue
		}
		found, r := testkit.Solve(t, native.New(), m, testkit.Task{Search: []string{s.Name}})
		if s.Exhaustive && (len(found) != 1 || !r.Exhausted) || !s.Exhaustive && (r.Complete || !strings.Contains(r.Reason.String(), s.Name)) {
			t.Errorf("%s: %d solutions, %+v", s.Name, len(found), r)
		}
	}
}

func TestNamedSearchesDecline(t *testing.T) {
	for _, c := range []struct {
		m      *model.Model
		search []string
		reason string
	}{
		{testkit.Links5(), []string{"default", "reach"}, "search default stands alone"},
		{testkit.Links5(), []string{"cunning"}, `for links there is no search "cunning"`},
		{testkit.OneInEachLine(4), []string{"naive"}, "named searches are for a path, a cycle or links"},
	} {
		_, err := native.New().Open(t.Context(), c.m, model.Options{Search: c.search})
		if err == nil || !strings.HasPrefix(err.Error(), c.reason) {
			t.Errorf("%v: %v", c.search, err)
		}
	}
}
