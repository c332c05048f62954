package tsplib

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"nazo/dsl/diag"
)

// mostPlaces bounds a table, which has the square of it in numbers.
const mostPlaces = 1000

// word is a word of the file and its place.
type word struct {
	text string
	at   diag.Span
}

// reader reads a file keyword by keyword.
type reader struct {
	src      *diag.Source
	at       int // where the next line begins
	header   map[string]word
	numbers  []word // of EDGE_WEIGHT_SECTION
	coords   []word // of NODE_COORD_SECTION
	problems *diag.List
}

// Parse reads a file. What is wrong with it is on the list, with its place.
func Parse(src *diag.Source) (*Table, *diag.List) {
	r := &reader{src: src, header: map[string]word{}, problems: &diag.List{}}
	if !utf8.ValidString(src.Text) {
		r.fail(diag.Span{}, "not-utf8", "this file is not UTF-8")
		return nil, r.problems
	}
	for r.at < len(src.Text) && !r.problems.HasErrors() {
		if !r.line() {
			break
		}
	}
	if r.problems.HasErrors() {
		return nil, r.problems
	}
	t := r.table()
	if r.problems.HasErrors() {
		return nil, r.problems
	}
	return t, r.problems
}

// headers are the keywords that a value follows.
var headers = []string{"NAME", "TYPE", "COMMENT", "DIMENSION", "EDGE_WEIGHT_TYPE", "EDGE_WEIGHT_FORMAT",
	"EDGE_DATA_FORMAT", "NODE_COORD_TYPE", "DISPLAY_DATA_TYPE"}

// sections are the keywords that numbers follow.
var sections = []string{"EDGE_WEIGHT_SECTION", "NODE_COORD_SECTION", "DISPLAY_DATA_SECTION"}

// line reads a line with a keyword and what belongs to it; false at the end.
func (r *reader) line() bool {
	text, start := r.next()
	words := wordsOf(text, start)
	if len(words) == 0 {
		return true
	}
	key, value, hasValue := strings.Cut(text, ":")
	name := word{strings.TrimSpace(key), words[0].at}
	switch {
	case name.text == "EOF":
		return false
	case slices.Contains(sections, name.text):
		body := r.section()
		switch name.text {
		case "EDGE_WEIGHT_SECTION":
			r.numbers = body
		case "NODE_COORD_SECTION":
			r.coords = body
		}
	case hasValue && slices.Contains(headers, name.text):
		left := len(value) - len(strings.TrimLeft(value, " \t"))
		from := start + len(key) + 1 + left
		v := word{strings.TrimSpace(value), diag.Span{Start: from, End: from + len(strings.TrimSpace(value))}}
		_, twice := r.header[name.text]
		switch {
		case !twice:
			r.header[name.text] = v
		case name.text != "COMMENT": // of several comments the first counts
			r.fail(name.at, "given-twice", "%s is given twice", name.text)
		}
	default:
		known := slices.Concat(headers, sections, []string{"EOF"})
		r.problems.Add(diag.Errorf(r.src, words[0].at, "tsplib-keyword", "`%s` is no keyword that is known here", words[0].text).
			Expect(strings.Join(known, ", ")).Suggest(diag.Nearest(strings.TrimSuffix(words[0].text, ":"), known)))
	}
	return true
}

func (r *reader) next() (text string, start int) {
	start = r.at
	end := strings.IndexByte(r.src.Text[start:], '\n')
	if end < 0 {
		r.at = len(r.src.Text)
		return r.src.Text[start:], start
	}
	r.at = start + end + 1
	return r.src.Text[start : start+end], start
}

// section reads numbers up to the next line that begins with a letter.
func (r *reader) section() []word {
	var out []word
	for r.at < len(r.src.Text) {
		before := r.at
		text, start := r.next()
		words := wordsOf(text, start)
		if len(words) > 0 && isLetter(words[0].text[0]) {
			r.at = before
			break
		}
		out = append(out, words...)
	}
	return out
}

func isLetter(b byte) bool { return 'A' <= b&^0x20 && b&^0x20 <= 'Z' }

// wordsOf splits a line, which begins at offset start, at its blanks.
func wordsOf(line string, start int) []word {
	var out []word
	for at := 0; at < len(line); {
		if line[at] <= ' ' {
			at++
			continue
		}
		end := at
		for end < len(line) && line[end] > ' ' {
			end++
		}
		out = append(out, word{line[at:end], diag.Span{Start: start + at, End: start + end}})
		at = end
	}
	return out
}

func (r *reader) fail(at diag.Span, code, format string, args ...any) *diag.Diagnostic {
	d := diag.Errorf(r.src, at, code, format, args...)
	r.problems.Add(d)
	return d
}

// value is the value of a header, which must be one of those allowed.
func (r *reader) value(key string, allowed ...string) string {
	v, there := r.header[key]
	if !there {
		r.missing(key)
	} else if !slices.Contains(allowed, v.text) {
		r.fail(v.at, "tsplib-kind", "a file with %s `%s` can't be read", key, v.text).Expect(strings.Join(allowed, ", "))
	}
	return v.text
}

// missing reports as a mistake that the file lacks a keyword; the place is its end.
func (r *reader) missing(key string) {
	end := len(strings.TrimRight(r.src.Text, " \t\r\n"))
	r.fail(diag.Span{Start: end, End: end}, "tsplib-missing", "this file has no %s", key)
}

// integer reads a distance.
func (r *reader) integer(w word) int64 {
	n, err := strconv.ParseInt(w.text, 10, 64)
	if err != nil || n < -mostDistance || n > mostDistance {
		r.fail(w.at, "tsplib-number", "`%s` is no distance", w.text).Expect("a whole number, at most a billion")
		return 0
	}
	return n
}
