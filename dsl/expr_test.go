package dsl_test

import (
	"fmt"
	"strings"
	"testing"

	"nazo/dsl"
	"nazo/dsl/diag"
)

// brief writes an expression with every operation in parentheses.
func brief(e dsl.Expr) string {
	switch e := e.(type) {
	case *dsl.Name:
		return e.Text
	case *dsl.IntLit:
		return e.Value.String()
	case *dsl.BoolLit:
		return fmt.Sprint(e.Value)
	case *dsl.NoneLit:
		return "none"
	case *dsl.StringLit:
		return `"` + e.Value + `"`
	case *dsl.Unary:
		return "(" + e.Op.String() + " " + brief(e.X) + ")"
	case *dsl.Binary:
		return "(" + brief(e.X) + " " + e.Op.String() + " " + brief(e.Y) + ")"
	case *dsl.If:
		return "(if " + brief(e.Cond) + " " + brief(e.Then) + " " + brief(e.Else) + ")"
	case *dsl.Call:
		return e.Func.Text + "(" + briefs(e.Args) + ")"
	case *dsl.Index:
		return brief(e.X) + "[" + briefs(e.Keys) + "]"
	case *dsl.Tuple:
		return "<" + briefs(e.Elems) + ">"
	case *dsl.SetLit:
		return "{" + briefs(e.Elems) + "}"
	case *dsl.ListLit:
		return "[" + briefs(e.Elems) + "]"
	case *dsl.Comprehension:
		head, brackets := "-", "{}"
		if e.Head != nil {
			head = brief(e.Head)
		}
		if e.List {
			brackets = "[]"
		}
		return brackets[:1] + head + " | " + briefBinders(e.Binders) + brackets[1:]
	case *dsl.LabelSet:
		var labels []string
		for _, l := range e.Labels {
			labels = append(labels, l.Name.Text+"="+l.Print.Value)
		}
		return "labels{" + strings.Join(labels, " ") + "}"
	case *dsl.Quantifier:
		return "(" + e.Op.String() + " " + briefBinders(e.Binders) + " : " + brief(e.Body) + ")"
	case *dsl.GridLit:
		var rows []string
		for _, r := range e.Rows {
			var cells []string
			for _, c := range r.Cells {
				cells = append(cells, c.Text)
			}
			rows = append(rows, strings.Join(cells, ","))
		}
		return "grid{" + strings.Join(rows, " ") + "}"
	}
	return briefDomain(e)
}

func briefDomain(e dsl.Expr) string {
	form := func(name string, directed bool, parts ...dsl.Expr) string {
		if directed {
			name = "directed-" + name
		}
		return name + "{" + briefs(parts) + "}"
	}
	switch e := e.(type) {
	case *dsl.Optional:
		return brief(e.Of) + "?"
	case *dsl.Union:
		return form("or", false, e.Parts...)
	case *dsl.SetOf:
		return form("set", false, e.Of)
	case *dsl.ListOf:
		return form("list", false, e.Of)
	case *dsl.GridOf:
		return form("grid", false, e.Of)
	case *dsl.StackOf:
		return form("stack", false, e.Of, e.Cap)
	case *dsl.PermutationOf:
		return form("permutation", false, e.Of)
	case *dsl.PathIn:
		return form("path", e.Directed, e.Graph)
	case *dsl.CycleIn:
		return form("cycle", e.Directed, e.Graph)
	case *dsl.LinksIn:
		return form("links", false, e.Graph, e.Ends)
	case *dsl.RegionsIn:
		return form("regions", false, e.Graph)
	}
	panic(fmt.Sprintf("no brief form of %T", e))
}

func briefs(list []dsl.Expr) string {
	var out []string
	for _, e := range list {
		out = append(out, brief(e))
	}
	return strings.Join(out, ", ")
}

func briefBinders(b *dsl.Binders) string {
	var out []string
	for _, i := range b.Items {
		var names []string
		for _, n := range i.Names {
			names = append(names, n.Text)
		}
		pattern := strings.Join(names, " ")
		switch i.Pattern {
		case dsl.PatternPair:
			pattern = "{" + pattern + "}"
		case dsl.PatternTuple:
			pattern = "<" + pattern + ">"
		}
		if i.In != nil {
			out = append(out, pattern+" in "+brief(i.In))
		} else {
			out = append(out, pattern+" := "+brief(i.Value))
		}
	}
	if b.Where != nil {
		out = append(out, "where "+brief(b.Where))
	}
	return strings.Join(out, "; ")
}

func TestExpr(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		// Precedence, loosest first.
		{"a implies b implies c", "(a implies (b implies c))"},
		{"a or b and c implies d", "((a or (b and c)) implies d)"},
		{"not a and b", "((not a) and b)"},
		{"not not a = b", "(not (not (a = b)))"},
		{"a in b and c subset d", "((a in b) and (c subset d))"},
		{"a <= b or a >= b or a < b or a > b or a != b", "(((((a <= b) or (a >= b)) or (a < b)) or (a > b)) or (a != b))"},
		{"a in 1..n-1", "(a in (1 .. (n - 1)))"},
		{"a + b * c - d", "((a + (b * c)) - d)"},
		{"a / b mod c & d", "(((a / b) mod c) & d)"},
		{"-a * b", "((- a) * b)"},
		{"a - -b[1]", "(a - (- b[1]))"},
		{"--1", "(- (- 1))"},
		{"(a or b) and c", "((a or b) and c)"},
		{"a = (b = c)", "(a = (b = c))"},
		{"((a))", "a"},
		// Keys and arguments.
		{"a[b][c, d]", "a[b][c, d]"},
		{"f(a, g())[b]", "f(a, g())[b]"},
		{"[1, 2][1]", "[1, 2][1]"},
		// Literals.
		{"true and none = false", "(true and (none = false))"},
		{"007", "7"},
		{"123456789012345678901234567890", "123456789012345678901234567890"},
		{`""`, `""`},
		{"(a, b)", "<a, b>"},
		{"{}", "{}"},
		{"[]", "[]"},
		{"{1, {2}}", "{1, {2}}"},
		{`{one_ "1", two "\"}`, `labels{one_=1 two=\}`},
		{"\"\"\"\n 1 .\n\n 12 x,y \n\"\"\"", "grid{1,. 12,x,y}"},
		{"\"\"\"\r\n #謎\r\n .o\"\"\"", "grid{#,謎 .,o}"},
		{`""""""`, "grid{}"},
		// Comprehensions.
		{"{ c in s where c > 1 }", "{- | c in s; where (c > 1)}"},
		{"{ (a, b) in s where a }", "{- | <a b> in s; where a}"},
		{"{ {a, b} in s where a }", "{- | {a b} in s; where a}"},
		{"{ a + b for a in s, {b, c} in t where a < b }", "{(a + b) | a in s; {b c} in t; where (a < b)}"},
		{"[ x for x in s ]", "[x | x in s]"},
		{"{ c in s }", "{(c in s)}"},
		// Quantifiers and functions of the same name.
		{"all c in s: a = b or c", "(all c in s : ((a = b) or c))"},
		{"(count c in s: a) = h", "((count c in s : a) = h)"},
		{"h = sum c in s: a * 2", "(h = (sum c in s : (a * 2)))"},
		{"a and no c in s where c: d implies e", "(a and (no c in s; where c : (d implies e)))"},
		{"some x in s, y = f(x) where y: one z in t: z", "(some x in s; y := f(x); where y : (one z in t : z))"},
		{"sum x in s where x, y = x where y: y", "(sum x in s; y := x; where (x and y) : y)"},
		{"first t in (prefix u in s: u): t", "(first t in (prefix u in s : u) : t)"},
		{"min(a) + max(b)", "(min(a) + max(b))"},
		{"sum (a, b) in s: a", "(sum <a b> in s : a)"},
		{"sum {a, b} in s: a", "(sum {a b} in s : a)"},
		{"max(a) in s", "(max(a) in s)"},
		{"product(a, b)", "product(a, b)"},
		{"all (a) in s", "(all(a) in s)"},
		// Conditionals.
		{"if a then b else c + 1", "(if a b (c + 1))"},
		{"(if a then b else c) + 1", "((if a b c) + 1)"},
		{"if a then b else if c then d else e", "(if a b (if c d e))"},
		// Words with a meaning only in their places are names.
		{"path + cycle + set + of + up + to + as + by + cost + directed + expect", "((((((((((path + cycle) + set) + of) + up) + to) + as) + by) + cost) + directed) + expect)"},
		{"set(a)", "set(a)"},
		{"a # a comment", "a"},
	} {
		src := diag.NewSource("expr", tt.text)
		e, problems := dsl.ParseExpr(src)
		if problems.Len() > 0 {
			t.Errorf("%s\n%s", tt.text, problems.Text(false))
			continue
		}
		if got := brief(e); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

func TestDomain(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"1..9", "(1 .. 9)"},
		{"1..n-1?", "(1 .. (n - 1))?"},
		{"grid of 1..9?", "grid{(1 .. 9)?}"},
		{`grid of {wall "#"} or 0..4?`, "grid{or{labels{wall=#}, (0 .. 4)?}}"},
		{"list of list of (1..99, ink)", "list{list{<(1 .. 99), ink>}}"},
		{"set of cells(b) - c", "set{(cells(b) - c)}"},
		{"(set of a)?", "set{a}?"},
		{"permutation of 1..n", "permutation{(1 .. n)}"},
		{"stack of 1..13 up to 4 * 13", "stack{(1 .. 13), (4 * 13)}"},
		{"path in g", "path{g}"},
		{"directed path in king(g)", "directed-path{king(g)}"},
		{"cycle in g", "cycle{g}"},
		{"links in f(g) joining g", "links{f(g), g}"},
		{"regions in g", "regions{g}"},
		{"if a = b then cycle in g else path in g", "(if (a = b) cycle{g} path{g})"},
		{"{ c in s where some x in c: x }", "{- | c in s; where (some x in c : x)}"},
		{"path", "path"},
		{"set", "set"},
		{"(a or b)?", "or{a, b}?"},
		{"f(a or b)", "f((a or b))"},
	} {
		src := diag.NewSource("domain", "find x: "+tt.text)
		file, problems := dsl.Parse(src)
		if problems.Len() > 0 || len(file.Stmts) != 1 {
			t.Errorf("%s\n%s", tt.text, problems.Text(false))
			continue
		}
		if got := brief(file.Stmts[0].(*dsl.Find).Domain); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}
