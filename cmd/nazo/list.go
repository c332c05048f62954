package main

import (
	"fmt"
	"strings"

	"nazo/puzzles"
)

// list names the specs that come with nazo; of those that are asked for also
// what they are given and what they find.
func (a *app) list(c *listCmd) (int, error) {
	if c.Searches {
		a.listSearches()
		return statusTrue, nil
	}
	names := c.Specs
	if len(names) == 0 {
		names = puzzles.Specs()
	}
	var specs []*spec
	width := 0
	for _, name := range names {
		s, err := a.loadSpec(name)
		if err != nil {
			return 0, err
		}
		specs = append(specs, s)
		width = max(width, len(name))
	}
	a.warn()
	for _, s := range specs {
		fmt.Fprintf(a.out, "%-*s  %s\n", width, s.name, s.About)
		if names := s.instances(); len(names) > 0 {
			fmt.Fprintf(a.out, "%-*s  instances: %s\n", width, "", strings.Join(names, ", "))
		}
		if len(c.Specs) > 0 {
			a.listParts(s)
		}
	}
	return statusTrue, nil
}

// listParts prints the statements that say what a spec asks for.
func (a *app) listParts(s *spec) {
	print := func(text string) {
		fmt.Fprintf(a.out, "  %s\n", strings.Join(strings.Fields(text), " "))
	}
	for _, g := range s.Givens {
		print(g.Source.Slice(g.Stmt.Span()))
	}
	for _, h := range s.Hiddens {
		print(h.Source.Slice(h.Stmt.Span()))
	}
	for _, f := range s.Finds {
		print(f.Source.Slice(f.Stmt.Span()))
	}
	for _, f := range s.States {
		print(f.Source.Slice(f.Stmt.Span()))
	}
	for _, m := range s.Moves {
		params := ""
		if m.Stmt.Params != nil {
			params = m.Source.Slice(m.Stmt.Params.Span())
		}
		print("move " + m.Stmt.Name.Text + "(" + params + ")")
	}
	for _, g := range s.Goals {
		print(g.Source.Slice(g.Stmt.Span()))
	}
	for _, o := range s.Objectives {
		if s.Moving() {
			print(o.Source.Slice(o.Stmt.Span()))
		}
	}
	for _, r := range s.Rules {
		if r.Stmt.Name != nil {
			print("rule " + fmt.Sprintf("%q", r.Stmt.Name.Value))
		}
	}
	for _, p := range s.Players {
		text := "player " + p.Stmt.Name.Text
		if p.Stmt.Sample != nil {
			text += " sample " + p.Source.Slice(p.Stmt.Sample.Span())
		}
		if p.Stmt.By != nil {
			text += " by " + p.Source.Slice(p.Stmt.By.Span())
		}
		print(text)
	}
}
