package linkformat

import (
	"cmp"
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// A URL is a link to a puzzle.
type URL struct {
	// Type is the link's name for the type, such as "slither".
	Type string
	// Mode is "edit" or "play" if the link says so, or else "".
	Mode string
	// Variant names other rules than the type's, which puzz.link doesn't check, or is "".
	Variant string
	// Flags are letters, each a switch.
	Flags string
	// Columns and Rows are the size of the board in cells, both at least 1.
	Columns, Rows int
	// Body is the rest, without a final slash, which a link has after characters other than letters and digits.
	Body string
	// Start is the offset of the body in the text.
	Start int
}

// These bounds are far above any board that was ever drawn.
const (
	// MaxCells bounds the cells of a board.
	MaxCells = 250_000
	// MaxLink bounds the length of a link in bytes.
	MaxLink = 4 << 20
)

// sites are the known hosts of such links. Links of other hosts are read, too, since mirrors come and go.
func sites() []string { return []string{"puzz.link", "pzv.jp", "pzprxs.vercel.app", "pzplus.tck.mn"} }

// OtherSites lists the sites with links of other formats, by their names in link statements. A [URL] is for puzz.link.
func OtherSites() []string {
	return []string{"f-puzzles", "iss", "sudokupad", "penpa", "kudamono", "digits"}
}

// otherSites are parts of the addresses of sites with other formats.
func otherSites() []string { return []string{"penpa-edit", "sudokupad", "f-puzzles"} }

// IsLink reports whether a text is meant as a link: it begins with a scheme, the name of a known site,
// or a question mark.
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

// Parse reads a link, with or without scheme, site and question mark: "https://puzz.link/p?TYPE/5/5/…"
// as well as "TYPE/5/5/…". It ignores surrounding blanks. The error is an [*Error].
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

// Board returns the board of the link.
func (u URL) Board() Board { return Board{Columns: u.Columns, Rows: u.Rows} }

// String returns the full link on puzz.link.
func (u URL) String() string { return "https://puzz.link/p?" + u.Path() }

// Path returns the link after the question mark.
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

// address is the unread rest of a link. Its pieces are separated by slashes.
type address struct {
	text    string
	at, end int
}

// newAddress finds the start of the puzzle in an address.
func newAddress(text string) (*address, error) {
	if len(text) > MaxLink {
		return nil, &Error{Offset: MaxLink, Message: fmt.Sprintf("the link is longer than %d bytes", MaxLink)}
	}
	a := &address{text, len(text) - len(strings.TrimLeft(text, blanks)), len(strings.TrimRight(text, blanks))}
	if a.at >= a.end {
		return nil, misread(0, shape, "the link is empty")
	}
	for _, site := range otherSites() {
		if address, _, _ := strings.Cut(strings.Split(text, "?")[0], "#"); strings.Contains(strings.ToLower(address), site) {
			return nil, misread(a.at, "open it there, and draw the puzzle, or write it down as text", "this is a link of %s, whose format is another one and isn't read", site)
		}
	}
	if i := strings.IndexByte(a.rest(), '#'); i >= 0 {
		a.end = a.at + i
	}
	if i := strings.IndexByte(a.rest(), '?'); i >= 0 {
		a.at += i + 1
	} else if IsLink(text) {
		return nil, misread(a.end, shape, "the link has no question mark, which the puzzle would follow")
	}
	return a, nil
}

func misread(at int, advice, message string, args ...any) error {
	return &Error{Offset: at, Message: fmt.Sprintf(message, args...), Advice: advice}
}

func (a *address) rest() string { return a.text[a.at:a.end] }

// peek returns the piece up to the next slash.
func (a *address) peek() string {
	piece, _, _ := strings.Cut(a.rest(), "/")
	return piece
}

func (a *address) next() (piece string, start int) {
	piece, start = a.peek(), a.at
	a.at = min(start+len(piece)+1, a.end)
	return piece, start
}

// mode removes the parameters before the puzzle (type=player&) and behind it. It returns the mode that
// they name, or "".
func (a *address) mode() (mode string) {
	for {
		piece, _, more := strings.Cut(a.rest(), "&")
		name, value, ok := strings.Cut(piece, "=")
		if !more || !ok || !isWord(name) || strings.Contains(value, "/") {
			break
		}
		switch {
		case name == "type" && value == "player":
			mode = "play"
		case name == "type" && value == "editor":
			mode = "edit"
		}
		a.at += len(piece) + 1
	}
	a.end = a.at + len(withoutParameters(a.rest()))
	return mode
}

// withoutParameters removes the parameters after a puzzle, such as "&type=player".
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

// puzzle rejects addresses of a whole position, and texts with blanks.
func (a *address) puzzle(*URL) error {
	b := *a
	b.variant()
	name, start := b.next()
	if version, ok := strings.CutPrefix(name, "pzprv"); ok && strings.Trim(version, "0123456789.") == "" {
		return misread(start, "open it there, and copy the link that carries the puzzle only",
			"the link carries a whole position in the form of files, which isn't read")
	}
	text := strings.TrimRight(a.text, blanks)
	begin := len(text) - len(strings.TrimLeft(text, blanks))
	if i := strings.IndexAny(text[begin:], blanks); i >= 0 {
		return misread(begin+i, "", "a link has no blank within")
	}
	return nil
}

const blanks = " \t\r\n"

// variant takes the name of a variant. It is "" if there is none here.
func (a *address) variant() string {
	variant, ok := strings.CutPrefix(a.peek(), "v:")
	if !ok {
		return ""
	}
	a.next()
	return variant
}

// head takes the name of the type, and of a variant before or after it.
func (a *address) head(u *URL) error {
	u.Variant = a.variant()
	name, start := a.next()
	for _, mode := range []string{"edit", "play"} {
		if short, ok := strings.CutSuffix(name, "_"+mode); ok {
			name, u.Mode = short, mode
			break
		}
	}
	if !isWord(strings.ReplaceAll(name, "-", "_")) {
		return misread(start, shape, "%q is no name of a type", name)
	}
	u.Type = name
	u.Variant = cmp.Or(a.variant(), u.Variant)
	return nil
}

// flags takes the optional letters before the size.
func (a *address) flags(u *URL) error {
	if piece := a.peek(); piece == "" || isNumber(piece) {
		return nil
	}
	flags, start := a.next()
	for i, c := range flags {
		if c < 'a' || c > 'z' {
			return misread(start+i, shape, "flags, or the number of columns, are expected here: %q is neither", flags)
		}
	}
	u.Flags = flags
	return nil
}

func (a *address) size(u *URL) (err error) {
	start := a.at
	if u.Columns, err = a.side("columns"); err != nil {
		return err
	}
	if u.Rows, err = a.side("rows"); err != nil {
		return err
	}
	if u.Columns > MaxCells/u.Rows {
		return misread(start, "", "%d columns and %d rows are more than the %d cells that a board may have", u.Columns, u.Rows, MaxCells)
	}
	return nil
}

// side takes a number. what is "columns" or "rows".
func (a *address) side(what string) (int, error) {
	piece, start := a.next()
	if piece == "" && start == a.end {
		return 0, misread(start, shape, "the link ends before the number of %s", what)
	}
	n, err := strconv.Atoi(piece)
	switch {
	case !isNumber(piece):
		return 0, misread(start, shape, "the number of %s is expected here: %q is none", what, piece)
	case err != nil || n > MaxCells:
		return 0, misread(start, "", "%s %s are more than the %d cells that a board may have", piece, what, MaxCells)
	case n == 0:
		return 0, misread(start, "", "a board has at least one of its %s", what)
	}
	return n, nil
}

func isNumber(piece string) bool { return consists(piece, "0123456789") }

// isWord reports whether a piece consists of letters, digits and underscores.
func isWord(piece string) bool { return consists(strings.ToLower(piece), digits+"_") }

func consists(piece, of string) bool { return piece != "" && strings.Trim(piece, of) == "" }

// These signs may surround a link in a text.
const (
	opening = "\"'“”‘’<>()"
	closing = opening + ".,;"
)

// Pasted returns the link in a copied text. It drops surrounding blanks, quotes or brackets before it, and the percent
// encoding of an address within another. Signs behind it may belong to it. See [Shortened].
func Pasted(text string) string {
	text = strings.TrimLeft(strings.TrimSpace(text), opening)
	if _, err := Parse(text); err == nil { // %2F may be part of a body
		return text
	}
	decoded := strings.NewReplacer("%2F", "/", "%2f", "/", "%3A", ":", "%3a", ":", "%3F", "?", "%3f", "?", "%3D", "=", "%3d", "=", "%26", "&",
		"%2B", "+", "%2b", "+", "%40", "@", "%25", "%").Replace(text)
	if _, err := Parse(decoded); err == nil {
		return decoded
	}
	return text
}

// Shortened drops the last character of a link if that is a quote, a bracket or a punctuation mark.
func Shortened(text string) (shorter string, ok bool) {
	last, size := utf8.DecodeLastRuneInString(text)
	if size == 0 || !strings.ContainsRune(closing, last) {
		return text, false
	}
	return text[:len(text)-size], true
}

// types.tsv has a row for each type of puzz.link: its name, the parts of its links, and one of them.
//
//go:embed types.tsv
var typesTable string

// A Type is a type of puzzle on puzz.link.
type Type struct {
	ID     string
	Layout Layout
	Sample string // a link of the type, without the site
}

// Types returns the types of puzz.link, sorted by name.
var Types = sync.OnceValue(func() (all []Type) {
	for line := range strings.Lines(typesTable) {
		if columns := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); len(columns) == 3 {
			all = append(all, Type{columns[0], parseLayout(columns[1]), columns[2]})
		}
	}
	return all
})

// TypeOf returns the type of a name.
func TypeOf(id string) (Type, bool) {
	for _, t := range Types() {
		if t.ID == id {
			return t, true
		}
	}
	return Type{}, false
}

// parseLayout reads parts as the tables write them: "border, num16 rooms", with a question mark behind an optional part.
func parseLayout(text string) (l Layout) {
	for part := range strings.SplitSeq(text, ", ") {
		word, optional := strings.CutSuffix(part, "?")
		format, domain, _ := strings.Cut(word, " ")
		l = append(l, Part{format, domain, optional})
	}
	return l
}
