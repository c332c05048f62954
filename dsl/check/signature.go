package check

import (
	"fmt"
	"slices"
	"strings"

	"nazo/internal/alg"
)

// signature is the parsed form of a library function's documented signature:
//
//	neighbors(G: known graph of V, c: V): set of V
//
// A capital letter is a type variable. _ is any type. Types are int, bool, label, cell, direction, board, grid of T,
// list of T, stack of T, set of T, edge of V, undirected edge of V, graph of V, digraph of V, route of V, array K to T,
// (T, U) and coll of T, which is any collection. T? may be none. As a parameter, a set is any collection with known
// elements and maybe unknown membership. A board is anything with cells.
//
// By default the function is tabulated over an unknown argument, which must have finitely many known
// values: a number, a cell, one of several known sets. A "known" argument has nothing unknown. A
// "fixed" one has a known length. An "open" one may be unknown in every way. The members of an open
// result are unknown if any argument is unknown. A fixed result has a known length.
type signature struct {
	text   string // from the parenthesis on
	params []param
	result pattern
	loose  bool // the result is open
	length bool // the result is fixed
}

type param struct {
	name    string
	access  access
	pattern pattern
}

// access tells how much of an argument must be known.
type access uint8

const (
	tabled access = iota // one of finitely many known values
	knownOnly
	fixed
	open
)

var accessWords = []struct {
	word   string
	access access
}{{"known", knownOnly}, {"fixed", fixed}, {"open", open}}

// pattern is the type of a parameter or result, which may contain variables.
type pattern struct {
	form     form
	kind     Kind // of a scalarPattern or kindPattern
	variable byte // 'A' to 'Z'
	subs     []pattern
	optional bool
	orient   *orientation // for a graph or edge in a result; nil: taken from the arguments
}

type form uint8

const (
	scalarPattern form = iota
	kindPattern        // element
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

// carries reports whether an unknown variable makes a value of the pattern unknown. That holds where
// the variable is the type of its elements, not of a key or of a graph's vertices.
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

// signatureReader parses signatures. Signatures are part of the program, so a syntax error panics.
type signatureReader struct {
	text, rest string
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

func (r *signatureReader) fail() { panic(fmt.Sprintf("check: bad signature %q at %q", r.text, r.rest)) }

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

// word reads letters, digits and underscores.
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

// bindings are the types of a signature's variables in one call, and how unknown the result is.
type bindings struct {
	result    pattern
	variables [26]*Type
	mark      Mark
	none      bool // an argument may be none
	// orient is the orientation of the graphs, routes and edges among the arguments, which must agree.
	orient *orientation
	fresh  func() *orientation // makes the orientation of edges if no argument decides it
}

// match binds variables so that the pattern describes t, and reports whether that is possible. An unknown argument
// makes the result unknown, unless a variable carries the unknown part into the result.
func (b *bindings) match(p pattern, t *Type, outermost bool) bool {
	if t.bad() || t.Kind == Never {
		b.bindAll(p, t)
		return true
	}
	if t.Kind == Union && p.form == scalarPattern {
		b.mark = max(b.mark, t.own())
		return t.alternative(p.kind) != nil
	}
	switch p.form {
	case anyPattern:
		return true
	case variablePattern:
		return b.bind(p.variable, t, outermost)
	case scalarPattern:
		b.mark = max(b.mark, t.own())
		return t.Kind == p.kind
	case boardPattern:
		return b.matchBoard(t)
	case tuplePattern:
		if t.Kind == Edge && len(p.subs) == 2 {
			if b.result.orient == asArc && t.orient.is(undecided) {
				t.orient.meet(asArc)
			}
			return b.within(t, p.subs[0], t.Elem) && b.match(p.subs[1], t.Elem, false)
		}
		if t.Kind != Tuple || len(t.Parts) != len(p.subs) {
			return false
		}
		for i, s := range p.subs {
			if !b.match(s, t.Parts[i], false) {
				return false
			}
		}
		return true
	case arrayPattern:
		return b.matchArray(p, t)
	case kindPattern:
		return t.Kind == p.kind && b.within(t, p.subs[0], t.Elem) && b.agrees(t)
	}
	if p.form == stackPattern && !t.Stack {
		return false
	}
	elem := t.elements() // the pattern is a list, a set or any collection
	return elem != nil && t.Kind != Route && b.within(t, p.subs[0], elem)
}

// within matches a part of t and also counts the mark of t itself.
func (b *bindings) within(t *Type, p pattern, part *Type) bool {
	if t.Kind != Array {
		b.mark = max(b.mark, t.Mark)
	}
	return b.match(p, part, false)
}

// agrees reports whether t has the orientation of the arguments before it.
func (b *bindings) agrees(t *Type) bool {
	if b.orient == nil {
		b.orient = t.orient
	}
	return b.orient.meet(t.orient)
}

// matchBoard matches a board, a grid, or a collection of cells.
func (b *bindings) matchBoard(t *Type) bool {
	switch {
	case t.Kind == Board || t.isGrid():
		b.mark = max(b.mark, t.Mark)
		return true
	case t.Kind == Set || t.Kind == List:
		b.mark = max(b.mark, t.deep)
		return t.Elem.is(Cell)
	}
	return false
}

// matchArray matches an array. Several keys match as a tuple.
func (b *bindings) matchArray(p pattern, t *Type) bool {
	if t.Kind == List { // its keys are positions
		return b.match(p.subs[0], intType, false) && b.within(t, p.subs[1], t.Elem)
	}
	if t.Kind != Array {
		return false
	}
	key := t.Keys[0]
	if len(t.Keys) > 1 {
		key = tupleOf(t.Keys)
	}
	return b.match(p.subs[0], key, false) && b.match(p.subs[1], t.Elem, false)
}

// bind makes a variable hold t, joined with the type that it had before.
func (b *bindings) bind(variable byte, t *Type, outermost bool) bool {
	if outermost || !b.result.carries(variable) {
		b.mark = max(b.mark, t.deep)
		t = known(t)
	}
	t = present(t)
	at := &b.variables[variable-'A']
	if *at == nil {
		*at = t
		return true
	}
	if !comparable(*at, t) {
		return false
	}
	if joined, ok := join(*at, t); ok {
		*at = joined
	}
	return true
}

// bindAll binds the free variables of a pattern to a bad type.
func (b *bindings) bindAll(p pattern, t *Type) {
	if p.form == variablePattern && b.variables[p.variable-'A'] == nil && t.bad() {
		b.variables[p.variable-'A'] = t
	}
	for _, s := range p.subs {
		b.bindAll(s, t)
	}
}

// build returns the type that a pattern describes under the bindings.
func (b *bindings) build(p pattern) *Type {
	t := b.buildPresent(p)
	if p.optional {
		return optional(t)
	}
	return t
}

func (b *bindings) buildPresent(p pattern) *Type {
	switch p.form {
	case scalarPattern:
		return scalars[p.kind]
	case variablePattern:
		if t := b.variables[p.variable-'A']; t != nil {
			return t
		}
		return neverType
	case boardPattern:
		return boardType
	case tuplePattern:
		return tupleOf(alg.Map(p.subs, b.build))
	case arrayPattern:
		return arrayOf([]*Type{b.build(p.subs[0])}, b.build(p.subs[1]))
	case setPattern:
		elem := b.build(p.subs[0])
		if elem.Unknown() {
			return raise(setOf(known(elem)), Guarded)
		}
		return setOf(elem)
	case kindPattern:
		return newType(Type{Kind: p.kind, Elem: known(b.build(p.subs[0])), orient: b.orientation(p)})
	case listPattern:
		return listOf(b.build(p.subs[0]))
	case stackPattern:
		return stackOf(b.build(p.subs[0]))
	}
	panic("check: this pattern cannot be a result")
}

// orientation returns the orientation of a graph or edge in the result.
func (b *bindings) orientation(p pattern) *orientation {
	switch {
	case p.orient != nil:
		return p.orient
	case b.orient != nil:
		return b.orient
	case p.kind == Edge:
		return b.fresh()
	}
	return asEdge
}

var scalars = map[Kind]*Type{Int: intType, Bool: boolType, Label: labelType, Cell: cellType, Direction: directionType, Shape: shapeType, Text: textType}

// misfit is an argument that does not fit, with the expected pattern.
type misfit struct {
	arg int
	pattern
	wanted string
}

// apply returns the type of the result for arguments. If they do not fit, ok is false and m is the
// first misfit. fresh makes the orientation of edges that no argument decides.
func (s *signature) apply(args []*Type, fresh func() *orientation) (result *Type, m misfit, ok bool) {
	b := bindings{result: s.result, fresh: fresh}
	unknown := false
	for i, p := range s.params {
		if args[i].isNone() && !p.takesNone() || !b.match(p.pattern, args[i], true) {
			return badType, misfit{i, p.pattern, b.describe(p.pattern, noun.first)}, false
		}
		b.none = b.none || args[i].Optional
		unknown = unknown || args[i].Unknown()
	}
	result = b.build(s.result)
	if b.none {
		result = optional(result)
	}
	mark := b.mark
	if s.length && mark != Known {
		result.Elem = raise(result.Elem, mark)
		return newType(*result), m, true
	}
	if mark == Choice && s.opens() || unknown && s.loose {
		mark = Guarded
	}
	return raise(result, mark), m, true
}

// takesNone reports whether none is allowed for a parameter. The result is then none or empty.
func (p param) takesNone() bool {
	switch p.pattern.form {
	case arrayPattern, boardPattern:
		return false
	}
	return p.access != knownOnly && p.pattern.kind != Graph && !kinds[p.pattern.kind].whole
}

// opens reports whether a function takes arguments beyond finitely many known values.
func (s *signature) opens() bool {
	return slices.ContainsFunc(s.params, func(p param) bool { return p.access >= fixed })
}

// enough reports whether enough is known of all arguments.
func (s *signature) enough(args []*Type) bool {
	for i, p := range s.params {
		if !p.allowed(args[i]) {
			return false
		}
	}
	return true
}

// allowed reports whether enough of an argument is known.
func (p param) allowed(t *Type) bool {
	switch {
	case t.bad():
		return true
	case p.access == open && p.pattern.form == setPattern:
		return !t.elements().Unknown()
	case p.access == open:
		return true
	case p.pattern.form == boardPattern && t.isGrid():
		return true
	case p.access == knownOnly:
		return !t.Unknown()
	case p.access == fixed: // the compiler checks that lists to choose from have one length
		return !t.membersUnknown() || t.Kind == List && !t.Stack && t.Mark == Choice
	}
	return t.tabled()
}
