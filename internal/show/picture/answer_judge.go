package picture

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"nazo/compile"
	"nazo/dsl/diag"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/judge"
	"nazo/internal/solve"
)

// Judged is the judgement of an answer.
type Judged struct {
	Accepted bool     `json:"accepted"`
	Broken   []string `json:"broken,omitempty"` // rules with their places, at most ten or those that Rules has
	// Completed is an object with the values that were found for omitted finds. It is nil if the answer
	// is complete, or was refused without them.
	Completed json.RawMessage `json:"completed,omitempty"`
	Rules     []BrokenRule    `json:"rules,omitempty"` // the broken instances rule by rule, if asked for

	// Answer and Verdict are nil for a run.
	Answer  *judge.Answer `json:"-"`
	Verdict judge.Verdict `json:"-"`
}

// BrokenRule is a rule with its broken instances.
type BrokenRule struct {
	Rule   string `json:"rule"`
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	// For has the bindings of the named instances, as in "c = r1c2". Count counts all broken ones.
	For   []string `json:"for,omitempty"`
	Count int      `json:"count"`

	Violations []judge.Violation `json:"-"` // the named ones
}

// ByRule groups violations by rule, in their order.
func ByRule(p *compile.Problem, violations []judge.Violation) (out []BrokenRule) {
	for _, v := range violations {
		if n := len(out); n == 0 || out[n-1].Rule != v.Rule || out[n-1].Violations[0].Span != v.Span {
			r := BrokenRule{Rule: v.Rule}
			if v.Source != nil {
				pos := v.Source.Position(v.Span.Start)
				r.File, r.Line, r.Column = v.Source.Name, pos.Line, pos.Column
			}
			out = append(out, r)
		}
		r := &out[len(out)-1]
		r.Count += 1 + v.More
		r.Violations = append(r.Violations, v)
		if v.Bindings != "" {
			r.For = append(r.For, BoundText(p, v))
		}
	}
	return out
}

// JudgeValues judges known values by [solve.Session.JudgeKnown]. A value is nil if the answer omits it, and
// [value.Partly] if it is partly known.
func JudgeValues(ctx context.Context, s *solve.Session, known []value.Value, most int) (Judged, error) {
	a, verdict, err := s.JudgeKnown(ctx, known, most)
	if err != nil {
		return Judged{}, err
	}
	p := s.Problem()
	said := Judged{Accepted: verdict.Accepted, Broken: Broken(p.Problem, p.Judge, a, verdict), Answer: a, Verdict: verdict}
	var names []string
	var found []value.Value
	for i, f := range p.Judge.Finds {
		if _, partly := known[i].(*value.Partly); (known[i] == nil || partly) && a.Values[i] != nil {
			names, found = append(names, f.Name), append(found, a.Values[i])
		}
	}
	if names != nil {
		said.Completed = appendObject(nil, func(i int) string { return names[i] }, found)
	}
	return said, nil
}

// JudgeAnswer reads answers as [DecodeAnswer] and [DecodeRuns] do and judges each, as [JudgeValues] does if the puzzle
// does not move. The error has the diagnostics of a malformed text, is an [OpenStart], or is a [judge.Limit].
func JudgeAnswer(ctx context.Context, src *diag.Source, s *solve.Session, most int) ([]Judged, error) {
	p := s.Problem().With(ctx)
	if p.Moving() {
		return judgeRuns(ctx, src, p)
	}
	answers, problems := DecodeAnswer(src, p.Name, Finds(p.Judge))
	if problems.HasErrors() {
		return nil, problems
	}
	var out []Judged
	for _, values := range answers {
		said, err := JudgeValues(ctx, s, values, most)
		if err != nil {
			return nil, err
		}
		out = append(out, said)
	}
	return out, nil
}

// Finds returns the finds of a puzzle.
func Finds(j *judge.Judge) (finds []Find) {
	for _, f := range j.Finds {
		finds = append(finds, Find{Name: f.Name, Shape: f.Shape, Optional: f.Chosen || j.Spec().Unseen(f.Name)})
	}
	return finds
}

// OpenStart is the error of a run that has to give its start and doesn't.
type OpenStart struct {
	File string
	Err  error
}

// Error says how to give the start.
func (e *OpenStart) Error() string {
	return fmt.Sprintf("%s: %v; give it as the first of the \"states\" of the answer", e.File, e.Err)
}

// judgeRuns judges each run in a text. The states and costs in the text must agree with the moves.
func judgeRuns(ctx context.Context, src *diag.Source, p *solve.Problem) ([]Judged, error) {
	j := p.Judge
	runs, problems := DecodeRuns(src, p.Problem, j)
	if problems.HasErrors() {
		return nil, problems
	}
	var out []Judged
	for _, r := range runs {
		start, err := j.Begin()
		switch {
		case r.Start != nil:
			start = r.Start
		case err != nil:
			return nil, &OpenStart{src.Name, err}
		}
		a, verdict := p.JudgeRun(ctx, start, r.Moves)
		if verdict.Err != nil {
			return nil, verdict.Err
		}
		said := Judged{Accepted: verdict.Accepted, Broken: Broken(p.Problem, j, a, verdict)}
		if wrong := r.Contradiction(j, a); verdict.Accepted && wrong != "" {
			said = Judged{Broken: []string{wrong}}
		}
		out = append(out, said)
	}
	return out, nil
}

// Broken names the mistakes of an answer with places: broken rules, or the first impossible move.
func Broken(p *compile.Problem, j *judge.Judge, a *judge.Answer, verdict judge.Verdict) (out []string) {
	if a.Run != nil && !verdict.Accepted {
		state := a.Run.Start
		for i, step := range a.Run.Steps {
			if reason, at, span := j.WhyNot(state, step.Move); reason != "" {
				return []string{fmt.Sprintf("move %d, %s, can't be made: %s%s", i+1, step.Move.String(), reason, placeText(at, span))}
			}
			state = step.After
		}
	}
	for _, v := range verdict.Violations {
		if a.Run != nil && v.Bindings != "" {
			out = append(out, fmt.Sprintf("%s: %q%s", v.Bindings, v.Rule, placeText(v.Source, v.Span)))
		} else {
			out = append(out, ViolationText(p, v))
		}
	}
	return out
}

// ViolationText says what does not hold in the words of explanations, then the rule and its place: `R1C1 and
// R1C2 would touch: "no two touch" (spec:4:1)`. For a rule without a sentence it names the values of its binders.
func ViolationText(p *compile.Problem, v judge.Violation) string {
	var said []string
	rule := fmt.Sprintf("%q", v.Rule)
	if sentence := sentenceOf(p, v); sentence != "" {
		said = append(said, sentence)
	} else if v.Bindings != "" {
		rule += " for " + BoundText(p, v)
	}
	rule += placeText(v.Source, v.Span)
	if v.Why != "" && len(said) == 0 {
		return rule + ": " + v.Why
	}
	if v.Why != "" {
		said = append(said, v.Why)
	}
	if len(said) == 0 {
		return rule
	}
	return strings.Join(said, "; ") + ": " + rule
}

// sentenceOf says what does not hold in the sentence of its rule, or "" if the rule has none.
func sentenceOf(p *compile.Problem, v judge.Violation) string {
	if u, ok := p.InstanceOf(v.Source, v.Span, v.Bindings); ok {
		return p.SentenceBy(u, p.Names().Of)
	}
	return ""
}

// InstanceText describes a further broken instance of a rule.
func InstanceText(p *compile.Problem, v judge.Violation) string {
	return cmp.Or(sentenceOf(p, v), "for "+BoundText(p, v))
}

// BoundText names the bindings of a broken rule, and its places if these name none: "i = 3 at row 3".
func BoundText(p *compile.Problem, v judge.Violation) string {
	u, ok := p.InstanceOf(v.Source, v.Span, v.Bindings)
	if !ok {
		return v.Bindings
	}
	names := p.Names()
	parts := alg.Map(p.Bound(u), func(b compile.Binding) string { return b.Name + " = " + names.Of(b.Value) })
	text := strings.Join(parts, ", ")
	if places := BrokenAt(p, v); len(places) > 0 {
		text += " at " + names.List(places)
	}
	return text
}

// BrokenAt returns the places of a broken rule whose binders name none.
func BrokenAt(p *compile.Problem, v judge.Violation) []value.Value {
	u, ok := p.InstanceOf(v.Source, v.Span, v.Bindings)
	if !ok || len(p.BoundPlaces(u)) > 0 {
		return nil
	}
	return p.Places(u)
}

// placeText returns a place in a file, in parentheses, or "".
func placeText(src *diag.Source, at diag.Span) string {
	if src == nil {
		return ""
	}
	pos := src.Position(at.Start)
	return fmt.Sprintf(" (%s:%d:%d)", src.Name, pos.Line, pos.Column)
}

// AppendAnswer appends an answer as JSON, without blanks: a run, or an object with the values of the finds.
func AppendAnswer(out []byte, j *judge.Judge, a *judge.Answer) []byte {
	if a.Run != nil {
		return AppendRun(out, j, a)
	}
	return appendObject(out, func(i int) string { return j.Finds[i].Name }, a.Values)
}
