package explore

import (
	"context"
	"math/big"

	"nazo/engine"
	"nazo/model"
)

// Count counts the best runs of a machine as engine.Counter describes; a task that
// names a search that is not exhaustive is refused.
func Count(ctx context.Context, m *model.Model, t engine.Task) engine.Count {
	t.Limit = 0
	l := newLimits(ctx, t)
	defer l.close()
	var c engine.Count
	if reason := refuses(m, t); reason != "" {
		l.stop(reason)
	} else if s := newSearch(ctx, m, t, l); s != nil {
		c = s.count(m)
	}
	if l.reason != "" {
		c = engine.Count{Reason: l.reason}
	}
	c.Stats = l.stats
	return c
}

func (s *search) count(m *model.Model) engine.Count {
	work, reason := s.choose(m)
	if work == nil {
		s.decline(reason)
		return engine.Count{}
	}
	defer work.close()
	result := running
	for result == running {
		result = work.step(slice)
	}
	switch result {
	case exhausted:
		return engine.Count{N: new(big.Int), Complete: true}
	case found:
		if w := s.ways(work); w != nil {
			return engine.Count{N: w.total(), Complete: true, Costs: s.costs(work.replay(work.run()))}
		}
	}
	return engine.Count{}
}
