package main

import (
	"context"
	"embed"
	"fmt"
	"strings"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/givens"
	"nazo/puzzles"
	"nazo/solve"
)

// own are specs that ask what the texts ask and no puzzle page would.
//
//go:embed specs/*.nazo
var own embed.FS

// answerer answers the questions of the template.
type answerer struct {
	ctx  context.Context
	long bool // what takes minutes and gigabytes is answered, too
}

// problem compiles a spec for an instance: entries separated by ";", each a
// value as in "rows = 5" or the name of an instance that comes with the spec.
func (a *answerer) problem(spec, instance string) (*solve.Problem, error) {
	file, err := parsed(spec)
	if err != nil {
		return nil, err
	}
	checked, problems := check.Check(file, parsed)
	if problems.HasErrors() {
		return nil, problems
	}
	var in givens.Input
	for _, entry := range strings.Split(instance, ";") {
		name, text, isValue := strings.Cut(strings.TrimSpace(entry), "=")
		switch {
		case isValue:
			in.Overrides = append(in.Overrides, givens.Override{Name: strings.TrimSpace(name), Text: strings.TrimSpace(text), Origin: "command line"})
		case name != "":
			if in.Instance, err = supplied(checked, spec, name); err != nil {
				return nil, err
			}
		}
	}
	p, problems := solve.Compile(a.ctx, checked, in, compile.Options{})
	if problems.HasErrors() {
		return nil, problems
	}
	return p.With(a.ctx), nil
}

// parsed parses a spec of this program, or one that comes with nazo.
func parsed(name string) (*dsl.File, error) {
	text, ok := puzzles.Spec(name)
	if !ok {
		raw, err := own.ReadFile("specs/" + name + ".nazo")
		if err != nil {
			return nil, fmt.Errorf("there is no spec %s", name)
		}
		text = string(raw)
	}
	file, problems := dsl.Parse(diag.NewSource(name+".nazo", text))
	return file, problems.Err()
}

// supplied is an instance that comes with a spec.
func supplied(s *check.Spec, spec, name string) (*instance.Instance, error) {
	text, ok := puzzles.Instance(spec, name)
	if !ok {
		return nil, fmt.Errorf("%s has no instance %s", spec, name)
	}
	list, err := givens.Instances(s, diag.NewSource(name, text))
	if err != nil {
		return nil, err
	}
	return list[0], nil
}
