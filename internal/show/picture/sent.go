package picture

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"nazo/dsl/instance"
	"nazo/internal/show/link"
	"nazo/internal/show/sites"
	"nazo/internal/solve"
)

// Sent is a puzzle that is written as a link of another site than puzz.link, with its title, its author, its rules in
// words, and its solution for the site's own check.
type Sent struct {
	Site          string
	Problem       *solve.Problem
	Title, Author string // Title is by default the name of the spec
}

// searchForCheck bounds the search for the solution that a link carries.
const searchForCheck = 5 * time.Second

// Link returns the link, and sentences about what it does not have. The team looks for the solution. read returns the
// givens of the link's instance, for comparison. The error says what the site can't have.
func (o *Sent) Link(ctx context.Context, team solve.Team, read func(*instance.Instance) ([]instance.Given, error)) (text string, notes []string, err error) {
	p := o.Problem
	spec := p.Judge.Spec()
	doc, missing, err := link.Document(spec, o.Site, p.Givens)
	if err != nil {
		return "", nil, err
	}
	rules, _ := Rules(spec, func() *solve.Problem { return p })
	if spec.About != "" {
		rules = append([]string{spec.About}, rules...)
	}
	doc.Title, doc.Author, doc.Rules = cmp.Or(o.Title, strings.ReplaceAll(spec.Name, "_", " ")), o.Author, strings.Join(rules, "\n")
	if text, err = sites.Write(o.Site, doc); err != nil { // before the search
		return "", nil, fmt.Errorf("this can't be a link of %s: %w", o.Site, err)
	}
	lost, err := link.Lost(spec, text, p.Givens, read)
	if err != nil {
		return "", nil, fmt.Errorf("this can't be a link of %s: %w", o.Site, err)
	}
	for _, name := range lost {
		why := "it would be read otherwise"
		if slices.Contains(missing, name) {
			why = "the spec's link statement has no binding for it"
		}
		return "", nil, fmt.Errorf("a link of %s can't say what `%s` is: %s", o.Site, name, why)
	}
	var note string
	if doc.Solution, note = o.solution(ctx, team); note != "" {
		notes = append(notes, note)
	}
	if doc.Solution != nil {
		if text, err = sites.Write(o.Site, doc); err != nil {
			return "", nil, err
		}
	}
	return text, notes, nil
}

// solution returns the numbers of the only solution, or a sentence about why the link has none.
func (o *Sent) solution(ctx context.Context, team solve.Team) (numbers []sites.Value, note string) {
	const without = "the link has no solution for the site to check: "
	limited, stop := context.WithTimeout(ctx, searchForCheck)
	defer stop()
	report := solve.Open(o.Problem, team).Ask(limited, solve.Question{Limit: 2})
	switch {
	case report.Fault != nil:
		return nil, without + "engines disagree about it"
	case report.Count > 1:
		return nil, without + "there are several"
	case report.Verdict == solve.NoSolution:
		return nil, without + "there is none"
	case report.Count == 0 || !report.Exhausted:
		return nil, fmt.Sprintf("%sin %v it was not found and proved to be the only one", without, searchForCheck)
	}
	if numbers = link.Digits(o.Problem.Judge.Finds, report.Answers[0].Values); numbers == nil {
		return nil, without + "it has no number for each cell"
	}
	return numbers, ""
}
