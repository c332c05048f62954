package command

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"strings"

	"nazo/puzzles"
)

// addParts adds up what --part has printed to files.
func (s *session) addParts(c *countCmd) error {
	switch flag := c.set(); {
	case flag != "":
		return mistakef("--add only adds up; it doesn't go with %s", flag)
	case c.Spec == "":
		return mistakef("--add adds up the parts in files, and none is named")
	}
	var parts []*partCount
	from := map[*partCount]string{}
	names := append([]string{c.Spec}, c.Args...)
	if err := onlyFiles(names); err != nil {
		return err
	}
	for _, name := range names {
		some, err := s.readParts(name)
		if err != nil {
			return err
		}
		for _, p := range some {
			from[p] = name
		}
		parts = append(parts, some...)
	}
	if err := oneCount(parts, from); err != nil {
		return err
	}
	if err := eachOnce(parts, from); err != nil {
		return err
	}
	s.answered()
	total, byLength := sumOf(parts)
	c.printer(s, c.drawer(s)).sum(&partSum{parts[0], total, lengths{byLength, true}})
	return nil
}

// partSum is the sum of all parts of a split.
type partSum struct {
	first *partCount // says what they are parts of
	total *big.Int
	lengths
}

// readParts reads the lines of a file.
func (s *session) readParts(name string) ([]*partCount, error) {
	text, err := s.read(name)
	if err != nil {
		return nil, err
	}
	var out []*partCount
	for i, line := range strings.Split(text, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		p := &partCount{}
		d := json.NewDecoder(bytes.NewReader([]byte(line)))
		d.DisallowUnknownFields()
		switch err := d.Decode(p); {
		case err != nil || p.Count == nil || p.Version < 1:
			return nil, mistakef("%s:%d: this is no part that nazo count --part printed", shorten(name), i+1)
		case p.Version != partVersion:
			return nil, mistakef("%s:%d: this part is of version %d, and this nazo adds version %d", shorten(name), i+1, p.Version, partVersion)
		case p.Check != p.hash():
			return nil, mistakef("%s:%d: this part is damaged", shorten(name), i+1)
		}
		out = append(out, p)
	}
	if len(out) == 0 {
		return nil, mistakef("%s has no part that nazo count --part printed", shorten(name))
	}
	return out, nil
}

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

// oneCount is an error unless these are all parts of the same split of one count.
func oneCount(parts []*partCount, from map[*partCount]string) error {
	first := parts[0]
	for _, p := range parts {
		differ := func(what, one, other string) error {
			if one != other {
				what += fmt.Sprintf(": %s, and %s", one, other)
			}
			return mistakef("%s and %s are parts of different %s", shorten(from[first]), shorten(from[p]), what)
		}
		switch {
		case p.Problem != first.Problem && p.title() == first.title():
			return differ("puzzles: both are of "+first.title()+", but the rules or values are not the same", "", "")
		case p.Problem != first.Problem:
			return differ("puzzles", first.title(), p.title())
		case p.Parts != first.Parts:
			return differ("splits", fmt.Sprintf("%d of %d", first.Part, first.Parts), fmt.Sprintf("%d of %d", p.Part, p.Parts))
		case p.Order != first.Order:
			return differ("splits: the vertices were eliminated in different orders, as --order has it, and another version of nazo may", "", "")
		case p.Modulo != first.Modulo || (p.ByLength == nil) != (first.ByLength == nil):
			return differ("questions", first.question(), p.question())
		}
	}
	return nil
}

// title names the count that a part belongs to.
func (p *partCount) title() string {
	return cut(strings.TrimSpace(p.Puzzle+" "+p.Instance), longest)
}

// question is the question that was asked about the solutions.
func (p *partCount) question() string {
	text := "all solutions"
	if p.ByLength != nil {
		text = "solutions by length"
	}
	return text + moduloText(p.Modulo)
}

// eachOnce is an error unless each part of a split is there, and once.
func eachOnce(parts []*partCount, from map[*partCount]string) error {
	byNumber := map[int]*partCount{}
	for _, p := range parts {
		if other := byNumber[p.Part]; other != nil {
			return mistakef("part %d comes twice: in %s and in %s", p.Part, shorten(from[other]), shorten(from[p]))
		}
		byNumber[p.Part] = p
	}
	first := parts[0]
	var missing []string
	for i := 1; i <= first.Parts; i++ {
		if byNumber[i] != nil {
			continue
		}
		begin := i
		for i < first.Parts && byNumber[i+1] == nil {
			i++
		}
		if begin == i {
			missing = append(missing, fmt.Sprint(i))
		} else {
			missing = append(missing, fmt.Sprintf("%d to %d", begin, i))
		}
	}
	if len(missing) > 0 {
		return mistakef("of the %s of %s these are missing: %s", plural(first.Parts, "part"), first.title(), cut(strings.Join(missing, ", "), longest))
	}
	return nil
}

// sumOf adds up parts.
func sumOf(parts []*partCount) (total *big.Int, table map[int64]*big.Int) {
	total = new(big.Int)
	if parts[0].ByLength != nil {
		table = map[int64]*big.Int{}
	}
	for _, p := range parts {
		total.Add(total, p.Count)
		for length, n := range p.ByLength {
			if table[length] == nil {
				table[length] = new(big.Int)
			}
			table[length].Add(table[length], n)
		}
	}
	if m := parts[0].Modulo; m > 0 {
		rest := func(n *big.Int) { n.Mod(n, new(big.Int).SetUint64(m)) }
		rest(total)
		for _, n := range table {
			rest(n)
		}
	}
	return total, table
}
