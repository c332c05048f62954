package dsl

import (
	"errors"
	"strconv"
	"strings"
	"unicode"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// explain reports what went wrong in a statement that begins with word.
func (r *reader) explain(err error, word string) {
	var p *problem
	if !errors.As(err, &p) {
		p = inOurWords(r.lx, err)
		if p.Help == "" && forms[word] != "" {
			p.Helpf("the statement is written: %s", forms[word])
		}
	}
	p.Source = r.src
	for i := range p.Notes {
		p.Notes[i].Source = r.src
	}
	r.report(p.Diagnostic)
}

// parts tells what a production reads, by the name that the parser library
// gives it.
var parts = map[string]string{
	"name": aName, "GivenPart": aName, "pattern": aName, "text": "a text in double quotes", "binding": "a name to bind",
	"Preferred": "`prefer` and a move",
	"Expecting": "no solution, N solutions, solution, minimum N, maximum N, or find = value",
}

const aName = "a name"

// inOurWords turns an error of the parser library into our words. It knows the
// offending token; what was expected begins its message's last part, in the
// library's notation: a quoted literal, or the name of a production.
func inOurWords(lx *lexer.PeekingLexer, err error) *problem {
	var u *participle.UnexpectedTokenError
	if !errors.As(err, &u) {
		panic("dsl: the parser library failed: " + err.Error())
	}
	_, notation, _ := strings.Cut(u.Message(), " (expected ")
	notation = strings.TrimLeft(notation, "(")
	if literal, err := strconv.QuotedPrefix(notation); err == nil {
		return unexpected(lx, "`"+strings.Trim(literal, `"`)+"`")
	}
	word := strings.FieldsFunc(notation+" ", func(c rune) bool { return !unicode.IsLetter(c) })[0]
	if parts[word] == aName {
		if p := misuse(lx); p != nil {
			return p
		}
	}
	return unexpected(lx, parts[word])
}
