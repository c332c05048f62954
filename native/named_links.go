package native

import (
	"context"
	"slices"

	"nazo/engine"
	"nazo/model"
	"nazo/native/path/lines"
)

// linkSearches lists the searches for links; but for the first and the last
// several may be asked for at once.
func linkSearches() []Search {
	var all []Search
	for _, s := range lines.Stages() {
		all = append(all, Search{s.Name, s.About, s.Source, "links", s.Exhaustive})
	}
	return append(all, Search{Default, "propagation; first, where no vertex has to be used, short runs of reach+tidy+forced", "", "links", true})
}

// findsLinks says whether a model has links.
func findsLinks(m *model.Model) bool {
	return slices.ContainsFunc(m.Constraints, func(c model.Constraint) bool { _, ok := c.Body.(model.Links); return ok })
}

func supportsNamedLinks(m *model.Model, t engine.Task) (ok bool, reason string) {
	if err := lines.Supports(m, t); err != nil {
		return false, err.Error()
	}
	return true, ""
}

func namedLinks(ctx context.Context, m *model.Model, t engine.Task, yield func(model.Solution) bool) engine.Result {
	return lines.Solve(ctx, m, t, yield)
}
