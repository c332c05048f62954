package dsl

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"
	"nazo/dsl/diag"
)

// The limits on a user's text are far beyond anything written by hand. They prevent any text from
// exhausting time or stack.
const (
	maxSpecSize = 1 << 20 // bytes of a spec
	maxDepth    = 1000    // levels of a syntax tree
	maxProblems = 50      // syntax errors after which reading ends
)

// The types of tokens. Open ones lack their closing quotes. A strange token is a character that begins
// no other token. So lexing never fails, and the parser reports the mistake.
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

// scanner is a hand-written lexer over a part of a source. Regular expressions took half of the time of reading a spec.
type scanner struct {
	rest string
	at   lexer.Position // Offset counts in the source, Line and Column in the part
}

// Next returns the next token. At the end of the text it always returns one of type EOF.
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

// scan returns the type and the size in bytes of the first token of s, which is not empty.
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

// scanQuoted scans a text, which ends on its line, or a grid, which may have many lines.
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

// operatorSize returns the size of the operator at the start of s, or 0.
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

// spanOf returns the size of the longest prefix of s whose characters are in a class.
func spanOf(s string, in func(rune) bool) int {
	for i, r := range s {
		if !in(r) {
			return i
		}
	}
	return len(s)
}

// lex splits text, which begins at an offset of its source, into tokens. The lexer skips white space
// and comments but keeps them.
func lex(text string, offset int) *lexer.PeekingLexer {
	at := lexer.Position{Offset: offset, Line: 1, Column: 1}
	lx, err := lexer.Upgrade(&scanner{text, at}, spaceToken, commentToken)
	if err != nil {
		panic(fmt.Sprintf("dsl: the lexer failed: %v", err))
	}
	return lx
}

// definition is the lexer that participle demands for building a parser. It is not used: the grammar
// names no token types, and parsers get tokens.
type definition struct{}

// Symbols has only the end of the text, which participle requires.
func (definition) Symbols() map[string]lexer.TokenType {
	return map[string]lexer.TokenType{"EOF": lexer.EOF}
}

// Lex is never called.
func (definition) Lex(string, io.Reader) (lexer.Lexer, error) { return nil, errors.ErrUnsupported }

func endOf(t *lexer.Token) int { return t.Pos.Offset + len(t.Value) }

func placeOf(t *lexer.Token) At { return At{t.Pos.Offset, endOf(t)} }

// previous returns the last token read, or nil at the start.
func previous(lx *lexer.PeekingLexer) *lexer.Token {
	before := lx.Range(0, lx.RawCursor())
	for i, t := range slices.Backward(before) {
		if t.Type != spaceToken && t.Type != commentToken {
			return &before[i]
		}
	}
	return nil
}

// TokenKind classifies tokens for highlighting and completion.
type TokenKind uint8

// The kinds of tokens.
const (
	CommentToken TokenKind = iota
	WordToken              // a name, or a word of the language: see Reserved
	NumberToken
	OperatorToken
	BracketToken
	TextToken // in quotes, maybe not closed
	GridToken // likewise
	StrangeToken
)

var tokenKinds = map[lexer.TokenType]TokenKind{
	commentToken: CommentToken, nameToken: WordToken, integerToken: NumberToken, operatorToken: OperatorToken, bracketToken: BracketToken,
	textToken: TextToken, openTextToken: TextToken, gridToken: GridToken, openGridToken: GridToken, strangeToken: StrangeToken,
}

// Token is a piece of a text.
type Token struct {
	At
	Kind TokenKind
	Text string
	Open bool // a text or grid without its closing quotes
}

// Scan splits any text into tokens, including comments but not white space.
func Scan(text string) (out []Token) {
	for at := 0; at < len(text); {
		kind, size := scan(text[at:])
		if kind != spaceToken {
			out = append(out, Token{At{at, at + size}, tokenKinds[kind], text[at : at+size], kind == openTextToken || kind == openGridToken})
		}
		at += size
	}
	return out
}

// TokenAt returns the index of the token that contains an offset or ends there, or else of the next
// token. It is len(tokens) if there is none.
func TokenAt(tokens []Token, offset int) int {
	i, _ := slices.BinarySearchFunc(tokens, offset, func(t Token, offset int) int { return t.End - offset })
	return i
}

// StatementWords lists the words that begin statements, in the order of the documentation.
func StatementWords() []string { return slices.Clone(statementWords) }

// StatementUsage returns the syntax of the statement that begins with a word, or "".
func StatementUsage(word string) string { return forms[word] }

// ReservedWords lists the words that cannot be names, sorted.
func ReservedWords() []string { return slices.Sorted(maps.Keys(reserved)) }

// Quantifiers lists the words that begin quantifiers and aggregates.
func Quantifiers() []string { return slices.Clone(quantWords[:]) }

// wordsInPlace are the words with a meaning only in certain places, sorted. TestWordsInPlace compares
// them with the grammar.
var wordsInPlace = []string{
	"answer", "as", "at", "because", "by", "cost", "crossing", "cycle", "directed", "expect", "flags", "grid", "joining", "links", "list",
	"make", "maximum", "minimum", "of", "path", "permutation", "regions", "rules", "said", "sample", "set", "solution", "solutions", "stack", "technique", "to", "up",
}

// WordsInPlace lists the words with a meaning only in certain places, sorted. Elsewhere they are names.
func WordsInPlace() []string { return slices.Clone(wordsInPlace) }

// After returns the words that may follow an incomplete statement. It parses the text with each word,
// so it respects the whole grammar.
func After(text string, words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return !follows(text, w) })
}

// follows reports whether a word can come next. Any problem must then come after the word.
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
	return r.lx.Peek().EOF() // the parser library stops at a token that does not fit
}

// forms maps the first word of each statement to its syntax, for messages.
var forms = map[string]string{
	"puzzle":    `puzzle NAME "what it is", or puzzle NAME as "TITLE" "what it is"`,
	"use":       `use NAME`,
	"given":     `given NAME: TYPE, or given NAME = VALUE`,
	"let":       `let NAME = EXPRESSION`,
	"def":       `def NAME(A, B) = EXPRESSION`,
	"find":      `find NAME: DOMAIN, or find NAME[KEY in KEYS]: DOMAIN`,
	"choose":    `choose NAME: DOMAIN, or choose NAME[KEY in KEYS]: DOMAIN`,
	"rule":      `rule "NAME": CONDITION, or rule "NAME" for X in XS: CONDITION`,
	"rules":     `rules """LINES"""`,
	"technique": `technique "NAME": "RULE", N "RULE"`,
	"make":      `make find NAME: DOMAIN, make rule "NAME": CONDITION, make rules "NAME", or make GIVEN[KEY] = VALUE for KEY in KEYS`,
	"minimize":  `minimize EXPRESSION`,
	"maximize":  `maximize EXPRESSION`,
	"symmetry":  `symmetry BOARD`,
	"show":      `show EXPRESSION, or show EXPRESSION as "TEXT", or show EXPRESSION as STYLE`,
	"link":      `link "ID": FORMAT GIVEN, FORMAT DOMAIN GIVEN answer KIND FIND`,
	"example":   `example "NAME" GIVEN = VALUE: expect N solutions`,
	"state":     `state NAME: DOMAIN = START, or state NAME: stack of TYPE up to N`,
	"move":      `move NAME(X in XS) when CONDITION then STATE := VALUE`,
	"goal":      `goal CONDITION`,
	"never":     `never CONDITION`,
	"hidden":    `hidden NAME`,
	"player":    `player NAME: prefer MOVE(X) when CONDITION by SCORE`,
}

// statementWords begin statements, in the order of the documentation. All are reserved except the later
// additions rules, technique and make.
var statementWords = []string{
	"puzzle", "use", "given", "let", "def", "find", "choose", "rule", "rules", "technique", "make", "minimize", "maximize",
	"symmetry", "show", "link", "example", "state", "move", "goal", "never", "hidden", "player",
}

// quantWord maps a word to its quantifier.
var quantWord = func() map[string]QuantOp {
	m := map[string]QuantOp{}
	for op, word := range quantWords {
		m[word] = QuantOp(op)
	}
	return m
}()

// reserved are the words that cannot be names. Words like path, of, as or up have a meaning only in
// certain places and are names elsewhere.
var reserved = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range slices.Concat(statementWords, quantWords[:], []string{
		"when", "then", "prefer", "if", "else", "and", "or", "not", "implies", "in", "subset", "mod",
		"for", "where", "none", "true", "false",
	}) {
		m[w] = true
	}
	delete(m, "rules")
	delete(m, "technique")
	delete(m, "make")
	return m
}()

// Reserved reports whether a word of the language can't be a name.
func Reserved(word string) bool { return reserved[word] }

func startsStatement(word string) bool { return forms[word] != "" }

// nearestStatement returns the statement word that a similar or abbreviated word probably means, or "".
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
