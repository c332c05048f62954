package command

import (
	"fmt"
	"nazo/internal/shell"
	"strings"

	"github.com/alecthomas/kong"
)

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
	if text := shell.Examples(helpTexts, verb.Name); strings.Contains(text, "nazo") {
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
