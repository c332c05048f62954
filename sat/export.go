package sat

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"nazo/engine"
	"nazo/model"
)

// Format is a text format that a model can be exported to.
type Format string

const (
	// DIMACS is the format of SAT solvers: clauses, to which counts and sums
	// are spelt out. Objectives are left out.
	DIMACS Format = "dimacs"
	// OPB is the format of the pseudo-boolean competitions: sums of 0/1
	// variables, and an objective to minimise.
	OPB Format = "opb"
	// LP is the text format of CPLEX for linear programs, here with 0/1
	// variables only, which CBC and GLPK read too.
	LP Format = "lp"
)

// Pieces is the way in which an export says what the engine would say by cuts
// as it goes: that routes and connected sets are in one piece.
type Pieces int

const (
	// ByBest is BySubtours for the formats with sums where that is not too
	// large, else ByLevels.
	ByBest Pieces = iota
	// ByLevels gives each vertex a level above that of a vertex before it.
	// One solution of the model may then have several in the export.
	ByLevels
	// BySubtours has a constraint for every set of vertices that a route through
	// all vertices could close in (Dantzig, Fulkerson and Johnson 1954). It is
	// for the formats with sums and for small graphs.
	BySubtours
	// Relaxed leaves it unsaid: the export may have solutions that the model
	// doesn't have, and says so.
	Relaxed
)

// ExportOptions vary an export.
type ExportOptions struct {
	Pieces Pieces
	// MaxMoves is the length up to which the runs of a machine are exported, which is
	// needed for one.
	MaxMoves int
	// Name is how comments call the i-th variable of a find, nil for a plain
	// "tour[3]". It should have no line breaks.
	Name func(find, i int) string
}

// ErrTooLarge is the error with which an export fails, wrapped in an error that says what
// is too large.
var ErrTooLarge = errors.New("too large to export")

// Export writes a model in a format. The comments say which variables stand
// for which values of the finds. It fails where the model is not supported or
// too large (ErrTooLarge), where ctx ends, or where w does; what w got by then
// is of no use.
func Export(ctx context.Context, m *model.Model, f Format, w io.Writer, opt ExportOptions) error {
	p, err := program(ctx, m, f, opt)
	if err != nil {
		return err
	}
	return p.write(w)
}

// exported is a formula that is complete and ready to be written.
type exported struct {
	*encoder
	format Format
	opt    ExportOptions
	notes  []string // comments
	cost   weighted // what to minimise, if the format can say that
}

// program encodes a model for a format.
func program(ctx context.Context, m *model.Model, f Format, opt ExportOptions) (p *exported, err error) {
	if f != DIMACS && f != OPB && f != LP {
		return nil, fmt.Errorf("there is no format %q", f)
	}
	if _, err := New().Open(ctx, m, engine.Options{}); err != nil {
		return nil, err
	}
	defer func() {
		if thrown := recover(); thrown != nil {
			stop, isStop := thrown.(stopped)
			if !isStop {
				panic(thrown)
			}
			p, err = nil, ctx.Err()
			if err == nil {
				err = fmt.Errorf("%w: %s", ErrTooLarge, stop.reason)
			}
		}
	}()
	var notes []string
	var off []int32
	if m.Machine != nil {
		if m, off, notes, err = exportedRuns(ctx, m, opt.MaxMoves); err != nil {
			return nil, err
		}
		opt.Name = nil // the finds are others now
	}
	p = &exported{encoder: newEncoder(ctx, m), format: f, opt: opt, notes: notes}
	p.keepSums, p.spelt = f != DIMACS, f == DIMACS
	p.encode(engine.Options{Off: off}, nil)
	if err := p.pieces(); err != nil {
		return nil, err
	}
	if err := p.objective(); err != nil {
		return nil, err
	}
	p.propagate()
	if f == DIMACS {
		p.flatten()
		p.propagate()
	}
	return p, nil
}

// pieces says what cuts would say.
func (p *exported) pieces() error {
	way := p.opt.Pieces
	p.propagate()
	if len(p.lazy) == 0 {
		return nil
	}
	subtours := p.keepSums
	for _, c := range p.lazy {
		w, isRoute := c.(*routeCuts)
		subtours = subtours && isRoute && w.spans(p.encoder)
	}
	switch {
	case way == BySubtours && !subtours:
		return fmt.Errorf("subtour constraints are for paths and cycles through all vertices of undirected graphs, in the formats %s and %s", OPB, LP)
	case way == Relaxed:
		p.notes = append(p.notes, "A RELAXATION: that routes and connected sets are in one piece is left unsaid.",
			"So there may be solutions here that break the rules.")
		return nil
	}
	for _, c := range p.lazy {
		w, isRoute := c.(*routeCuts)
		if subtours {
			w.countEdges(p.encoder)
		}
		if isRoute && subtours && (way == BySubtours || way == ByBest && len(w.inner()) <= fewSubtours) {
			if err := w.everySubtour(p.encoder); err != nil {
				return err
			}
			p.notes = append(p.notes, "No subtours: a constraint for every set of vertices that could hold one.")
			continue
		}
		c.complete(p.encoder)
		p.notes = append(p.notes, "One piece: each vertex has a parent at a lower level, but for one root (a label, an end of a chain).")
	}
	return nil
}

// objective makes the cost: several objectives are weighed so that a later
// one only breaks ties of those before it.
func (p *exported) objective() error {
	of := p.m.Objectives
	if len(of) == 0 {
		return nil
	}
	if p.format == DIMACS {
		p.notes = append(p.notes, "The objective is left out: clauses can't say it.")
		return nil
	}
	total := linear{}
	weight := int64(1)
	for i := len(of) - 1; i >= 0; i-- {
		sum := p.objectiveSum(of[i])
		lo, hi := sum.bounds()
		if float64(weight)*(float64(hi-lo)+1) > math.MaxInt32*math.MaxInt16 {
			return fmt.Errorf("%w: the objectives can't be weighed against each other in one sum", ErrTooLarge)
		}
		for _, t := range sum.terms {
			total.add(weight*t.coef, t.x)
		}
		total.constant += weight * sum.constant
		weight *= hi - lo + 1
	}
	p.cost = p.weigh(total)
	note := "Minimise"
	if of[0].Maximize {
		note = "Maximise, written as minimising the negative"
	}
	note += "; to be added to the value: " + strconv.FormatInt(p.cost.constant+int64(p.minimised().constant), 10)
	if len(of) > 1 {
		note += "; later objectives weigh less, as ties need"
	}
	p.notes = append(p.notes, note+".")
	return nil
}
