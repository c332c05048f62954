package command

import (
	"errors"
	"path/filepath"
	"strings"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/internal/show/link"
	"nazo/internal/show/sites"
	"nazo/internal/ui/load"
)

// newCmd writes a spec to fill in.
type newCmd struct {
	forceFlag
	Name, Link string
}

// Declare implements [Declarer].
func (c *newCmd) Declare(v *Verb) {
	v.Argument(&c.Name, "name", "The name of the puzzle. The spec is written to NAME.nazo.")
	v.Argument(&c.Link, "link", "A link with such a puzzle, or a file with one, or - for standard input.")
	v.Include(&c.forceFlag)
}

var puzzleName = pattern(`^[a-z][a-z0-9_]*$`)

// Run writes a spec with givens for what a link carries, with its content as an example.
func (c *newCmd) Run(s *session) error {
	file := strings.TrimSuffix(c.Name, specEnding) + specEnding
	name := strings.ReplaceAll(strings.TrimSuffix(filepath.Base(file), specEnding), "-", "_")
	if !puzzleName().MatchString(name) || dsl.Reserved(name) {
		return mistakef("`%s` is no name for a puzzle: take small letters, digits and _", Shorten(name))
	}
	if err := c.free(file); err != nil {
		return err
	}
	src := linkSource(linkName, c.Link)
	if !isLink(c.Link) {
		if c.Link != "-" && !isFile(c.Link) {
			return mistakef("`%s` is no link and no file with one", Shorten(c.Link))
		}
		text, err := s.read(c.Link)
		if err != nil {
			return err
		}
		if len(strings.Fields(text)) != 1 {
			return mistakef("%s has more than one link, or none", s.called(c.Link))
		}
		src = linkSource(s.called(c.Link), text)
	}
	text, notes, err := link.Skeleton(s.ctx, name, src)
	var problems *diag.List
	switch {
	case s.ctx.Err() != nil:
		return limited{s.stopReason() + " while reading the link"}
	case errors.As(err, &problems):
		return err
	case err != nil:
		return mistake{err.Error()}
	}
	for _, note := range notes {
		s.remark("%s: %s", src.Name, note)
	}
	if id, err := link.TypeOf(src); err == nil && !sites.IsDrawing(id) {
		if by, err := load.ForLink(src); err == nil {
			s.remark("nazo comes with a spec for such links: %s", by)
		}
	}
	if err := c.write(s, file, text); err != nil {
		return err
	}
	s.remark("%s is written: fill in its rule, and try it with nazo test %[1]s", file)
	s.answered()
	s.warn()
	return nil
}
