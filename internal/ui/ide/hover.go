package ide

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/library"
	"nazo/internal/alg"
)

// Hover is the description of a place.
type Hover struct {
	Span     Span   `json:"span"`
	Markdown string `json:"markdown"`
}

// Hover describes what stands at an offset: a name with its type, a function of the library, or a word of the
// language. ok is false if there is nothing to say.
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

// aboutSymbol describes a name: its declaration, its role and type, and how many values it may have.
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

func code(text string) string { return "```nazo\n" + text + "\n```\n" }

// declaration returns the first few lines of the declaration of a symbol.
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

// domainOf returns the domain of a find, a state or the cells of a given grid, or nil.
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

// sizeOf returns the size of a domain of numbers, labels, truth values, or of what is made of these, else nil.
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

// number returns a number that is written out or named by a let, else nil. A default may be overridden.
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

// valueOf returns the value of a let, else nil. Recursion ends, as a let that depends on itself has no type.
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

// aboutWord describes a word of the language or a name that the language defines, or returns "".
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

func callsOf(f *library.Function) string { return f.Name + strings.Join(f.Signatures, "\n"+f.Name) }

// aboutFunction describes the calls of a library function and what it does.
func aboutFunction(f *library.Function) string {
	text := code(callsOf(f)) + f.Doc + "\n\n" + f.Group
	if f.Cheaper != "" {
		text += "\n\nwhere it is slow: " + f.Cheaper
	}
	return text
}

// Signatures are the forms of the call around the cursor.
type Signatures struct {
	Ways   []Way `json:"ways"`
	Active int   `json:"active"` // the first form with enough parameters
	Param  int   `json:"param"`  // the argument at the cursor, from 0
}

// Way is one form of a call.
type Way struct {
	Label  string   `json:"label"`
	Params []string `json:"params"` // the parts of the label
	Doc    string   `json:"doc,omitempty"`
}

// Signatures describes the call around an offset. It looks at brackets only, so the call may be unfinished.
func (d *Document) Signatures(offset int) (s Signatures, ok bool) {
	if d.written {
		return s, false
	}
	name, arg := callAround(d.tokens(), offset)
	if name == "" {
		return s, false
	}
	s = Signatures{Ways: d.waysToCall(name), Param: arg}
	s.Active = max(0, slices.IndexFunc(s.Ways, func(w Way) bool { return len(w.Params) > arg }))
	return s, len(s.Ways) > 0
}

// callAround returns the name before the innermost parenthesis open at an offset, and the number of commas
// between. It is "" if there is none, or if a statement begins after it.
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
				arg = 0 // the contents of these brackets are one argument
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
			depth, arg = 0, 0 // parentheses for grouping
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

// waysToCall lists the forms of calls of a def, a move or a library function.
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
	return alg.Map(f.Signatures, func(text string) Way { return Way{name + text, parametersOf(text), f.Doc} })
}

// wayOf returns the form of a call of a def or a move.
func wayOf(name string, params []*dsl.Name) Way {
	w := Way{Params: []string{}}
	w.Params = append(w.Params, alg.Map(params, func(p *dsl.Name) string { return p.Text })...)
	w.Label = name + "(" + strings.Join(w.Params, ", ") + ")"
	return w
}

// parametersOf splits a signature of the library at the commas between its parameters.
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
