package dsl

import (
	"cmp"
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"nazo/dsl/diag"
)

// problem is a syntax error on its way through the grammar. It gets its source
// when it is reported.
type problem struct{ *diag.Diagnostic }

// Error makes a problem an error, as the parser library wants it.
func (p *problem) Error() string { return p.Message }

// problemAt returns a problem at a place.
func problemAt(at At, code, format string, args ...any) *problem {
	return &problem{diag.Errorf(nil, at.Span(), code, format, args...)}
}

// advice tells how the language writes what other notations write with these
// characters.
var advice = map[string]string{
	"!": "negation is written `not`, inequality `!=`", "%": "the remainder is written `mod`",
	"^": "there is no power; multiply", "|": "disjunction is written `or`, union `+`; the number of members is `size(xs)`", "~": "negation is written `not`",
	";": "statements need no separators", "'": "texts stand in double quotes", ".": "a range is written a..b; numbers are whole",
	"≠": "write `!=`", "≤": "write `<=`", "≥": "write `>=`", "∈": "write `in`", "⊆": "write `subset`", "⊂": "write `subset`",
	"∧": "write `and`", "∨": "write `or`", "¬": "write `not`", "⇒": "write `implies`", "→": "write `implies`", "↔": sayIff, "⇔": sayIff, "≡": "write `=`", "∉": "write `not (x in xs)`", "∅": "an empty set is `{}`", "∖": "write `-`", "∑": "write `sum x in xs: …`", "Σ": "write `sum x in xs: …`", "∏": "write `product x in xs: …`", "⊇": "write `subset` the other way round", "·": "write `*`", "\\": "conjunction is written `and`, disjunction `or`; sets are taken away by `-`", "#": sayDots, "$": "names have no sign before them", "@": "nothing is written with @", "?": "a domain that may be none ends in `?`: 0..9?", "`": "names stand without quotes",
	"∪": "write `+`", "∩": "write `&`", "×": "write `*`", "÷": "write `/`", "−": "write `-`", "∀": "write `all x in xs: …`",
	"∃": "write `some x in xs: …`", "“": "texts stand in plain double quotes", "”": "texts stand in plain double quotes",
}

// doubled tells what was meant by operators that stand side by side.
var doubled = map[string]string{
	"==": "equality is written with one `=`", "&&": "conjunction is written `and`", "<>": "inequality is written `!=`", "===": "equality is written with one `=`",
	"<->": sayIff, "<=>": sayIff, "<==>": sayIff, "==>": "implication is written `implies`",
	"=>": "implication is written `implies`", "->": "implication is written `implies`", "=<": "write `<=`",
	"**": "there is no power; multiply", "//": "division is written `/` and rounds down; a comment begins with `#`",
	"::": "one `:` is enough", "<-": "write `A implies B` the other way round", "||": "disjunction is written `or`", ":-": "a constraint is written: rule \"NAME\": CONDITION", "++": "lists and sets are joined by one `+`", "+=": "nothing is assigned to: a rule says what holds",
	":=": "a value is given by `=`; `:=` is for what a move changes",
}

// unexpected is the mistake that a token is not what should stand in its place.
func unexpected(lx *lexer.PeekingLexer, expected string) *problem {
	t, before := lx.Peek(), previous(lx)
	if t.EOF() || before != nil && endsBefore(before, t) {
		at := placeOf(t)
		if before != nil {
			at = At{endOf(before), endOf(before)}
		}
		what := "the statement breaks off"
		if t.EOF() {
			what = "the text breaks off"
		}
		p := problemAt(at, "unexpected-end", "%s", what)
		p.Expect(expected)
		switch {
		case expected == "`else`":
			p.Help = sayImplies
		case t.Value == "let" && t.Pos.Column > 1 && expected == "an expression":
			p.Help = sayLetRule
		}
		return p
	}
	p := strange(t)
	if next := after(lx); p != nil && t.Value == "." && next.Type == nameToken && before != nil && before.Type != integerToken {
		p.Help = "a function stands before its arguments: " + next.Value + "(xs)"
		if help := Elsewhere(next.Value); help != "" {
			p.Help = help
		}
	}
	if p == nil {
		p = problemAt(placeOf(t), "unexpected-token", "unexpected %s", describe(t))
		if !strings.HasPrefix(expected, "`") && t.Type == nameToken && Reserved(t.Value) {
			p.Message += ", which is a reserved word"
		}
		p.Help = sideBySide(lx)
	}
	switch {
	case p.Help != "":
	case expected == "`else`":
		p.Help = sayImplies
	case t.Value == "for" && expected == "an expression":
		p.Help = sayAll
	case t.Value == "let" && expected == "an expression":
		p.Help = sayLetRule
	case t.Value == "if" && strings.Contains(expected, "operator"):
		p.Help = sayIf
	case before != nil && before.Value == "[" && t.Type == integerToken && expected == parts["binding"]:
		p.Help = "keys have a name: NAME[i in 1..3]"
	default:
		open := opened(lx)
		p.Help = foreign(before, t, called(lx), open)
		if p.Help == "" && t.Value == "(" {
			open = called(lx) // sum(i in is)(x[i])
		}
		if p.Help == "" && open != nil && slices.Contains([]string{"(", "for", ":"}, t.Value) && quantifies(open.Value) {
			p.Help = "write `" + open.Value + " x in xs: …`"
		}
	}
	if p.Help == "" {
		p.Expect(expected)
	}
	return p
}

// sideBySide is the advice for the operators that stand side by side at the next token: for all of them, as in <->, or else
// for two; "" if there is none.
func sideBySide(lx *lexer.PeekingLexer) string {
	t := *lx.Peek()
	before, behind := "", ""
	run := t.Value
	taken := lx.Range(0, lx.RawCursor())
	for i, start := len(taken)-1, t.Pos.Offset; i >= 0 && taken[i].Type == operatorToken && endOf(&taken[i]) == start; i-- {
		before, start = cmp.Or(before, taken[i].Value), taken[i].Pos.Offset
		run = taken[i].Value + run
	}
	here := lx.MakeCheckpoint()
	defer lx.LoadCheckpoint(here)
	for end := endOf(&t); ; {
		lx.Next()
		next := lx.Peek()
		if next.Type != operatorToken || next.Pos.Offset != end {
			break
		}
		behind, end = cmp.Or(behind, next.Value), endOf(next)
		run += next.Value
	}
	return cmp.Or(doubled[run], doubled[before+t.Value], doubled[t.Value+behind])
}

// after is the token after the next.
func after(lx *lexer.PeekingLexer) lexer.Token {
	here := lx.MakeCheckpoint()
	defer lx.LoadCheckpoint(here)
	lx.Next()
	return *lx.Peek()
}

// called is what stands before the parentheses that end before the next token, as f in f(x) (y); nil if nothing does.
func called(lx *lexer.PeekingLexer) *lexer.Token {
	before := lx.Range(0, lx.RawCursor())
	if n := len(before); n > 0 && before[n-1].Value == ")" {
		return opener(before[:n-1])
	}
	return nil
}

// opened is what stands before the parenthesis in which the next token stands, as f in f(x; nil if nothing does.
func opened(lx *lexer.PeekingLexer) *lexer.Token { return opener(lx.Range(0, lx.RawCursor())) }

// opener is what stands before the last parenthesis that is open at the end of some tokens; nil if nothing does.
func opener(tokens []lexer.Token) *lexer.Token {
	depth := 0
	for i, t := range slices.Backward(tokens) {
		switch t.Value {
		case ")":
			depth++
		case "(":
			depth--
		}
		if depth < 0 {
			if i == 0 {
				return nil
			}
			return &tokens[i-1]
		}
	}
	return nil
}

// foreign is the advice for a word of other notations at which, or after which, a statement can't be read on.
func foreign(words ...*lexer.Token) string {
	for _, t := range words {
		if t == nil || t.Type != nameToken || Reserved(t.Value) {
			continue
		}
		if help := Elsewhere(t.Value); help != "" {
			return help
		}
	}
	return ""
}

// strange returns the problem of a token that is wrong wherever it stands, else nil.
func strange(t *lexer.Token) *problem {
	switch t.Type {
	case openTextToken:
		p := problemAt(placeOf(t), "unclosed-text", "this text is not closed")
		p.Helpf("a text ends on its line with \"")
		return p
	case openGridToken:
		p := problemAt(At{t.Pos.Offset, t.Pos.Offset + 3}, "unclosed-grid", "this grid is not closed")
		p.Helpf(`a grid ends with """`)
		return p
	case strangeToken:
		p := problemAt(placeOf(t), "unexpected-character", "%s means nothing here", describe(t))
		p.Help = advice[t.Value]
		return p
	}
	return nil
}

// endsBefore reports whether a statement, or the text, ends between two tokens.
func endsBefore(before, t *lexer.Token) bool {
	if t.EOF() {
		return true
	}
	return t.Type == nameToken && startsStatement(t.Value) && t.Pos.Line > lastLine(before)
}

// lastLine returns the line on which a token ends; only grids reach over several.
func lastLine(t *lexer.Token) int { return t.Pos.Line + strings.Count(t.Value, "\n") }

// describe names a token in a message.
func describe(t *lexer.Token) string {
	switch {
	case t.EOF():
		return "end of the text"
	case t.Type == gridToken:
		return "grid"
	case t.Type == textToken:
		return "text " + shorten(t.Value)
	case t.Type == strangeToken && strings.TrimSpace(t.Value) != t.Value || t.Value == "\ufeff":
		return "this kind of blank"
	}
	return "`" + shorten(t.Value) + "`"
}

// shorten cuts what a user wrote to a length that fits into a message.
func shorten(text string) string {
	const longest = 48
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > longest {
		return string(r[:longest-1]) + "…"
	}
	return text
}

// misuse is the mistake that a reserved word stands where a name should, or nil
// if the token is no reserved word.
func misuse(lx *lexer.PeekingLexer) *problem {
	t, before := lx.Peek(), previous(lx)
	if t.Type != nameToken || !Reserved(t.Value) || before != nil && endsBefore(before, t) {
		return nil
	}
	p := problemAt(placeOf(t), "reserved-word", "`%s` is a reserved word and cannot be a name", t.Value)
	p.Helpf("choose another name, such as `%s_` or `the_%s`", t.Value, t.Value)
	return p
}
