package command

import (
	"nazo/answer"
	"nazo/compile"
	"nazo/dsl/diag"
	"nazo/givens"
	"nazo/judge"
	"nazo/solve"
)

// answered are answers that a part found, as JSON, and which engine.
type answered struct {
	Engine  string   `json:",omitempty"`
	Answers []string `json:",omitempty"`
	Tried   string   `json:",omitempty"` // the numbers of a range that they are for
}

// answeredBy has the answers of an outcome.
func answeredBy(ans *outcome) (out answered) {
	out.Engine, out.Tried = ans.engine(), ans.tried
	for _, a := range ans.report.Answers {
		out.Answers = append(out.Answers, string(answer.AppendAnswer(nil, ans.problem.Judge, a)))
	}
	return out
}

// judgeAgain judges answers anew: what a part says is not taken for true. One that the rules refuse is a disagreement, and told as one. What
// stands still is returned as it was read. Nothing is judged that was done here.
func (s *session) judgeAgain(r *request, said answered) ([]givens.Given, *judge.Judge, error) {
	for in := range r.inputs() {
		if r.tried(in) != said.Tried {
			continue
		}
		var f *solve.Fault
		p, err := s.judged(r, in)
		if s.own && err == nil {
			return p.Givens, p.Judge, nil
		}
		for _, text := range said.Answers {
			src := diag.NewSource("answer of a part", text)
			switch {
			case err != nil || f != nil:
			case r.Moving():
				f, err = s.refusedRun(p, src)
			default:
				_, f, err = refusedAnswer(p.Judge, src)
			}
		}
		if err != nil {
			return nil, nil, err
		}
		if f != nil {
			f.Engine = said.Engine
			return nil, nil, s.disagree(r, &outcome{spec: r.spec, problem: p, report: &solve.Report{Fault: f}, tried: said.Tried})
		}
		return p.Givens, p.Judge, nil
	}
	return nil, nil, mistakef("a part has answers for %s, which is not asked about", shorten(said.Tried))
}

// judged is a problem for its judge: of what stands still it has no model.
func (s *session) judged(r *request, in givens.Input) (*solve.Problem, error) {
	if r.Moving() {
		return s.problem(r, in)
	}
	var j *judge.Judge
	gs, problems := compile.Givens(s.ctx, r.Spec, in, compile.Options{Seed: r.seed})
	if !problems.HasErrors() {
		j, problems = judge.New(s.late, r.Spec, gs, nil)
	}
	if problems.HasErrors() {
		return nil, s.unread(problems)
	}
	return &solve.Problem{Problem: &compile.Problem{Givens: gs}, Judge: j}, nil
}

// refusedAnswer reads an answer of a puzzle that stands still, and says why the rules refuse it; nil if they don't.
func refusedAnswer(j *judge.Judge, src *diag.Source) (*judge.Answer, *solve.Fault, error) {
	var finds []answer.Find
	for _, f := range j.Finds {
		finds = append(finds, answer.Find{Name: f.Name, Shape: f.Shape})
	}
	all, problems := answer.Decode(src, j.Spec().Name, finds)
	switch {
	case problems.HasErrors():
		return nil, nil, problems
	case len(all) != 1:
		return nil, nil, mistakef("a part has %s where one should be", plural(len(all), "answer"))
	}
	a, err := j.Answer(all[0])
	if err != nil {
		return nil, nil, err
	}
	verdict := j.Judge(a)
	if verdict.Err == nil && !verdict.Accepted {
		return nil, &solve.Fault{Kind: solve.Refused, Answer: a, Violations: verdict.Violations}, nil
	}
	return a, nil, verdict.Err
}

// refusedRun is refusedAnswer for a run.
func (s *session) refusedRun(p *solve.Problem, src *diag.Source) (*solve.Fault, error) {
	all, err := answer.Judge(s.late, src, p.Problem, p.Judge, nil)
	if err != nil {
		return nil, err
	}
	for _, said := range all {
		if said.Accepted {
			continue
		}
		f := &solve.Fault{Kind: solve.Refused, Answer: said.Answer}
		for _, text := range said.Broken {
			f.Violations = append(f.Violations, judge.Violation{Rule: text})
		}
		return f, nil
	}
	return nil, nil
}
