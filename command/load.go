package command

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/internal/specs"
	"nazo/puzzles"
)

// spec is a checked spec and where it came from.
type spec struct {
	*check.Spec
	name string // as the user says it
	// embedded is the name of a spec that comes with nazo; "" for a file's.
	embedded string
}

// loadSpec finds a spec, a file or one that comes with nazo, and checks it.
func (s *session) loadSpec(name string) (*spec, error) {
	if isLink(name) {
		return s.specOfLink(name)
	}
	_, own := puzzles.Spec(name)
	if !own && !isFile(name) && name != "-" && !looksLikePath(name) {
		if by := specs.Declaring(name); by != "" {
			s.remark("%s is the spec for links of type %s", by, name)
			name, own = by, true
		}
	}
	var checked *check.Spec
	var warnings *diag.List
	var err error
	switch {
	case own || name != "-" && isFile(name):
		checked, warnings, err = specs.LoadAs(name, s.read, s.called)
	case strings.Contains(name, "=") && !looksLikePath(name):
		return nil, mistakef("`%s` stands where the spec is expected; values come after it: nazo solve SPEC %[1]s", shorten(name))
	case name != "-" && !looksLikePath(name):
		return nil, unknownName("spec", name, puzzles.Specs(), "nazo list shows those that come with nazo")
	default:
		var text string
		if text, err = s.read(name); err == nil {
			checked, warnings, err = specs.Parse(name, text)
		}
	}
	if err != nil {
		return nil, fileError(err)
	}
	if !own {
		s.warnings.Merge(warnings)
		return &spec{checked, s.called(name), ""}, nil
	}
	return &spec{checked, name, name}, nil
}

// unknownName is the mistake that there is no such thing; it suggests what was probably meant.
func unknownName(what, name string, known []string, help string) error {
	text := fmt.Sprintf("there is no file or %s named `%s`", what, shorten(name))
	near := diag.Nearest(name, known)
	for i := 0; near == "" && i < len(known); i++ {
		if diag.Nearest(known[i], []string{name}) != "" { // by the length of the name that is meant, if letters are missing
			near = known[i]
		}
	}
	if near != "" {
		return mistakef("%s; did you mean `%s`?", text, near)
	}
	return mistakef("%s; %s", text, help)
}

func looksLikePath(name string) bool {
	return strings.ContainsAny(name, `/\.`)
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}

// read reads a file, or standard input for "-".
func (s *session) read(name string) (string, error) {
	if name == "-" {
		s.inputTaken = true
		return s.readStream("standard input", func() (io.Reader, error) { return s.in, nil })
	}
	text, err := diag.ReadFile(name)
	switch {
	case errors.Is(err, diag.ErrIrregular):
		return s.readOnce(name)
	case err != nil:
		return "", fileError(err)
	}
	return text, nil
}

// readOnce reads what has a name and is no file, such as a pipe: it is kept, for it can't be read again.
func (s *session) readOnce(name string) (string, error) {
	if text, ok := s.streams[name]; ok {
		return text, nil
	}
	waiting := time.AfterFunc(untold, func() { s.note("waiting for %s, which is no regular file", name) })
	defer waiting.Stop()
	text, err := s.readStream(name, func() (io.Reader, error) { return os.Open(name) })
	if err != nil {
		return "", fileError(err)
	}
	if s.streams == nil {
		s.streams = map[string]string{}
	}
	s.streams[name] = text
	return text, nil
}

// readStream reads what may never end, or never begin.
func (s *session) readStream(name string, open func() (io.Reader, error)) (string, error) {
	type result struct {
		text []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		from, err := open()
		if err != nil {
			done <- result{nil, err}
			return
		}
		text, err := io.ReadAll(io.LimitReader(from, diag.MostRead))
		done <- result{text, err}
	}()
	select {
	case r := <-done:
		return string(r.text), r.err
	case <-s.ctx.Done():
		return "", limited{s.stopReason() + " while reading " + name}
	}
}

// fileError says what is wrong with a file, without the name of a system call.
func fileError(err error) error {
	var p *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist) && errors.As(err, &p):
		return mistakef("there is no file %s", shorten(p.Path))
	case errors.As(err, &p):
		return mistakef("%s: %v", shorten(p.Path), p.Err)
	}
	return err
}
