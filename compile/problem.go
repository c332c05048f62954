// Package compile turns a checked spec and an instance into a model, and a model's
// solution back into values of the finds.
//
// One evaluator walks the syntax tree over known and unknown values alike:
// known parts fold to values, unknown parts become expressions of the model.
//
// Of a puzzle that moves, the state variables of a spec are those of a machine and
// each move is evaluated once, over the symbols of any state.
//
// Names and types were checked before (dsl/check); whether an answer is right
// (judge), which engine solves the model, and whether two agree, is others' work.
package compile

import (
	"context"

	"nazo/compile/layout"
	"nazo/dsl/diag"
	"nazo/givens"
	"nazo/library"
	"nazo/model"
	"nazo/value"
)

// Problem is a spec together with an instance, ready to be solved.
type Problem struct {
	// Name and About are those of the puzzle statement.
	Name, About string
	Model       *model.Model
	// Givens have the values of the instance, in the order of the spec.
	Givens []givens.Given
	// Finds are the parts of a solution, in the order of the spec.
	Finds []Find
	// Sought are the parts of givens that stand as variables, in the order of the spec.
	Sought []Sought
	// Objectives counts the terms to minimise or maximise.
	Objectives int
	// Warnings are the warnings found while compiling.
	Warnings *diag.List
	// Memo has the boards and graphs that the library made.
	Memo *library.Memo
	// Work counts what compiling went through: expressions, conditions, members of collections
	// and alternatives of choices.
	Work int

	// Of a puzzle that moves: its state variables, in the order of the spec,
	StateVars []StateVar
	// and what is minimised, one name for each objective: "moves", a move's or a cost's.
	CostNames []string

	graphs  map[int32]*value.Graph // of a find's structure, by the constraint
	program *program
	moves   *machine // nil unless things move
	// secrets are the givens that are variables of the machine; hiddenLets are the lets
	// that depend on them, and on no state.
	secrets    []secret
	hiddenLets []string
	// known has the values of the names that depend on no find.
	known       map[string]value.Value
	ruleSources []ruleSource // for each rule of the model
	// separate compiles the problem again, so that no rule counts on another; nil if none does.
	separate func(context.Context) *Problem
}

// Find is one thing to be found.
type Find struct {
	Name string
	// Chosen marks what may be chosen freely and is no part of the solution.
	Chosen bool
	layout layout.Layout
	span   diag.Span
	source *diag.Source
}
