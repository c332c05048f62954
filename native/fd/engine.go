package fd

import (
	"context"
	"fmt"
	"sync/atomic"

	"nazo/internal/model"
)

// Engine is the search of this package as an engine, without the others of package native. It solves any model without
// a machine, explains, and has a program smaller by a quarter.
type Engine struct{}

// New makes an engine.
func New() *Engine { return &Engine{} }

// Name is the engine's name.
func (*Engine) Name() string { return "fd" }

// Open prepares a job. It refuses machines and searches by name.
func (*Engine) Open(_ context.Context, m *model.Model, o model.Options) (model.Job, error) {
	if m.Machine != nil || len(o.Search) > 0 {
		return nil, model.Because(model.Unsupported, "engine fd has one search, for puzzles that stand still")
	}
	return &job{m: m, options: o, unfit: Supports(m)}, nil
}

// job is a model with its presolve, which is done for the first question.
type job struct {
	m        *model.Model
	options  model.Options
	unfit    error
	presolve model.Once[*Root]
}

var _ model.Inquirer = (*job)(nil)

// Refuses reports why the model is too large to search.
func (j *job) Refuses(model.SolveOptions) model.Reason {
	return model.ReasonOf(model.Refusal(j.unfit))
}

func (j *job) root(ctx context.Context) (*Root, error) {
	if j.unfit != nil {
		return nil, model.Refusal(j.unfit)
	}
	return j.presolve.Get(ctx, func(ctx context.Context) (*Root, error) { return Presolve(ctx, j.m, j.options) })
}

// Solve searches as [model.Job] describes.
func (j *job) Solve(ctx context.Context, o model.SolveOptions, yield func(model.Solution) bool) model.Result {
	if j.unfit != nil {
		return model.Result{Reason: j.Refuses(o)}
	}
	d := model.NewDelivery(ctx, o, yield)
	defer d.Close()
	root, err := j.root(ctx)
	d.Result.Stats.Variables = int64(len(j.m.Vars))
	if err != nil || root.Impossible() {
		return d.Finish(err == nil, model.Reason{})
	}
	return d.Finish(root.Search(o, d, Helpers{}), model.Reason{})
}

// Inquire opens a series of queries, as [model.Inquirer] describes.
func (j *job) Inquire(ctx context.Context, o model.InquiryOptions) (model.Inquiry, error) {
	if j.unfit != nil {
		return nil, model.Refusal(j.unfit)
	}
	if o.Switches {
		return InquireSwitched(ctx, j.m, j.options, o.Seed)
	}
	root, err := j.root(ctx)
	if err != nil {
		return nil, err
	}
	return root.Inquire(ctx, o.Seed)
}

// Root is the result of presolve: what propagation derives from all constraints except paths and
// cycles. It never changes, so concurrent questions about the model may share it. [Root.Search]
// continues from it.
type Root struct {
	m       *model.Model
	options model.Options
	slots   []model.Int // for each variable its literal or integer

	val   []int8   // for each literal of the model 1 true, -1 false, 0 open
	known []bool   // for each integer whether it has its domain
	ints  []intVar // the domains
	words []uint64 // their bits
	// impossible means that presolve met a conflict.
	impossible bool
}

// Presolve posts and propagates a model that [Supports] admits. The error is that of ctx.
func Presolve(ctx context.Context, m *model.Model, o model.Options) (*Root, error) {
	var stop atomic.Bool
	release := context.AfterFunc(ctx, func() { stop.Store(true) })
	defer release()
	p := newPoster(m, o, &stop)
	literals := len(p.s.val)
	possible := p.restrict(o.Within) && p.post(false) && p.s.propagate()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return &Root{m: m, options: o, slots: p.slots, val: p.s.val[:literals], known: p.known, ints: p.s.ints[:len(p.known)],
		words: p.s.words, impossible: !possible}, nil
}

// Impossible reports whether presolve has shown that there is no solution.
func (r *Root) Impossible() bool { return r.impossible }

// Model returns the model.
func (r *Root) Model() *model.Model { return r.m }

// Objectives returns the objectives that matter.
func (r *Root) Objectives() []model.Objective {
	if r.options.AnyObjective {
		return nil
	}
	return r.m.Objectives
}

// Value returns 1 if a literal holds, -1 if it does not, and 0 if it is open.
func (r *Root) Value(l model.Bool) int8 { return r.val[l] }

// Fixed reports whether a variable has one value left.
func (r *Root) Fixed(v model.VarID) bool {
	slot := r.slots[v]
	if r.m.Vars[v].Bool {
		return r.val[slot] != 0
	}
	return r.ints[slot].lo == r.ints[slot].hi
}

// Domain returns the values left of a variable.
func (r *Root) Domain(v model.VarID) model.Domain {
	slot := r.slots[v]
	if !r.m.Vars[v].Bool {
		return (&store{ints: r.ints, words: r.words}).domain(slot)
	}
	if l := r.val[slot]; l != 0 {
		return model.Values(int64(l+1) / 2)
	}
	return model.Range(0, 1)
}

// Solution returns the values of fixed variables. Other variables have their least value.
func (r *Root) Solution() model.Solution { return solution(r.m, r.slots, r.val, r.ints) }

// mostCells bounds the variables and arguments of a model. Each costs the store some hundred bytes.
const mostCells = 6_000_000

// Supports reports whether the search can hold a model: at most about a gigabyte, and numbers
// within [model.MaxMagnitude]. It follows nodes as the poster will. The error is a clause.
func Supports(m *model.Model) error {
	cells, unfit := len(m.Vars), model.Int(-1)
	seenB, seenI := make([]bool, m.BoolCount()), make([]bool, len(m.Ints))
	var todo []node
	onBool := func(b model.Bool) {
		cells++
		if !seenB[b.Node()] {
			seenB[b.Node()] = true
			todo = append(todo, node{int32(b.Node()), false})
		}
	}
	onInt := func(x model.Int) {
		cells++
		if !seenI[x] {
			seenI[x] = true
			todo = append(todo, node{int32(x), true})
		}
	}
	for _, c := range m.Constraints {
		onBool(c.Guard)
		model.Operands(c.Body, onBool, onInt)
	}
	for _, o := range m.Objectives {
		onInt(o.X)
	}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !n.isInt {
			model.EachArg(m.BoolNode(int(n.index)), onBool, onInt)
			continue
		}
		if unfit < 0 && !m.Representable(model.Int(n.index)) {
			unfit = model.Int(n.index)
		}
		model.EachIntArg(m.Ints[n.index], onBool, onInt)
	}
	if cells > mostCells {
		return fmt.Errorf("the model has %d arguments of nodes and constraints, more than %d", cells, mostCells)
	}
	if unfit >= 0 {
		b := m.Bounds(unfit)
		return fmt.Errorf("a number may lie anywhere in %d..%d, beyond 2^53", b.Lo, b.Hi)
	}
	return nil
}
