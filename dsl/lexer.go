package dsl

import (
	"fmt"
	"sync"

	"github.com/alecthomas/participle/v2/lexer"
)

// The limits on a user's text. They are far beyond what anyone writes by hand,
// and small enough that no text can exhaust time or stack.
const (
	maxSpecSize = 1 << 20 // bytes of a spec
	maxDepth    = 1000    // levels of a syntax tree
	maxProblems = 50      // syntax errors after which reading ends
)

// tokens is the lexer of specs and the types of its tokens.
type tokens struct {
	definition *lexer.StatefulDefinition

	space, comment, name, integer, text, grid      lexer.TokenType
	openText, openGrid, operator, bracket, strange lexer.TokenType
}

// tokensOnce builds the lexer when a text is first read: its patterns take
// longer to compile than a small spec takes to parse.
var tokensOnce = sync.OnceValue(func() *tokens {
	// Rules are tried in order; the last takes any character, so that lexing
	// never fails and the parser can say what is wrong with it.
	t := &tokens{definition: lexer.MustSimple([]lexer.SimpleRule{
		{Name: "Space", Pattern: `[ \t\r\n]+`},
		{Name: "Name", Pattern: `[A-Za-z_\pL][0-9A-Za-z_\pL\pM\pN]*`},
		{Name: "Bracket", Pattern: `[()\[\]{},]`},
		{Name: "Operator", Pattern: `:=|!=|<=|>=|\.\.|[:=<>+*/&?-]`},
		{Name: "Int", Pattern: `[0-9]+`},
		{Name: "Comment", Pattern: `#[^\n]*`},
		{Name: "Grid", Pattern: `"""(?s:.*?)"""`},
		{Name: "OpenGrid", Pattern: `"""(?s:.*)`},
		{Name: "Text", Pattern: `"[^"\n]*"`},
		{Name: "OpenText", Pattern: `"[^"\n]*`},
		{Name: "Strange", Pattern: `(?s:.)`},
	})}
	symbols := t.definition.Symbols()
	t.space, t.comment = symbols["Space"], symbols["Comment"]
	t.name, t.integer = symbols["Name"], symbols["Int"]
	t.text, t.openText = symbols["Text"], symbols["OpenText"]
	t.grid, t.openGrid = symbols["Grid"], symbols["OpenGrid"]
	t.operator, t.bracket = symbols["Operator"], symbols["Bracket"]
	t.strange = symbols["Strange"]
	return t
})

// shifted is a lexer over a part of a source: its positions count from the
// start of the source, not of the part.
type shifted struct {
	lexer.Lexer
	offset int
}

// Next returns the next token with its offset in the whole source.
func (s shifted) Next() (lexer.Token, error) {
	t, err := s.Lexer.Next()
	t.Pos.Offset += s.offset
	return t, err
}

// lex cuts text, which begins at offset of its source, into tokens. White space
// and comments are there but passed over.
func lex(text string, offset int) *lexer.PeekingLexer {
	t := tokensOnce()
	raw, err := t.definition.LexString("", text)
	if err == nil {
		var lx *lexer.PeekingLexer
		if lx, err = lexer.Upgrade(shifted{raw, offset}, t.space, t.comment); err == nil {
			return lx
		}
	}
	panic(fmt.Sprintf("dsl: the lexer failed on a checked text: %v", err))
}

// endOf returns the offset after a token.
func endOf(t *lexer.Token) int { return t.Pos.Offset + len(t.Value) }

// placeOf returns the place of a token.
func placeOf(t *lexer.Token) At { return At{t.Pos.Offset, endOf(t)} }

// previous returns the token that was consumed last, or nil at the start.
func previous(lx *lexer.PeekingLexer) *lexer.Token {
	elide := tokensOnce()
	before := lx.Range(0, lx.RawCursor())
	for i := len(before) - 1; i >= 0; i-- {
		if t := &before[i]; t.Type != elide.space && t.Type != elide.comment {
			return t
		}
	}
	return nil
}
