package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"nazo/answer"
	"nazo/dsl/diag"
	"nazo/judge"
	"nazo/solve"
)

// checked is what nazo check found out.
type checked struct {
	Puzzle      string     `json:"puzzle,omitempty"`
	Diagnostics *diag.List `json:"diagnostics"`
	Answers     []judged   `json:"answers,omitempty"`
}

// judged is what the rules say of an answer.
type judged struct {
	Accepted bool     `json:"accepted"`
	Broken   []string `json:"broken,omitempty"` // rules, with their places
}

// checkCmd looks for mistakes.
type checkCmd struct {
	puzzleArgs
	formatFlag
	Time   period `placeholder:"DURATION" help:"Stop after this time, such as 10s (default: no limit)."`
	Seed   seed   `placeholder:"N" help:"Shuffle what is shuffled by this seed."`
	Answer string `placeholder:"FILE" help:"Judge this answer: JSON as nazo solve prints it, - for standard input."`
}

// Run checks a spec, an instance or an answer.
func (c *checkCmd) Run(s *session) error {
	s.limit(c.Time)
	s.deal = int64(c.Seed)
	if c.Answer == "-" && (c.Spec == "-" || slices.Contains(c.Args, "-")) {
		return mistakef("standard input can't be both the answer and the spec or instance: name a file for one of them")
	}
	found := &checked{}
	summaries, err := s.examine(c, found)
	s.answered()
	if c.Format == "json" {
		return s.checkJSON(found, err)
	}
	if err != nil {
		return err
	}
	s.warn()
	for _, summary := range summaries {
		fmt.Fprintf(s.out, "%s: no mistakes\n", summary)
	}
	for i, j := range found.Answers {
		which := ""
		if len(found.Answers) > 1 {
			which = fmt.Sprintf("answer %d: ", i+1)
		}
		if j.Accepted {
			fmt.Fprintf(s.out, "%saccepted\n", which)
			continue
		}
		fmt.Fprintf(s.out, "%srefused\n", which)
		for _, rule := range j.Broken {
			fmt.Fprintf(s.out, "  %s\n", rule)
		}
	}
	return found.status()
}

// status is that of the answers.
func (c *checked) status() exitStatus {
	if slices.ContainsFunc(c.Answers, func(j judged) bool { return !j.Accepted }) {
		return statusFalse
	}
	return statusTrue
}

// checkJSON writes one object; mistakes in texts are part of it, all others
// remain errors.
func (s *session) checkJSON(found *checked, err error) error {
	status := found.status()
	var problems *diag.List
	switch {
	case errors.As(err, &problems):
		found.Diagnostics, found.Answers, status = problems, nil, statusMistake
		if hasCode(problems, "limit-time") {
			status = statusLimit
		}
	case err != nil:
		return err
	default:
		warnings := s.warnings
		found.Diagnostics, s.warnings = &warnings, diag.List{}
		s.warn()
	}
	text, err := json.Marshal(found)
	if err != nil {
		panic(err) // texts and numbers
	}
	s.out.Write(append(text, '\n'))
	return status
}

// examine looks for mistakes in a spec, or in a spec with an instance, and has
// the rules judge the answers, if there are any. It says what it saw.
func (s *session) examine(c *checkCmd, found *checked) (summaries []string, err error) {
	if c.Answer == "" && len(c.Args) == 0 {
		sp, err := s.loadSpec(c.Spec)
		if err != nil {
			return nil, err
		}
		found.Puzzle = sp.Name
		sought := plural(len(sp.Finds), "find") + ", " + plural(len(sp.Rules), "rule")
		if sp.Moving() {
			sought = plural(len(sp.States), "state") + ", " + plural(len(sp.Moves), "move")
		}
		return []string{fmt.Sprintf("%s: %s, %s, %s", sp.Name, plural(len(sp.Givens), "given"), sought, plural(len(sp.Examples), "example"))}, nil
	}
	r, err := s.request(c.Spec, c.Args)
	if err != nil {
		return nil, err
	}
	if c.Answer != "" && len(r.swept) > 0 {
		return nil, mistakef("an answer is judged for one puzzle, not for a range of them")
	}
	found.Puzzle = r.Name
	for in := range r.inputs() {
		p, err := s.compile(s.ctx, r.spec, in)
		if err != nil {
			return nil, err
		}
		if c.Answer != "" {
			found.Answers, err = s.judge(c, p)
			return nil, err
		}
		size := plural(len(p.Model.Constraints), "constraint")
		if p.Moving() {
			size = plural(len(p.Model.Machine.Moves), "move")
		}
		summaries = append(summaries, fmt.Sprintf("%s: %s, %s", r.Name, plural(len(p.Model.Vars), "variable"), size))
	}
	return summaries, nil
}

// judge says of each answer in a file whether the rules accept it, and if not,
// which don't.
func (s *session) judge(c *checkCmd, p *solve.Problem) ([]judged, error) {
	text, err := s.read(c.Answer)
	if err != nil {
		return nil, err
	}
	if p.Moving() {
		return judgeRuns(p, diag.NewSource(c.Answer, text))
	}
	var finds []answer.Find
	for _, f := range p.Judge.Finds {
		finds = append(finds, answer.Find{Name: f.Name, Shape: f.Shape})
	}
	answers, problems := answer.Decode(diag.NewSource(c.Answer, text), p.Name, finds)
	if problems.HasErrors() {
		return nil, problems
	}
	var out []judged
	for _, values := range answers {
		verdict := p.Judge.Judge(&judge.Answer{Values: values})
		j := judged{Accepted: verdict.Accepted}
		for _, v := range verdict.Violations {
			j.Broken = append(j.Broken, violationText(v))
		}
		out = append(out, j)
	}
	return out, nil
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
