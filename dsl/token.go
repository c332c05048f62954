package dsl

import (
	"errors"
	"slices"

	"github.com/alecthomas/participle/v2/lexer"

	"nazo/dsl/diag"
)

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

// TokenAt returns the index of the token that holds an offset or ends there, or that of the next; len(tokens) if there is none.
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
	"maximum", "minimum", "of", "path", "permutation", "regions", "sample", "set", "solution", "solutions", "stack", "to", "up",
}

// WordsInPlace lists the words that mean something in certain places only, and are names elsewhere, in order.
func WordsInPlace() []string { return slices.Clone(wordsInPlace) }

// After says what may stand at the end of a text that begins with a statement and breaks off: of some words those that can come next.
// It tries each, so it heeds all that the grammar does.
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
