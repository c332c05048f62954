// Package load turns the names that users give into specs and engines. A spec is a file or ships with nazo.
package load

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"unicode"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/linkformat"
	"nazo/internal/model"
	"nazo/internal/show/link"
	"nazo/internal/show/sites"
	"nazo/internal/solve"
	"nazo/native"
	"nazo/puzzles"
	"nazo/sat"
)

// Load reads a spec: one that comes with nazo, or a file. The list has warnings. The error is about a file, or has
// diagnostics (*diag.List).
func Load(name string) (*check.Spec, *diag.List, error) {
	return LoadAs(name, diag.ReadFile, func(file string) string { return file })
}

// LoadAs is [Load] with read for reading the file, and called for its name in messages.
func LoadAs(name string, read func(file string) (string, error), called func(file string) string) (*check.Spec, *diag.List, error) {
	if text, ok := puzzles.Spec(name); ok {
		return parse(name+".nazo", text, library)
	}
	text, err := read(name)
	if err != nil {
		return nil, nil, err
	}
	return parse(called(name), text, beside(filepath.Dir(name), called))
}

// Parse reads the text of a spec, as [Load] does. The name stands in messages.
func Parse(name, text string) (*check.Spec, *diag.List, error) { return parse(name, text, library) }

func parse(name, text string, uses check.Resolver) (*check.Spec, *diag.List, error) {
	file, problems := dsl.Parse(diag.NewSource(name, text))
	if problems.HasErrors() {
		return nil, nil, problems
	}
	checked, problems := check.Check(file, uses)
	return checked, problems, problems.Err()
}

// library finds the spec of a use statement among those that come with Nazo.
func library(name string) (*dsl.File, error) {
	text, ok := puzzles.Spec(name)
	if !ok {
		return nil, fmt.Errorf("there is no spec `%s` beside this one, nor among those that come with nazo", name)
	}
	file, problems := dsl.Parse(diag.NewSource(name+".nazo", text))
	return file, problems.Err()
}

// beside finds the spec of a use statement in a folder first.
func beside(folder string, called func(file string) string) check.Resolver {
	return func(name string) (*dsl.File, error) {
		path := filepath.Join(folder, name+".nazo")
		text, err := diag.ReadFile(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return library(name)
		case err != nil:
			if on, ok := errors.AsType[*fs.PathError](err); ok {
				err = on.Err
			}
			return nil, fmt.Errorf("%s can't be read: %w", called(path), err)
		}
		file, problems := dsl.Parse(diag.NewSource(called(path), text))
		return file, problems.Err()
	}
}

// OfLink returns the spec that comes with nazo for links of a type of puzzle. The error suggests a type that is
// spelled similarly.
func OfLink(id string) (name string, err error) {
	if name = Declaring(id); name != "" {
		return name, nil
	}
	if strings.Contains(id, " ") { // a genre of another site, which is another puzzle however it is spelled
		return "", NoSpec{Type: id}
	}
	if _, exists := linkformat.TypeOf(id); exists {
		return "", NoSpec{Type: id, Exists: true}
	}
	var known []string
	for _, name := range puzzles.Specs() {
		text, _ := puzzles.Spec(name)
		known = append(known, link.Declared(text)...)
	}
	return "", NoSpec{Type: id, Near: diag.Nearest(id, known)}
}

// ForLink returns the spec that comes with nazo for a link. If several are for its site, it is one whose bindings take
// all that the link has, and the one with the fewest.
func ForLink(src *diag.Source) (name string, err error) {
	id, err := link.TypeOf(src)
	if err != nil {
		return "", err
	}
	var all []string
	for _, name := range puzzles.Specs() {
		if text, _ := puzzles.Spec(name); link.Declares(text, id) {
			all = append(all, name)
		}
	}
	if len(all) < 2 {
		return OfLink(id)
	}
	doc, err := sites.Read(src.Text)
	if err != nil {
		return OfLink(id) // reading again tells the mistake
	}
	fewest := 0
	for _, candidate := range all {
		spec, _, err := Load(candidate)
		if err != nil {
			return "", err
		}
		if n, ok := link.Takes(spec, doc); ok && (fewest == 0 || n < fewest) {
			name, fewest = candidate, n
		}
	}
	if name == "" {
		return OfLink(id)
	}
	return name, nil
}

// Title returns the title of a spec that comes with nazo: the one that it gives itself, or its name in words.
func Title(name string) string { return cmp.Or(puzzles.Title(name), dsl.InWords(name)) }

// Nearest returns the spec that comes with nazo whose name or title is spelled most like a text, or "". Only letters and
// digits count.
func Nearest(text string) string {
	if text = letters(text); text == "" {
		return ""
	}
	named := map[string]string{}
	var known []string
	for _, name := range puzzles.Specs() {
		for _, said := range []string{name, Title(name)} {
			key := letters(said)
			if key == text {
				return name
			}
			if named[key] == "" {
				known, named[key] = append(known, key), name
			}
		}
	}
	return named[diag.Likely(text, known)]
}

// letters returns the letters and digits of a text, small.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// NoSpec is the error that no spec that comes with nazo is for links of a type.
type NoSpec struct {
	Type string
	Near string // a type that is spelled similarly, or ""
	// Exists is true if puzz.link has the type.
	Exists bool
}

// mostType bounds the characters of a type in the message.
const mostType = 60

// Error is the message.
func (n NoSpec) Error() string {
	id := []rune(n.Type)
	if len(id) > mostType {
		id = append(id[:mostType-1], '…')
	}
	if n.Exists {
		return "puzz.link has the type `" + n.Type + "`, but no spec that comes with nazo is for it"
	}
	text := "no spec that comes with nazo is for links of type `" + string(id) + "`"
	if n.Near != "" {
		text += "; did you mean `" + n.Near + "`?"
	}
	return text
}

// Declaring returns the spec that comes with nazo for links of a type of puzzle, or "". It parses no spec.
func Declaring(id string) string {
	for _, name := range puzzles.Specs() {
		if text, _ := puzzles.Spec(name); link.Declares(text, id) {
			return name
		}
	}
	return ""
}

// Team returns the engines of a name: auto (or ""), sat, native or both.
func Team(name string) (solve.Team, error) {
	switch name {
	case "", "auto":
		return solve.Team{Engines: []model.Engine{native.New(), sat.New()}}, nil
	case "sat":
		return solve.Team{Engines: []model.Engine{sat.New()}}, nil
	case "native":
		return solve.Team{Engines: []model.Engine{native.New()}}, nil
	case "both":
		return solve.Team{Engines: []model.Engine{sat.New(), native.New()}, Mode: solve.Together}, nil
	}
	return solve.Team{}, fmt.Errorf("there is no engine %q: it must be auto, sat, native or both", name)
}
