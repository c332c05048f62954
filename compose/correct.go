package compose

import (
	"context"
	"errors"
	"fmt"
	"time"

	"nazo/engine"
	"nazo/givens"
	"nazo/model"
	"nazo/solve"
	"nazo/value"
)

// Why no correction of an instance is found.
var (
	ErrNoChange = errors.New("nothing that is given has parts for which the spec's types list other values, so no clue can be added or changed")
	ErrFixed    = errors.New("which clue to add or change can't be asked for here: what is given shapes the board, so that each change is a board of its own")
	ErrBeyond   = errors.New("no change of what is given leads to a solution: the rules contradict each other without it")
)

// Change is another value for a part of a given: it is added where nothing was printed, and goes where To is none.
type Change struct {
	givens.Part // with the value that it has
	To          value.Value
}

// Added reports whether nothing was printed there; Removed whether nothing is afterwards.
func (c Change) Added() bool   { return isBlank(c.Value) }
func (c Change) Removed() bool { return isBlank(c.To) }

// isBlank reports whether nothing is printed: none, or that something is not in a set.
func isBlank(v value.Value) bool { return isNone(v) || v == value.Value(value.False) }

// Correction is a set of changes after which there is one solution, or at least one.
type Correction struct {
	Changes []Change
	// Values are those of all parts of the draft.
	Values []value.Value
	// Unique says that there is exactly one solution; else there are several.
	Unique bool
	// Checked says that the other engine found that, too.
	Checked bool
}

// Corrections are what was found; those with one solution come first, then those with fewer changes.
type Corrections struct {
	All []Correction
	// Least says that fewer changes don't lead to a solution, or, if there were several, to a single one; that is proved.
	Least bool
	// More says that there may be others with as few changes.
	More bool
	// Asked counts questions to the engine.
	Asked int
}

// CorrectionRequest asks how to correct an instance with no solution, or with several.
type CorrectionRequest struct {
	Draft  *Draft
	Engine engine.Engine
	// Checker is another engine, that counts the solutions of what is found besides, if it takes it no longer than CheckTime.
	Checker   engine.Engine
	CheckTime time.Duration
	// Several says that there are several solutions, so that clues are to be added; else there is none, and clues are changed or go.
	Several bool
	// Most is how many corrections are wanted.
	Most int
	Seed int64
}

// Bounds of the work, which are the same on every machine.
const (
	correctionEffort = 3_000     // conflicts of a question
	correctionWork   = 8_000_000 // as of package backbone
	mostLeast        = 40        // up to how many clues a smallest set of them is proved
	mostTargeted     = 100_000   // variables of a model that is compiled anew for these
	mostTargets      = 6         // solutions that are to be the only one, one after the other
	mostAttempts     = 40        // changes of values whose solutions are counted
)

// Correct finds the fewest changes of what is given with which there is one solution. If ctx ends before that, what was found by then is
// returned with its error. Other errors are ErrNoChange, ErrFixed, ErrBeyond, diagnostics, and reasons of the engine.
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
	w.Asked = w.asked
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
	others [][]value.Value // for each part the values that it may have instead
	q      engine.Inquiry
	asked  int
	work   int64
	slow   bool // the other engine did not finish in time
}

// begin compiles the instance with all parts that may change as variables: of givens that shape the board as long as that can be,
// else without those.
func (r CorrectionRequest) begin(ctx context.Context) (*correcting, error) {
	w := &correcting{Corrections: &Corrections{}, CorrectionRequest: r, others: make([][]value.Value, len(r.Draft.Parts))}
	some := false
	for i, p := range r.Draft.Parts {
		w.others[i] = r.otherValues(p)
		some = some || len(w.others[i]) > 0
	}
	if !some {
		return nil, ErrNoChange
	}
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
	if w.sheet = compiled(nil); w.sheet == nil {
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
		}
	}
	if len(w.open) == 0 {
		return nil, ErrFixed
	}
	var err error
	w.q, err = w.inquire(ctx, r.Engine, nil, r.Seed)
	return w, err
}

// otherValues are those that a part may have instead: of one where nothing is printed what may be, if clues are to be added; of one that is
// printed those of its type, and none.
func (r CorrectionRequest) otherValues(p givens.Part) (out []value.Value) {
	values, optional, finite := givens.Finite(p.Type)
	_, member := p.Type.(givens.Bool)
	if isBlank(p.Value) != r.Several || !finite || r.Several && len(p.Path) == 0 || member && len(p.Path) == 0 {
		return nil
	}
	most := max(9, len(r.Draft.Parts))
	if n, ok := p.Value.(value.Int); ok {
		most = max(most, int(n))
	}
	for _, v := range listed(values, most) {
		if !value.Equal(v, p.Value) && !isNone(v) {
			out = append(out, v)
		}
	}
	if optional && !isNone(p.Value) {
		out = append(out, value.None{})
	}
	return out
}

// ask asks for a solution, with the bounds of the work.
func (w *correcting) ask(ctx context.Context, q engine.Inquiry, facts ...engine.Fact) engine.Reply {
	if w.work > correctionWork {
		return engine.Reply{}
	}
	w.asked++
	r := q.Ask(ctx, engine.Question{Supposed: facts, Conflicts: correctionEffort})
	w.work += r.Propagations * int64(1+len(w.problem.Model.Vars)/1000)
	return r
}

// given are the facts that parts are as they are given, but for some.
func (w *correcting) given(but ...int) (out []engine.Fact) {
	values := w.Draft.Values()
	for _, i := range but {
		values[i] = nil
	}
	return w.are(values)
}

// verify counts the solutions with other values of some parts, up to two, and notes the correction if there is exactly one. 0 stands, too, for a
// count that came to no end.
func (w *correcting) verify(ctx context.Context, values []value.Value) (n int, err error) {
	n, checked, err := w.count(ctx, values)
	if n == 1 {
		w.note(values, true, checked)
	}
	return n, err
}

// count is how many solutions there are, up to two, and whether the other engine says so, too.
func (w *correcting) count(ctx context.Context, values []value.Value) (n int, checked bool, err error) {
	d, err := w.Draft.redraft(ctx, values)
	if err != nil {
		return 0, false, ctx.Err() // no puzzle
	}
	p, problems := solve.Compile(ctx, d.Spec, d.Input, d.Options)
	if problems.HasErrors() {
		return 0, false, ctx.Err()
	}
	ask := func(ctx context.Context, e engine.Engine) *solve.Report {
		return solve.Ask(ctx, p, solve.Team{Engines: []engine.Engine{e}, Mode: solve.InTurn}, solve.Question{Limit: 2})
	}
	report := ask(ctx, w.Engine)
	switch {
	case report.Fault != nil:
		return 0, false, report.Fault
	case !report.Complete:
		return 0, false, ctx.Err()
	case report.Count == 0 || w.slow:
		return report.Count, false, nil
	}
	short, stop := context.WithTimeout(ctx, w.CheckTime)
	defer stop()
	again := ask(short, w.Checker)
	switch {
	case again.Fault != nil:
		return 0, false, again.Fault
	case again.Complete && again.Count != report.Count:
		return 0, false, fmt.Errorf("of a corrected instance engine %s finds %d solutions, engine %s %d: that is a bug in nazo", w.Engine.Name(), report.Count, w.Checker.Name(), again.Count)
	}
	w.slow = !again.Complete
	return report.Count, again.Complete, nil
}

// note adds a correction, behind those that are as good.
func (w *correcting) note(values []value.Value, unique, checked bool) {
	c := Correction{Values: values, Unique: unique, Checked: checked}
	for i, p := range w.Draft.Parts {
		if !value.Equal(p.Value, values[i]) {
			c.Changes = append(c.Changes, Change{p, values[i]})
		}
	}
	at := len(w.All)
	for at > 0 && better(c, w.All[at-1]) {
		at--
	}
	w.All = append(w.All[:at:at], append([]Correction{c}, w.All[at:]...)...)
}

func better(a, b Correction) bool {
	if a.Unique != b.Unique {
		return a.Unique
	}
	return len(a.Changes) < len(b.Changes)
}

// uniques counts the corrections with exactly one solution.
func (w *correcting) uniques() (n int) {
	for _, c := range w.All {
		if c.Unique {
			n++
		}
	}
	return n
}

// printed are the values of the parts in a solution of the model.
func (w *correcting) printed(s model.Solution) []value.Value {
	values := w.Draft.Values()
	for _, i := range w.open {
		values[i] = w.sought[i].In(s)
	}
	return values
}
