package check

import (
	"slices"
	"strings"

	"nazo/dsl"
	"nazo/dsl/diag"
)

const (
	maxCallDepth = 500  // of defs that call each other
	maxInstances = 2000 // of all defs together
)

// call is the type of a call of a def or of a library function.
func (c *checker) call(e *dsl.Call) *Type {
	args := c.arguments(e)
	if f := c.functions[e.Func.Text]; f != nil {
		f.used = true
		c.record.callOf(e.Func, c.src, f)
		return c.callDef(e, f, args)
	}
	if f := functions()[e.Func.Text]; f != nil {
		return c.callLibrary(e, f, args)
	}
	c.unknownFunction(e)
	return badType
}

// unknownFunction reports a name before parentheses that is no function.
func (c *checker) unknownFunction(e *dsl.Call) {
	name := e.Func.Text
	c.watch(e.Func)
	if s := c.lookup(name); s != nil {
		s.used = true
		c.record.use(e.Func, c.src, s)
		d := c.errorf(e, "not-a-function", "`%s` is %s, not a function", name, roleNouns[s.role])
		if n := len(e.Args); n > 0 {
			args := c.src.Slice(e.Args[0].Span().To(e.Args[n-1].Span()))
			d.Suggest(name + "[" + args + "]")
		}
		return
	}
	d := c.errorf(e.Func, "unknown-function", "there is no function `%s`", name)
	switch help := dsl.Elsewhere(name); {
	case dsl.Reserved(name):
		d.Helpf("write %s x in xs: …", name)
		return
	case help != "":
		d.Helpf("%s", help)
		return
	}
	d.Suggest(diag.Nearest(name, c.visibleFunctions()))
}

func (c *checker) visibleFunctions() []string {
	var names []string
	for name := range c.functions {
		names = append(names, name)
	}
	for name := range functions() {
		names = append(names, name)
	}
	return names
}

// usage shows how a function is called.
func (c *checker) usage(name string) string {
	if f := c.functions[name]; f != nil {
		return name + "(" + describeAll(f.def.Params, ", ", func(p *dsl.Name) string { return p.Text }) + ")"
	}
	if f := functions()[name]; f != nil {
		var ways []string
		for _, s := range f.read() {
			ways = append(ways, name+"("+describeAll(s.params, ", ", func(p param) string { return p.name })+")")
		}
		return strings.Join(ways, " or ")
	}
	return name + "(…)"
}

// wrongCount reports a call with too many or too few arguments.
func (c *checker) wrongCount(e *dsl.Call) *diag.Diagnostic {
	message := "`%s` does not take %s"
	if len(e.Args) == 0 {
		message = "`%s` needs an argument, here are %s"
	}
	return c.errorf(e, "wrong-count", message, e.Func.Text, counted(len(e.Args), "argument")).Expect(c.usage(e.Func.Text))
}

// callDef checks the body of a def for the arguments of a call, once for each
// kind of arguments.
func (c *checker) callDef(e *dsl.Call, f *function, args []*Type) *Type {
	switch {
	case len(args) != len(f.def.Params):
		c.wrongCount(e).Note(f.src, f.def.Name.Span(), "it is defined here")
		return badType
	case f.checking:
		c.errorf(e.Func, "recursive-def", "`%s` calls itself", e.Func.Text).
			Helpf("without recursion everything ends; all, sum, first and prefix go through collections")
		return badType
	}
	for _, known := range f.instances {
		if !c.inShow && !known.single && slices.EqualFunc(known.args, args, equal) {
			c.spec.callees[occurrence{e, c.instance}] = known.number
			c.mentions.add(known.mentions)
			c.read(e.Func, known.mentions)
			return known.result
		}
	}
	if c.instances++; c.instances > maxInstances || len(c.calls) >= maxCallDepth {
		if !c.tooMany { // once: the calls around it, and those that follow, would say the same
			c.errorf(e.Func, "too-many-calls", "the functions of this spec call each other too often")
		}
		c.tooMany = true
		return badType
	}
	return c.instantiate(e, f, args)
}

func (c *checker) instantiate(e *dsl.Call, f *function, args []*Type) (t *Type) {
	base, src, outer, in := c.base, c.src, c.mentions, c.instance
	number := Instance(c.instances)
	c.spec.callees[occurrence{e, in}] = number
	c.instance = number
	c.calls = append(c.calls, call{e.Func, src})
	c.base, c.src, c.mentions = len(c.locals), f.src, &mentions{}
	f.checking = true
	c.scope(func() {
		for i, p := range f.def.Params {
			c.bind(p, args[i])
		}
		c.distinctNames(c.locals[c.base:])
		t = c.expr(f.def.Body)
	})
	f.checking = false
	f.instances = append(f.instances, instance{args, t, *c.mentions, number, t.opens()})
	outer.add(*c.mentions)
	inner := *c.mentions
	c.calls = c.calls[:len(c.calls)-1]
	c.base, c.src, c.mentions, c.instance = base, src, outer, in
	c.read(e.Func, inner)
	return t
}

// uncalled checks the bodies of defs that nobody calls, for arguments of which
// nothing is known.
func (c *checker) uncalled() {
	for _, d := range c.spec.Defs {
		f := c.functions[nameOf(d.Stmt.Name)]
		if f == nil || f.def != d.Stmt || len(f.instances) > 0 {
			continue
		}
		args := make([]*Type, len(d.Stmt.Params))
		for i := range args {
			args[i] = badType
		}
		c.detached(d.Source, func() {
			f.checking = true
			c.scope(func() {
				for i, p := range d.Stmt.Params {
					c.bind(p, args[i])
				}
				c.distinctNames(c.locals[c.base:])
				c.expr(d.Stmt.Body)
			})
			f.checking = false
		})
	}
}

func nameOf(n *dsl.Name) string {
	if n == nil {
		return ""
	}
	return n.Text
}
