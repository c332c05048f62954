package format

import (
	"fmt"
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
	if len(text) > MaxLink {
		return URL{}, &Error{Offset: MaxLink, Message: fmt.Sprintf("the link is longer than %d bytes", MaxLink)}
	}
	at := len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	end := len(strings.TrimRight(text, " \t\r\n"))
	fail := func(at int, advice, message string, args ...any) (URL, error) {
		return URL{}, &Error{Offset: at, Message: fmt.Sprintf(message, args...), Advice: advice}
	}
	if at >= end {
		return fail(0, shape, "the link is empty")
	}
	if i := strings.IndexAny(text[at:end], " \t\r\n"); i >= 0 {
		return fail(at+i, "", "a link has no blank within")
	}
	if i := strings.IndexByte(text[at:end], '#'); i >= 0 {
		end = at + i
	}
	if i := strings.IndexByte(text[at:end], '?'); i >= 0 {
		at += i + 1
	} else if IsLink(text) {
		return fail(end, shape, "the link has no question mark, which the puzzle would follow")
	}
	u := URL{}
	for { // what the address says before the puzzle: type=player&
		piece, _, more := strings.Cut(text[at:end], "&")
		name, value, ok := strings.Cut(piece, "=")
		if !more || !ok || !isWord(name) || strings.Contains(value, "/") {
			break
		}
		switch {
		case name == "type" && value == "player":
			u.Mode = "play"
		case name == "type" && value == "editor":
			u.Mode = "edit"
		}
		at += len(piece) + 1
	}
	end = at + len(withoutParameters(text[at:end]))
	// next takes the piece up to the next slash.
	next := func() (piece string, start int) {
		start = at
		piece, _, _ = strings.Cut(text[at:end], "/")
		at = min(start+len(piece)+1, end)
		return piece, start
	}
	peek := func() string {
		piece, _, _ := strings.Cut(text[at:end], "/")
		return piece
	}
	if strings.HasPrefix(peek(), "v:") { // only before whole positions
		next()
	}
	name, start := next()
	if version, ok := strings.CutPrefix(name, "pzprv"); ok && strings.Trim(version, "0123456789.") == "" {
		return fail(start, "open it there, and copy the link that carries the puzzle only",
			"the link carries a whole position in the form of files, which isn't read")
	}
	if mode := strings.TrimSuffix(name, "_edit"); mode != name {
		name, u.Mode = mode, "edit"
	} else if mode := strings.TrimSuffix(name, "_play"); mode != name {
		name, u.Mode = mode, "play"
	}
	if !isWord(strings.ReplaceAll(name, "-", "_")) {
		return fail(start, shape, "%q is no name of a type", name)
	}
	u.Type = name
	if strings.HasPrefix(peek(), "v:") {
		piece, _ := next()
		u.Variant = piece[len("v:"):]
	}
	if piece := peek(); piece != "" && !isNumber(piece) {
		u.Flags, start = next()
		for i, c := range u.Flags {
			if c < 'a' || c > 'z' {
				return fail(start+i, shape, "flags, or the number of columns, are expected here: %q is neither", u.Flags)
			}
		}
	}
	columns := at
	for _, side := range []struct {
		to   *int
		what string
	}{{&u.Columns, "columns"}, {&u.Rows, "rows"}} {
		piece, start := next()
		if piece == "" && start == end {
			return fail(start, shape, "the link ends before the number of %s", side.what)
		}
		n, err := strconv.Atoi(piece)
		switch {
		case !isNumber(piece):
			return fail(start, shape, "the number of %s is expected here: %q is none", side.what, piece)
		case err != nil || n > MaxCells:
			return fail(start, "", "%s %s are more than the %d cells that a board may have", piece, side.what, MaxCells)
		case n == 0:
			return fail(start, "", "a board has at least one of its %s", side.what)
		}
		*side.to = n
	}
	if u.Columns > MaxCells/u.Rows {
		return fail(columns, "", "%d columns and %d rows are more than the %d cells that a board may have", u.Columns, u.Rows, MaxCells)
	}
	u.Start = at
	u.Body = strings.TrimSuffix(text[at:end], "/")
	return u, nil
}

// withoutParameters is a puzzle without the parameters of the address behind it, "&type=player".
func withoutParameters(text string) string {
	for i, c := range text {
		if c != '&' {
			continue
		}
		if name, _, ok := strings.Cut(text[i+1:], "="); ok && isWord(name) {
			return text[:i]
		}
	}
	return text
}

const shape = "a link looks like https://puzz.link/p?TYPE/COLUMNS/ROWS/BODY"

// isNumber reports whether a piece is nothing but digits.
func isNumber(piece string) bool { return consists(piece, "0123456789") }

// isWord reports whether a piece is nothing but letters, digits and low lines.
func isWord(piece string) bool {
	return consists(strings.ToLower(piece), "0123456789abcdefghijklmnopqrstuvwxyz_")
}

func consists(piece, of string) bool { return piece != "" && strings.Trim(piece, of) == "" }

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
