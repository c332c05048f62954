package dsl

import (
	"errors"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"
)

// becauseClause is what may follow the condition of a rule.
type becauseClause struct {
	where
	Sentence sentence `parser:"'because' @@"`
}

// sentence is a text in which expressions stand in braces.
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

// read takes apart what stands between the quotes, which begins at an offset of the source.
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
			e, p := inBraces(rest[1:size], at.End)
			if p != nil {
				return p
			}
			s.Texts, s.Values = append(s.Texts, plain.String()), append(s.Values, e)
			plain.Reset()
			i += size + 1
		default:
			plain.WriteByte(rest[0])
			i++
		}
	}
	s.Texts = append(s.Texts, plain.String())
	if strings.TrimSpace(text) == "" {
		p := problemAt(s.At, "empty-sentence", "this sentence says nothing")
		p.Expect("what the rule says of the values that it is about, such as \"the {clue[c]} at {c} is complete\"")
		return p
	}
	return nil
}

// closing returns where the brace is closed that a text begins with, or -1.
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

// inBraces reads the expression that fills a text, which begins at an offset of the source.
func inBraces(text string, offset int) (Expr, *problem) {
	if i := strings.IndexByte(text, '#'); i >= 0 {
		p := problemAt(At{offset + i, offset + i + 1}, "unexpected-character", "`#` means nothing here")
		p.Helpf("a comment has no place within a sentence")
		return nil, p
	}
	lx := lex(text, offset)
	e, err := parseExpr(lx)
	if err == nil && !lx.Peek().EOF() {
		err = unexpected(lx, "`}`, or an operator")
	}
	if err == nil {
		return e, nil
	}
	var p *problem
	if !errors.As(err, &p) {
		panic("dsl: an expression fails with " + err.Error())
	}
	if p.Code == "unexpected-end" {
		p.Message = "the value in braces breaks off"
	}
	return nil, p
}
