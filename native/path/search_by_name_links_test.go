package path_test

import (
	"strings"
	"testing"

	"nazo/engine"
	"nazo/model"
	"nazo/model/modeltest"
	"nazo/native"
)

func TestNamedSearchesForLinks(t *testing.T) {
	m := modeltest.Links5()
	for _, s := range native.Searches() {
		if s.For != "links" {
			continue
		}
		found, r := modeltest.Solve(t, native.New(), m, modeltest.Task{Search: []string{s.Name}})
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
		{modeltest.Links5(), []string{"default", "reach"}, "search default stands alone"},
		{modeltest.Links5(), []string{"cunning"}, `for links there is no search "cunning"`},
		{modeltest.OneInEachLine(4), []string{"naive"}, "named searches are for a path, a cycle or links"},
	} {
		_, err := native.New().Open(t.Context(), c.m, engine.Options{Search: c.search})
		if err == nil || !strings.HasPrefix(err.Error(), c.reason) {
			t.Errorf("%v: %v", c.search, err)
		}
	}
}
