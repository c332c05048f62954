package main

import (
	"errors"
	"fmt"
	"math/big"
	"strings"

	"nazo/engine"
	"nazo/native"
	"nazo/solve"
)

// total counts all solutions by eliminating vertices, along two orders, which must
// agree.
func (a *answerer) total(spec, instance string) (*big.Int, error) {
	p, err := a.problem(spec, instance)
	if err != nil {
		return nil, err
	}
	team := solve.Team{Engines: []engine.Engine{native.New()}}
	r := solve.Count(a.ctx, p, team, solve.Question{Keep: 1, Twice: true, Counting: &solve.Counting{Method: solve.Frontier}})
	switch {
	case a.ctx.Err() != nil:
		return nil, errors.New("interrupted")
	case r.Fault != nil:
		return nil, fmt.Errorf("%s, %s: %v", spec, instance, r.Fault)
	case r.Total == nil:
		return nil, fmt.Errorf("%s, %s: %s", spec, instance, r.Reason)
	}
	return r.Total, nil
}

// longTotal is a number that takes minutes and gigabytes to count: it is counted
// if that is asked for, and else believed.
func (a *answerer) longTotal(spec, instance, written string) (string, error) {
	if !a.long {
		return written, nil
	}
	n, err := a.total(spec, instance)
	if err == nil && n.String() != strings.ReplaceAll(written, ",", "") {
		err = fmt.Errorf("%s, %s: counted are %s, and the document says %s", spec, instance, thousands(n), written)
	}
	return written, err
}
