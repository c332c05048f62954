package ide

import (
	"fmt"
	"math/big"
	"strings"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/library"
)

// Hover is what there is to say of a place.
type Hover struct {
	Span     Span   `json:"span"`
	Markdown string `json:"markdown"`
}

// Hover tells about what stands at an offset: a name and its type, a function of the library, a word of the language; ok is false if there is
// nothing to say.
func (d *Document) Hover(offset int) (h Hover, ok bool) {
	if s, name := d.symbolAt(offset); s != nil {
		return Hover{name.Span(), d.aboutSymbol(s, name)}, true
	}
	if d.written {
		return Hover{}, false
	}
	tokens := d.tokens()
	i := dsl.TokenAt(tokens, offset)
	if i < len(tokens) && tokens[i].End == offset && i+1 < len(tokens) && tokens[i+1].Start == offset && tokens[i].Kind != dsl.WordToken {
		i++
	}
	if i >= len(tokens) || tokens[i].Kind != dsl.WordToken || offset < tokens[i].Start {
		return Hover{}, false
	}
	text := d.aboutWord(tokens[i], i+1 < len(tokens) && tokens[i+1].Text == "(")
	return Hover{tokens[i].At.Span(), text}, text != ""
}

// aboutSymbol tells what a name stands for: its declaration, what it is, and how many values it may have.
func (d *Document) aboutSymbol(s *check.Symbol, name *dsl.Name) string {
	var b strings.Builder
	b.WriteString(code(declaration(s)))
	var types []string
	unknown := false
	for _, t := range s.Types() {
		types = append(types, t.String())
		unknown = unknown || t.Unknown()
	}
	role := roleTexts[s.Role]
	if len(types) > 0 {
		fmt.Fprintf(&b, "%s: %s", role, strings.Join(types, ", or "))
	} else {
		b.WriteString(role)
	}
	if unknown && s.Role != check.RoleFind && s.Role != check.RoleChoose && s.Role != check.RoleState {
		b.WriteString(", which depends on what is found")
	}
	if domain := domainOf(s); domain != nil {
		if n := d.sizeOf(domain); n != nil {
			fmt.Fprintf(&b, "\n\n%s", choices(n, s))
		}
	}
	if s.Source != d.Source && !d.written {
		fmt.Fprintf(&b, "\n\nfrom %s", s.Source.Name)
	}
	return b.String()
}

var roleTexts = map[check.Role]string{
	check.RoleGiven: "given", check.RoleLet: "let", check.RoleFind: "to be found", check.RoleChoose: "chosen, no part of the solution", check.RoleState: "state",
	check.RoleMove: "a move", check.RoleCost: "a cost, which moves add to", check.RoleLabel: "label", check.RoleBound: "bound here", check.RoleValue: "the value of the find", check.RoleFunction: "a function",
}

// code is a block of text of the language.
func code(text string) string { return "```nazo\n" + text + "\n```\n" }

// declaration is the text that declares a symbol, the first few lines of it.
func declaration(s *check.Symbol) string {
	const most = 6
	span := s.Name.Span()
	if s.Stmt != nil {
		span = s.Stmt.Span()
	} else if s.Role == check.RoleBound || s.Role == check.RoleValue || s.Role == check.RoleLabel {
		return s.Name.Text
	}
	lines := strings.Split(strings.ReplaceAll(s.Source.Slice(span), "\r\n", "\n"), "\n")
	if len(lines) > most {
		lines = append(lines[:most], "…")
	}
	return strings.Join(lines, "\n")
}

// domainOf is the domain of what is found or changed; nil for others.
func domainOf(s *check.Symbol) dsl.Expr {
	switch stmt := s.Stmt.(type) {
	case *dsl.Find:
		return stmt.Domain
	case *dsl.Choose:
		return stmt.Domain
	case *dsl.State:
		return stmt.Domain
	case *dsl.Given:
		for i, p := range stmt.Parts {
			if p.Name == s.Name {
				if grid, ok := stmt.TypeOf(i).(*dsl.GridOf); ok {
					return grid.Of
				}
			}
		}
	}
	return nil
}

// choices says how many values a name may have.
func choices(n *big.Int, s *check.Symbol) string {
	each := ""
	if types := s.Types(); len(types) > 0 && types[0].Kind == check.Array {
		each = " for each key"
	}
	if n.IsInt64() && n.Int64() == 1 {
		return "1 value" + each
	}
	return n.String() + " values" + each
}

// sizeOf is how many values a domain has, if the text tells it: those of numbers and names of numbers, labels, truth values and
// what is made of them; else nil.
func (d *Document) sizeOf(e dsl.Expr) *big.Int {
	switch e := e.(type) {
	case *dsl.LabelSet:
		return big.NewInt(int64(len(e.Labels)))
	case *dsl.SetLit:
		return big.NewInt(int64(len(e.Elems)))
	case *dsl.Optional:
		if n := d.sizeOf(e.Of); n != nil {
			return n.Add(n, big.NewInt(1))
		}
	case *dsl.SetOf:
		if n := d.sizeOf(e.Of); n != nil && n.IsInt64() && n.Int64() <= 64 {
			return n.Lsh(big.NewInt(1), uint(n.Int64()))
		}
	case *dsl.Union:
		sum := new(big.Int)
		for _, p := range e.Parts {
			n := d.sizeOf(p)
			if n == nil {
				return nil
			}
			sum.Add(sum, n)
		}
		return sum
	case *dsl.Binary:
		lo, hi := d.number(e.X), d.number(e.Y)
		if e.Op == dsl.OpRange && lo != nil && hi != nil && lo.Cmp(hi) <= 0 {
			n := new(big.Int).Sub(hi, lo)
			return n.Add(n, big.NewInt(1))
		}
	case *dsl.Name:
		if e.Text == "bool" {
			return big.NewInt(2)
		}
		if let := d.valueOf(e); let != nil {
			return d.sizeOf(let)
		}
	}
	return nil
}

// number is the value of a number that is written out, or named by a let; else nil. What is given by default may be given otherwise.
func (d *Document) number(e dsl.Expr) *big.Int {
	switch e := e.(type) {
	case *dsl.IntLit:
		return e.Value
	case *dsl.Unary:
		if n := d.number(e.X); n != nil && e.Op == dsl.OpNeg {
			return new(big.Int).Neg(n)
		}
	case *dsl.Name:
		if let := d.valueOf(e); let != nil {
			return d.number(let)
		}
	}
	return nil
}

// valueOf is what a name stands for that a let declares; nil for others, and for a part of a value. A let depends on none that depends on it:
// one in a circle has no type.
func (d *Document) valueOf(n *dsl.Name) dsl.Expr {
	s := d.record().SymbolOf(n)
	if s == nil || s.Role != check.RoleLet || len(s.Types()) == 0 {
		return nil
	}
	let, ok := s.Stmt.(*dsl.Let)
	if !ok || len(let.Bind.Names) != 1 {
		return nil
	}
	return let.Bind.Value
}

// aboutWord tells of a word of the language, or of a name that it has; "" if there is nothing to tell.
func (d *Document) aboutWord(t dsl.Token, called bool) string {
	if f := library.Find(t.Text); f != nil && called {
		return aboutFunction(f)
	}
	if c := check.Constant(t.Text); c != nil {
		return code(t.Text) + c.String()
	}
	if usage, worth := dsl.QuantifierUsage(t.Text); usage != "" {
		return code(usage) + worth
	}
	for _, usage := range []string{dsl.StatementUsage(t.Text), dsl.FormUsage(t.Text)} {
		if usage != "" {
			return code(usage)
		}
	}
	return ""
}

// aboutFunction tells how a function of the library is called, and what it does.
func aboutFunction(f *library.Function) string {
	var lines []string
	for _, s := range f.Signatures {
		lines = append(lines, f.Name+s)
	}
	text := code(strings.Join(lines, "\n")) + f.Doc + "\n\n" + f.Group
	if f.Cheaper != "" {
		text += "\n\nwhere it is slow: " + f.Cheaper
	}
	return text
}

// Signatures are the ways to write a call whose arguments are being written.
type Signatures struct {
	Ways   []Way `json:"ways"`
	Active int   `json:"active"` // the way that has room for as many arguments; the first of them
	Param  int   `json:"param"`  // the argument that the cursor is at, from 0
}

// Way is one way to call a function.
type Way struct {
	Label  string   `json:"label"`
	Params []string `json:"params"` // parts of the label, in their order
	Doc    string   `json:"doc,omitempty"`
}

// Signatures tells about the call around an offset; ok is false if there is none. It goes by brackets, so the call need not be complete.
func (d *Document) Signatures(offset int) (s Signatures, ok bool) {
	if d.written {
		return s, false
	}
	name, arg := callAround(d.tokens(), offset)
	if name == "" {
		return s, false
	}
	s.Param = arg
	s.Ways = d.waysToCall(name)
	for i, w := range s.Ways {
		if len(w.Params) > arg {
			s.Active = i
			break
		}
	}
	return s, len(s.Ways) > 0
}

// callAround is the name before the innermost parenthesis that is open at an offset, and how many commas stand between; "" if there is
// none, or a statement begins after it.
func callAround(tokens []dsl.Token, offset int) (name string, arg int) {
	depth := 0
	for i := len(tokens) - 1; i > 0; i-- {
		t := tokens[i]
		if t.End > offset {
			continue
		}
		switch t.Text {
		case ")", "]", "}":
			depth++
		case "[", "{":
			if depth == 0 {
				arg = 0 // what is in these brackets is one argument
				continue
			}
			depth--
		case "(":
			if depth--; depth >= 0 {
				continue
			}
			if f := tokens[i-1]; f.Kind == dsl.WordToken && f.End == t.Start {
				return f.Text, arg
			}
			depth, arg = 0, 0 // parentheses that only hold together
		case ",":
			if depth == 0 {
				arg++
			}
		default:
			if t.Kind == dsl.WordToken && dsl.StatementUsage(t.Text) != "" {
				return "", 0
			}
		}
	}
	return "", 0
}

// waysToCall lists how a function of the spec, of the library or a move is called.
func (d *Document) waysToCall(name string) []Way {
	for _, s := range d.found().record.Symbols() {
		if s.Name.Text != name {
			continue
		}
		switch stmt := s.Stmt.(type) {
		case *dsl.Def:
			if s.Role == check.RoleFunction {
				return []Way{wayOf(name, stmt.Params)}
			}
		case *dsl.Move:
			if s.Role == check.RoleMove {
				return []Way{wayOf(name, stmt.Parameters())}
			}
		}
	}
	f := library.Find(name)
	if f == nil {
		return nil
	}
	var ways []Way
	for _, text := range f.Signatures {
		ways = append(ways, Way{name + text, parametersOf(text), f.Doc})
	}
	return ways
}

// wayOf is how a def or a move is called.
func wayOf(name string, params []*dsl.Name) Way {
	w := Way{Params: []string{}}
	for _, p := range params {
		w.Params = append(w.Params, p.Text)
	}
	w.Label = name + "(" + strings.Join(w.Params, ", ") + ")"
	return w
}

// parametersOf cuts a signature of the library at the commas between its parameters.
func parametersOf(signature string) []string {
	params := []string{}
	depth, start := 0, 1
	for i, r := range signature {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 1 && r == ',' || depth == 0 {
			if p := strings.TrimSpace(signature[start:i]); p != "" {
				params = append(params, p)
			}
			start = i + 1
		}
		if depth == 0 {
			break
		}
	}
	return params
}
