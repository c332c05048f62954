// Package puzzles holds the specs that come with nazo, each with instances of real size. FAMILY/NAME.nazo is a spec, and
// the files of the folder FAMILY/NAME are its instances. Names are unique over all families. The package only returns
// texts. Others read them.
package puzzles

import (
	"embed"
	"path"
	"slices"
	"strconv"
	"strings"
)

// FS holds a folder for each family, with the spec files and the folders of their instances.
//
//go:embed */*.nazo */*/*.txt */*/*.tsp
var FS embed.FS

// Families returns the names of the families, sorted. A family is what is drawn or done in its puzzles.
func Families() []string { return entries(".", true, "") }

// Specs returns the names of the specs of all families, sorted.
func Specs() (names []string) {
	for _, family := range Families() {
		names = append(names, SpecsOf(family)...)
	}
	slices.Sort(names)
	return names
}

// SpecsOf returns the names of the specs of one family, sorted.
func SpecsOf(family string) []string {
	names := entries(family, false, ending)
	for i, name := range names {
		names[i] = strings.TrimSuffix(name, ending)
	}
	return names
}

// Family returns the family of a spec, "" if there is no such spec.
func Family(name string) string {
	family, _, _ := find(name)
	return family
}

// Spec returns the text of a spec. ok reports whether there is one.
func Spec(name string) (text string, ok bool) {
	_, text, ok = find(name)
	return text, ok
}

// About returns the description of a spec, "" if there is no such spec. Like [Title] it reads only the first line of the
// spec, `puzzle NAME "description"` or `puzzle NAME as "title" "description"`.
func About(name string) string {
	_, about := header(name)
	return about
}

// Title returns the title that a spec gives itself. It is "" if the spec's name in words is its title, or if there is no
// such spec.
func Title(name string) string {
	title, _ := header(name)
	return title
}

func header(name string) (title, about string) {
	text, _ := Spec(name)
	line, _, _ := strings.Cut(text, "\n")
	before, rest, _ := strings.Cut(line, `"`)
	if strings.HasSuffix(before, " as ") {
		title, rest, _ = strings.Cut(rest, `"`)
		_, rest, _ = strings.Cut(rest, `"`)
	}
	return title, strings.TrimSuffix(rest, `"`)
}

// Instances returns the file names of the instances of a spec, the smallest first. Equal ones are sorted by name. There
// are none if there is no such spec.
func Instances(name string) []string {
	family, _, ok := find(name)
	if !ok {
		return nil
	}
	names := entries(path.Join(family, name), false, "")
	sizes := map[string]int{}
	for _, file := range names {
		text, _ := read(path.Join(family, name, file))
		for line := range strings.Lines(text) {
			if !strings.HasPrefix(line, "#") {
				sizes[file] += len(line)
			}
		}
	}
	slices.SortStableFunc(names, func(a, b string) int { return sizes[a] - sizes[b] })
	return names
}

// Instance returns the text of one instance of a spec, by the file name that Instances returns. ok reports whether there
// is one.
//
// Its first line says what is known of it, in the words of an example: "# expect: 1 solution", "# expect: no solution",
// "# expect: minimum 7", "# expect: minimum (8, 33)", or just "# expect: solution" if there are too many to count. In a
// file in the format of TSPLIB the first COMMENT says it.
func Instance(name, file string) (text string, ok bool) {
	family, _, ok := find(name)
	if !ok {
		return "", false
	}
	return read(path.Join(family, name, file))
}

// Known is what is known of a board without a look at it: the size of its drawing, 0 if it has no board of cells, and its
// level, "" if finding it takes long.
type Known struct {
	Rows, Cols int
	Level      string
}

// boards has a line for each instance: SPEC/FILE ROWS COLS LEVEL. A test of the page writes it.
//
//go:embed boards.txt
var boards string

// KnownOf returns what is known of the instances of a spec, by the names of their files.
func KnownOf(name string) map[string]Known {
	out := map[string]Known{}
	for line := range strings.Lines(boards) {
		words := strings.Fields(line)
		file, ok := strings.CutPrefix(words[0], name+"/")
		if !ok {
			continue
		}
		k := Known{Level: words[3]}
		k.Rows, _ = strconv.Atoi(words[1])
		k.Cols, _ = strconv.Atoi(words[2])
		if k.Level == unknownLevel {
			k.Level = ""
		}
		out[file] = k
	}
	return out
}

const unknownLevel = "-"

const ending = ".nazo"

func find(name string) (family, text string, ok bool) {
	if strings.ContainsAny(name, `/\`) {
		return "", "", false
	}
	for _, family := range Families() {
		if text, ok := read(path.Join(family, name+ending)); ok {
			return family, text, true
		}
	}
	return "", "", false
}

// entries returns the names in a folder that end in suffix, of folders or of files, sorted.
func entries(folder string, folders bool, suffix string) []string {
	all, err := FS.ReadDir(folder)
	if err != nil {
		return nil // there is no such folder
	}
	var names []string
	for _, e := range all {
		if e.IsDir() == folders && strings.HasSuffix(e.Name(), suffix) {
			names = append(names, e.Name())
		}
	}
	return names
}

func read(file string) (text string, ok bool) {
	data, err := FS.ReadFile(file)
	return string(data), err == nil
}
