package dsl

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"
	"nazo/dsl/diag"
)

// The limits on a user's text. They are far beyond what anyone writes by hand,
// and small enough that no text can exhaust time or stack.
const (
	maxSpecSize = 1 << 20 // bytes of a spec
	maxDepth    = 1000    // levels of a syntax tree
	maxProblems = 50      // syntax errors after which reading ends
)

// The types of tokens. Open ones lack their closing quotes. A strange one is a character that
// begins no token. So lexing never fails, and the parser can say what is wrong.
const (
	spaceToken lexer.TokenType = lexer.EOF - 1 - iota
	commentToken
	nameToken
	integerToken
	operatorToken
	bracketToken
	textToken
	openTextToken
	gridToken
	openGridToken
	strangeToken
)

// scanner is a lexer over a part of a source, written by hand: lexing by regular
// expressions took half of the time of reading a spec.
type scanner struct {
	rest string
	at   lexer.Position // Offset counts from the start of the source, Line and Column of the part
}

// Next returns the next token; at the end of the text one of type EOF, ever again.
func (s *scanner) Next() (lexer.Token, error) {
	if s.rest == "" {
		return lexer.EOFToken(s.at), nil
	}
	kind, size := scan(s.rest)
	t := lexer.Token{Type: kind, Value: s.rest[:size], Pos: s.at}
	s.at.Advance(t.Value)
	s.rest = s.rest[size:]
	return t, nil
}

// scan returns the type and the size in bytes of the token at the start of s,
// which is not empty.
func scan(s string) (lexer.TokenType, int) {
	switch c := s[0]; {
	case isSpace(rune(c)):
		return spaceToken, spanOf(s, isSpace)
	case '0' <= c && c <= '9':
		return integerToken, spanOf(s, func(r rune) bool { return '0' <= r && r <= '9' })
	case strings.IndexByte("()[]{},", c) >= 0:
		return bracketToken, 1
	case c == '#':
		return commentToken, spanOf(s, func(r rune) bool { return r != '\n' })
	case c == '"':
		return scanQuoted(s)
	}
	if r, _ := utf8.DecodeRuneInString(s); r == '_' || unicode.IsLetter(r) {
		return nameToken, spanOf(s, func(r rune) bool { return r == '_' || unicode.In(r, unicode.L, unicode.M, unicode.N) })
	}
	if size := operatorSize(s); size > 0 {
		return operatorToken, size
	}
	_, size := utf8.DecodeRuneInString(s)
	return strangeToken, size
}

// scanQuoted scans a text, which is within a line, or a grid, which may have many.
func scanQuoted(s string) (lexer.TokenType, int) {
	if body, ok := strings.CutPrefix(s, gridQuotes); ok {
		if i := strings.Index(body, gridQuotes); i >= 0 {
			return gridToken, i + 2*len(gridQuotes)
		}
		return openGridToken, len(s)
	}
	end := strings.IndexAny(s[1:], "\"\n")
	switch {
	case end < 0:
		return openTextToken, len(s)
	case s[1+end] == '\n':
		return openTextToken, 1 + end
	}
	return textToken, end + 2
}

const gridQuotes = `"""`

func isSpace(r rune) bool { return r == ' ' || r == '\t' || r == '\r' || r == '\n' }

// operatorSize returns the size of the operator at the start of s, 0 if there is none.
func operatorSize(s string) int {
	if len(s) > 1 {
		switch s[:2] {
		case ":=", "!=", "<=", ">=", "..":
			return 2
		}
	}
	if strings.IndexByte(":=<>+*/&?-", s[0]) >= 0 {
		return 1
	}
	return 0
}

// spanOf returns the size of the longest prefix of s all of whose characters are in a class.
func spanOf(s string, in func(rune) bool) int {
	for i, r := range s {
		if !in(r) {
			return i
		}
	}
	return len(s)
}

// lex cuts text, which begins at offset of its source, into tokens. White space
// and comments are there but passed over.
func lex(text string, offset int) *lexer.PeekingLexer {
	at := lexer.Position{Offset: offset, Line: 1, Column: 1}
	lx, err := lexer.Upgrade(&scanner{text, at}, spaceToken, commentToken)
	if err != nil {
		panic(fmt.Sprintf("dsl: the lexer failed: %v", err))
	}
	return lx
}

// definition is the description that participle wants of a lexer when it builds a
// parser. The grammar names no types of tokens, and its parsers are given tokens.
type definition struct{}

// Symbols has the end of the text only, which participle insists on.
func (definition) Symbols() map[string]lexer.TokenType {
	return map[string]lexer.TokenType{"EOF": lexer.EOF}
}

// Lex is never called.
func (definition) Lex(string, io.Reader) (lexer.Lexer, error) { return nil, errors.ErrUnsupported }

// endOf returns the offset after a token.
func endOf(t *lexer.Token) int { return t.Pos.Offset + len(t.Value) }

// placeOf returns the place of a token.
func placeOf(t *lexer.Token) At { return At{t.Pos.Offset, endOf(t)} }

// previous returns the token that was consumed last, or nil at the start.
func previous(lx *lexer.PeekingLexer) *lexer.Token {
	before := lx.Range(0, lx.RawCursor())
	for i := len(before) - 1; i >= 0; i-- {
		if t := &before[i]; t.Type != spaceToken && t.Type != commentToken {
			return t
		}
	}
	return nil
}

// TokenKind is what a token is to those who colour a text or complete it.
type TokenKind uint8

// The kinds of tokens.
const (
	CommentToken TokenKind = iota
	WordToken              // a name, or a word of the language: see Reserved
	NumberToken
	OperatorToken
	BracketToken
	TextToken // in quotes, which may be open
	GridToken // likewise
	StrangeToken
)

var tokenKinds = map[lexer.TokenType]TokenKind{
	commentToken: CommentToken, nameToken: WordToken, integerToken: NumberToken, operatorToken: OperatorToken, bracketToken: BracketToken,
	textToken: TextToken, openTextToken: TextToken, gridToken: GridToken, openGridToken: GridToken, strangeToken: StrangeToken,
}

// Token is a piece of a text as the lexer cuts it.
type Token struct {
	At
	Kind TokenKind
	Text string
	Open bool // a text or grid without its closing quotes
}

// Scan cuts any text into tokens, comments among them and blanks not.
func Scan(text string) []Token {
	var out []Token
	for at := 0; at < len(text); {
		kind, size := scan(text[at:])
		if kind != spaceToken {
			out = append(out, Token{At{at, at + size}, tokenKinds[kind], text[at : at+size], kind == openTextToken || kind == openGridToken})
		}
		at += size
	}
	return out
}

// TokenAt returns the index of the token that holds an offset or ends there, or else of the next
// token. It is len(tokens) if there is none.
func TokenAt(tokens []Token, offset int) int {
	i, _ := slices.BinarySearchFunc(tokens, offset, func(t Token, offset int) int { return t.End - offset })
	return i
}

// StatementWords lists the words that begin statements, in the order in which the language explains them.
func StatementWords() []string { return slices.Clone(statementWords) }

// StatementUsage is how a statement is written that begins with a word; "" if none does.
func StatementUsage(word string) string { return forms[word] }

// ReservedWords lists the words that cannot be names, in order.
func ReservedWords() []string {
	var words []string
	for w := range reserved {
		words = append(words, w)
	}
	slices.Sort(words)
	return words
}

// Quantifiers lists the words that begin quantifiers and aggregates.
func Quantifiers() []string { return slices.Clone(quantWords[:]) }

// wordsInPlace are the words that mean something in certain places only, in order. TestWordsInPlace holds them to the grammar.
var wordsInPlace = []string{
	"answer", "as", "at", "because", "by", "cost", "crossing", "cycle", "directed", "expect", "flags", "grid", "joining", "links", "list",
	"maximum", "minimum", "of", "path", "permutation", "regions", "said", "sample", "set", "solution", "solutions", "stack", "technique", "to", "up",
}

// WordsInPlace lists the words that mean something in certain places only, and are names elsewhere, in order.
func WordsInPlace() []string { return slices.Clone(wordsInPlace) }

// After says which of some words may follow a text that begins with a statement and breaks off. It
// parses the text with each word, so it follows the whole grammar.
func After(text string, words []string) []string {
	var fit []string
	for _, w := range words {
		if follows(text, w) {
			fit = append(fit, w)
		}
	}
	return fit
}

// follows reports whether a word can come next: what is wrong with the text, if anything, comes after it.
func follows(text, word string) bool {
	src := diag.NewSource("", text+" "+word)
	r := newReader(src)
	r.lx = lex(src.Text, 0)
	read, ok := productions[r.lx.Peek().Value]
	if !ok {
		return false
	}
	_, err := read(r.lx)
	var p *problem
	if errors.As(err, &p) {
		return p.Span.Start >= len(src.Text)
	}
	return r.lx.Peek().EOF() // the parser library stops at what it can't take
}

// forms tells how each statement is written, for messages.
var forms = map[string]string{
	"puzzle":    `puzzle NAME "what it is"`,
	"use":       `use NAME`,
	"given":     `given NAME: TYPE, or given NAME = VALUE`,
	"let":       `let NAME = EXPRESSION`,
	"def":       `def NAME(A, B) = EXPRESSION`,
	"find":      `find NAME: DOMAIN, or find NAME[KEY in KEYS]: DOMAIN`,
	"choose":    `choose NAME: DOMAIN, or choose NAME[KEY in KEYS]: DOMAIN`,
	"rule":      `rule "NAME": CONDITION, or rule "NAME" for X in XS: CONDITION`,
	"technique": `technique "NAME": "RULE", N "RULE"`,
	"minimize":  `minimize EXPRESSION`,
	"maximize":  `maximize EXPRESSION`,
	"symmetry":  `symmetry BOARD`,
	"show":      `show EXPRESSION, or show EXPRESSION as "TEXT"`,
	"link":      `link "ID": FORMAT GIVEN, FORMAT DOMAIN GIVEN answer KIND FIND`,
	"example":   `example "NAME" GIVEN = VALUE: expect N solutions`,
	"state":     `state NAME: DOMAIN = START, or state NAME: stack of TYPE up to N`,
	"move":      `move NAME(X in XS) when CONDITION then STATE := VALUE`,
	"goal":      `goal CONDITION`,
	"never":     `never CONDITION`,
	"hidden":    `hidden NAME`,
	"player":    `player NAME: prefer MOVE(X) when CONDITION by SCORE`,
}

// statementWords begin statements, in the order in which the language explains them. All but technique, which came later, are reserved.
var statementWords = []string{
	"puzzle", "use", "given", "let", "def", "find", "choose", "rule", "technique", "minimize", "maximize",
	"symmetry", "show", "link", "example", "state", "move", "goal", "never", "hidden", "player",
}

// quantWord finds the quantifier of a word.
var quantWord = func() map[string]QuantOp {
	m := map[string]QuantOp{}
	for op, word := range quantWords {
		m[word] = QuantOp(op)
	}
	return m
}()

// quantifies reports whether a word is a quantifier's.
func quantifies(word string) bool {
	_, ok := quantWord[word]
	return ok
}

// reserved are the words that cannot be names. Words like path, of, as or up
// have a meaning only in their places and are free elsewhere.
var reserved = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range statementWords {
		if w != "technique" {
			m[w] = true
		}
	}
	for _, w := range quantWords {
		m[w] = true
	}
	for _, w := range []string{
		"when", "then", "prefer", "if", "else", "and", "or", "not", "implies", "in", "subset", "mod",
		"for", "where", "none", "true", "false",
	} {
		m[w] = true
	}
	return m
}()

// Reserved reports whether a word belongs to the language and cannot be a name.
func Reserved(word string) bool { return reserved[word] }

// startsStatement reports whether a word begins a statement.
func startsStatement(word string) bool { return forms[word] != "" }

// nearestStatement is the word that begins statements which was probably meant: almost this one, or cut off in it; "" if there
// is none.
func nearestStatement(word string) string {
	if near := diag.Nearest(word, statementWords); near != "" || len(word) < 3 || Reserved(word) {
		return near
	}
	i := slices.IndexFunc(statementWords, func(w string) bool { return strings.HasPrefix(w, word) })
	if i < 0 {
		return ""
	}
	return statementWords[i]
}
