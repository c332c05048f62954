package command

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
)

// What kong.Kong.Parse, kong.Context.Validate and kong.Context.Run do is done here, as far as the declarations of verbs ask for it. Those look for methods by names
// that only the running program knows, so that the linker would keep every exported method of every type, and the command would be larger by 2.2 MB.

// verb is a command that can be run.
type verb interface{ Run(*session) error }

// read reads a command line. With help among the flags nothing is read: it is printed, and the program is to end.
func read(parser *kong.Kong, args []string) (parsed *kong.Context, help bool, err error) {
	if parsed, err = kong.Trace(parser, args); err != nil {
		return nil, false, err
	}
	if parsed.Error != nil {
		return nil, false, unseen(parser, args)
	}
	if slices.ContainsFunc(parsed.Path, func(p *kong.Path) bool { return p.Flag != nil && p.Flag == parser.Model.HelpFlag }) {
		return nil, true, parsed.PrintUsage(false)
	}
	if err := parsed.Reset(); err != nil {
		return nil, false, err
	}
	if err := parsed.Resolve(); err != nil {
		return nil, false, err
	}
	if _, err := parsed.Apply(); err != nil {
		return nil, false, err
	}
	return parsed, false, complaint(parsed)
}

// unseen is what kong says of a command line that can't be read if it doesn't know the hidden flags, those that are written there apart: nobody is to
// be advised to take one. No other line can be read by the parser from then on.
func unseen(parser *kong.Kong, args []string) error {
	for _, verb := range parser.Model.Children {
		verb.Flags = slices.DeleteFunc(verb.Flags, func(f *kong.Flag) bool { return f.Hidden && !slices.Contains(args, "--"+f.Name) })
	}
	parsed, err := kong.Trace(parser, args)
	if err != nil {
		return err
	}
	return parsed.Error
}

// complaint is what is wrong with flags and arguments that are right one by one: a value that is none of those there are, something missing, or two that exclude each
// other; nil if nothing is.
func complaint(parsed *kong.Context) error {
	for _, p := range parsed.Path {
		if p.Node() == nil {
			continue
		}
		for _, value := range p.Node().Values() {
			if value.Enum == "" || !value.Set && !value.HasDefault {
				continue
			}
			if got := fmt.Sprint(value.Target.Interface()); !slices.Contains(value.EnumSlice(), got) {
				return fmt.Errorf("%s must be one of %s but got %q", value.ShortSummary(), quotedList(value.EnumSlice(), ","), got)
			}
		}
	}
	for _, p := range parsed.Path {
		var missing []string
		for _, flag := range p.Flags {
			if flag.Required && !flag.Set {
				missing = append(missing, flag.Summary())
			}
		}
		if len(missing) > 0 {
			slices.Sort(missing)
			return fmt.Errorf("missing flags: %s", strings.Join(missing, ", "))
		}
	}
	if missing := toFollow(parsed); len(missing) == 1 {
		return fmt.Errorf("expected %s", missing[0])
	} else if len(missing) > 1 {
		return fmt.Errorf("expected one of %s", strings.Join(missing, ", "))
	}
	for _, p := range parsed.Path {
		seen := map[string]*kong.Flag{}
		for _, flag := range p.Flags {
			for _, group := range flag.Xor {
				if !flag.Set {
					continue
				}
				if seen[group] != nil {
					return fmt.Errorf("--%s and --%s can't be used together", seen[group].Name, flag.Name)
				}
				seen[group] = flag
			}
		}
	}
	return nil
}

// toFollow is what has to follow and does not: the arguments of the verb that are missing, as one, or the first verbs where there is none.
func toFollow(parsed *kong.Context) (all []string) {
	const few = 5
	node := parsed.Selected()
	if node == nil {
		for _, verb := range parsed.Model.Children {
			if !verb.Hidden {
				all = append(all, strconv.Quote(verb.Name))
			}
		}
		if len(all) > few {
			all = append(all[:few], "...")
		}
		return all
	}
	var missing []string
	for _, argument := range node.Positional {
		if argument.Required && !argument.Set {
			missing = append(missing, argument.Summary())
		}
	}
	if len(missing) > 0 {
		all = append(all, strconv.Quote(strings.Join(missing, " ")))
	}
	return all
}

func quotedList(words []string, between string) string {
	var out []string
	for _, w := range words {
		out = append(out, strconv.Quote(w))
	}
	return strings.Join(out, between)
}
