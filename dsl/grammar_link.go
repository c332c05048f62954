package dsl

import "github.com/alecthomas/participle/v2/lexer"

// The productions of links. Functions read parts and answers: without a domain, the word after the
// format is already a target.
type (
	linkStmt struct {
		where
		IDs     []text       `parser:"'link' @@ (',' @@)*"`
		Flags   []*linkFlag  `parser:"('flags' @@ (',' @@)*)?"`
		Parts   []linkPart   `parser:"':' @@ (',' @@)*"`
		Answers []linkAnswer `parser:"('answer' @@ (',' @@)*)?"`
	}
	linkFlag struct {
		where
		Name  name `parser:"@@"`
		Given Expr `parser:"@@"`
	}
	linkPart struct {
		*LinkPart
		*LinkBinding
	}
	linkAnswer struct{ *LinkAnswer }
)

// answerWord separates the parts of a link from its answers. Elsewhere it is an ordinary name.
const answerWord = "answer"

// Parse reads a part.
func (l *linkPart) Parse(lx *lexer.PeekingLexer) error {
	p := newExprParser(lx)
	start := p.peek().Pos.Offset
	if p.peek().Type == textToken {
		l.LinkBinding = p.linkBinding()
		return p.err()
	}
	l.LinkPart = &LinkPart{Format: p.linkFormat()}
	for p.peek().Type == textToken || p.peek().Type == integerToken && p.targetAfter() {
		l.Params = append(l.Params, p.primary().Expr)
	}
	if t := p.peek(); t.Type == nameToken && !Reserved(t.Value) && t.Value != answerWord && p.targetAfter() {
		l.Domain = p.name("a domain")
	}
	l.Targets = p.linkTargets()
	l.Optional = p.accept("?")
	l.LinkPart.Table = p.linkTable()
	l.LinkPart.At = p.from(start)
	return p.err()
}

// linkBinding reads "KIND" [FIELDS] [GIVEN] [TABLE].
func (p *exprParser) linkBinding() *LinkBinding {
	start := p.peek().Pos.Offset
	b := &LinkBinding{}
	b.Kind, _ = p.primary().Expr.(*StringLit)
	switch t := p.peek(); {
	case t.Value == "(":
		p.inBrackets(p.next(), ")", func() {
			for more := true; more; more = p.accept(",") {
				b.Fields = append(b.Fields, p.linkField())
			}
		})
	case t.Type == nameToken && t.Value != answerWord && !startsStatement(t.Value) && p.second().Type == nameToken && p.targetAfter():
		b.Fields = append(b.Fields, p.linkField())
	}
	if all := p.linkTargets(); len(all) > 0 {
		b.Target = all[0]
	}
	b.Table = p.linkTable()
	b.At = p.from(start)
	return b
}

// linkField reads the name of a field, which may be a reserved word.
func (p *exprParser) linkField() *Name {
	if t := p.peek(); t.Type == nameToken {
		p.next()
		return &Name{placeOf(t), t.Value}
	}
	return p.name("the name of a field")
}

// linkFormat reads the name of a format. It may be a reserved word such as count.
func (p *exprParser) linkFormat() *Name {
	if t := p.peek(); t.Type == nameToken && !startsStatement(t.Value) {
		p.next()
		return &Name{placeOf(t), t.Value}
	}
	return p.name("a format, such as num16")
}

// targetAfter reports whether the token after the next begins a target.
func (p *exprParser) targetAfter() bool {
	t := p.second()
	switch {
	case t.Type == nameToken:
		return t.Value != answerWord && !startsStatement(t.Value) && (!Reserved(t.Value) || t.Value == "none")
	case t.Type == textToken, t.Type == integerToken:
		return true
	}
	return t.Value == "("
}

// linkTargets reads one target, or several in parentheses, or none.
func (p *exprParser) linkTargets() []Expr {
	if t := p.peek(); t.Value == "," || t.Value == answerWord || t.EOF() || t.Type == nameToken && startsStatement(t.Value) {
		return nil
	}
	target := func() operand {
		t := p.peek()
		if t.Type == nameToken && !Reserved(t.Value) && t.Value != answerWord || t.Type == integerToken || t.Value == "none" {
			return p.postfix()
		}
		return p.bad("the name of a given")
	}
	if !p.is("(") {
		return []Expr{target().Expr}
	}
	var all []operand
	p.inBrackets(p.next(), ")", func() { all = p.list(target) })
	return exprs(all)
}

// Parse reads an answer.
func (l *linkAnswer) Parse(lx *lexer.PeekingLexer) error {
	p := newExprParser(lx)
	start := p.peek().Pos.Offset
	l.LinkAnswer = &LinkAnswer{Kind: p.name("a kind of answer, such as shade or line")}
	l.Find = p.name("the name of a find")
	l.Optional = p.accept("?")
	if p.accept("by") {
		l.By = p.name("the name of a given or a find")
	}
	l.Table = p.linkTable()
	l.At = p.from(start)
	return p.err()
}

// linkTable reads an optional {MARK: VALUE, …}.
func (p *exprParser) linkTable() (cases []*LinkCase) {
	if !p.is("{") {
		return nil
	}
	p.inBrackets(p.next(), "}", func() {
		for more := true; more; more = p.accept(",") {
			start := p.peek().Pos.Offset
			mark := p.linkMark()
			p.expect(":")
			value := p.expression()
			cases = append(cases, &LinkCase{p.from(start), mark.Expr, value.Expr})
		}
	})
	return cases
}

// linkMark reads a mark: an expression, ?, or several of these in parentheses.
func (p *exprParser) linkMark() operand {
	t := p.peek()
	switch t.Value {
	case "?":
		p.next()
		return p.node(&Name{placeOf(t), t.Value}, placeOf(t))
	case "(":
		open := p.next()
		var all []operand
		p.inBrackets(open, ")", func() { all = p.list(p.linkMark) })
		if len(all) == 1 {
			return all[0]
		}
		at := p.from(open.Pos.Offset)
		return p.node(&Tuple{At: at, Elems: exprs(all)}, at, all...)
	}
	return p.expression()
}

func (g *linkStmt) node() Stmt {
	s := &Link{At: g.at()}
	for _, id := range g.IDs {
		if id.StringLit != nil {
			s.IDs = append(s.IDs, id.StringLit)
		}
	}
	for _, f := range g.Flags {
		if f.Name.Name != nil {
			s.Flags = append(s.Flags, &LinkFlag{f.at(), f.Name.Name, orBad(f.Given, f.at())})
		}
	}
	for _, p := range g.Parts {
		switch {
		case p.LinkPart != nil:
			s.Parts = append(s.Parts, p.LinkPart)
		case p.LinkBinding != nil && p.LinkBinding.Kind != nil:
			s.Bindings = append(s.Bindings, p.LinkBinding)
		}
	}
	for _, a := range g.Answers {
		if a.LinkAnswer != nil {
			s.Answers = append(s.Answers, a.LinkAnswer)
		}
	}
	return s
}

// Link is link "ID", "ALIAS" flags F GIVEN: PARTS answer ANSWERS. It tells how the site puzz.link
// writes an instance of the puzzle into an address, and where an answer stands on its board.
//
// With the name of another site for ID it is link "SITE": BINDINGS. It then tells which given takes what
// a link of that site carries.
type Link struct {
	At
	IDs      []*StringLit // names of the puzzle's type; the first is written
	Flags    []*LinkFlag
	Parts    []*LinkPart
	Bindings []*LinkBinding
	Answers  []*LinkAnswer
}

// LinkBinding is "KIND" [FIELDS] [GIVEN] [TABLE]. The given takes all items of the kind in a link. Without a given
// they are a drawing only.
type LinkBinding struct {
	At
	Kind   *StringLit
	Fields []*Name // what to take of an item; none for its presence or its only field
	Target Expr    // a given, maybe with a key, or nil
	Table  []*LinkCase
}

// LinkFlag is a letter that an address may have before the size of the board.
type LinkFlag struct {
	At
	Name *Name
	// Given is the *Name of a given that is true if the letter is present. It is none if the letter
	// changes nothing, and true if it is always present.
	Given Expr
}

// LinkPart is FORMAT ["LETTERS"] [DOMAIN] TARGETS[?] [TABLE], a part of the body of an address.
type LinkPart struct {
	At
	Format  *Name
	Params  []Expr // arguments of the format: texts and numbers
	Domain  *Name  // the places to visit; nil: the default of the format
	Targets []Expr // givens, maybe with a key; none: nothing may stand there; a number: only this number
	// Optional is true if the targets end in ?. An address may then leave the part out if it is empty and last.
	Optional bool
	Table    []*LinkCase
}

// LinkAnswer is KIND FIND[?] [by NAME] [TABLE]. It tells where the value of a find stands on the board.
type LinkAnswer struct {
	At
	Kind, Find *Name
	By         *Name // a given or a find whose facts need not be drawn, or nil
	Table      []*LinkCase
	// Optional is true if the find ends in ?. It is then not written and need not be drawn.
	Optional bool
}

// LinkCase is MARK: VALUE in a table. An otherwise unknown *Name in a mark stands for any number. The
// *Name ? is a clue without a number.
type LinkCase struct {
	At
	Mark, Value Expr
}
