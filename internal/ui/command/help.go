package command

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/pflag"
	"nazo/internal/show/picture"
)

// helpCmd prints the help of nazo or of verbs. nazo help solve is nazo solve --help.
type helpCmd struct {
	Verbs []string
	Man   bool
}

// Declare implements [Declarer].
func (c *helpCmd) Declare(v *Verb) {
	v.Argument(&c.Verbs, "[verb]", "Verbs, such as solve.")
	v.Flag(&c.Man, "man", "", "Print the help of all verbs as a page for man: nazo help --man > nazo.1.")
}

// Run prints the help.
func (c *helpCmd) Run(s *session) error {
	p := newProgram()
	p.Out, p.Width = s.out, ColumnsOf(s.file)
	switch {
	case c.Man && len(c.Verbs) > 0:
		return mistakef("--man prints a page with all verbs; leave `%s` out", Shorten(c.Verbs[0]))
	case c.Man:
		s.out.WriteString(p.manPage(versionOfBuild().String()))
		return nil
	}
	return p.Help(c.Verbs)
}

// Help prints the help of verbs, or of the program.
func (p *Program) Help(verbs []string) error {
	for _, name := range verbs {
		if p.verb(name) == nil {
			return p.noVerb(name)
		}
	}
	if len(verbs) == 0 {
		p.help(nil)
	}
	for _, name := range verbs {
		p.help(p.verb(name))
	}
	return nil
}

// The layout of help: the examples shown without --help-all, the largest width, and the indent of explanations.
const (
	fewExamples = 8
	helpWidth   = 100
	helpLeft    = 26
)

// help prints the help of a verb, or of the program for nil.
func (p *Program) help(v *Verb) {
	out := &helpPage{width: helpWidth}
	if p.Width > 0 {
		out.width = min(helpWidth, max(2*helpLeft, p.Width))
	}
	defer func() { fmt.Fprint(p.Out, out.text.String()) }()
	if v == nil {
		out.line("Usage: %s <verb> [flags]\n", p.Name)
		out.wrap(0, p.About)
		out.line("")
		out.wrap(0, p.Statuses)
		out.line("\nVerbs:")
		for _, v := range p.Verbs {
			out.entry(14, v.Name(), v.Short)
		}
		out.line("")
		out.wrap(0, fmt.Sprintf("%s VERB --help tells more about a verb, and %s --version prints the version.", p.Name, p.Name))
		return
	}
	out.line("Usage: %s %s [flags]\n", p.Name, v.Use)
	out.wrap(0, v.Short)
	if len(v.Arguments) > 0 {
		out.line("")
	}
	for _, a := range v.Arguments {
		out.entry(helpLeft, a.String(), a.Help)
	}
	out.line("\nFlags:")
	var common []string
	v.Flags().VisitAll(func(f *pflag.Flag) {
		switch {
		case f.Hidden:
		case !v.all && slices.Contains(p.Common, f.Name):
			common = append(common, "--"+f.Name)
		case strings.HasPrefix(f.Name, "help"):
		case v.all || !slices.Contains(v.rare, f.Name):
			out.entry(helpLeft, written(f), f.Usage)
		}
	})
	out.line("  Also %s.", strings.Join(append(common, "--help", "--help-all (which explains all flags)"), ", "))
	lines := strings.SplitAfter(Examples(p.Examples, v.Name()), "\n")
	if most := fewExamples + 2; !v.all && len(lines) > most { // the two lines of the heading count, too
		lines = lines[:most]
	}
	out.line("\n%s", strings.TrimSuffix(strings.Join(lines, ""), "\n"))
}

// written returns a flag as it is written in help.
func written(f *pflag.Flag) string {
	text := "--" + f.Name
	if f.Shorthand != "" {
		text = "-" + f.Shorthand + ", " + text
	}
	if value, ok := f.Value.(*flagValue); ok && value.kind != "" {
		text += "=" + value.kind
	}
	return text
}

type helpPage struct {
	text  strings.Builder
	width int
}

func (p *helpPage) line(format string, args ...any) { fmt.Fprintf(&p.text, format+"\n", args...) }

// entry writes a name with its explanation beside it.
func (p *helpPage) entry(left int, name, about string) {
	name = "  " + name
	if utf8.RuneCountInString(name) > left-2 {
		p.line("%s", name)
		name = ""
	}
	fmt.Fprintf(&p.text, "%-*s", left, name)
	p.wrap(left, about)
}

// wrap writes a text in lines of the page. All but the first are indented.
func (p *helpPage) wrap(indent int, text string) {
	at := indent
	for i, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case at+1+n > p.width:
			p.text.WriteString("\n" + strings.Repeat(" ", indent))
			at = indent
		default:
			p.text.WriteString(" ")
			at++
		}
		p.text.WriteString(word)
		at += n
	}
	p.text.WriteString("\n")
}

// manPage returns the help of all verbs as a page for man(1).
func (p *Program) manPage(version string) string {
	m := &helpPage{}
	m.line(`.TH NAZO 1 "" "%s" "User Commands"`, roff(version))
	m.line(".SH NAME")
	m.line(`nazo \- solves, counts, explains and makes puzzles that are written down in small text files`)
	m.line(".SH SYNOPSIS")
	m.line(".B nazo")
	m.line("VERB [SPEC [INSTANCE] [NAME=VALUE ...]] [FLAGS]")
	m.line(".SH DESCRIPTION")
	m.line("%s", roff(p.About))
	m.line(".SH VERBS")
	for _, v := range p.Verbs {
		m.line(".SS nazo %s", roff(v.Use))
		m.line("%s", roff(v.Short))
		for _, a := range v.Arguments {
			m.line(".TP\n.I %s\n%s", roff(a.Name), roff(a.Help))
		}
		v.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && !strings.HasPrefix(f.Name, "help") {
				m.line(".TP\n.B %s\n%s", roff(written(f)), roff(f.Usage))
			}
		})
		if _, lines, ok := strings.Cut(Examples(p.Examples, v.Name()), "\n\n"); ok {
			m.line(".PP\n.nf\n%s.fi", roff(lines))
		}
	}
	m.line(".SH EXIT STATUS")
	m.line("%s", roff(p.Statuses))
	return m.text.String()
}

func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`).Replace(text)
	if strings.HasPrefix(text, ".") {
		text = `\&` + text
	}
	return strings.ReplaceAll(text, "\n.", "\n\\&.")
}

type versionCmd struct{ plainFormatFlag }

// Run prints the version.
func (c *versionCmd) Run(s *session) error {
	v := versionOfBuild()
	c.printer(s, picture.Drawer{}).print(v)
	return nil
}

// version is the version of the module, and the commit that was built if it is known.
type version struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Build    string `json:"build,omitempty"` // a hash of its source and how it was built; "" if the program can't be read
	Go       string `json:"go"`
}

func (v version) text(t *textPrinter) { fmt.Fprintln(t.out, v) }

// String is the line that nazo version and nazo --version print.
func (v version) String() string {
	text := "nazo " + v.Version
	if v.Revision != "" {
		text += " " + v.Revision
	}
	if v.Build != "" {
		text += ", build " + v.Build
	}
	return text
}

// name identifies what a program does. The version alone does not tell the Go release and the processor, on which
// rounding depends.
func (v version) name() string { return cmp.Or(v.Build, v.Version) }

func versionOfBuild() version {
	v := version{Version: "of unknown version", Build: Build(), Go: runtime.Version()}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	v.Version = info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			v.Revision = s.Value
		}
	}
	return v
}
