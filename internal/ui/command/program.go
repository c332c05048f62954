package command

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"nazo/dsl/diag"
	"nazo/internal/alg"
)

// How nazo and nazo-fleet read command lines. Cobra finds the verb and prints completions, pflag reads flags. This file
// adds arguments with names, flags with types of their own, and help.

// Verb is a command of cobra that knows its arguments.
type Verb struct {
	*cobra.Command
	Target    any // the struct whose fields the flags set
	Arguments []Argument
	rare      []string // flags that only --help-all shows
	all       bool     // --help-all was given
}

// Argument is one word, or several, that a verb takes beside its flags.
type Argument struct {
	Name, Help string
	Enum       []string // the allowed words; nil for any
	optional   bool
	to         any // a *string, or a *[]string for all remaining words
}

// Declarer declares flags and arguments.
type Declarer interface{ Declare(*Verb) }

// NewVerb returns a verb with the flags and arguments of a target.
func NewVerb(name, about string, target Declarer) *Verb {
	v := &Verb{Command: &cobra.Command{Use: name, Short: about}, Target: target}
	v.Flags().SortFlags = false
	target.Declare(v)
	v.Flags().BoolP("help", "h", false, "Show help.")
	v.Flags().VarPF(helpAll{v}, "help-all", "", "Show help with all flags.").NoOptDefVal = "true"
	return v
}

// Include declares flags and arguments that several verbs share.
func (v *Verb) Include(parts ...Declarer) {
	for _, p := range parts {
		p.Declare(v)
	}
}

// Many reports whether the argument takes all remaining words.
func (a Argument) Many() bool { _, many := a.to.(*[]string); return many }

// String is the argument as help shows it.
func (a Argument) String() string {
	text := "<" + a.Name + ">"
	if a.Many() {
		text += " ..."
	}
	if a.optional {
		text = "[" + text + "]"
	}
	return text
}

// Argument declares the next argument. It goes to a *string, or a *[]string for all words that follow. One whose name
// is in brackets may be left out.
func (v *Verb) Argument(to any, name, help string, enum ...string) {
	bare := strings.Trim(name, "[]")
	v.Arguments = append(v.Arguments, Argument{bare, help, enum, bare != name, to})
	v.Use += " " + v.Arguments[len(v.Arguments)-1].String()
}

// take assigns words to the arguments.
func (v *Verb) take(words []string) error {
	for i, a := range v.Arguments {
		if len(words) == 0 && !a.optional {
			return fmt.Errorf("expected %q", strings.Join(alg.Map(v.Arguments[i:], Argument.String), " "))
		}
		if len(words) == 0 {
			return nil
		}
		if a.Enum != nil && !slices.Contains(a.Enum, words[0]) {
			return fmt.Errorf("%s must be one of %s but got %q", a, quotedList(a.Enum), words[0])
		}
		switch to := a.to.(type) {
		case *string:
			*to, words = words[0], words[1:]
		case *[]string:
			*to, words = words, nil
		}
	}
	if len(words) > 0 {
		return fmt.Errorf("unexpected argument %s", words[0])
	}
	return nil
}

// Flag declares a flag that sets a *bool, *string, *[]string (one for each use) or a [Value]. A letter may follow the
// name: "output o". The kind stands for the value in help. A kind in small letters is the only allowed word, or several
// allowed words with | between them.
func (v *Verb) Flag(to any, name, kind, help string) {
	name, letter, _ := strings.Cut(name, " ")
	value := &flagValue{name: "--" + name, to: to, kind: kind}
	if kind != "" && kind == strings.ToLower(kind) {
		value.enum = strings.Split(kind, "|")
	}
	f := v.Flags().VarPF(value, name, letter, help)
	if without, ok := to.(interface{ Without() string }); ok {
		f.NoOptDefVal = without.Without()
	} else if kind == "" {
		f.NoOptDefVal = "true"
	}
	if value.enum != nil {
		v.CompleteFlag(name, func([]string) []cobra.Completion { return value.enum })
	}
}

// Reword replaces the help of a flag.
func (v *Verb) Reword(name, help string) { v.Flags().Lookup(name).Usage = help }

// Rare leaves flags to --help-all.
func (v *Verb) Rare(names ...string) { v.rare = append(v.rare, names...) }

// Hide keeps a flag out of help, completion and suggestions.
func (v *Verb) Hide(name string) { v.Flags().Lookup(name).Hidden = true }

// Value is the type of a flag with a syntax of its own.
type Value interface{ Decode(text string) error }

// flagValue reads the values of a flag.
type flagValue struct {
	name, kind string
	enum       []string
	to         any
	written    []string // the values on the command line
}

// String is the current value.
func (f *flagValue) String() string {
	if f == nil || f.to == nil {
		return ""
	}
	return fmt.Sprint(reflect.ValueOf(f.to).Elem())
}

// Type names the value in help.
func (f *flagValue) Type() string {
	if _, many := f.to.(*[]string); many {
		return f.kind + "Array" // so cobra knows that it may be given again
	}
	return f.kind
}

// Set reads a value.
func (f *flagValue) Set(text string) (err error) {
	if f.enum != nil && !slices.Contains(f.enum, text) {
		return fmt.Errorf("%s must be one of %s but got %q", f.name, quotedList(f.enum), text)
	}
	kind := reflect.TypeOf(f.to).Elem().Kind()
	if n := len(f.written); n > 0 && kind != reflect.Slice && kind != reflect.Map && f.written[n-1] != text {
		return fmt.Errorf("%s is to be both %s and %s", f.name, Shorten(f.written[n-1]), Shorten(text))
	}
	f.written = append(f.written, text)
	lacking := fmt.Errorf("%s: expected %s", f.name, f.kind)
	switch to := f.to.(type) {
	case *bool:
		*to, err = strconv.ParseBool(text)
	case *string:
		if text == "" {
			return lacking
		}
		*to = text
	case *[]string:
		if text == "" {
			return lacking
		}
		*to = append(*to, text)
	default:
		err = to.(Value).Decode(text)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", f.name, err)
	}
	return nil
}

// helpAll is the flag --help-all: --help with all flags.
type helpAll struct{ verb *Verb }

func (h helpAll) String() string { return "false" }
func (h helpAll) Type() string   { return "bool" }

// Set asks for help.
func (h helpAll) Set(text string) (err error) {
	if h.verb.all, err = strconv.ParseBool(text); err != nil || !h.verb.all {
		return err
	}
	return h.verb.Flags().Set("help", "true")
}

// alias is a flag that sets another flag to a value.
type alias struct {
	verb        *Verb
	name, value string
}

func (a alias) String() string   { return "" }
func (a alias) Type() string     { return "bool" }
func (a alias) Set(string) error { return a.verb.Flags().Set(a.name, a.value) }

// Alias declares hidden flags that stand for values of a flag: --json for --format=json.
func (v *Verb) Alias(name string, values ...string) {
	for _, value := range values {
		f := v.Flags().VarPF(alias{v, name, value}, value, "", "")
		f.NoOptDefVal, f.Hidden = "true", true
	}
}

// Written returns the flags on the command line, as --name=value, without aliases.
func (v *Verb) Written() (all []string) {
	v.Flags().Visit(func(f *pflag.Flag) {
		if value, ok := f.Value.(*flagValue); ok {
			for _, text := range value.written {
				if text == f.NoOptDefVal {
					all = append(all, "--"+f.Name)
				} else {
					all = append(all, "--"+f.Name+"="+text)
				}
			}
		}
	})
	return all
}

// Split divides words after a verb into its flags, with their values, and everything else.
func (v *Verb) Split(words []string) (own, others []string) {
	for i := 0; i < len(words); i++ {
		switch f := flagOf(v.Flags(), words[i]); {
		case words[i] == "--":
			return own, append(others, words[i:]...)
		case f == nil:
			others = append(others, words[i])
		default:
			own = append(own, words[i])
			if i+1 < len(words) && waits(f, words[i]) {
				i++
				own = append(own, words[i])
			}
		}
	}
	return own, others
}

// flagOf returns the flag that a word names, or nil.
func flagOf(flags *pflag.FlagSet, word string) *pflag.Flag {
	name, _, _ := strings.Cut(word, "=")
	switch {
	case strings.HasPrefix(name, "--"):
		return flags.Lookup(name[2:])
	case len(name) == 2 && name[0] == '-':
		return flags.ShorthandLookup(name[1:])
	}
	return nil
}

// waits reports whether the next word is the value of a flag.
func waits(f *pflag.Flag, word string) bool {
	return f.NoOptDefVal == "" && !strings.Contains(word, "=")
}

// Program is a command line with verbs.
type Program struct {
	Name, About, Statuses string
	Examples              string   // of all verbs; see [Examples]
	Common                []string // flags of most verbs, which help names without explanation
	Verbs                 []*Verb
	Out                   io.Writer
	Width                 int // columns of help; 0 if unknown
	// Complete returns the completions of an argument, given the words before it and its beginning.
	Complete func(v *Verb, a Argument, before []string, current string) ([]cobra.Completion, cobra.ShellCompDirective)
	// NoVerb returns advice about an unknown verb, or "". It may be nil.
	NoVerb func(name string) string
}

// Read reads a command line. It runs the verb and returns its error, or prints help or completions. Any other error
// says what is wrong with the command line.
func (p *Program) Read(args []string, run func(*Verb) error) (ended error) {
	args = p.verbFirst(args)
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") && !strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) && p.verb(args[0]) == nil {
		return p.noVerb(args[0])
	}
	root := &cobra.Command{Use: p.Name, SilenceErrors: true, SilenceUsage: true, CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true}}
	root.Flags().BoolP("help", "h", false, "Show this help.")
	root.Flags().BoolP("version", "v", false, "Print the version.")
	root.SetArgs(args)
	root.SetOut(p.Out)
	root.SetErr(io.Discard)
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { p.help(p.verb(c.Name())) })
	root.SetFlagErrorFunc(wrongFlag)
	root.Args = cobra.ArbitraryArgs
	root.RunE = func(*cobra.Command, []string) error { return pflag.ErrHelp }
	for _, v := range p.Verbs {
		root.AddCommand(v.Command)
		if v.Name() == "help" {
			root.SetHelpCommand(v.Command)
		}
		v.Args = cobra.ArbitraryArgs
		v.RunE = func(_ *cobra.Command, words []string) error {
			if v.DisableFlagParsing {
				own, others := v.Split(words)
				if err := v.Flags().Parse(own); err != nil {
					return wrongFlag(v.Command, err)
				}
				if v.Flags().Changed("help") {
					return pflag.ErrHelp
				}
				words = others
			}
			if err := v.take(words); err != nil {
				return err
			}
			ended = run(v)
			return nil
		}
		v.ValidArgsFunction = func(_ *cobra.Command, before []string, current string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return p.words(v, before, current)
		}
	}
	if verb, err := root.ExecuteC(); err != nil {
		return fmt.Errorf("%s (%s --help tells more)", Cut(err.Error(), 5*Longest), verb.CommandPath())
	}
	return ended
}

// verb returns the verb of that name, or nil.
func (p *Program) verb(name string) *Verb {
	if i := slices.IndexFunc(p.Verbs, func(v *Verb) bool { return v.Name() == name }); i >= 0 {
		return p.Verbs[i]
	}
	return nil
}

// verbFirst moves a verb to the front if flags were written before it. If there is none, it moves the first word that
// belongs to no flag.
func (p *Program) verbFirst(args []string) []string {
	meant := 0
	if len(args) == 0 || !strings.HasPrefix(args[0], "-") {
		return append([]string{}, args...) // cobra takes nil for the arguments of the process
	}
	for i := 0; i < len(args); i++ {
		if p.verb(args[i]) != nil {
			meant = i
			break
		}
		if meant == 0 && !strings.HasPrefix(args[i], "-") {
			meant = i
		}
		for _, v := range p.Verbs {
			if f := flagOf(v.Flags(), args[i]); f != nil { // a flag takes a value with every verb or with none
				if waits(f, args[i]) {
					i++
				}
				break
			}
		}
	}
	return slices.Concat(args[meant:meant+1], args[:meant], args[meant+1:])
}

// noVerb says that there is no such verb, and which one may have been meant.
func (p *Program) noVerb(name string) error {
	text := fmt.Sprintf("there is no verb `%s`", Shorten(name))
	if p.NoVerb != nil {
		if more := p.NoVerb(name); more != "" {
			return errors.New(text + more)
		}
	}
	known := alg.Map(p.Verbs, (*Verb).Name)
	if near := diag.Nearest(name, known); near != "" {
		return fmt.Errorf("%s; did you mean `%s`?", text, near)
	}
	return fmt.Errorf("%s; %s help shows them all", text, p.Name)
}

// wrongFlag rewords an error of pflag.
func wrongFlag(c *cobra.Command, err error) error {
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		if unknown.GetSpecifiedShortnames() != "" {
			return fmt.Errorf("unknown flag -%s", unknown.GetSpecifiedName())
		}
		return errors.New(UnknownFlag("--"+unknown.GetSpecifiedName(), FlagNames(c.Flags())))
	}
	if lacking, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		f := lacking.GetFlag()
		if err := f.Value.Set(""); err != nil {
			return err
		}
		return fmt.Errorf("--%s: expected %s", f.Name, f.Value.Type())
	}
	for invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok; invalid, ok = errors.AsType[*pflag.InvalidValueError](err) {
		err = invalid.Unwrap()
	}
	return err
}

// alike has flags that mean nearly the same with different verbs.
var alike = map[string]string{"--answer": "--from", "--from": "--answer"}

// UnknownFlag says that a flag is unknown, and which one may have been meant.
func UnknownFlag(name string, known []string) string {
	text := "unknown flag " + Shorten(name)
	near := diag.Nearest(name, known)
	if near == "" && slices.Contains(known, alike[name]) {
		near = alike[name]
	}
	if near != "" {
		text += fmt.Sprintf(", did you mean %q?", near)
	}
	return text
}

// FlagNames returns the visible flags, with their dashes.
func FlagNames(flags *pflag.FlagSet) (all []string) {
	flags.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			all = append(all, "--"+f.Name)
		}
	})
	return all
}

func quotedList(words []string) string { return strings.Join(alg.Map(words, strconv.Quote), ",") }
