package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/puzzles"
)

// maxRead bounds what is read from a file; what is longer is refused when it is
// parsed.
const maxRead = 16 << 20

// spec is a checked spec and where it came from.
type spec struct {
	*check.Spec
	name string // as the user says it
	// embedded is the name of a spec that comes with nazo; "" for a file's.
	embedded string
}

// loadSpec finds, parses and checks a spec.
func (s *session) loadSpec(name string) (*spec, error) {
	src, embedded, err := s.specSource(name)
	if err != nil {
		return nil, err
	}
	file, problems := dsl.Parse(src)
	if problems.HasErrors() {
		return nil, problems
	}
	checked, problems := check.Check(file, resolver(name))
	if problems.HasErrors() {
		return nil, problems
	}
	if embedded == "" {
		s.warnings.Merge(problems)
	}
	return &spec{checked, name, embedded}, nil
}

// specSource reads a spec: a file, or one that comes with nazo.
func (s *session) specSource(name string) (src *diag.Source, embedded string, err error) {
	if text, ok := puzzles.Spec(name); ok {
		return diag.NewSource(name+".nazo", text), name, nil
	}
	if name != "-" && !isFile(name) && !looksLikePath(name) {
		return nil, "", unknownName("spec", name, puzzles.Specs(), "nazo list shows those that come with nazo")
	}
	text, err := s.read(name)
	return diag.NewSource(name, text), "", err
}

// resolver finds the spec of a use statement: beside the spec that uses it, or
// among those that come with nazo.
func resolver(user string) check.Resolver {
	return func(name string) (*dsl.File, error) {
		beside := filepath.Join(filepath.Dir(user), name+".nazo")
		text, ok := puzzles.Spec(name)
		if _, own := puzzles.Spec(user); !own && isFile(beside) {
			raw, err := readFile(beside)
			if err != nil {
				return nil, err
			}
			text, ok = raw, true
		} else {
			beside = name + ".nazo"
		}
		if !ok {
			return nil, fmt.Errorf("there is no spec `%s` beside this one, nor among those that come with nazo", name)
		}
		file, problems := dsl.Parse(diag.NewSource(beside, text))
		return file, problems.Err()
	}
}

// unknownName says that there is no such thing, and what was probably meant.
func unknownName(what, name string, known []string, help string) error {
	text := fmt.Sprintf("there is no file or %s named `%s`", what, shorten(name))
	if near := diag.Nearest(name, known); near != "" {
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
	if name != "-" {
		return readFile(name)
	}
	type result struct {
		text []byte
		err  error
	}
	done := make(chan result, 1) // standard input may never end
	go func() {
		text, err := io.ReadAll(io.LimitReader(s.in, maxRead))
		done <- result{text, err}
	}()
	select {
	case r := <-done:
		return string(r.text), r.err
	case <-s.ctx.Done():
		return "", limited{s.stopReason() + " while reading standard input"}
	}
}

func readFile(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", fileError(err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxRead))
	if err != nil {
		return "", fileError(err)
	}
	return string(text), nil
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
