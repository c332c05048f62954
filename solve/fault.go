package solve

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"nazo/engine"
	"nazo/judge"
	"nazo/model"
)

// FaultKind says how engines, or an engine and the judge, disagree.
type FaultKind uint8

// The kinds of faults.
const (
	// Refused: the judge refuses an answer.
	Refused FaultKind = iota
	// Repeated: an engine gave the same answer twice.
	Repeated
	// Missed: an engine says that it gave every solution, or that there is
	// none, but another found one more, which the judge accepts.
	Missed
	// Worse: an engine proved an optimum, or that no run is shorter, but another found a
	// better answer.
	Worse
	// Different: both gave as many solutions, or too many to tell, but not the same.
	Different
	// Miscounted: an engine counted other solutions than were found.
	Miscounted
	// Recounted: an engine counted two different numbers along two orders.
	Recounted
	// Unfounded: an engine says that something follows, but another found a solution in which it is not so.
	Unfounded
)

// Fault is a disagreement: a bug in an engine or in compiling, never the user's.
type Fault struct {
	Kind FaultKind
	// Engine is the one at fault, Against the one that shows it; "" for the judge.
	Engine, Against string
	// Answer is the answer that they disagree about; nil if none can be named.
	Answer     *judge.Answer
	Violations []judge.Violation // of a refused answer
	// Rules are, for a missed answer, rules that alone make the engine refuse it.
	Rules []string
}

// Error says in a sentence who disagrees with whom.
func (f *Fault) Error() string {
	switch f.Kind {
	case Refused:
		var rules []string
		for _, v := range f.Violations {
			text := fmt.Sprintf("%q", v.Rule)
			if v.Bindings != "" {
				text += " (" + v.Bindings + ")"
			}
			rules = append(rules, text)
		}
		return fmt.Sprintf("engine %s gave an answer that the rules refuse: %s", f.Engine, strings.Join(rules, ", "))
	case Repeated:
		return fmt.Sprintf("engine %s gave the same answer twice", f.Engine)
	case Missed:
		text := fmt.Sprintf("engine %s misses an answer that engine %s found and the rules accept", f.Engine, f.Against)
		if len(f.Rules) > 0 {
			text += "; it refuses it because of " + strings.Join(f.Rules, ", ")
		}
		return text
	case Worse:
		return fmt.Sprintf("engine %s says that its answer is optimal, but that of engine %s is better", f.Engine, f.Against)
	case Miscounted:
		return fmt.Sprintf("engine %s counted other solutions than engine %s found", f.Engine, f.Against)
	case Recounted:
		return fmt.Sprintf("engine %s counted different numbers along two orders", f.Engine)
	case Unfounded:
		return fmt.Sprintf("engine %s says that a step follows from its reasons, but engine %s found that it does not", f.Engine, f.Against)
	}
	return fmt.Sprintf("engines %s and %s gave different solutions", f.Engine, f.Against)
}

// faultOf looks for a disagreement among finished workers.
func (b *bench) faultOf(ctx context.Context, workers []*worker) *Fault {
	for _, w := range workers {
		if w.fault != nil {
			return w.fault
		}
	}
	for _, w := range workers {
		for _, other := range workers {
			if w == other {
				continue
			}
			if f := w.against(ctx, other); f != nil {
				return f
			}
		}
	}
	return nil
}

// against looks for what other found and t should have found too.
func (w *worker) against(ctx context.Context, other *worker) *Fault {
	f := &Fault{Engine: w.engine.Name(), Against: other.engine.Name()}
	if w.result.Complete && !w.result.ShorterMayExist && other.order(w) < 0 {
		f.Kind, f.Answer = Worse, other.answers[0]
		return f
	}
	if !w.result.Exhausted || w.optimizes() && !other.result.Complete && len(w.answers) > 0 {
		return nil
	}
	if w.count == other.count && w.sum == other.sum || len(other.answers) == 0 {
		return nil
	}
	if len(w.keys) < maxKeys {
		for k := range other.keys {
			if _, found := w.keys[k]; !found {
				f.Kind = Missed
				f.Answer, f.Rules = w.explain(ctx, other)
				return f
			}
		}
		return nil
	}
	if other.result.Exhausted {
		f.Kind = Different
		return f
	}
	return nil
}

// explainTime bounds the search for the smallest reproducer.
const explainTime = 5 * time.Second

// explain finds the first of other's solutions that t missed, and then rules
// that are enough to make w's engine refuse it: each rule is switched off in
// turn, and stays off if the engine still refuses.
func (w *worker) explain(ctx context.Context, other *worker) (*judge.Answer, []string) {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), explainTime)
	defer stop()
	m := w.problem.Model
	var missed model.Solution
	other.job.Solve(ctx, other.task.SolveOptions, func(s model.Solution) bool {
		if _, found := w.keys[keyOf(m, s)]; !found {
			missed = slices.Clone(s)
		}
		return missed == nil
	})
	if missed == nil {
		return nil, nil
	}
	a, err := w.problem.Decode(ctx, missed)
	if err != nil {
		return nil, nil
	}
	if m.Machine != nil { // rules are about its start alone
		return a, nil
	}
	probe := engine.Options{AnyObjective: true}
	for _, find := range m.Finds {
		for _, v := range find.Vars {
			probe.Within = append(probe.Within, engine.Fix(v, missed[v]))
		}
	}
	refuses := func(off []int32) bool {
		probe.Off = off
		job, err := w.engine.Open(ctx, m, probe)
		if err != nil {
			return false
		}
		r := job.Solve(ctx, engine.SolveOptions{Limit: 1}, func(model.Solution) bool { return true })
		return r.Exhausted && r.Solutions == 0
	}
	if !refuses(nil) {
		return a, nil
	}
	var off []int32
	var rules []string
	for i, r := range m.Rules {
		without := slices.Clone(off)
		for j, inst := range m.Instances {
			if int(inst.Rule) == i {
				without = append(without, int32(j))
			}
		}
		if !r.Structural && refuses(without) {
			off = without
		} else if !r.Structural {
			rules = append(rules, fmt.Sprintf("%q", r.Name))
		}
	}
	return a, rules
}
