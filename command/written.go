package command

import (
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// renaming says what a file that lies elsewhere is called by the user: NAME//WRITTEN. That of a folder holds for the files in it, too. NAME is clean,
// so that it has no // itself.
type renaming struct{ name, written string }

// UnmarshalText reads it.
func (r *renaming) UnmarshalText(text []byte) error {
	var ok bool
	if r.name, r.written, ok = strings.Cut(string(text), "//"); !ok {
		return errors.New("NAME//WRITTEN is expected")
	}
	return nil
}

// renamed takes the names under which files are told of from now on.
func (s *session) renamed(all []renaming) {
	s.written = map[string]string{}
	for _, r := range all {
		s.written[r.name] = r.written
	}
}

// called is what the user calls a file: what is read is told of by this name only.
func (s *session) called(name string) string {
	if len(s.written) == 0 {
		return name
	}
	clean := filepath.ToSlash(filepath.Clean(name))
	if as, ok := s.written[clean]; ok {
		return as
	}
	if as, ok := s.written[filepath.ToSlash(filepath.Dir(clean))]; ok {
		return filepath.Join(as, filepath.Base(clean))
	}
	return name
}

// written are the values of --written for what is packed.
func (p *packer) written() (all []string) {
	names := maps.Clone(p.spelt)
	for as, name := range p.folders {
		names[name] = as
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		all = append(all, name+"//"+names[name])
	}
	return all
}
