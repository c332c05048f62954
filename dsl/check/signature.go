package check

import (
	"fmt"
	"slices"
	"strings"
)

// A signature tells what a library function takes and gives, in the words in
// which it is documented:
//
//	neighbors(G: known graph of V, c: V): set of V
//
// A capital letter stands for any type, the same one throughout; _ for any type
// that does not matter. Types are int, bool, label, cell, direction, board, grid
// of T, list of T, stack of T, set of T, edge of V, undirected edge of V, graph of V, digraph of V, route of V, array K to T,
// (T, U) and coll of T, which is any collection; T? may be none. As a parameter
// a set is any collection whose elements are known, though not which it has, and
// a board is anything with cells.
//
// An argument may be unknown as far as the function can be its table: a number,
// a cell, one of several known sets. After "known" it may not be unknown at all;
// after "fixed" its length must be known, but not its elements; after "open" it
// may be unknown in every way. An open result has unknown members as soon as
// anything is unknown. Of a fixed one the length is known, whatever its elements are.
type signature struct {
	text   string // from the parenthesis on
	params []param
	result pattern
	loose  bool // the result is open
	length bool // the result is a list of known length
}

// param is a parameter of a library function.
type param struct {
	name    string
	access  access
	pattern pattern
}

// access is how much of an argument must be known.
type access uint8

const (
	tabled access = iota // it is one of finitely many known values
	knownOnly
	fixed
	open
)

var accessWords = []struct {
	word   string
	access access
}{{"known", knownOnly}, {"fixed", fixed}, {"open", open}}

// pattern describes types.
type pattern struct {
	form     form
	kind     Kind // of a scalar, or of what has elements
	variable byte // 'A' to 'Z'
	subs     []pattern
	optional bool
	orient   *orientation // of a graph or edge in a result; nil: as the arguments are
}

type form uint8

const (
	scalarPattern form = iota
	kindPattern        // a kind, element
	variablePattern
	anyPattern // _
	boardPattern
	collPattern
	setPattern
	listPattern
	stackPattern
	arrayPattern // key, value
	tuplePattern
)

var constructorWords = map[string]form{
	"coll": collPattern, "set": setPattern, "list": listPattern, "stack": stackPattern,
}

// carries reports whether what is unknown about a variable is unknown in a value of
// the pattern: it is among its elements, not just a key or the vertex of a graph.
func (p pattern) carries(variable byte) bool {
	switch p.form {
	case variablePattern:
		return p.variable == variable
	case kindPattern:
		return false
	case arrayPattern:
		return p.subs[1].carries(variable)
	}
	return slices.ContainsFunc(p.subs, func(s pattern) bool { return s.carries(variable) })
}

// signatureReader reads the notation of signatures. They are part of this
// package, so a fault in one is a bug.
type signatureReader struct {
	text string
	rest string
}

func readSignature(text string) signature {
	r := &signatureReader{text: text, rest: text}
	s := signature{text: text}
	r.expect("(")
	for !r.accept(")") {
		p := param{name: r.word()}
		r.expect(":")
		for _, a := range accessWords {
			if r.acceptWord(a.word) {
				p.access = a.access
			}
		}
		p.pattern = r.pattern()
		s.params = append(s.params, p)
		r.accept(",")
	}
	r.expect(":")
	s.loose = r.acceptWord("open")
	s.length = r.acceptWord("fixed")
	s.result = r.pattern()
	if r.rest != "" {
		r.fail()
	}
	return s
}

func (r *signatureReader) fail() {
	panic(fmt.Sprintf("check: bad signature %q at %q", r.text, r.rest))
}

func (r *signatureReader) accept(s string) bool {
	rest, ok := strings.CutPrefix(r.rest, s)
	if ok {
		r.rest = strings.TrimLeft(rest, " ")
	}
	return ok
}

func (r *signatureReader) expect(s string) {
	if !r.accept(s) {
		r.fail()
	}
}

// word reads letters and digits.
func (r *signatureReader) word() string {
	n := 0
	for n < len(r.rest) && (r.rest[n] == '_' || r.rest[n]|0x20 >= 'a' && r.rest[n]|0x20 <= 'z' || r.rest[n] >= '0' && r.rest[n] <= '9') {
		n++
	}
	if n == 0 {
		r.fail()
	}
	word := r.rest[:n]
	r.rest = strings.TrimLeft(r.rest[n:], " ")
	return word
}

func (r *signatureReader) acceptWord(word string) bool {
	was := r.rest
	if r.rest != "" && r.rest[0] != '(' && r.word() == word {
		return true
	}
	r.rest = was
	return false
}

func (r *signatureReader) pattern() pattern {
	p := r.present()
	p.optional = r.accept("?")
	return p
}

func (r *signatureReader) present() pattern {
	if r.accept("(") {
		p := pattern{form: tuplePattern}
		for !r.accept(")") {
			p.subs = append(p.subs, r.pattern())
			r.accept(",")
		}
		return p
	}
	if r.acceptWord("undirected") {
		p := r.present()
		p.orient = asEdge
		return p
	}
	word := r.word()
	if kind, ok := kindOf(word); ok {
		if !kinds[kind].of {
			return pattern{form: scalarPattern, kind: kind}
		}
		r.expect("of")
		return pattern{form: kindPattern, kind: kind, subs: []pattern{r.pattern()}}
	}
	if form, ok := constructorWords[word]; ok {
		r.expect("of")
		return pattern{form: form, subs: []pattern{r.pattern()}}
	}
	switch word {
	case "digraph":
		r.expect("of")
		return pattern{form: kindPattern, kind: Graph, subs: []pattern{r.pattern()}, orient: asArc}
	case "_":
		return pattern{form: anyPattern}
	case "board":
		return pattern{form: boardPattern}
	case "grid":
		r.expect("of")
		return pattern{form: arrayPattern, subs: []pattern{{form: scalarPattern, kind: Cell}, r.pattern()}}
	case "array":
		key := r.pattern()
		r.expect("to")
		return pattern{form: arrayPattern, subs: []pattern{key, r.pattern()}}
	}
	if len(word) != 1 || word[0] < 'A' || word[0] > 'Z' {
		r.fail()
	}
	return pattern{form: variablePattern, variable: word[0]}
}
