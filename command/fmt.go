package command

import (
	"github.com/rogpeppe/go-internal/diff"

	"nazo/dsl"
	"nazo/dsl/diag"
)

// fmtCmd writes specs in the standard layout.
type fmtCmd struct {
	Files []string `arg:"" optional:"" name:"file" help:"Spec files; - or none for standard input."`
	Write bool     `short:"w" xor:"what" help:"Write the files anew instead of printing."`
	Diff  bool     `short:"d" xor:"what" help:"Print what would change, and exit with 1 if anything would."`
}

// Run writes to standard output, into the files, or as a difference.
func (c *fmtCmd) Run(s *session) error {
	s.out.raw = !s.outTerminal // a spec that is written into a file stays what it is
	files := c.Files
	if len(files) == 0 {
		files = []string{"-"}
	}
	all := &diag.List{}
	status := statusTrue
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
				status = statusFalse
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
