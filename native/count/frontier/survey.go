package frontier

import "context"

// survey is an order with what is known of the layers along it.
type survey struct {
	order    Order
	estimate *Estimate
	schedule *schedule // nil if nothing can be counted along the order
	samples  []layerSample
	spent    int64 // states made
}

const (
	// sampledFrom is the number of states from which an estimate is corrected by samples.
	sampledFrom = 2_000_000
	// firstSamples are the samples that every order gets. The first takes firstTaken states of a layer, or as many as come to firstMade in all.
	firstSamples, firstTaken, firstMade = 3, 500, 20_000
	// mostSampled bounds the states of all samples of a plan, which take about half a second. Those beyond the first ones have no more than
	// one in sampledShare of the states that there may be.
	mostSampled, sampledShare = 2_000_000, 8
	// hopeless are states that nobody goes through, three years at a million a second: it does not matter how many more there are.
	hopeless = 1e14
)

// survey estimates an order, by the first samples where it takes long.
func (pl *planner) survey(ctx context.Context, o Order) *survey {
	s := &survey{order: o, estimate: pl.estimator.estimate(o)}
	sched, err := newSchedule(ctx, pl.estimator.problem, o)
	if err != nil {
		return s
	}
	s.schedule = sched
	s.estimate.of(sched)
	if s.estimate.Total > sampledFrom && len(s.estimate.Layers) == len(sched.steps) {
		for range firstSamples {
			s.sample(ctx)
		}
		s.extrapolate()
	}
	return s
}

// sample makes one more sample, of twice as many states as the last; it reports whether there is one more.
func (s *survey) sample(ctx context.Context) bool {
	n := len(s.samples)
	most := min(firstTaken, max(firstMade/len(s.schedule.steps), 1)) << n
	sample, ok := s.schedule.sampleLayers(ctx, most, uint64(n))
	s.spent += sample.made
	if ok {
		s.samples = append(s.samples, sample)
	}
	return ok
}

func (s *survey) extrapolate() {
	if len(s.samples) >= firstSamples {
		s.estimate.extrapolate(s.samples)
	}
}

// refine makes larger samples as long as they take little beside the count.
func (s *survey) refine(ctx context.Context) {
	for len(s.samples) >= firstSamples && s.estimate.Total/s.estimate.Doubt < hopeless {
		last := &s.samples[len(s.samples)-1]
		next := float64(s.spent + 2*last.made)
		if last.exact == len(last.states) || next > mostSampled || next > s.estimate.Total*s.estimate.Doubt/sampledShare || !s.sample(ctx) {
			return
		}
		s.extrapolate()
	}
}
