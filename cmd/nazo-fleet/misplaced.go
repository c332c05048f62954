package main

import (
	"fmt"
	"slices"
	"strings"

	"nazo/command"
	"nazo/dsl/diag"

	"github.com/alecthomas/kong"
)

// notHere and notAway have flags of this program that are not for work on this machine, or only for that, and what there is instead.
var (
	notHere = map[string]string{
		"--hub":      "nazo-fleet VERB has the work done by this machine alone; nazo-fleet submit --hub URL VERB … gives it to a hub",
		"--attempts": "nazo-fleet VERB tries a part three times; --attempts is for nazo-fleet submit VERB …",
	}
	notAway = map[string]string{
		"--workers": "a job is done by all workers that come to its hub; nazo-fleet work --cores N says how many parts one does at once",
		"--store":   "a job is kept by its hub; nazo-fleet serve --store DIR has it keep all that it has",
	}
)

// misplaced is an error if words of a command line of nazo, before --, are flags of this program that the verb does not have here, or by which one
// was meant that it has. All others are for nazo to read.
func misplaced(words []string, away bool) error {
	end := slices.Index(words, "--")
	if end < 0 {
		end = len(words)
	}
	flags := slices.DeleteFunc(slices.Clone(words[:end]), func(w string) bool { return !strings.HasPrefix(w, "--") })
	if len(flags) == 0 {
		return nil
	}
	parser, err := newParser(new(cli))
	if err != nil {
		panic(err) // the declarations are wrong
	}
	verb, others := words[0], notHere
	own := flagNames(verbOf(parser.Model, []string{verb}))
	if away {
		others, own = notAway, flagNames(verbOf(parser.Model, []string{"submit"}))
	}
	nazo, _ := command.Completions([]string{verb, "--"})
	known := slices.Clone(own)
	for _, c := range nazo {
		known = append(known, c.Word)
	}
	for _, word := range flags {
		name, _, _ := strings.Cut(word, "=")
		if text := others[name]; text != "" {
			return fmt.Errorf("%s: %s", name, strings.ReplaceAll(text, "VERB", verb))
		}
		if near := diag.Nearest(name, known); !slices.Contains(known, name) && slices.Contains(own, near) {
			return fmt.Errorf("unknown flag %s, did you mean %s? (nazo-fleet --help tells more)", name, near)
		}
	}
	return nil
}

// flagNames are the flags of a verb of this program, with their dashes.
func flagNames(verb *kong.Node) (all []string) {
	for _, f := range verb.Flags {
		all = append(all, "--"+f.Name)
	}
	return all
}
