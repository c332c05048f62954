package ide

import (
	"slices"
	"strings"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/library"
)

// TokenType is the type of a token, as in the language server protocol.
type TokenType uint8

// The types of tokens. TokenTypes has their names.
const (
	KeywordType TokenType = iota
	VariableType
	PropertyType // a find, a chosen value or a state
	ParameterType
	FunctionType
	EnumMemberType
	TypeType
	MethodType // a move
	NumberType
	StringType
	CommentType
	OperatorType
)

// TokenTypes are the names of the types.
var TokenTypes = []string{"keyword", "variable", "property", "parameter", "function", "enumMember", "type", "method", "number", "string", "comment", "operator"}

// The modifiers of tokens, as bits. TokenModifiers has their names.
const (
	DeclarationModifier = 1 << iota
	ReadonlyModifier
	LibraryModifier
)

// TokenModifiers are the names of the modifiers.
var TokenModifiers = []string{"declaration", "readonly", "defaultLibrary"}

// SemanticToken is a token with its type.
type SemanticToken struct {
	Span      Span      `json:"span"`
	Type      TokenType `json:"type"`
	Modifiers int       `json:"modifiers,omitempty"`
}

// SemanticTokens lists the tokens within a part of the text, each within one line.
func (d *Document) SemanticTokens(within Span) []SemanticToken {
	if d.written {
		return d.instanceTokens(within)
	}
	names := map[int]*dsl.Name{}
	sentences := d.valuesInSentences(names)
	var out []SemanticToken
	for _, t := range d.tokens() {
		if t.End < within.Start || t.Start > within.End {
			continue
		}
		if t.Kind == dsl.TextToken && len(sentences[t.Start]) > 0 {
			out = append(out, d.sentence(t, sentences[t.Start])...)
			continue
		}
		typ, modifiers, ok := d.tokenType(t, names)
		if ok {
			out = append(out, d.byLines(SemanticToken{t.At.Span(), typ, modifiers})...)
		}
	}
	return out
}

// valuesInSentences collects names by where they begin, and returns those in sentences by the text's begin.
func (d *Document) valuesInSentences(names map[int]*dsl.Name) map[int][]*dsl.Name {
	sentences := map[int][]*dsl.Name{}
	var begin, end int
	dsl.Visit(d.found().file, func(n dsl.Node) bool {
		switch n := n.(type) {
		case *dsl.Sentence:
			tokens := d.tokens()
			i := dsl.TokenAt(tokens, n.End)
			if i < len(tokens) && tokens[i].Kind == dsl.TextToken {
				begin, end = tokens[i].Start, tokens[i].End
			}
		case *dsl.Name:
			names[n.Start] = n
			if n.Start > begin && n.End < end {
				sentences[begin] = append(sentences[begin], n)
			}
		}
		return true
	})
	return sentences
}

func (d *Document) sentence(t dsl.Token, names []*dsl.Name) []SemanticToken {
	slices.SortFunc(names, func(a, b *dsl.Name) int { return a.Start - b.Start })
	var out []SemanticToken
	at := t.Start
	for _, n := range names {
		if n.Start < at {
			continue
		}
		if n.Start > at {
			out = append(out, SemanticToken{Span{Start: at, End: n.Start}, StringType, 0})
		}
		typ, modifiers := d.nameType(n)
		out = append(out, SemanticToken{n.Span(), typ, modifiers})
		at = n.End
	}
	return append(out, SemanticToken{Span{Start: at, End: t.End}, StringType, 0})
}

func (d *Document) byLines(t SemanticToken) []SemanticToken {
	first, last := d.Lines.LineOf(t.Span.Start), d.Lines.LineOf(t.Span.End)
	if first == last {
		return []SemanticToken{t}
	}
	var out []SemanticToken
	for line := first; line <= last; line++ {
		part := t
		part.Span = Span{Start: max(t.Span.Start, d.Lines.Start(line)), End: min(t.Span.End, d.Lines.end(line))}
		if part.Span.Len() > 0 {
			out = append(out, part)
		}
	}
	return out
}

// tokenType returns the type of a token. ok is false for brackets and for what is not part of the language.
func (d *Document) tokenType(t dsl.Token, names map[int]*dsl.Name) (typ TokenType, modifiers int, ok bool) {
	switch t.Kind {
	case dsl.CommentToken:
		return CommentType, 0, true
	case dsl.NumberToken:
		return NumberType, 0, true
	case dsl.TextToken, dsl.GridToken:
		return StringType, 0, true
	case dsl.OperatorToken:
		return OperatorType, 0, true
	case dsl.WordToken:
		if n := names[t.Start]; n != nil && n.End == t.End {
			typ, modifiers = d.nameType(n)
			return typ, modifiers, true
		}
		if dsl.Reserved(t.Text) || slices.Contains(dsl.WordsInPlace(), t.Text) {
			return KeywordType, 0, true
		}
	}
	return 0, 0, false
}

func (d *Document) nameType(n *dsl.Name) (typ TokenType, modifiers int) {
	s := d.found().record.SymbolOf(n)
	if s == nil {
		switch {
		case check.Constant(n.Text) != nil:
			return EnumMemberType, ReadonlyModifier | LibraryModifier
		case library.Find(n.Text) != nil:
			return FunctionType, LibraryModifier
		case slices.Contains(check.TypeWords(), n.Text):
			return TypeType, LibraryModifier
		}
		return VariableType, 0
	}
	if s.Name == n {
		modifiers = DeclarationModifier
	}
	switch s.Role {
	case check.RoleFind, check.RoleChoose, check.RoleState:
		return PropertyType, modifiers
	case check.RoleBound, check.RoleValue:
		return ParameterType, modifiers
	case check.RoleFunction:
		return FunctionType, modifiers
	case check.RoleMove:
		return MethodType, modifiers
	case check.RoleLabel:
		return EnumMemberType, modifiers | ReadonlyModifier
	}
	return VariableType, modifiers | ReadonlyModifier
}

// instanceTokens lists the tokens of a file of instances. Rows are values whatever they begin with.
func (d *Document) instanceTokens(within Span) (out []SemanticToken) {
	add := func(at Span, t TokenType) {
		for _, one := range d.byLines(SemanticToken{at, t, 0}) {
			if one.Span.End >= within.Start && one.Span.Start <= within.End {
				out = append(out, one)
			}
		}
	}
	used := map[int]bool{} // lines of entries
	for _, e := range d.read().entries {
		for _, n := range e.Names {
			add(n.Span(), VariableType)
		}
		value := e.Value.Span()
		last := max(d.Lines.LineOf(value.End), d.Lines.LineOf(e.Start))
		for line := d.Lines.LineOf(e.Start); line <= last; line++ {
			used[line] = true
		}
		if _, rows := e.Value.(*dsl.GridLit); rows {
			add(value, StringType)
			continue
		}
		for _, t := range dsl.Scan(d.Source.Text[value.Start:max(value.Start, d.Lines.end(last))]) { // with a comment after the value
			if typ, _, ok := d.tokenType(t, nil); ok {
				add(Span{Start: value.Start + t.Start, End: value.Start + t.End}, typ)
			}
		}
	}
	for line := range d.Lines.Count() {
		at := Span{Start: d.Lines.Start(line), End: d.Lines.end(line)}
		if !used[line] && strings.HasPrefix(strings.TrimSpace(d.Source.Slice(at)), "#") {
			add(at, CommentType)
		}
	}
	slices.SortStableFunc(out, func(a, b SemanticToken) int { return a.Span.Start - b.Span.Start })
	return out
}
