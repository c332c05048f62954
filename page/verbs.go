package page

import (
	"context"
	"slices"
)

// verb is a kind of question.
type verb struct {
	answer   func(d *Desk, ctx context.Context, q Question, emit func(Event)) error
	searches bool // or compiles: the answer may take long
	// stages, where some can be asked for alone, are those that search.
	stages []string
}

// verbs are the kinds of questions.
var verbs = map[string]verb{
	"look":     {answer: (*Desk).look, searches: true, stages: searching},
	"place":    {answer: (*Desk).place},
	"blank":    {answer: (*Desk).blank},
	"rules":    {answer: (*Desk).rules, searches: true},
	"act":      {answer: (*Desk).act, searches: true},
	"watch":    {answer: (*Desk).watch, searches: true},
	"examples": {answer: (*Desk).examples, searches: true},
	"specs":    {answer: (*Desk).catalogue},
	"open":     {answer: (*Desk).open},
	"address":  {answer: (*Desk).address},
	"language": {answer: (*Desk).language},
}

// Quick reports whether a question takes no search, so that its answer is there at once.
func (q Question) Quick() bool {
	v := verbs[q.Verb]
	return !v.searches || v.stages != nil && len(q.Stages) > 0 && !someOf(v.stages, q.Stages)
}

// Searching has the verbs of questions that are not quick, each with the stages that make them so: a question that asks only for others is quick. Without
// any, the verb always searches.
func Searching() map[string][]string {
	out := map[string][]string{}
	for name, v := range verbs {
		if v.searches {
			out[name] = append([]string{}, v.stages...)
		}
	}
	return out
}

// someOf reports whether two lists have something in common.
func someOf(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}
