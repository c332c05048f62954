package command

import (
	"reflect"
	"slices"
	"strings"

	"nazo/dsl/diag"
)

// helpCmd prints the help of nazo or of verbs: nazo help solve is nazo solve --help.
type helpCmd struct {
	Verbs []string `arg:"" optional:"" name:"verb" help:"Verbs, such as solve."`
	Man   bool     `help:"Print the help of all verbs as a page for man: nazo help --man > nazo.1."`
}

// Run prints it.
func (c *helpCmd) Run(s *session) error {
	if c.Man {
		if len(c.Verbs) > 0 {
			return mistakef("the page for man has all verbs; leave `%s` out", shorten(c.Verbs[0]))
		}
		parser, err := newParser(new(cli))
		if err != nil {
			return err
		}
		s.out.WriteString(manPage(parser.Model.Node, versionOfBuild().String()))
		return nil
	}
	known := verbNames()
	for _, verb := range c.Verbs {
		if slices.Contains(known, verb) {
			continue
		}
		if near := diag.Nearest(verb, known); near != "" {
			return mistakef("there is no verb `%s`; did you mean `%s`?", shorten(verb), near)
		}
		return mistakef("there is no verb `%s`; nazo help shows them all", shorten(verb))
	}
	if len(c.Verbs) == 0 {
		return s.helped("--help")
	}
	for _, verb := range c.Verbs {
		if err := s.helped(verb, "--help"); err != nil {
			return err
		}
	}
	return nil
}

// helped runs a command that prints help.
func (s *session) helped(args ...string) error {
	if status := s.command(args); status != statusTrue {
		return status
	}
	return nil
}

// verbNames are the verbs that there are.
func verbNames() (names []string) {
	for f := range reflect.TypeFor[cli]().Fields() {
		if _, verb := f.Tag.Lookup("cmd"); verb {
			names = append(names, strings.ToLower(f.Name))
		}
	}
	return names
}
