package main

import (
	"errors"
	"fmt"
	"slices"

	"nazo/command"
	"nazo/dsl/diag"
	"nazo/internal/shell"

	"github.com/alecthomas/kong"
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
	for _, verb := range c.Verbs {
		if verbOf(parser.Model, []string{verb}) == nil {
			return errors.New(noVerb(parser.Model, verb))
		}
	}
	for _, verb := range c.Verbs {
		if err := s.command([]string{verb, "--help"}); err != nil && err != shell.True {
			return err
		}
	}
	return nil
}

// noVerb says that there is no such verb, and what there is.
func noVerb(app *kong.Application, verb string) string {
	var known []string
	for _, v := range app.Children {
		known = append(known, v.Name)
	}
	text := fmt.Sprintf("there is no verb `%s`", shell.Shorten(verb))
	if nazo, _ := command.Completions([]string{verb}); slices.ContainsFunc(nazo, func(c shell.Completion) bool { return c.Word == verb }) {
		return fmt.Sprintf("%s: nazo has one, whose work can't be divided; that of %s can", text, verbList())
	}
	if near := diag.Nearest(verb, known); near != "" {
		return fmt.Sprintf("%s; did you mean `%s`?", text, near)
	}
	return text + "; nazo-fleet help shows them all"
}
