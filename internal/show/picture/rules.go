package picture

import (
	"sync"

	"nazo/dsl/check"
	"nazo/internal/show/draw"
	"nazo/internal/solve"
)

// Rules returns the rules for players, a line for each, and whether the author wrote them. Rules that say nothing
// about the problem are left out. All are told if it is nil. The problem is asked for only where it matters.
func Rules(spec *check.Spec, problem func() *solve.Problem) (lines []string, own bool) {
	met := sync.OnceValue(func() map[string]bool {
		p := problem()
		if p == nil || spec.Moving() {
			return nil
		}
		met := map[string]bool{}
		NoteRules(p, met)
		return met
	})
	return spec.InWords(func(rule string) bool { return met() == nil || met()[rule] })
}

// NoteRules notes the names of the rules that say something about a problem.
func NoteRules(p *solve.Problem, met map[string]bool) {
	for _, c := range p.Model.Constraints {
		met[p.Model.Rules[p.Model.Instances[c.Instance].Rule].Name] = true
	}
}

// Head returns the title of a drawing and the rules for its description. Without a problem, these are only told in
// the author's words, as the others may say nothing about this board.
func (d Drawer) Head(spec *check.Spec, p *solve.Problem) draw.Head {
	h := draw.Head{Title: Title(spec), Caption: d.Rules}
	if lines, own := Rules(spec, func() *solve.Problem { return p }); own || p != nil || d.Rules {
		h.Rules = lines
	}
	return h
}
