package command

import (
	"cmp"
	"os"
	"strings"

	"nazo/puzzles"
)

// addParts adds up what --part has printed to files.
func (s *session) addParts(c *countCmd) error {
	switch flag := cmp.Or(c.divided(), c.set()); {
	case flag != "":
		return mistakef("--add only adds up; it doesn't go with %s", flag)
	case c.Spec == "":
		return mistakef("--add adds up the parts in files, and none is named")
	}
	names := append([]string{c.Spec}, c.Args...)
	if err := onlyFiles(names); err != nil {
		return err
	}
	all, err := s.readParts(names...)
	if err != nil {
		return err
	}
	if err := s.whole(all); err != nil {
		return err
	}
	sum, err := sumOf(all)
	if err != nil {
		return err
	}
	s.answered()
	c.printer(s, c.drawer(s)).sum(&partSum{all[0].Title, len(all), sum})
	return nil
}

// partSum is the sum of all parts of a split.
type partSum struct {
	title string // of what they are parts of
	parts int
	*partCount
}

func (p *partSum) lengths() lengths { return lengths{p.ByLength, true} }

// onlyFiles is an error unless names are those of different files.
func onlyFiles(names []string) error {
	var infos []os.FileInfo
	var known []string
	for _, name := range names {
		info, err := os.Stat(name)
		_, isSpec := puzzles.Spec(name)
		switch {
		case err == nil && strings.HasSuffix(name, ".nazo"), err != nil && (isSpec || strings.Contains(name, "=")):
			return mistakef("%s: --add takes only the files with what --part printed; these say what they are parts of", shorten(name))
		case err != nil:
			continue // it may be -, and reading it says else what is wrong
		}
		for i, other := range infos {
			if os.SameFile(info, other) {
				return mistakef("%s is named twice: %s", shorten(name), sameName(known[i], name))
			}
		}
		infos, known = append(infos, info), append(known, name)
	}
	return nil
}

// sameName says what else a file is called.
func sameName(first, again string) string {
	if first == again {
		return "each part is to be added once"
	}
	return "it is the same file as " + shorten(first)
}
