package dsl

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"
)

// The limits on a user's text. They are far beyond what anyone writes by hand,
// and small enough that no text can exhaust time or stack.
const (
	maxSpecSize = 1 << 20 // bytes of a spec
	maxDepth    = 1000    // levels of a syntax tree
	maxProblems = 50      // syntax errors after which reading ends
)

// The types of tokens. Open ones lack their closing quotes; a strange one is a
// character that begins no token, so that lexing never fails and the parser can
// say what is wrong.
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
