package command

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// arrange puts the words of a command line into the one order that kong reads: the
// verb, its flags, and after a -- all other words. Users may write them in any order,
// the verb and its first argument being the first words that belong to no flag; after
// a -- no word is a flag.
func arrange(app *kong.Application, args []string) []string {
	known := flagsOf(app.Children...)
	at, verbs := known.verb(args), app.Children
	if at < 0 {
		return args // of kong's own flags, or nothing that could be done
	}
	if i := slices.IndexFunc(args, func(word string) bool { return named(app, word) != nil }); i > at && known.strange(args[:at]) {
		at = i // what comes before is rather the value of a misspelt flag
	}
	if v := named(app, args[at]); v != nil {
		verbs = []*kong.Node{v}
	}
	out, words := []string{args[at]}, []string(nil)
	known = flagsOf(verbs...)
	for i := 0; i < len(args); {
		n := known.span(args[i:])
		switch {
		case i == at:
			n = 1
		case args[i] == "--":
			n = len(args) - i
			rest := args[i+1:]
			if at > i {
				rest = rest[1:] // the verb is the first of them
			}
			words = append(words, rest...)
		case n == 0:
			words, n = append(words, args[i]), 1
		case i+n > len(args):
			return append(out, args[i]) // kong says that the value is missing, and looks at nothing else
		default:
			out = append(append(out, known.spelt(args[i])), args[i+1:i+n]...)
		}
		i += n
	}
	if len(words) > 0 {
		out = append(append(out, "--"), words...)
	}
	return out
}

// contradiction is the mistake of a command line, arranged, in which a flag has two values.
func contradiction(app *kong.Application, args []string) error {
	verb := named(app, args[0])
	if verb == nil {
		return nil
	}
	known, values := flagsOf(verb), map[string]string{}
	for i := 1; i < len(args) && args[i] != "--"; i += known.span(args[i:]) {
		name, value, joined := strings.Cut(args[i], "=")
		if !joined && known.span(args[i:]) == 2 {
			value = args[i+1]
		}
		if before, ok := values[name]; ok && before != value {
			return mistakef("%s is to be both %s and %s", name, shorten(before), shorten(value))
		}
		if i := slices.IndexFunc(verb.Flags, func(f *kong.Flag) bool { return "--"+f.Name == name }); i >= 0 && !verb.Flags[i].IsCumulative() {
			values[name] = value
		}
	}
	return nil
}

// named is the verb of that name, nil if there is none.
func named(app *kong.Application, name string) *kong.Node {
	for _, v := range app.Children {
		if v.Name == name {
			return v
		}
	}
	return nil
}

// flagNames says of flags, as they are written, whether they take a value. Flags that
// it doesn't have are taken for such without one: kong refuses them anyway.
type flagNames map[string]bool

// flagsOf are the flags of some verbs. A name that several have takes a value either in
// all of them or in none.
func flagsOf(verbs ...*kong.Node) flagNames {
	out := flagNames{}
	for _, v := range verbs {
		for _, f := range v.Flags {
			out["--"+f.Name] = !f.IsBool()
			if f.Short != 0 {
				out["-"+string(f.Short)] = !f.IsBool()
			}
		}
	}
	return out
}

// spelt is the flag that a word is short for: --json for --format=json, as each format is a flag, too; else the word.
func (known flagNames) spelt(word string) string {
	if _, has := known["--format"]; has {
		for _, f := range formats {
			if word == "--"+f.name {
				return "--format=" + f.name
			}
		}
	}
	return word
}

// verb is the index of the first word that belongs to no flag, or comes first after a --;
// -1 if there is none.
func (known flagNames) verb(args []string) int {
	for i := 0; i < len(args); {
		if args[i] == "--" {
			i++
			if i == len(args) {
				return -1
			}
			return i
		}
		n := known.span(args[i:])
		if n == 0 {
			return i
		}
		i += n
	}
	return -1
}

// strange reports whether a flag is among the words that no verb has.
func (known flagNames) strange(args []string) bool {
	for i := 0; i < len(args); i += max(1, known.span(args[i:])) {
		name, _, _ := strings.Cut(args[i], "=")
		if _, ok := known[name]; !ok && strings.HasPrefix(name, "--") {
			return true
		}
	}
	return false
}

// span is how many of the words belong to the flag that they begin with; 0 if they
// begin with no flag. It is one word too many if a value is missing at the end.
func (known flagNames) span(args []string) int {
	word := args[0]
	switch {
	case word == "-" || !strings.HasPrefix(word, "-"):
		return 0
	case strings.HasPrefix(word, "--"):
		if known[word] { // a value after a = is part of the word
			return 2
		}
		return 1
	}
	for i, c := range word[1:] {
		if known["-"+string(c)] {
			if last := 1+i+len(string(c)) == len(word); last {
				return 2
			}
			return 1 // the rest of the word is the value
		}
	}
	return 1
}
