package format

import (
	"strconv"
	"strings"
)

// A URL is a link to a puzzle.
type URL struct {
	// Type is what the link calls the type: its id or another name for it, "slither".
	Type string
	// Mode is "edit" or "play" where the link says in which of them it opens; "" else.
	Mode string
	// Variant names other rules than the type's, which puzz.link itself doesn't check; "" for none.
	Variant string
	// Flags are letters, each a switch of its own.
	Flags string
	// Columns and Rows are the size of the board in cells, both at least 1.
	Columns, Rows int
	// Body is all that follows, without the slash that ends a link after other characters than letters and digits.
	Body string
	// Start is the offset of the body in the text that was read.
	Start int
}

// Bounds of what is read: boards that anybody has drawn are far below.
const (
	// MaxCells bounds the cells of a board.
	MaxCells = 250_000
	// MaxLink bounds the length of a link in bytes.
	MaxLink = 4 << 20
)

// sites are the hosts that are known to serve such links. Any other is read, too, as mirrors come and go.
func sites() []string {
	return []string{"puzz.link", "pzv.jp", "pzprxs.vercel.app", "pzplus.tck.mn"}
}

// otherSites are parts of the addresses of sites whose links are in formats of their own.
func otherSites() []string { return []string{"penpa-edit", "sudokupad", "f-puzzles"} }

// IsLink reports whether a text is meant as a link: it begins with a scheme, with the name of a known site, or
// with a question mark.
func IsLink(text string) bool {
	text = strings.ToLower(strings.TrimSpace(text))
	for _, scheme := range []string{"https://", "http://", "?"} {
		if strings.HasPrefix(text, scheme) {
			return true
		}
	}
	text = strings.TrimPrefix(text, "www.")
	for _, site := range sites() {
		if rest, ok := strings.CutPrefix(text, site); ok && rest != "" && (rest[0] == '/' || rest[0] == '?') {
			return true
		}
	}
	return false
}

// Parse reads a link, with or without scheme, site and question mark: "https://puzz.link/p?TYPE/5/5/…" as
// well as "TYPE/5/5/…". Blanks around it and line ends within are ignored.
// The error is an [*Error].
func Parse(text string) (URL, error) {
	a, err := newAddress(text)
	if err != nil {
		return URL{}, err
	}
	u := URL{Mode: a.mode()}
	for _, read := range []func(*URL) error{a.puzzle, a.head, a.flags, a.size} {
		if err := read(&u); err != nil {
			return URL{}, err
		}
	}
	u.Start = a.at
	u.Body = strings.TrimSuffix(a.rest(), "/")
	return u, nil
}

const shape = "a link looks like https://puzz.link/p?TYPE/COLUMNS/ROWS/BODY"

// Board is the board of the link.
func (u URL) Board() Board { return Board{Columns: u.Columns, Rows: u.Rows} }

// String is the link in full, on puzz.link.
func (u URL) String() string { return "https://puzz.link/p?" + u.Path() }

// Path is the link from its type on: what stands behind the question mark.
func (u URL) Path() string {
	pieces := []string{u.Type}
	if u.Mode != "" {
		pieces[0] += "_" + u.Mode
	}
	if u.Variant != "" {
		pieces = append(pieces, "v:"+u.Variant)
	}
	if u.Flags != "" {
		pieces = append(pieces, u.Flags)
	}
	pieces = append(pieces, strconv.Itoa(u.Columns), strconv.Itoa(u.Rows), u.Body)
	path := strings.Join(pieces, "/")
	if last := path[len(path)-1]; digit(last) < 0 && (last < 'A' || last > 'Z') {
		path += "/"
	}
	return path
}
