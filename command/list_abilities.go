package command

import (
	"context"
	"fmt"

	"nazo/compile"
	"nazo/engine"
	"nazo/givens"
	"nazo/model"
	"nazo/native"
	"nazo/solve"
)

// ability is what a verb can do for some puzzles only: nil, or the reason why it can't for a model.
type ability func(ctx context.Context, m *model.Model) error

// abilities are those by the verbs that have them.
var abilities = map[string]ability{"sample": canSample, "estimate": canEstimate}

// canSample says whether solutions can be drawn, each as likely as any other.
func canSample(ctx context.Context, m *model.Model) error {
	job, err := native.New().Open(ctx, m, engine.Options{})
	if err != nil {
		return err
	}
	sampler, ok := job.(engine.Sampler)
	if !ok {
		return engine.Because(engine.Unsupported, "it moves, so what it has are runs")
	}
	return sampler.CanSample()
}

// canEstimate says whether the work of the plainest named search can be estimated.
func canEstimate(ctx context.Context, m *model.Model) error {
	by, err := newSearcher("naive")
	if err != nil {
		panic(err)
	}
	job, err := by.Engine.Open(ctx, m, engine.Options{Search: by.names})
	if err != nil {
		return err
	}
	if _, ok := job.(engine.Estimator); !ok {
		return errNoTree
	}
	return nil
}

// errNoTree is why no work can be estimated.
var errNoTree = engine.Because(engine.Unsupported, "only the tree of a search for a path or cycle can be estimated")

// model is that of the instance that is taken if none is named; nil if there is none that is right.
func (s *session) model(sp *spec) *model.Model {
	r := &request{spec: sp}
	s.inputTaken = true // no instance comes with a list
	err := s.supply(r)
	s.remarks = nil // which was taken is not the point
	if err != nil {
		return nil
	}
	p, problems := solve.Compile(s.ctx, sp.Spec, givens.Input{Instance: r.instance}, compile.Options{})
	if problems.HasErrors() {
		return nil
	}
	return p.Model
}

// able reports whether a verb can do for a spec that comes with nazo what it can for some.
func (s *session) able(name string, can ability) bool {
	sp, err := s.loadSpec(name)
	if err != nil {
		return false
	}
	m := s.model(sp)
	return m != nil && can(s.ctx, m) == nil
}

// listAbilities prints for which verbs a spec is fit that are for some only, as its first instance shows.
func (s *session) listAbilities(sp *spec) {
	m := s.model(sp)
	if m == nil {
		return
	}
	text := "each solution as likely as any other"
	if err := canSample(s.ctx, m); err != nil {
		text = fmt.Sprintf("not here: %v", err)
		if m.Machine == nil {
			text += " (nazo solve --seed N --limit K finds solutions that differ widely)"
		}
	}
	fmt.Fprintf(s.out, "  nazo sample: %s\n", text)
	text = "the work of searches for its path or cycle"
	if err := canEstimate(s.ctx, m); err != nil {
		text = fmt.Sprintf("not here: %v", err)
	}
	fmt.Fprintf(s.out, "  nazo estimate: %s\n", text)
}
