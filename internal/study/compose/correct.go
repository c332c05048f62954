package compose

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/model"
	"nazo/internal/solve"
)

// Reasons why no correction was found.
var (
	ErrNoChange = errors.New("nothing that is given has parts for which the spec's types list other values, so no clue can be added or changed")
	ErrFixed    = errors.New("which clue to add or change can't be asked for here: what is given shapes the board, so that each change is a board of its own")
	ErrBeyond   = errors.New("no change of what is given leads to a solution: the rules contradict each other without it")
	ErrUntried  = errors.New("none of the changes that were tried leads to a solution: they are not all that there are")
)

// Change is another value of a part. It adds a clue where nothing was printed, and removes one if To is none.
type Change struct {
	instance.Part // with the value that it has
	To            value.Value
}

// Added reports whether nothing was printed there.
func (c Change) Added() bool { return isBlank(c.Value) }

// Removed reports whether nothing is printed there afterwards.
func (c Change) Removed() bool { return isBlank(c.To) }

// isBlank reports whether nothing is printed: none, or the absence from a set.
func isBlank(v value.Value) bool { return isNone(v) || v == value.Value(value.False) }

// Correction is a set of changes that leads to exactly one solution, or to several.
type Correction struct {
	Changes []Change
	// Values has the values of all parts of the draft.
	Values []value.Value
	// Unique means that there is exactly one solution.
	Unique bool
	// Checked means that the other engine agrees.
	Checked bool
}

// Corrections has the results: those with one solution first, then those with fewer changes.
type Corrections struct {
	All []Correction
	// Least means that provably no fewer changes of clues suffice: of parts, and of single values without a default.
	Least bool
	// More means that there may be others with as few changes.
	More bool
	// Asked counts questions to the engine.
	Asked int
}

// CorrectionRequest asks how to correct an instance with no solution or several.
type CorrectionRequest struct {
	Draft  *Draft
	Engine model.Engine
	// Checker is another engine that counts the solutions of results again, within bounded work.
	Checker model.Engine
	// Several means that clues are added, as there are several solutions. Otherwise they are changed or removed.
	Several bool
	// Most is the number of corrections wanted.
	Most int
	Seed int64
}

// Bounds of the work, which are the same on every machine.
const (
	correctionEffort = 3_000     // conflicts of a question
	correctionWork   = 8_000_000 // as in [model.Budget]
	mostLeast        = 40        // clues of which a smallest set is proved
	mostTargeted     = 100_000   // variables of a model that is compiled for one target
	mostTargets      = 6         // solutions tried as the only one
	mostAttempts     = 40        // changes of values whose solutions are counted
	mostChoices      = 100_000   // of a native engine that counts them
	mostCounting     = 300_000   // choices of all counts
	mostConflicts    = 20_000    // of engine sat
	mostOthers       = 10_000    // other values of all parts, for each to be tried
)

// Correct finds the fewest changes that lead to one solution. If ctx ends before that, it returns what it has found and
// the error. Other errors are ErrNoChange, ErrFixed, ErrBeyond, ErrUntried, diagnostics, and reasons of the engine.
func Correct(ctx context.Context, r CorrectionRequest) (*Corrections, error) {
	w, err := r.begin(ctx)
	if err != nil {
		return nil, err
	}
	if r.Several {
		err = w.add(ctx)
	} else {
		err = w.change(ctx)
	}
	if w.untried && !(len(w.All) > 0 && len(w.All[0].Changes) == 1) {
		w.Least = false
	}
	w.More = w.More || w.untried
	w.Asked = int(w.budget.Questions)
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return w.Corrections, err
}

// correcting is the work on an instance.
type correcting struct {
	*Corrections
	CorrectionRequest
	*sheet
	open   []int           // parts that may change
	others [][]value.Value // for each part, its other possible values
	// untried means that parts have further possible values.
	untried bool
	q       model.Inquiry
	budget  model.Budget
	choices int64 // used for counting
	slow    bool  // the checker ran out of work
}

// begin compiles the instance with all changeable parts as variables, with all values of their types if possible, else
// without large numbers. Givens that shape the board are included if possible.
func (r CorrectionRequest) begin(ctx context.Context) (*correcting, error) {
	w := &correcting{Corrections: &Corrections{}, CorrectionRequest: r, budget: model.Budget{MostWork: correctionWork}}
	bounded := *r.Draft
	bounded.Options.MaxNodes, bounded.Options.MaxWork, bounded.Options.SeekShape = mostNodes, mostWork, true
	compiled := func(but map[string]bool) *sheet {
		s, _ := bounded.sheet(ctx, func(i int) []value.Value {
			p := r.Draft.Parts[i]
			if but[p.Given] {
				return []value.Value{p.Value}
			}
			return append([]value.Value{p.Value}, w.others[i]...)
		})
		return s
	}
	for _, all := range []bool{true, false} {
		some, few := w.list(all)
		if !some {
			return nil, ErrNoChange
		}
		if few && w.sheet == nil && ctx.Err() == nil {
			w.sheet = compiled(nil)
		}
		if w.sheet != nil {
			break
		}
	}
	if w.sheet == nil {
		w.sheet = compiled(r.Draft.shaping(func(but map[string]bool) bool { return compiled(but) != nil }))
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case w.sheet == nil:
		return nil, ErrFixed
	}
	for i := range r.Draft.Parts {
		if w.sought[i] != nil {
			w.open = append(w.open, i)
		} else if len(w.others[i]) > 0 && w.clue(r.Draft.Parts[i]) {
			w.untried = true
		}
	}
	if len(w.open) == 0 {
		return nil, ErrFixed
	}
	var err error
	w.q, err = w.inquire(ctx, r.Engine, nil, r.Seed)
	return w, err
}

// list lists the other values of each part, all or small ones; some if there are any, few if all can be tried.
func (w *correcting) list(all bool) (some, few bool) {
	w.others, w.untried = make([][]value.Value, len(w.Draft.Parts)), false
	total := 0
	for i, p := range w.Draft.Parts {
		values, optional, ok := w.instead(p)
		switch {
		case !ok:
			continue
		case values == nil:
			w.untried = w.untried || w.clue(p)
			continue
		case all && values.Len() > mostOthers-total:
			return true, false
		}
		var list []value.Value
		if all {
			list = values.List()
		} else {
			most := w.small()
			if n, ok := p.Value.(value.Int); ok {
				most = max(most, int(min(n, mostOthers)))
			}
			list = listed(values, most)
			w.untried = w.untried || w.clue(p) && len(list) < values.Len()
		}
		for _, v := range list {
			if !value.Equal(v, p.Value) && !isNone(v) {
				w.others[i] = append(w.others[i], v)
			}
		}
		if optional && !isNone(p.Value) {
			w.others[i] = append(w.others[i], value.None{})
		}
		total += len(w.others[i])
		some = some || len(w.others[i]) > 0
	}
	return some, true
}

// clue reports whether a part is a clue. A given with a default, as the height of a box, is rather a parameter.
func (w *correcting) clue(p instance.Part) bool {
	return len(p.Path) > 0 || !w.Draft.Spec.HasDefault(p.Given)
}

// small bounds small numbers. The clues of most puzzles count some of its parts.
func (w *correcting) small() int { return max(9, len(w.Draft.Parts)) }

// instead returns the values of a part's type, or nil if they are infinite. ok is false for parts that may not change:
// printed ones when clues are added, blank ones when they are changed, and flags for rules.
func (r CorrectionRequest) instead(p instance.Part) (values value.Collection, optional, ok bool) {
	_, member := p.Type.(instance.Bool)
	if isBlank(p.Value) != r.Several || r.Several && len(p.Path) == 0 || member && len(p.Path) == 0 {
		return nil, false, false
	}
	values, optional, finite := instance.Finite(p.Type)
	if !finite {
		values = nil
	}
	return values, optional, true
}

// beyond returns why no change leads to a solution. ErrBeyond requires that all values of all parts were tried.
func (w *correcting) beyond() error {
	for i, p := range w.Draft.Parts {
		values, optional, finite := instance.Finite(p.Type)
		if w.sought[i] == nil && (!finite || optional || values.Len() > 1) {
			return ErrUntried
		}
	}
	if w.untried {
		return ErrUntried
	}
	return ErrBeyond
}

func (w *correcting) ask(ctx context.Context, q model.Inquiry, facts ...model.Fact) model.Reply {
	return w.budget.Ask(ctx, w.problem.Model, q, model.Query{Supposed: facts, Conflicts: correctionEffort})
}

func (w *correcting) given(but ...int) (out []model.Fact) {
	values := w.Draft.Values()
	for _, i := range but {
		values[i] = nil
	}
	return w.are(values)
}

// counted is a number of solutions, up to two.
type counted struct {
	solutions int
	known     bool // the count was completed
	checked   bool // the checker agrees
}

// verify counts the solutions with some values, and records the correction if there is exactly one.
func (w *correcting) verify(ctx context.Context, values []value.Value) (counted, error) {
	n, err := w.count(ctx, values)
	if n.solutions == 1 {
		w.note(values, true, n.checked)
	}
	return n, err
}

// count counts the solutions, within the bounds of the work. Without a puzzle, there is none.
func (w *correcting) count(ctx context.Context, values []value.Value) (counted, error) {
	d, err := w.Draft.redraft(ctx, values)
	if err != nil {
		return counted{known: ctx.Err() == nil}, ctx.Err()
	}
	p, problems := solve.Compile(ctx, d.Spec, d.Input, d.Options)
	if problems.HasErrors() {
		return counted{known: ctx.Err() == nil}, ctx.Err()
	}
	if w.choices >= mostCounting {
		return counted{}, nil
	}
	ask := func(e model.Engine) *solve.Report {
		team := solve.Team{Engines: []model.Engine{e}, Mode: solve.InTurn, ChoicesEach: mostChoices, ConflictsEach: mostConflicts}
		return solve.Ask(ctx, p, team, solve.Question{Limit: 2})
	}
	report := ask(w.Engine)
	w.choices += report.Stats.Nodes
	switch {
	case report.Fault != nil:
		return counted{}, report.Fault
	case !report.Complete:
		return counted{}, ctx.Err()
	case report.Count == 0 || w.slow:
		return counted{report.Count, true, false}, nil
	}
	again := ask(w.Checker)
	switch {
	case again.Fault != nil:
		return counted{}, again.Fault
	case again.Complete && again.Count != report.Count:
		return counted{}, fmt.Errorf("of a corrected instance engine %s finds %d solutions, engine %s %d: that is a bug in nazo", w.Engine.Name(), report.Count, w.Checker.Name(), again.Count)
	}
	w.slow = !again.Complete
	return counted{report.Count, true, again.Complete}, nil
}

// note inserts a correction behind those that are as good.
func (w *correcting) note(values []value.Value, unique, checked bool) {
	c := Correction{Values: values, Unique: unique, Checked: checked}
	for i, p := range w.Draft.Parts {
		if !value.Equal(p.Value, values[i]) {
			c.Changes = append(c.Changes, Change{p, values[i]})
		}
	}
	cost := func(c Correction) int {
		if c.Unique {
			return len(c.Changes)
		}
		return len(c.Changes) + len(values) + 1
	}
	w.All = append(w.All, c)
	slices.SortStableFunc(w.All, func(a, b Correction) int { return cost(a) - cost(b) })
}

func (w *correcting) uniques() (n int) {
	for _, c := range w.All {
		if c.Unique {
			n++
		}
	}
	return n
}

func (w *correcting) printed(s model.Solution) []value.Value {
	values := w.Draft.Values()
	for _, i := range w.open {
		values[i] = w.sought[i].In(s)
	}
	return values
}
