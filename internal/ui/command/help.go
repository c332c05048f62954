package command

import (
	"fmt"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
	"nazo/dsl/diag"
	"nazo/internal/show/picture"
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

// manPage is the help of all verbs as a page of the manual, for man(1): nazo help --man > nazo.1.
func manPage(root *kong.Node, version string) string {
	m := &manual{}
	m.line(`.TH NAZO 1 "" "%s" "User Commands"`, roff(version))
	m.line(".SH NAME")
	m.line(`nazo \- solves, counts, explains and makes puzzles that are written down in small text files`)
	m.line(".SH SYNOPSIS")
	m.line(".B nazo")
	m.line("VERB [SPEC [INSTANCE] [NAME=VALUE ...]] [FLAGS]")
	m.line(".SH DESCRIPTION")
	m.line("%s", roff(description))
	m.line(".SH VERBS")
	for _, verb := range root.Children {
		if !verb.Hidden {
			m.verb(verb)
		}
	}
	m.line(".SH EXIT STATUS")
	m.line("%s", roff(statuses))
	return m.text.String()
}

// manual is a page on its way.
type manual struct{ text strings.Builder }

func (m *manual) line(format string, args ...any) { fmt.Fprintf(&m.text, format+"\n", args...) }

func (m *manual) verb(verb *kong.Node) {
	m.line(".SS nazo %s", roff(strings.TrimPrefix(verb.Summary(), "nazo ")))
	m.line("%s", roff(verb.Help))
	for _, p := range verb.Positional {
		m.line(".TP\n.I %s\n%s", roff(p.Name), roff(p.Help))
	}
	for _, f := range verb.Flags {
		if f.Hidden || f.Name == "help" {
			continue
		}
		name := "--" + f.Name
		if f.Short != 0 {
			name = fmt.Sprintf("-%c, %s", f.Short, name)
		}
		value := ""
		if !f.IsBool() {
			value = "=" + f.FormatPlaceHolder()
		}
		m.line(".TP\n.B %s\n%s", roff(name+value), roff(f.Help))
	}
	if text := Examples(helpTexts, verb.Name); strings.Contains(text, "nazo") {
		_, lines, _ := strings.Cut(text, "\n\n")
		m.line(".PP\n.nf\n%s.fi", roff(lines))
	}
}

// roff is a text in which nothing is a command of roff.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`).Replace(text)
	if strings.HasPrefix(text, ".") {
		text = `\&` + text
	}
	return strings.ReplaceAll(text, "\n.", "\n\\&.")
}

// versionCmd says which nazo this is.
type versionCmd struct{ plainFormatFlag }

// Run prints the version.
func (c *versionCmd) Run(s *session) error {
	v := versionOfBuild()
	c.printer(s, picture.Drawer{}).fact(v.String(), v)
	return nil
}

// version is that of the module, and the commit that was built if it is known.
type version struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Build    string `json:"build,omitempty"` // a hash of what it was built from, and how; "" if the program can't be read
	Go       string `json:"go"`
}

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

// name is the same for two programs only if they do the same: the version alone doesn't tell with which Go and for which processor it was built,
// on which roundings depend.
func (v version) name() string {
	if v.Build != "" {
		return v.Build
	}
	return v.Version
}

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
