package compile_test

import (
	"context"

	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/solve"
)

// decoded is the answer that a solution is.
func decoded(p *solve.Problem, s model.Solution) *judge.Answer {
	return known(p.Decode(context.Background(), s))
}

// known is a value of the judge, who meets no limit here.
func known[V any](v V, err error) V {
	if err != nil {
		panic(err)
	}
	return v
}
