// Package puzzles holds the specs that come with nazo, each with instances of
// real size: NAME.nazo is a spec, and the files of the folder NAME are its
// instances. It only hands out their text; reading them is left to others.
package puzzles

import (
	"embed"
	"path"
	"strings"
)

// FS holds the spec files and the folders of their instances.
//
//go:embed *.nazo */*.txt */*.tsp
var FS embed.FS

// Specs returns the names of the specs, sorted.
func Specs() []string {
	names := files(".", ".nazo")
	for i, name := range names {
		names[i] = strings.TrimSuffix(name, ".nazo")
	}
	return names
}

// Spec returns the text of the spec with this name; ok reports whether there is one.
func Spec(name string) (text string, ok bool) { return read(name + ".nazo") }

// Instances returns the file names of the instances of a spec, sorted. There
// are none if there is no such spec.
func Instances(name string) []string { return files(name, "") }

// Instance returns the text of one instance of a spec, by the file name that
// Instances returns; ok reports whether there is one.
//
// Its first line says what is known of it, in the words of an example:
// "# expect: 1 solution", "# expect: no solution", "# expect: minimum 7" or "# expect: minimum (8, 33)", or just
// "# expect: solution" where there are too many to count. In a file in the format
// of TSPLIB the first COMMENT says it.
func Instance(name, file string) (text string, ok bool) { return read(path.Join(name, file)) }

// files returns the names of the files in a folder that end in suffix, sorted.
func files(folder, suffix string) []string {
	entries, err := FS.ReadDir(folder)
	if err != nil {
		return nil // there is no such folder, so nothing is in it
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() && strings.HasSuffix(e.Name(), suffix) {
			names = append(names, e.Name())
		}
	}
	return names
}

func read(file string) (text string, ok bool) {
	data, err := FS.ReadFile(file)
	return string(data), err == nil
}
