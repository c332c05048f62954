package nazo

import (
	"context"
	"fmt"
	"math/big"

	"nazo/answer"
	"nazo/dsl/diag"
	"nazo/judge"
	"nazo/picture"
	"nazo/solve"
	"nazo/value"
)

// Answer is a solution of a problem: a value for each find, or a run of a puzzle that moves.
type Answer struct {
	problem *solve.Problem
	found   *judge.Answer
}

// String draws the answer as text, in whole lines: boards in the characters of box
// drawing, of a run each state.
func (a *Answer) String() string {
	missing := ""
	d := picture.Drawer{Missing: func(err error) { missing = fmt.Sprintf("not drawn: %v\n", err) }}
	return d.Answer(a.problem, a.found) + missing
}

// JSON is the answer as one object: the finds by name. Numbers and truth values are themselves,
// none is null, labels and directions are strings; a cell is [row, column], counted from 1; an
// array over the cells of a board is a list of rows, any other one a list of [key, value]; sets
// and lists are lists; a path or cycle is {"closed", "cells"}, and links are
// {"lines": [{"label", "cells"}]}. A run is {"moves": [{"move", "parameters"}], "cost", "states"}.
func (a *Answer) JSON() []byte { return answer.AppendAnswer(nil, a.problem.Judge, a.found) }

// MarshalJSON is [Answer.JSON].
func (a *Answer) MarshalJSON() ([]byte, error) { return a.JSON(), nil }

// Objective is the value of the answer, a number for each term that the spec minimises or
// maximises, in its order; nil if there is none.
func (a *Answer) Objective() []*big.Int {
	var out []*big.Int
	for _, v := range a.found.Objective {
		n, _ := value.BigOf(v)
		out = append(out, n)
	}
	return out
}

// Verdict is the judgement of the rules on an answer.
type Verdict struct {
	Accepted bool
	// Broken names what does not hold, at most ten of it: rules with what their binders
	// were and their places; of a run the first move that can't be made, and why.
	Broken []string
}

// Judge reads an answer in the form of [Answer.JSON], what has no order in any, and tells
// whether the rules accept it; values of what is chosen may be missing. The error has [Diagnostics] if it has not the form of an
// answer to the problem; it is an *[Incomplete] if the context ended first.
func (p *Problem) Judge(ctx context.Context, json string) (Verdict, error) {
	all, err := answer.Judge(ctx, diag.NewSource("answer", json), p.problem.Problem, p.problem.Judge, p.session.JudgeKnown)
	switch {
	case err != nil:
		return Verdict{}, public(err)
	case len(all) != 1:
		return Verdict{}, fmt.Errorf("there are %d answers, not one", len(all))
	}
	return Verdict{all[0].Accepted, all[0].Broken}, nil
}
