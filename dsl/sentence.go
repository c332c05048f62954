package dsl

import (
	"errors"
	"strings"
	"unicode"

	"github.com/alecthomas/participle/v2/lexer"

	"nazo/dsl/diag"
)

// Sentences for people: the texts after because and said, with values in braces.

// becauseClause may follow the condition of a rule.
type becauseClause struct {
	where
	Sentence sentence `parser:"'because' @@"`
}

// saidClause may follow the domain of a find. Is describes a part of the find, Not its absence.
type saidClause struct {
	where
	Is  sentence  `parser:"'said' @@"`
	Not *sentence `parser:"('/' @@)?"`
}

// clause returns the sentences with the place of the whole clause, or nil.
func (g *saidClause) clause() *Said {
	if g == nil || g.Is.Sentence == nil {
		return nil
	}
	s := &Said{At: g.at(), Is: g.Is.Sentence}
	if g.Not != nil {
		s.Not = g.Not.Sentence
	}
	return s
}

// sentence is a text with expressions in braces.
type sentence struct{ *Sentence }

// clause returns the sentence with the place of the whole clause, or nil.
func (g *becauseClause) clause() *Sentence {
	if g == nil || g.Sentence.Sentence == nil {
		return nil
	}
	s := *g.Sentence.Sentence
	s.At = g.at()
	return &s
}

// Parse reads a text and the expressions in it.
func (s *sentence) Parse(lx *lexer.PeekingLexer) error {
	t := lx.Peek()
	if t.Type != textToken {
		return unexpected(lx, "a sentence in double quotes")
	}
	lx.Next()
	s.Sentence = &Sentence{At: placeOf(t)}
	if p := s.read(t.Value[1:len(t.Value)-1], t.Pos.Offset+1); p != nil {
		return p
	}
	return nil
}

// read parses the text between the quotes, which begins at an offset of the source.
func (s *sentence) read(text string, offset int) *problem {
	var plain strings.Builder
	for i := 0; i < len(text); {
		rest := text[i:]
		at := At{offset + i, offset + i + 1}
		switch {
		case strings.HasPrefix(rest, "{{"), strings.HasPrefix(rest, "}}"):
			plain.WriteByte(rest[0])
			i += 2
		case rest[0] == '}':
			p := problemAt(at, "stray-brace", "this `}` closes nothing")
			p.Helpf("a brace itself is written twice: }}")
			return p
		case rest[0] == '{':
			size := closing(rest)
			if size < 0 {
				p := problemAt(at, "unclosed-brace", "this `{` is not closed")
				p.Helpf("a brace itself is written twice: {{")
				return p
			}
			e, noun, p := inBraces(rest[1:size], at.End)
			if p != nil {
				return p
			}
			s.Texts, s.Values, s.Nouns = append(s.Texts, plain.String()), append(s.Values, e), append(s.Nouns, noun)
			plain.Reset()
			i += size + 1
		default:
			plain.WriteByte(rest[0])
			i++
		}
	}
	s.Texts = append(s.Texts, plain.String())
	if text != "" && strings.TrimSpace(text) == "" { // "" deliberately says nothing
		p := problemAt(s.At, "empty-sentence", "this sentence says nothing")
		p.Expect("what to say of the values that it is about, such as \"the {clue[c]} at {c} is complete\"")
		return p
	}
	return nil
}

// closing returns the index of the brace that closes the one at the start of a text, or -1.
func closing(text string) int {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth == 0 {
			return i
		}
	}
	return -1
}

// inBraces reads the text between braces: an expression and an optional noun. The text begins at an
// offset of the source.
func inBraces(text string, offset int) (Expr, Noun, *problem) {
	if i := strings.IndexByte(text, '#'); i >= 0 {
		p := problemAt(At{offset + i, offset + i + 1}, "unexpected-character", "`#` means nothing here")
		p.Helpf("a comment has no place within a sentence")
		return nil, Noun{}, p
	}
	lx := lex(text, offset)
	e, err := parseExpr(lx)
	var noun Noun
	if err == nil && isNoun(lx.Peek()) {
		noun, err = nounBehind(lx)
	}
	if err == nil && !lx.Peek().EOF() {
		err = unexpected(lx, "`}`, an operator, or a noun")
		if noun.One != "" {
			err = unexpected(lx, "`}`, or `/` and the plural")
		}
	}
	if err == nil {
		return e, noun, nil
	}
	var p *problem
	if !errors.As(err, &p) {
		panic("dsl: an expression fails with " + err.Error())
	}
	if p.Code == "unexpected-end" {
		p.Message = "the value in braces breaks off"
	}
	return nil, Noun{}, p
}

// isNoun reports whether a token can be the noun after a number: a word of letters that continues no
// expression. Statement words such as move and link can, too.
func isNoun(t *lexer.Token) bool {
	return t.Type == nameToken && (!Reserved(t.Value) || startsStatement(t.Value)) && spanOf(t.Value, unicode.IsLetter) == len(t.Value)
}

// nounBehind reads a noun and an optional plural after a slash. Otherwise it forms a regular plural.
func nounBehind(lx *lexer.PeekingLexer) (Noun, error) {
	noun := Noun{One: lx.Next().Value}
	noun.Many = diag.Plural(noun.One)
	if lx.Peek().Value != "/" {
		return noun, nil
	}
	lx.Next()
	if !isNoun(lx.Peek()) {
		return noun, unexpected(lx, "the plural of "+noun.One)
	}
	noun.Many = lx.Next().Value
	return noun, nil
}
