package ide

import (
	"slices"
	"strings"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/library"
	"nazo/dsl/linkformat"
)

// context is what is known of the place of the cursor.
type context struct {
	visible []*check.Symbol // the names in scope, innermost first
	record  *check.Record
	want    check.Want
	wanted  bool         // want is known
	strict  bool         // what stands there can't be the beginning of something else
	domain  bool         // a type or a domain stands there
	given   bool         // the type or domain of a given
	roles   []check.Role // of the names that can stand there; nil allows any value or function
	words   []string     // further words that can stand there
	none    bool         // a new name is declared there
	called  bool         // arguments follow already
}

// contextOf finds the context of the placeholder in a text whose statement begins at an offset.
func (d *Document) contextOf(text string, begin int) *context {
	c := &context{record: &check.Record{Watch: placeholder}}
	text = declarations(text, begin)
	offset := strings.Index(text, placeholder)
	open := Open(diag.NewSource(d.Source.Name, text), d.uses)
	found := open.find(c.record)
	c.visible = c.record.Visible()
	var name *dsl.Name
	path := pathTo(found.file, offset)
	for i, n := range path {
		if at, ok := n.(*dsl.Name); ok && at.Text == placeholder {
			name, path = at, path[:i]
			break
		}
	}
	if name == nil {
		return c
	}
	if s := c.record.SymbolOf(name); s != nil && s.Name == name {
		c.none = true
		return c
	}
	path = slices.DeleteFunc(path, func(n dsl.Node) bool { return !n.Span().Contains(name.Span()) })
	c.place(found, path, name)
	return c
}

// declarations returns the statements on which others can depend, and the one that begins at an offset. Checking the
// rest would take time and change nothing there.
func declarations(text string, begin int) string {
	var b strings.Builder
	keep, from := true, 0
	for _, t := range dsl.Scan(text) {
		if t.Kind != dsl.WordToken || dsl.StatementUsage(t.Text) == "" || t.Start > 0 && text[t.Start-1] != '\n' && t.Start != begin {
			continue
		}
		if keep {
			b.WriteString(text[from:t.Start])
		}
		from = t.Start
		keep = t.Start == begin || !slices.Contains([]string{"rule", "rules", "technique", "example", "show", "link", "goal", "never", "minimize", "maximize", "symmetry", "player"}, t.Text)
	}
	if keep {
		b.WriteString(text[from:])
	}
	return b.String()
}

// place derives the context from the nodes around the placeholder.
func (c *context) place(found *found, path []dsl.Node, name *dsl.Name) {
	parent := path[len(path)-1]
	switch p := parent.(type) {
	case *dsl.Puzzle, *dsl.Player, *dsl.Use, *dsl.GivenPart:
		given, ok := parent.(*dsl.GivenPart)
		c.none = !ok || given.Type != dsl.Expr(name)
		c.domain = !c.none
	case *dsl.Hidden:
		c.roles = []check.Role{check.RoleGiven}
	case *dsl.Assign:
		if slices.Contains(p.Names, name) {
			c.roles = []check.Role{check.RoleGiven}
			return
		}
		c.wantNamed(p.Names)
	case *dsl.Expectation:
		if p.Name == name {
			c.roles = []check.Role{check.RoleFind}
			return
		}
		if p.Name != nil {
			c.wantNamed([]*dsl.Name{p.Name})
		}
	case *dsl.Cost:
		if p.Name == name {
			c.roles = []check.Role{check.RoleCost}
			return
		}
		c.wants(check.WantKind(check.Int))
	case *dsl.LinkPart:
		c.roles = []check.Role{check.RoleGiven}
		switch name {
		case p.Format:
			c.roles, c.words = []check.Role{}, append(linkformat.Formats(), check.BoardColumns, check.BoardRows)
		case p.Domain:
			c.words = linkformat.Domains()
		default:
			if len(p.Targets) > 0 {
				c.words = linkformat.Domains()
			}
		}
	case *dsl.Show:
		if at := slices.Index(p.Style, name); at >= 0 {
			c.roles = []check.Role{}
			if c.words = check.Styles(); at > 0 {
				c.words = check.StyleColours(p.Style[0].Text)
			}
		}
	case *dsl.LinkFlag:
		c.roles = []check.Role{check.RoleGiven}
	case *dsl.LinkAnswer:
		c.roles = []check.Role{check.RoleFind}
		if p.Kind == name {
			c.roles, c.words = []check.Role{}, check.AnswerKinds()
		}
	case *dsl.Objective:
		if found.spec.Moving() {
			c.roles, c.words = []check.Role{check.RoleMove, check.RoleCost}, []string{"moves"}
			return
		}
		c.wants(check.WantKind(check.Int))
	case *dsl.Update:
		if p.Target == dsl.Expr(name) {
			c.roles = []check.Role{check.RoleState}
			return
		}
		if t := c.record.TypeOf(p.Target); t != nil {
			c.wants(check.WantType(t))
		}
	case *dsl.Call:
		c.inCall(p, path, name)
	case *dsl.Name:
	default:
		c.inExpr(parent, name)
		c.domain = isDomain(path, name)
	}
	if c.domain {
		c.wants(check.WantCollection(nil))
	}
	c.given = slices.ContainsFunc(path, func(n dsl.Node) bool { _, given := n.(*dsl.GivenPart); return given })
}

func (c *context) wants(w check.Want) { c.want, c.wanted = w, true }

func (c *context) wantNamed(names []*dsl.Name) {
	if s := c.record.SymbolOf(names[0]); s != nil && len(s.Types()) > 0 {
		c.wants(check.WantType(s.Types()[0]))
	}
}

func (c *context) inCall(call *dsl.Call, path []dsl.Node, name *dsl.Name) {
	if call.Func == name {
		c.called = true
		if len(path) > 1 {
			if p, ok := path[len(path)-2].(*dsl.Preference); ok && p.Move == call {
				c.roles = []check.Role{check.RoleMove}
				return
			}
			c.inExpr(path[len(path)-2], call)
		}
		return
	}
	var args []*check.Type
	for i, a := range call.Args {
		if a == dsl.Expr(name) {
			if w, ok := check.WantArgument(call.Func.Text, args, i); ok {
				c.wants(w)
				c.strict = true
			}
			return
		}
		args = append(args, c.record.TypeOf(a))
	}
}

// inExpr derives from the node above what is wanted of an expression.
func (c *context) inExpr(parent dsl.Node, e dsl.Expr) {
	is := func(part dsl.Expr, kind check.Kind) {
		if part == e {
			c.wants(check.WantKind(kind))
			c.strict = kind == check.Graph
		}
	}
	switch p := parent.(type) {
	case *dsl.Rule:
		is(p.Body, check.Bool)
	case *dsl.Goal:
		is(p.Cond, check.Bool)
	case *dsl.Never:
		is(p.Cond, check.Bool)
	case *dsl.Move:
		is(p.When, check.Bool)
	case *dsl.If:
		is(p.Cond, check.Bool)
	case *dsl.Binders:
		is(p.Where, check.Bool)
	case *dsl.Preference:
		is(p.When, check.Bool)
		is(p.By, check.Int)
	case *dsl.Binder:
		if p.In == e {
			c.wants(check.WantCollection(nil))
			c.strict = true
		}
	case *dsl.Quantifier:
		c.quantified(p, e)
	case *dsl.Binary:
		right := p.Y == e
		other := p.Y
		if right {
			other = p.X
		}
		if w, ok := check.WantOperand(p.Op, right, c.record.TypeOf(other)); ok {
			c.wants(w)
			c.strict = right && p.Op > dsl.OpAnd
		}
	case *dsl.Unary:
		kind := check.Int
		if p.Op == dsl.OpNot {
			kind = check.Bool
		}
		c.wants(check.WantKind(kind))
	case *dsl.Index:
		c.key(p, e)
	case *dsl.PathIn:
		is(p.Graph, check.Graph)
	case *dsl.CycleIn:
		is(p.Graph, check.Graph)
	case *dsl.RegionsIn:
		is(p.Graph, check.Graph)
	case *dsl.LinksIn:
		is(p.Graph, check.Graph)
	case *dsl.Symmetry:
		c.wants(check.WantCollection(nil))
	}
}

func (c *context) quantified(q *dsl.Quantifier, e dsl.Expr) {
	if q.Body != e {
		return
	}
	switch q.Op {
	case dsl.OpAll, dsl.OpSome, dsl.OpNo, dsl.OpOne, dsl.OpCount, dsl.OpFirst, dsl.OpPrefix:
		c.wants(check.WantKind(check.Bool))
	default:
		c.wants(check.WantKind(check.Int))
	}
}

// key derives the context of a key of an array, or of an index of a list.
func (c *context) key(x *dsl.Index, e dsl.Expr) {
	i := slices.Index(x.Keys, e)
	t := c.record.TypeOf(x.X)
	if i < 0 || t == nil {
		return
	}
	switch {
	case t.Kind == check.Array && i < len(t.Keys) && len(x.Keys) <= len(t.Keys):
		c.wants(check.WantType(t.Keys[i]))
		c.strict = true
	case t.Kind == check.List, t.Kind == check.Array:
		c.wants(check.WantKind(check.Int))
	}
}

// isDomain reports whether an expression is the type or domain of a statement, or a part of it.
func isDomain(path []dsl.Node, e dsl.Expr) bool {
	for i := len(path) - 1; i >= 0; i-- {
		switch p := path[i].(type) {
		case *dsl.Find:
			return p.Domain == e
		case *dsl.Choose:
			return p.Domain == e
		case *dsl.State:
			return p.Domain == e
		case *dsl.GivenPart:
			return p.Type == e
		case *dsl.Optional, *dsl.Union, *dsl.SetOf, *dsl.ListOf, *dsl.GridOf, *dsl.PermutationOf, *dsl.Tuple:
			e = p.(dsl.Expr)
		case *dsl.StackOf:
			if p.Of != e {
				return false
			}
			e = p
		case *dsl.If:
			if p.Cond == e {
				return false
			}
			e = p
		default:
			return false
		}
	}
	return false
}

func (c *context) items() (out []ranked) {
	if c.none {
		return nil
	}
	for _, w := range c.words {
		out = append(out, ranked{Item{Label: w, Kind: "keyword", Insert: w}, rankWord})
	}
	if c.domain {
		words := []string{"bool"}
		if c.given {
			words = check.TypeWords()
		}
		for _, w := range words {
			out = append(out, ranked{Item{Label: w, Kind: "type", Insert: w}, rankFitting})
		}
	}
	for _, s := range c.visible {
		if s.Name.Text != placeholder && c.admits(s) {
			out = append(out, c.symbol(s))
		}
	}
	if c.roles != nil {
		return out
	}
	for _, name := range check.Constants() {
		rank := rankConstant
		if c.wanted && c.want.Takes(check.Constant(name)) {
			rank = rankFitting
		}
		out = append(out, ranked{Item{Label: name, Kind: "constant", Detail: check.Constant(name).String(), Insert: name}, rank})
	}
	for _, f := range library.All() {
		if c.wanted && c.want.TakesCall(f.Name) {
			out = append(out, c.function(f, rankFittingFunction))
		} else if !c.strict {
			out = append(out, c.function(f, rankFunction))
		}
	}
	return out
}

func (c *context) admits(s *check.Symbol) bool {
	if c.roles != nil {
		return slices.Contains(c.roles, s.Role)
	}
	return s.Role != check.RoleMove && s.Role != check.RoleCost && (!c.called || s.Role == check.RoleFunction)
}

func (c *context) symbol(s *check.Symbol) ranked {
	fits := c.roles != nil || c.wanted && slices.ContainsFunc(s.Types(), c.want.Takes)
	rank := rankName
	switch {
	case fits && s.Role == check.RoleBound:
		rank = rankFittingLocal
	case fits:
		rank = rankFitting
	case !c.strict:
		rank = rankBeginning
	}
	item := symbolItem(s, rank)
	if c.called {
		item.Insert, item.Snippet = s.Name.Text, false
	}
	return item
}

func (c *context) function(f *library.Function, rank int) ranked {
	item := functionItem(f, rank)
	if c.called {
		item.Insert, item.Snippet = f.Name, false
	}
	return item
}
