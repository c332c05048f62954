package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"nazo/parts"
)

// placed is a part and the file it is in.
type placed struct {
	parts.Part
	file *partsFile
}

// partsFile is a file with the lines of parts, open until the program ends.
type partsFile struct {
	name string
	at   io.ReaderAt
	many bool // there is more than one part in it
}

// each calls do with the findings of a part, as JSON.
func (p *placed) each(do func(line []byte) error) error { return p.Findings(p.file.at, do) }

// where names the place of a part.
func (p *placed) where() string {
	if p.file.many {
		return fmt.Sprintf("%s:%d", shorten(p.file.name), p.Line)
	}
	return shorten(p.file.name)
}

// joined are the parts in the file of --join, in their order, if they are the whole of what a head says, or found enough of it. What the borders of
// parts depend on, Head.Order and Head.Build, they only have to agree on. With --so-far some may be missing: then lacking says which.
func (s *session) joined(f *partsFlags, head parts.Head) (all []placed, lacking string, err error) {
	all, err = s.readParts(string(f.Join))
	if err != nil {
		return nil, "", err
	}
	head.Order, head.Build = all[0].Order, all[0].Build
	asked := placed{Part: parts.Part{Head: head}, file: &partsFile{name: "this command"}}
	if err := asked.differs(&all[0]); err != nil {
		return nil, "", err
	}
	lacking, err = s.order(all)
	if err == nil && lacking != "" && !f.SoFar {
		err = mistakef("%s", lacking)
	}
	return all, lacking, err
}

// readParts reads the parts in files.
func (s *session) readParts(names ...string) (all []placed, err error) {
	s.progress.stage("reading parts")
	for _, name := range names {
		file := &partsFile{name: name}
		from, err := s.openParts(name)
		if err != nil {
			return nil, err
		}
		file.at = from
		found, err := parts.Read(from)
		if m, ok := errors.AsType[*parts.Mistake](err); ok {
			return nil, mistakef("%s:%d: %s", shorten(name), m.Line, m.Text)
		}
		switch {
		case err != nil:
			return nil, fileError(err)
		case len(found) == 0:
			return nil, mistakef("%s has no part that --part printed", shorten(name))
		}
		file.many = len(found) > 1
		for _, p := range found {
			all = append(all, placed{p, file})
		}
	}
	return all, nil
}

// openParts opens a file to be read more than once: what is no file on a disk is copied to one.
func (s *session) openParts(name string) (*os.File, error) {
	from := func() (io.Reader, error) { return s.in, nil }
	if name != "-" {
		info, err := os.Stat(name)
		switch {
		case err != nil:
			return nil, fileError(err)
		case info.IsDir():
			return nil, mistakef("%s is a directory, and a file with the lines of parts is wanted here", shorten(name))
		case info.Mode().IsRegular():
			file, err := os.Open(name)
			if err != nil {
				return nil, fileError(err)
			}
			return file, nil
		}
		from = func() (io.Reader, error) { return os.Open(name) }
	}
	s.inputTaken = true
	copied, err := os.CreateTemp("", "nazo-parts-")
	if err != nil {
		return nil, fileError(err)
	}
	os.Remove(copied.Name()) // it is there as long as it is open
	if err := copyUntil(s.ctx, copied, from); s.ctx.Err() != nil {
		return nil, limited{s.stopReason() + " while reading parts"}
	} else if err != nil {
		return nil, fileError(err)
	}
	_, err = copied.Seek(0, io.SeekStart)
	return copied, err
}

// copyUntil copies all that there is to read before ctx ends; a pipe may never end, or not even be opened.
func copyUntil(ctx context.Context, to io.Writer, open func() (io.Reader, error)) error {
	done := make(chan error, 1)
	go func() {
		from, err := open()
		if err == nil {
			_, err = io.Copy(to, from)
		}
		done <- err
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// differs is an error if two parts are not of the same work.
func (p *placed) differs(q *placed) error {
	say := func(what, one, other string) error {
		if one != other {
			what += fmt.Sprintf(": %s, and %s", one, other)
		}
		return mistakef("%s and %s are of different %s", p.where(), q.where(), what)
	}
	switch {
	case p.Alike(q.Head):
		return nil
	case p.Verb != q.Verb:
		return say("verbs", p.Verb, q.Verb)
	case p.Problem != q.Problem && p.Title == q.Title:
		return say("puzzles: both are of "+p.title()+", but the rules or values are not the same", "", "")
	case p.Problem != q.Problem:
		return say("puzzles", p.title(), q.title())
	case p.Question != q.Question:
		return say("questions", p.asked(), q.asked())
	case p.Build != q.Build:
		return mistakef("%s and %s were done by different builds of nazo, %s and %s, which may divide the work elsewhere: do all parts with one", p.where(), q.where(), p.build(), q.build())
	}
	return say("splits: the vertices were eliminated in different orders, as --order has it, or another version of nazo", "", "")
}

// build is the program that did it.
func (p *placed) build() string { return cmp.Or(p.Build, "one that doesn't say which") }

// title says what it is a part of.
func (p *placed) title() string { return cut(p.Title, longest) }

// asked is the question as it was asked.
func (p *placed) asked() string { return strings.TrimSpace("nazo " + p.Verb + " " + p.Question) }

// whole puts parts in order, and is an error if they are not all parts of the same work, each once; but none has to be there once enough is
// found.
func (s *session) whole(all []placed) error {
	lacking, err := s.order(all)
	if err == nil && lacking != "" {
		err = mistakef("%s", lacking)
	}
	return err
}

// order is whole, but says which parts are missing instead of an error; "" if none is.
func (s *session) order(all []placed) (lacking string, err error) {
	paths, found := make([]parts.Path, len(all)), 0
	for i := range all {
		if err := all[0].differs(&all[i]); err != nil {
			return "", err
		}
		paths[i] = all[i].Part.Part
		found += all[i].End.Found
	}
	gaps, err := parts.Leaves(paths)
	if clash, ok := errors.AsType[*parts.Clash](err); ok {
		one, other := &all[clash.First], &all[clash.Second]
		if parts.Contradict(one.Part, other.Part) {
			return "", s.differ("part %s of %s came to different results in %s and in %s", one.Part.Part, one.title(), one.where(), other.where())
		}
		return "", mistakef("%v: in %s and in %s", err, one.where(), other.where())
	}
	first := &all[0]
	if len(gaps) > 0 && (first.Enough == 0 || found < first.Enough) {
		var names []string
		for _, g := range gaps {
			names = append(names, g.String())
		}
		lacking = fmt.Sprintf("of the parts of %s these are missing: %s", first.title(), cut(strings.Join(names, ", "), longest))
	}
	slices.SortFunc(all, func(a, b placed) int { return a.Part.Part.Compare(b.Part.Part) })
	return lacking, nil
}

// differ says loudly that parts can't both be right.
func (s *session) differ(format string, args ...any) exitStatus {
	s.progress.clear()
	fmt.Fprintf(s.errs, "nazo: DISAGREEMENT: "+format+"\n\n"+
		"A machine is at fault, or nazo: do these parts again on each, and trust no result before you know.\n", args...)
	return statusDisagree
}
