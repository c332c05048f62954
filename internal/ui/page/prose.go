package page

import (
	"context"
	"strings"
)

// Prose is a puzzle's rules for players.
type Prose struct {
	Name  string   `json:"name"` // in words
	About string   `json:"about"`
	Rules []string `json:"rules"` // a line for each
	Own   bool     `json:"own"`   // the author wrote them
}

// prose answers with the rules of the puzzle in words. Rules that say nothing about this instance are left out.
func (t *table) prose(ctx context.Context, emit func(Event)) error {
	inForce := func(string) bool { return true }
	if len(t.spec.Prose) == 0 && !t.spec.Moving() {
		if p, err := t.compiled(ctx); err == nil { // else all are told
			met := map[string]bool{}
			for _, c := range p.Model.Constraints {
				met[p.Model.Rules[p.Model.Instances[c.Instance].Rule].Name] = true
			}
			inForce = func(rule string) bool { return met[rule] }
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	out := &Prose{Name: strings.ReplaceAll(t.spec.Name, "_", " "), About: t.spec.About, Rules: []string{}}
	lines, own := t.spec.InWords(inForce)
	out.Rules, out.Own = append(out.Rules, lines...), own
	emit(Event{Kind: KindProse, Prose: out})
	return nil
}
