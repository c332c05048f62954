package main

import (
	"fmt"
	"strings"

	"nazo/puzzles"
)

// listCmd names the specs that come with nazo.
type listCmd struct {
	Specs    []string `arg:"" optional:"" name:"spec" help:"Only these, with what they ask for."`
	Searches bool     `help:"List the searches that have a name instead."`
}

// Run lists them; of those that are asked for also what they are given and what they
// find.
func (c *listCmd) Run(s *session) error {
	if c.Searches && len(c.Specs) > 0 {
		return mistakef("--searches lists all searches; leave %s out", shorten(c.Specs[0]))
	}
	if c.Searches {
		s.listSearches()
		return nil
	}
	names := c.Specs
	if len(names) == 0 {
		names = puzzles.Specs()
	}
	var specs []*spec
	width := 0
	for _, name := range names {
		sp, err := s.loadSpec(name)
		if err != nil {
			return err
		}
		specs = append(specs, sp)
		width = max(width, len(name))
	}
	s.warn()
	for _, sp := range specs {
		fmt.Fprintf(s.out, "%-*s  %s\n", width, sp.name, sp.About)
		if names := sp.instances(); len(names) > 0 {
			fmt.Fprintf(s.out, "%-*s  instances: %s\n", width, "", strings.Join(names, ", "))
		}
		if len(c.Specs) > 0 {
			s.listParts(sp)
		}
	}
	return nil
}

// listParts prints the statements that say what a spec asks for.
func (s *session) listParts(sp *spec) {
	print := func(text string) {
		fmt.Fprintf(s.out, "  %s\n", strings.Join(strings.Fields(text), " "))
	}
	for _, g := range sp.Givens {
		print(g.Source.Slice(g.Stmt.Span()))
	}
	for _, h := range sp.Hiddens {
		print(h.Source.Slice(h.Stmt.Span()))
	}
	for _, f := range sp.Finds {
		print(f.Source.Slice(f.Stmt.Span()))
	}
	for _, f := range sp.States {
		print(f.Source.Slice(f.Stmt.Span()))
	}
	for _, m := range sp.Moves {
		params := ""
		if m.Stmt.Params != nil {
			params = m.Source.Slice(m.Stmt.Params.Span())
		}
		print("move " + m.Stmt.Name.Text + "(" + params + ")")
	}
	for _, g := range sp.Goals {
		print(g.Source.Slice(g.Stmt.Span()))
	}
	for _, o := range sp.Objectives {
		if sp.Moving() {
			print(o.Source.Slice(o.Stmt.Span()))
		}
	}
	for _, r := range sp.Rules {
		if r.Stmt.Name != nil {
			print("rule " + fmt.Sprintf("%q", r.Stmt.Name.Value))
		}
	}
	for _, p := range sp.Players {
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
