package main

import (
	"fmt"

	"nazo/cmd/nazo/answer"
	"nazo/compile"
	"nazo/dsl/diag"
)

func (a *app) check(c *checkCmd) (int, error) {
	a.limit(c.Time)
	if c.Answer == "" && len(c.Args) == 0 {
		s, err := a.loadSpec(c.Spec)
		if err != nil {
			return 0, err
		}
		a.answered()
		a.warn()
		fmt.Fprintf(a.out, "%s: %s, %s, %s, %s: no mistakes\n", s.Name, plural(len(s.Givens), "given"),
			plural(len(s.Finds), "find"), plural(len(s.Rules), "rule"), plural(len(s.Examples), "example"))
		return statusTrue, nil
	}
	r, err := a.request(c.Spec, c.Args)
	if err != nil {
		return 0, err
	}
	for in := range r.inputs() {
		p, err := a.compile(a.ctx, r.spec, in)
		if err != nil {
			return 0, err
		}
		if c.Answer == "" {
			fmt.Fprintf(a.out, "%s: %s, %s: no mistakes\n", r.Name, plural(len(p.Model.Vars), "variable"), plural(len(p.Model.Constraints), "constraint"))
			continue
		}
		return a.judge(c, p)
	}
	a.answered()
	return statusTrue, nil
}

// judge says of each answer in a file whether the rules accept it, and if not,
// which don't.
func (a *app) judge(c *checkCmd, p *compile.Problem) (int, error) {
	text, err := a.read(c.Answer)
	if err != nil {
		return 0, err
	}
	var finds []answer.Find
	for _, f := range p.Finds {
		finds = append(finds, answer.Find{Name: f.Name, Shape: f.Shape()})
	}
	answers, problems := answer.Decode(diag.NewSource(c.Answer, text), finds)
	if problems.HasErrors() {
		return 0, problems
	}
	status := statusTrue
	for i, values := range answers {
		which := ""
		if len(answers) > 1 {
			which = fmt.Sprintf("answer %d: ", i+1)
		}
		verdict := p.Judge(&compile.Answer{Values: values})
		if verdict.Accepted {
			fmt.Fprintf(a.out, "%saccepted\n", which)
			continue
		}
		status = statusFalse
		fmt.Fprintf(a.out, "%srefused\n", which)
		for _, v := range verdict.Violations {
			fmt.Fprintf(a.out, "  %s\n", violationText(v))
		}
	}
	a.answered()
	return status, nil
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
