package dsl

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
	"nazo/dsl/diag"
)

// problem is a syntax error. Its source is added when it is reported.
type problem struct{ *diag.Diagnostic }

// Error makes a problem an error, as the parser library requires.
func (p *problem) Error() string { return p.Message }

func problemAt(at At, code, format string, args ...any) *problem {
	return &problem{diag.Errorf(nil, at.Span(), code, format, args...)}
}

// advice maps characters of other notations to the way to write them in the language.
var advice = map[string]string{
	"!": "negation is written `not`, inequality `!=`", "%": "the remainder is written `mod`",
	"^": "there is no power; multiply", "|": "disjunction is written `or`, union `+`; the number of members is `size(xs)`", "~": "negation is written `not`",
	";": "statements need no separators", "'": "texts stand in double quotes", ".": "a range is written a..b; numbers are whole",
	"≠": "write `!=`", "≤": "write `<=`", "≥": "write `>=`", "∈": "write `in`", "⊆": "write `subset`", "⊂": "write `subset`",
	"∧": "write `and`", "∨": "write `or`", "¬": "write `not`", "⇒": "write `implies`", "→": "write `implies`", "↔": sayIff, "⇔": sayIff, "≡": "write `=`", "∉": "write `not (x in xs)`", "∅": "an empty set is `{}`", "∖": "write `-`", "∑": "write `sum x in xs: …`", "Σ": "write `sum x in xs: …`", "∏": "write `product x in xs: …`", "⊇": "write `subset` the other way round", "·": "write `*`", "\\": "conjunction is written `and`, disjunction `or`; sets are taken away by `-`", "#": sayDots, "$": "names have no sign before them", "@": "nothing is written with @", "?": "a domain that may be none ends in `?`: 0..9?", "`": "names stand without quotes",
	"∪": "write `+`", "∩": "write `&`", "×": "write `*`", "÷": "write `/`", "−": "write `-`", "∀": "write `all x in xs: …`",
	"∃": "write `some x in xs: …`", "“": "texts stand in plain double quotes", "”": "texts stand in plain double quotes",
}

// doubled explains operators of other notations that consist of several signs.
var doubled = map[string]string{
	"==": "equality is written with one `=`", "&&": "conjunction is written `and`", "<>": "inequality is written `!=`", "===": "equality is written with one `=`",
	"<->": sayIff, "<=>": sayIff, "<==>": sayIff, "==>": "implication is written `implies`",
	"=>": "implication is written `implies`", "->": "implication is written `implies`", "=<": "write `<=`",
	"**": "there is no power; multiply", "//": "division is written `/` and rounds down; a comment begins with `#`",
	"::": "one `:` is enough", "<-": "write `A implies B` the other way round", "||": "disjunction is written `or`", ":-": "a constraint is written: rule \"NAME\": CONDITION", "++": "lists and sets are joined by one `+`", "+=": "nothing is assigned to: a rule says what holds",
	":=": "a value is given by `=`; `:=` is for what a move changes",
}

// unexpected returns the problem of a token in place of an expected one.
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
		p.Help = cmp.Or(Elsewhere(next.Value), "a function stands before its arguments: "+next.Value+"(xs)")
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
		if p.Help == "" && open != nil && slices.Contains([]string{"(", "for", ":"}, t.Value) {
			if _, quantifies := quantWord[open.Value]; quantifies {
				p.Help = "write `" + open.Value + " x in xs: …`"
			}
		}
	}
	if p.Help == "" {
		p.Expect(expected)
	}
	return p
}

// sideBySide returns advice for adjacent operators at the next token: for all of them, as in <->, or
// else for two. It is "" if there is none.
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

// after returns the token after the next.
func after(lx *lexer.PeekingLexer) lexer.Token {
	here := lx.MakeCheckpoint()
	defer lx.LoadCheckpoint(here)
	lx.Next()
	return *lx.Peek()
}

// called returns the token before parentheses that end before the next token, such as f in f(x) (y), or nil.
func called(lx *lexer.PeekingLexer) *lexer.Token {
	before := lx.Range(0, lx.RawCursor())
	if n := len(before); n > 0 && before[n-1].Value == ")" {
		return opener(before[:n-1])
	}
	return nil
}

// opened returns the token before the parenthesis around the next token, such as f in f(x, or nil.
func opened(lx *lexer.PeekingLexer) *lexer.Token { return opener(lx.Range(0, lx.RawCursor())) }

// opener returns the token before the last parenthesis that some tokens leave open, or nil.
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

// foreign returns advice for the first word of another notation among some tokens, or "".
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

// strange returns the problem of a token that is wrong in any place, or nil.
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

// lastLine returns the line on which a token ends. Only grids have several lines.
func lastLine(t *lexer.Token) int { return t.Pos.Line + strings.Count(t.Value, "\n") }

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

// shorten cuts a user's text to a length that fits into a message.
func shorten(text string) string {
	const longest = 48
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > longest {
		return string(r[:longest-1]) + "…"
	}
	return text
}

// misuse returns the problem of a reserved word in place of a name, or nil if the token is not reserved.
func misuse(lx *lexer.PeekingLexer) *problem {
	t, before := lx.Peek(), previous(lx)
	if t.Type != nameToken || !Reserved(t.Value) || before != nil && endsBefore(before, t) {
		return nil
	}
	p := problemAt(placeOf(t), "reserved-word", "`%s` is a reserved word and cannot be a name", t.Value)
	p.Helpf("choose another name, such as `%s_` or `the_%s`", t.Value, t.Value)
	return p
}

// explain reports the error in a statement that begins with word.
func (r *reader) explain(err error, word string) {
	var p *problem
	if !errors.As(err, &p) {
		p = inOurWords(r.lx, err)
		if p.Help == "" && forms[word] != "" {
			p.Helpf("the statement is written: %s", forms[word])
		}
	}
	if word == "use" && strings.HasPrefix(p.Code, "unexpected-") && p.Code != "unexpected-end" {
		p.Helpf("a spec is used by its name alone, without folder, ending and quotes: use latin")
	}
	p.Source = r.src
	for i := range p.Notes {
		p.Notes[i].Source = r.src
	}
	r.report(p.Diagnostic)
}

// parts describes productions by the names that the parser library uses.
var parts = map[string]string{
	"name": aName, "GivenPart": aName, "pattern": aName, "text": "a text in double quotes", "binding": "a name to bind",
	"Preferred": "`prefer` and a move",
	"Expecting": "no solution, N solutions, solution, minimum N, maximum N, or find = value",
}

const aName = "a name"

// inOurWords converts an error of the parser library to a problem. The last part of its message begins
// with the expected item in the library's notation: a quoted literal, or the name of a production.
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

// Elsewhere explains how to write a word of MiniZinc, ASP, Essence, Python or mathematics in this
// language. It is "" for other words. It ignores case and underscores.
func Elsewhere(word string) string {
	return elsewhere[strings.ToLower(strings.ReplaceAll(word, "_", ""))]
}

// ElsewhereValue is like [Elsewhere] for a word that is used as a value, so can't be a quantifier.
func ElsewhereValue(word string) string {
	switch help := Elsewhere(word); help {
	case sayAll, saySome:
		return "a label is a value once a type names it: given clue: grid of {" + word + " \"?\"} or 0..9"
	default:
		return help
	}
}

// Explanations that several words share.
const (
	sayAll      = "write `all x in xs: …`, or a rule for each: rule \"…\" for x in xs: …"
	saySome     = "write `some x in xs: …`"
	sayDistinct = "write `distinct(xs)`, of a list, an array or `[x[i] for i in is]`"
	sayFind     = "what is to be found is written: find NAME: DOMAIN"
	sayGiven    = "what is given is written: given NAME: TYPE, or given NAME = VALUE with a default"
	sayRule     = "a constraint is written: rule \"NAME\": CONDITION"
	sayArray    = "an array is a name with keys: find x[i in 1..9]: 0..5; cells(board) may be the keys, too"
	sayCount    = "count with `count x in xs: CONDITION`, and compare the number"
	saySize     = "the number of members is `size(xs)`"
	sayRange    = "a range is written `1..9`, both ends included"
	sayImplies  = "a condition without `else` is `A implies B`"
	sayIff      = "`A iff B` of conditions is `A = B` with parentheses around each; `xor` is `!=`"
	sayNothing  = "what to do follows from the command: nazo solve, unique, count; to have the best, minimize EXPRESSION"
	sayLet      = "a name for a value is written: let NAME = EXPRESSION"
	sayLetRule  = "`let` is a statement of its own; a rule binds a name before its colon: rule \"…\" for x = VALUE: …"
	sayDef      = "a function is written: def NAME(A, B) = EXPRESSION"
	sayCycle    = "a loop is `find NAME: cycle in GRAPH`, a path `path in GRAPH`, such as orthogonal(board)"
	sayShow     = "what is drawn is written: show EXPRESSION; else all that is found is"
	sayUse      = "rules of another file are taken by: use NAME"
	sayJoin     = "sets are joined by `+`, intersected by `&`; `a - b` is what a has and b not, `a subset b` compares"
	sayBool     = "the type is `bool`, its values `true` and `false`"
	sayInt      = "a number has a range as its domain: find x: 0..99; given n: 0..99"
	sayNone     = "nothing is `none`; a domain that may be none ends in `?`: 0..9?"
	sayIf       = "the choice of a value is `if A then B else C`; for more cases `if` follows `else`"
	sayEach     = "members with their numbers are i in 1..size(xs) and xs[i]; two of them are {a, b} in pairs(xs), neighbours {a, b} in edges(orthogonal(board))"
	sayConnect  = "that cells hang together is `connected(s)`, or `connected(s, graph)`; that each part of them has one of some ends `reaches(s, ends)`"
	sayDots     = "comments begin with `#`"
)

// elsewhere has its keys in lower case and without underscores.
var elsewhere = map[string]string{
	// quantifiers and logic
	"forall": sayAll, "foreach": sayAll, "every": sayAll, "each": sayAll, "any": saySome, "exists": saySome, "exist": saySome, "exactly": sayCount,
	"atleast": sayCount, "atmost": sayCount, "exactlyone": "write `one x in xs: …`", "countif": sayCount, "globalcardinality": sayCount, "gcc": sayCount, "among": sayCount,
	"iff": sayIff, "xor": sayIff, "equiv": sayIff, "bool2int": "`count x in xs: CONDITION` counts conditions; `if A then 1 else 0` makes one a number",
	"elif": sayIf, "elseif": sayIf, "endif": sayIf, "ite": sayIf, "ifthenelse": sayIf, "when": sayImplies, "unless": "write `not A implies B`", "notin": "write `not (x in xs)`",
	// statements
	"var": sayFind, "variable": sayFind, "vars": sayFind, "decision": sayFind, "unknown": sayFind, "par": sayGiven, "param": sayGiven, "parameter": sayGiven, "input": sayGiven,
	"constraint": sayRule, "constraints": sayRule, "such": sayRule, "suchthat": sayRule, "subject": sayRule, "require": sayRule, "assert": sayRule, "ensure": sayRule, "must": sayRule,
	"solve": sayNothing, "satisfy": sayNothing, "satisfying": sayNothing, "maximum": "the largest is `max x in xs: …`, of a list `max(xs)`", "minimum": "the smallest is `min x in xs: …`, of a list `min(xs)`",
	"letting": sayLet, "const": sayLet, "constant": sayLet, "define": sayDef, "function": sayDef, "predicate": sayDef, "lambda": sayDef, "return": sayDef, "output": sayShow, "print": sayShow,
	"include": sayUse, "import": sayUse, "from": sayUse, "comment": sayDots, "language": "a spec begins with: puzzle NAME \"what it is\"", "branching": "how to search is the engines' affair; nazo solve --search names searches",
	// domains
	"int": sayInt, "integer": sayInt, "nat": sayInt, "number": sayInt, "float": "numbers are whole; take tenths or hundredths", "real": "numbers are whole; take tenths or hundredths", "boolean": sayBool, "true": sayBool, "false": sayBool,
	"array": sayArray, "matrix": sayArray, "indexed": sayArray, "vector": sayArray, "dict": sayArray, "table": "a table of allowed rows is `(x, y) in { (1, 2), (3, 4) }`",
	"enum": "names of values stand in braces: given c: grid of {white \"o\", black \"*\"}", "string": "names of values stand in braces: {red, green}; any word is a `label`", "letters": "letters are labels: `list of set of label`, or a set of names: {a, b, c}", "words": "words are labels: `list of label`",
	"char": "letters are labels: `list of label`", "loop": sayCycle, "circuit": sayCycle, "hamiltonian": "a line through all cells is `cycle in GRAPH` and the rule covers(line, cells(board))", "subcircuit": sayCycle, "tree": "edges without a ring: acyclic(edges); with connected(…) they are a tree",
	"area": "the area of the part that holds c is size(part(c, room))", "same": "a and b are in one part where b in part(a, room)",
	"bag": "a list may have members twice; `count x in xs: x = v` counts them", "multiset": "a list may have members twice; `count x in xs: x = v` counts them", "mset": "a list may have members twice; `count x in xs: x = v` counts them",
	"partition": "a board cut into connected parts is `find room: regions in GRAPH`", "region": "a board cut into connected parts is `find room: regions in GRAPH`", "sequence": "a list of known length is an array: find x[i in 1..n]: …", "seq": "a list of known length is an array: find x[i in 1..n]: …",
	// functions
	"alldifferent": sayDistinct, "alldiff": sayDistinct, "different": sayDistinct, "unique": sayDistinct, "allequal": "write `all x in xs: x = y`", "len": saySize, "lengthof": saySize, "card": saySize, "cardinality": saySize,
	"range": sayRange, "set2array": "members in their order are `sorted(s)`", "list": "members in their order are `sorted(s)`; a list is written [a, b] or [f(x) for x in xs]", "enumerate": sayEach, "zip": sayEach,
	"union": sayJoin, "intersection": sayJoin, "intersect": sayJoin, "diff": sayJoin, "setminus": sayJoin, "superset": sayJoin, "issubset": sayJoin, "append": sayJoin, "isdisjoint": "write `a & b = {}`", "disjoint": "write `a & b = {}`", "setdifference": sayJoin,
	"element": "the member with a number is `xs[i]`, also where i is to be found", "inverse": "two arrays are inverse where `all i in is: y[x[i]] = i`", "increasing": "write `all {i, j} in pairs(1..n): x[i] < x[j]`", "cumulative": "write a rule for each time: (sum t in tasks where …: need[t]) <= most",
	"lexless": "compare what comes first: `first i in is where x[i] != y[i]: x[i] < y[i]`", "lexlesseq": "compare what comes first: `first i in is where x[i] != y[i]: x[i] < y[i]`", "regular": "runs in a line are `runs(line, value)`, patterns `matches(…)`",
	"neighbours": "the neighbours in a graph are `neighbors(orthogonal(board), c)`; king(board) joins diagonals, too", "adjacent": "a and b are neighbours where {a, b} in edges(orthogonal(board))", "reachable": sayConnect, "reach": sayConnect, "isconnected": sayConnect, "floodfill": sayConnect, "activeverticesconnected": sayConnect,
	"pow": "there is no power; multiply", "sqrt": "there are no roots; x * x = n says that x is one", "prod": "the product is `product x in xs: …`", "mul": "the product is `product x in xs: …`", "floor": "division `/` rounds down", "div": "division is `/`, and rounds down", "rem": "the remainder is `a mod b`", "modulo": "the remainder is `a mod b`",
	"is": "write `=`; nothing is `none`", "null": sayNone, "nil": sayNone, "nothing": sayNone, "empty": "an empty set is `{}`, an empty list `[]`; of cells without a value `x[c] = none`", "emptyset": "an empty set is `{}`",
}
