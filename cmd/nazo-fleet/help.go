package main

import (
	"fmt"
	"slices"

	"nazo/dsl/diag"
	"nazo/internal/shell"
)

// helpCmd prints the help of nazo-fleet or of verbs.
type helpCmd struct {
	Verbs []string `arg:"" optional:"" name:"verb" help:"Verbs, such as count."`
}

// Run prints it.
func (c *helpCmd) Run(s *session) error {
	if len(c.Verbs) == 0 {
		return s.command([]string{"--help"})
	}
	parser, err := newParser(new(cli))
	if err != nil {
		panic(err) // the declarations are wrong
	}
	var known []string
	for _, verb := range parser.Model.Children {
		known = append(known, verb.Name)
	}
	for _, verb := range c.Verbs {
		if slices.Contains(known, verb) {
			continue
		}
		if near := diag.Nearest(verb, known); near != "" {
			return fmt.Errorf("there is no verb `%s`; did you mean `%s`?", shell.Shorten(verb), near)
		}
		return fmt.Errorf("there is no verb `%s`; nazo-fleet help shows them all", shell.Shorten(verb))
	}
	for _, verb := range c.Verbs {
		if err := s.command([]string{verb, "--help"}); err != nil && err != shell.True {
			return err
		}
	}
	return nil
}
