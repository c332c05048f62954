package solve

import (
	"context"
	"time"

	"nazo/compile"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/givens"
	"nazo/judge"
	"nazo/model"
	"nazo/value"
)

// Problem is a compiled problem, for engines, and the judge of its answers, who knows
// nothing of it: both were made of the spec and the values of its givens.
type Problem struct {
	*compile.Problem
	Judge *judge.Judge
	took  time.Duration // to compile
}

// Compile compiles a spec and an input, and calls a judge. Where there are mistakes the
// problem is nil; see compile.Compile.
func Compile(ctx context.Context, spec *check.Spec, in givens.Input, opt compile.Options) (*Problem, *diag.List) {
	start := time.Now()
	p, problems := compile.Compile(ctx, spec, in, opt)
	if problems.HasErrors() {
		return nil, problems
	}
	j, more := judge.New(ctx, spec, p.Givens, p.Memo)
	problems.Merge(more)
	if more.HasErrors() {
		return nil, problems
	}
	return &Problem{p, j, time.Since(start)}, problems
}

// With is the same problem, whose judge works within a context.
func (p *Problem) With(ctx context.Context) *Problem {
	return &Problem{p.Problem, p.Judge.With(ctx), p.took}
}

// Dealt is the same problem for another deal; see compile.Problem.Dealt.
func (p *Problem) Dealt(ctx context.Context, start model.Solution) (*Problem, error) {
	dealt, err := p.Problem.Dealt(start)
	if err != nil {
		return nil, err
	}
	j, problems := p.Judge.Dealt(ctx, dealt.Givens)
	if problems.HasErrors() {
		return nil, problems
	}
	return &Problem{dealt, j, p.took}, nil
}

// From is a puzzle that moves, begun in another state; see compile.Problem.From.
func (p *Problem) From(state []value.Value) *Problem {
	return &Problem{p.Problem.From(state), p.Judge.From(state), p.took}
}

// Decode reads the answer off a solution of the model. A run is what its moves come to
// by the rules. The error is a [judge.Limit].
func (p *Problem) Decode(ctx context.Context, s model.Solution) (*judge.Answer, error) {
	j := p.Judge.With(ctx)
	if !p.Moving() {
		return j.Answer(p.Problem.Decode(s))
	}
	start, indices := p.DecodeRun(s)
	moves := make([]judge.Move, len(indices))
	for i, m := range indices {
		moves[i] = p.Move(m)
	}
	return j.Replay(start, moves)
}

// judged is the answer that a solution of the model is, and what the judge says of it.
func (p *Problem) judged(ctx context.Context, s model.Solution) (*judge.Answer, judge.Verdict) {
	a, err := p.Decode(ctx, s)
	if err != nil {
		return nil, judge.Verdict{Err: err}
	}
	return a, p.Judge.With(ctx).Judge(a)
}

// Move is a move of the machine as the rules have it; no such move for an index that no
// move has.
func (p *Problem) Move(i int64) judge.Move {
	if i < 0 || i >= int64(len(p.Model.Machine.Moves)) {
		return judge.Move{}
	}
	return judge.Move{Name: p.MoveName(i), Parameters: p.Parameters(i)}
}

// Legal lists the moves that the rules allow in a state, as indices in
// Model.Machine.Moves; -1 for one that the machine doesn't have. The error is a
// [judge.Limit].
func (p *Problem) Legal(state []value.Value) ([]int64, error) {
	legal, err := p.Judge.Legal(state)
	var out []int64
	for _, m := range legal {
		i, ok := p.FindMove(m.Name, m.Parameters)
		if !ok {
			i = -1
		}
		out = append(out, i)
	}
	return out, err
}

// Make makes a move, an index in Model.Machine.Moves, by the rules; see
// judge.Judge.Make.
func (p *Problem) Make(state []value.Value, move int64) (after, costs []value.Value, err error) {
	return p.Judge.Make(state, p.Move(move))
}

// Won reports whether a state meets the goal, by the rules. The error is a [judge.Limit].
func (p *Problem) Won(state []value.Value) (bool, error) { return p.Judge.Won(state) }
