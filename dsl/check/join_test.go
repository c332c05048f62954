package check_test

import (
	"fmt"
	"strings"
	"testing"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
)

// TestProbes looks for the conditions on the last binder of a quantifier, outside of which the
// names out and far are local.
func TestProbes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"some x in s: f(x) = out", "equal f(x) out"},
		{"some x in s: out = a[x]", "equal a[x] out"},
		{"some x in s: f(x, out) = 1", ""}, // what depends on another local name is none of the member's
		{"some x in s: f(x) = x", ""},
		{"some x in s: f(x) != out", ""},
		{"no x in s: f(x) = out", "equal f(x) out"},
		{"all x in s: f(x) = out", ""},
		{"all x in s: f(x) != out", "equal f(x) out"},
		{"all x in s: f(x) = out implies g(x)", "equal f(x) out"},
		{"all x in s: not (f(x) = out) or g(x)", "equal f(x) out"},
		{"sum x in s where f(x) = out and out in g(x): f(x)", "equal f(x) out; has g(x) out"},
		{"sum x in s: f(x)", ""},
		{"some y in s, x in s: f(x) = f(y)", "equal f(x) f(y)"},
		{"some y in s, x in f(y): out in x", "has x out"},
		{"some x in s: f(x) = (count x in s: x = out)", ""},
		{"some x in s: out = 1 or f(x) = out", "equal f(x) out if not out = 1"},
		{"some x in s: f(x) = out or out = 1", "equal f(x) out if not out = 1"},
		{"some x in s: out = 1 implies f(x) = out", "equal f(x) out if out = 1"},
		{"some x in s: not (out = 1 and f(x) != out)", "equal f(x) out if out = 1"},
		{"some x in s: g(x) or f(x) = out", ""},
		{"some x in s: out in f(x)", "has f(x) out"},
		{"some x in s: not (out in f(x))", ""},
		{"some x in s: x in out", ""},
		{"some x in s: d(x, out) < f(x)", "near d f(x) out"},
		{"some x in s: f(x) >= d(out, x)", "near or equal d f(x) out"},
		{"some x in s: not (d(out, x) >= 3)", "near d 3 out"},
		{"some x in s: d(out, x) < far", ""},
		{"some {x, y} in s: f(x) = f(y)", "alike f(x) x"},
		{"some {x, y} in s: f(x) = g(y)", ""},
		{"some {x, y} in s: f(x) + y = f(y) + x", ""},
		{"some {x, y} in s: out in f(x)", "has f(x) out"},
		{"some (x, y) in s: f(x) = out and f(x) = f(y)", "equal f(x) out"},
	} {
		text := "puzzle t\nrule \"r\": " + c.text
		src := diag.NewSource("t", text)
		file, problems := dsl.Parse(src)
		if problems.HasErrors() {
			t.Fatal(problems.Text(false))
		}
		q := file.Stmts[1].(*dsl.Rule).Body.(*dsl.Quantifier)
		loop := check.JoinLoop{Binders: q.Binders}
		switch q.Op {
		case dsl.OpSome, dsl.OpNo:
			loop.Body = q.Body
		case dsl.OpAll:
			loop.Body, loop.Fails = q.Body, true
		}
		var got []string
		for _, p := range loop.Probes(len(q.Binders.Items)-1, func(name string) bool { return name == "out" || name == "far" }) {
			got = append(got, written(src, p))
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s\ngives %s\nwant  %s", c.text, strings.Join(got, "; "), c.want)
		}
	}
}

func written(src *diag.Source, p check.JoinProbe) string {
	of := src.Slice(p.Of.Span())
	out := ""
	switch p.Kind {
	case check.Equal:
		out = fmt.Sprintf("equal %s %s", of, src.Slice(p.Value.Span()))
	case check.Has:
		out = fmt.Sprintf("has %s %s", of, src.Slice(p.Value.Span()))
	case check.Near:
		or := ""
		if p.OrEqual {
			or = "or equal "
		}
		out = fmt.Sprintf("near %s%s %s %s", or, p.Func.Text, of, src.Slice(p.Value.Span()))
	case check.Alike:
		out = fmt.Sprintf("alike %s %s", of, p.First)
	}
	for _, q := range p.Premises {
		not := "not "
		if q.Holds {
			not = ""
		}
		out += " if " + not + src.Slice(q.X.Span())
	}
	return out
}
