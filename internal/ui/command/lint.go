package command

import (
	"fmt"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/internal/model"
	"nazo/internal/study/lint"
	"nazo/native"
)

// linted is the report of nazo lint.
type linted struct {
	Puzzle string `json:"puzzle"`
	*lint.Report
	suggest bool // print the suggested examples, not the summary
	bare    bool // there is no example
}

type lintCmd struct {
	plainFormatFlag
	limitFlags
	Specs    []string
	Examples bool
}

// Declare implements [Declarer].
func (c *lintCmd) Declare(v *Verb) {
	v.Argument(&c.Specs, "spec", "Specs: files, or names of those that come with nazo.")
	v.Flag(&c.Examples, "examples", "", "Print examples for rules that none needs, to be put into the spec when you have looked at them. Say which techniques of the spec no example shows.")
	v.Include(&c.plainFormatFlag, &c.limitFlags)
	v.Reword("seed", "Try rules on other random instances (default: 0).")
}

// Run looks over one spec after the other.
func (c *lintCmd) Run(s *session) error {
	c.start(s)
	to := c.printer(s, colorFlag{}.drawer(s))
	var specs []*spec
	var options []lint.Options
	var unread []*diag.List // mistakes in the examples of each
	status := StatusTrue
	mistakes := &diag.List{}
	for _, name := range c.Specs {
		sp, bad, err := s.loadRest(name)
		if err != nil {
			return err
		}
		o := lint.Options{Engine: native.New(), Seed: uint64(c.Seed), Techniques: c.Examples}
		if o.Examples, err = s.instanceExamples(sp, mistakes); err != nil {
			return err
		}
		bad.Merge(lint.Mistakes(s.ctx, sp.Spec))
		if bad.HasErrors() {
			status = StatusMistake
		}
		specs, options, unread = append(specs, sp), append(options, o), append(unread, bad)
	}
	if err := mistakes.Err(); err != nil {
		return err
	}
	s.warn()
	for i, sp := range specs {
		report, err := lint.Look(s.ctx, sp.Spec, options[i])
		if err != nil {
			return err
		}
		unread[i].Merge(report.Findings)
		report.Findings = unread[i]
		if !to.document() {
			s.progress.clear()
			s.list(report.Findings)
		}
		to.print(&linted{sp.Name, report, c.Examples, len(sp.Examples)+len(options[i].Examples) == 0})
		if report.Stopped.Kind != model.None {
			return limited{s.stopReason()}
		}
		if err := s.flush(); err != nil {
			return err
		}
	}
	return status
}

// summary says what was tried, and with what result.
func (l *linted) summary() string {
	result := "nothing to say"
	if n := l.Findings.Len(); n > 0 {
		result = plural(n, "remark")
	}
	text := fmt.Sprintf("%s: %s, %s tried: %s", l.Puzzle, plural(l.Report.Examples, "example"), plural(l.Instances, "instance"), result)
	if l.bare {
		text += "; there is no example: write one, for the rules to be held against"
	}
	if len(l.Open) > 0 {
		text += "; not looked at for all the work: " + strings.Join(l.Open, ", ")
	}
	return text
}

type fmtCmd struct {
	Files       []string
	Write, Diff bool
}

// Declare implements [Declarer].
func (c *fmtCmd) Declare(v *Verb) {
	v.Argument(&c.Files, "[file]", "Spec files; - or none for standard input.")
	v.Flag(&c.Write, "write w", "", "Write the files anew instead of printing.")
	v.Flag(&c.Diff, "diff d", "", "Print what would change, and exit with 1 if anything would.")
	v.MarkFlagsMutuallyExclusive("write", "diff")
}

// Run prints formatted specs or differences, or writes the files anew.
func (c *fmtCmd) Run(s *session) error {
	s.out.raw = !s.outTerminal // a file keeps all characters
	files := c.Files
	if len(files) == 0 {
		files = []string{"-"}
	}
	all := &diag.List{}
	status := StatusTrue
	for _, name := range files {
		text, err := s.read(name)
		if err != nil {
			return err
		}
		formatted, problems := dsl.Format(diag.NewSource(name, text))
		if problems.HasErrors() {
			all.Merge(problems)
			continue
		}
		switch {
		case c.Diff:
			if d := diff.Diff(name, []byte(text), name+" (formatted)", []byte(formatted)); len(d) > 0 {
				s.out.Write(d)
				status = StatusFalse
			}
		case !c.Write || name == "-":
			s.out.WriteString(formatted)
		case formatted != text:
			if err := (forceFlag{true}).write(s, name, formatted); err != nil {
				return err
			}
		}
	}
	if err := all.Err(); err != nil {
		return err
	}
	return status
}
