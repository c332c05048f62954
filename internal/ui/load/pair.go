package load

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"nazo/internal/alg"
	"nazo/puzzles"
)

// Owner is a spec that boards belong to: a file of a folder, or without a path one that comes with nazo.
type Owner struct {
	Name string `json:"name"`
	Path string `json:"path,omitempty"`
}

// specEnding is the ending of the file of a spec.
const specEnding = ".nazo"

// OwnerOf returns the spec that a board belongs to by its path, among the files of its folder and the specs that come with
// nazo. A board NAME.txt, or NAME-1.txt such as nazo make writes, belongs to NAME.nazo beside it, or to NAME. So do the
// boards of a folder NAME. The longest name that fits decides. All other boards belong to the only spec beside them.
// Paths have slashes.
func OwnerOf(board string, files []string) (owner Owner, ok bool) {
	dir, base := path.Split(board)
	base = strings.TrimSuffix(base, path.Ext(base))
	var names []Owner // where each would be as a file
	for at := len(base); at > 0; at = strings.LastIndexByte(base[:at], '-') {
		names = append(names, Owner{base[:at], path.Join(dir, base[:at]+specEnding)})
	}
	if dir != "" {
		names = append(names, Owner{path.Base(dir), path.Clean(dir) + specEnding})
	}
	for _, o := range names {
		if slices.Contains(files, o.Path) {
			return o, true
		}
	}
	for _, o := range names {
		if _, shipped := puzzles.Spec(o.Name); shipped {
			return Owner{Name: o.Name}, true
		}
	}
	beside := alg.Filter(files, func(f string) bool { return path.Ext(f) == specEnding && path.Dir(f) == path.Dir(board) })
	if len(beside) == 1 {
		return ownFile(beside[0]), true
	}
	return Owner{}, false
}

func ownFile(file string) Owner { return Owner{strings.TrimSuffix(path.Base(file), specEnding), file} }

// Pair is a spec with the boards that belong to it. Boards of no spec have a pair without one.
type Pair struct {
	Owner  *Owner   `json:"owner,omitempty"`
	Boards []string `json:"boards,omitempty"`
}

// Pairs pairs the boards among some files with specs: first those of the files, in their order. Boards that lie less deep
// come first.
func Pairs(files []string) (all []*Pair) {
	index := map[Owner]*Pair{}
	of := func(o Owner) *Pair {
		if index[o] == nil {
			index[o] = &Pair{}
			if o != (Owner{}) {
				index[o].Owner = &o
			}
			all = append(all, index[o])
		}
		return index[o]
	}
	for _, f := range files {
		if path.Ext(f) == specEnding {
			of(ownFile(f))
		}
	}
	for _, f := range files {
		if path.Ext(f) != specEnding {
			o, _ := OwnerOf(f, files)
			p := of(o)
			p.Boards = append(p.Boards, f)
		}
	}
	for _, p := range all {
		slices.SortStableFunc(p.Boards, func(a, b string) int {
			return cmp.Or(strings.Count(a, "/")-strings.Count(b, "/"), compareNumbered(a, b))
		})
	}
	return all
}

// compareNumbered compares texts with numbers among them by these: b-9 comes before b-10.
func compareNumbered(a, b string) int {
	for a != "" && b != "" {
		x, y := leadingDigits(a), leadingDigits(b)
		if x != "" && y != "" {
			p, q := strings.TrimLeft(x, "0"), strings.TrimLeft(y, "0")
			if c := cmp.Or(len(p)-len(q), strings.Compare(p, q)); c != 0 {
				return c
			}
			a, b = a[len(x):], b[len(y):]
			continue
		}
		if a[0] != b[0] {
			return cmp.Compare(a[0], b[0])
		}
		a, b = a[1:], b[1:]
	}
	return len(a) - len(b)
}

func leadingDigits(text string) string {
	return text[:len(text)-len(strings.TrimLeft(text, "0123456789"))]
}
