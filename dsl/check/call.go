package check

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/dsl/library"
	"nazo/internal/alg"
)

const (
	maxCallDepth = 500  // nested calls of defs
	maxInstances = 2000 // instances of all defs together
)

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

func (c *checker) unknownFunction(e *dsl.Call) {
	name := e.Func.Text
	c.watch(e.Func)
	if s := c.lookup(name); s != nil {
		s.used = true
		c.record.use(e.Func, c.src, s)
		d := c.errorf(e, "not-a-function", "`%s` is %s, not a function", name, s.role.noun())
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
	return slices.AppendSeq(slices.Collect(maps.Keys(c.functions)), maps.Keys(functions()))
}

func (c *checker) usage(name string) string {
	if f := c.functions[name]; f != nil {
		return name + "(" + describeAll(f.def.Params, ", ", nameOf) + ")"
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

func (c *checker) wrongCount(e *dsl.Call) *diag.Diagnostic {
	message := "`%s` does not take %s"
	if len(e.Args) == 0 {
		message = "`%s` needs an argument, here are %s"
	}
	return c.errorf(e, "wrong-count", message, e.Func.Text, counted(len(e.Args), "argument")).Expect(c.usage(e.Func.Text))
}

// callDef checks the body of a def for the arguments of a call, once for each kind of arguments.
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
		if !c.tooMany { // reported once: the calls around it and after it fail for the same reason
			c.errorf(e.Func, "too-many-calls", "the functions of this spec call each other too often")
		}
		c.tooMany = true
		return badType
	}
	return c.instantiate(e, f, args)
}

func (c *checker) instantiate(e *dsl.Call, f *function, args []*Type) (t *Type) {
	outside, number, mentioned := c.frame, Instance(c.instances), &mentions{}
	c.spec.callees[occurrence{e, c.instance}] = number
	c.instance, c.base, c.src, c.mentions = number, len(c.locals), f.src, mentioned
	c.calls = append(c.calls, call{e.Func, outside.src})
	t = c.body(f, args)
	c.frame = outside
	f.instances = append(f.instances, instance{args, t, *mentioned, number, t.opens()})
	c.mentions.add(*mentioned)
	c.read(e.Func, *mentioned)
	return t
}

func (c *checker) body(f *function, args []*Type) (t *Type) {
	f.checking = true
	c.scope(func() {
		for i, p := range f.def.Params {
			c.bind(p, args[i])
		}
		c.distinctNames(c.locals[c.base:])
		t = c.expr(f.def.Body)
	})
	f.checking = false
	return t
}

// uncalled checks the defs that nobody calls, with arguments of unknown types.
func (c *checker) uncalled() {
	for _, d := range c.spec.Defs {
		f := c.functions[nameOf(d.Stmt.Name)]
		if f == nil || f.def != d.Stmt || len(f.instances) > 0 {
			continue
		}
		c.detached(d.Source, func() { c.body(f, slices.Repeat([]*Type{badType}, len(d.Stmt.Params))) })
	}
}

func nameOf(n *dsl.Name) string {
	if n == nil {
		return ""
	}
	return n.Text
}

func (c *checker) callLibrary(e *dsl.Call, f *entry, args []*Type) *Type {
	signatures := f.read()
	fitting := slices.DeleteFunc(slices.Clone(signatures), func(s signature) bool { return len(s.params) != len(args) })
	if len(fitting) == 0 {
		d := c.wrongCount(e)
		if first := signatures[0].params; len(first) == 1 && len(args) > 1 && first[0].pattern.form == collPattern {
			d.Helpf("it takes one collection: %s([a, b])", f.Name)
		}
		if slices.ContainsFunc(signatures, func(s signature) bool { return len(s.params) == len(args)+1 && s.params[0].name == "g" }) {
			d.Helpf("say in which graph: %s(orthogonal(board), …); king(board) joins diagonals, too", f.Name)
		}
		return badType
	}
	var attempts []misfit
	fits := -1 // the first match for which enough is known, or else the first match
	var result *Type
	for i := range fitting {
		t, m, ok := fitting[i].apply(args, func() *orientation { return c.orientation(e) })
		if !ok {
			attempts = append(attempts, m)
			continue
		}
		enough := fitting[i].enough(args)
		if fits < 0 || enough {
			fits, result = i, t
		}
		if enough {
			break
		}
	}
	if fits >= 0 {
		if f.ByForm {
			c.spec.forms[occurrence{e, c.instance}] = fits
		}
		c.record.fits(e, &fitting[fits])
		return c.access(e, f, &fitting[fits], args, result)
	}
	c.misfit(e, f, attempts, args)
	return badType
}

// access checks that enough of the arguments is known, and the function's special conditions.
func (c *checker) access(e *dsl.Call, f *entry, s *signature, args []*Type, t *Type) *Type {
	for i, p := range s.params {
		if !p.allowed(args[i]) {
			d := c.mustBeKnown(e.Args[i], "the "+ordinal(i, len(args))+" of `"+e.Func.Text+"`")
			if p.access == tabled && args[i].Kind == Set && args[i].Mark > Choice {
				d.Helpf("a set decided member by member is neither known nor one of finitely many known ones, as a find in placements(…) or rectangles(…) is%s", f.Undecided)
			}
			return known(t)
		}
	}
	if f.Random && e != c.shuffle {
		c.errorf(e, "misplaced-shuffled", "a seed decides the order once, before anything begins").
			Expect("a given whose value is " + f.Name + "(…): given NAME = " + f.Name + "(LIST)")
	}
	if f.Asks != library.Nothing {
		c.checkEnds(e, f, args[0])
	}
	return t
}

// misfit reports the argument that does not fit. Of several signatures it uses those that match the most arguments.
func (c *checker) misfit(e *dsl.Call, f *entry, attempts []misfit, args []*Type) {
	furthest := slices.MaxFunc(attempts, func(a, b misfit) int { return a.arg - b.arg })
	var wanted []string
	for _, m := range attempts {
		if m.arg == furthest.arg && !slices.Contains(wanted, m.wanted) {
			wanted = append(wanted, m.wanted)
		}
	}
	name, got := f.Name, args[furthest.arg]
	d := c.wrongType(e.Args[furthest.arg], strings.Join(wanted, " or ")+", as the "+ordinal(furthest.arg, len(args))+" of `"+name+"`", got)
	switch {
	case advise(d, args[0], got).Help != "":
	case f.Name == "connected" && got.Kind == Set:
		d.Helpf("that each part of s has one of some ends is reaches(s, ends); in a graph it is connected(s, orthogonal(board))")
	case furthest.kind == Graph && (got.Kind == Board || got.isGrid() || got.Kind == Set):
		d.Helpf("a board has several graphs: orthogonal(board), king(board), leaper(board, 1, 2), …")
	case got.Kind == Route && f.NotRoute != "":
		d.Helpf("%s", f.NotRoute)
	case furthest.form == stackPattern && got.Kind == List:
		d.Helpf("only a state is a stack; lists are joined by +, and the last element of xs is xs[size(xs)]")
	case furthest.form == boardPattern && got.Kind == Int:
		d.Helpf("grid(rows, columns) is an empty board")
	case got.Kind == Text && furthest.kind == Shape:
		c.suggestShape(d, e.Args[furthest.arg])
	case c.otherWayRound(e, f, args):
		d.Suggest(name + "(" + c.src.Slice(e.Args[1].Span()) + ", " + c.src.Slice(e.Args[0].Span()) + ")")
	case len(f.Signatures) > 1:
		d.Helpf("it is called as %s", c.usage(name))
	}
}

func (c *checker) otherWayRound(e *dsl.Call, f *entry, args []*Type) bool {
	if len(args) != 2 {
		return false
	}
	swapped := []*Type{args[1], args[0]}
	return slices.ContainsFunc(f.read(), func(s signature) bool {
		if len(s.params) != 2 {
			return false
		}
		_, _, ok := s.apply(swapped, func() *orientation { return c.orientation(e) })
		return ok
	})
}

// checkEnds checks functions of the ends and steps of a route. Only a path has ends. It has a first and
// a last vertex only if it has a direction.
func (c *checker) checkEnds(e *dsl.Call, f *entry, w *Type) {
	step := f.Asks == library.Steps
	switch {
	case w.Kind != Route || c.inShow:
	case step && len(e.Args) == 2:
		switch {
		case w.Form == CycleForm && w.Crossing:
			c.stepCrossing(e)
		case w.Form != CycleForm || !w.Directed && !w.orient.is(directed) || w.Crossing:
			c.wrongType(e.Args[0], "a directed cycle, which can be counted from a start", w).
				Helpf("of a path step(…) alone counts from its first vertex")
		}
	case !w.Form.mayHaveEnds():
		c.wrongType(e.Args[0], "a path, which has a first and a last vertex", w)
	case step && w.Crossing:
		c.stepCrossing(e)
	case step && !w.Directed && !w.Anchored && !w.orient.is(directed):
		c.errorf(e, "step-direction", "the steps of a path without direction can be counted from either end").
			Expect("directed path in GRAPH, or a rule that says starts_at(path, vertex)")
	}
}

func (c *checker) stepCrossing(e *dsl.Call) {
	c.errorf(e, "step-crossing", "a line that may cross itself has no step numbers: it may pass a cell twice")
}

// ordinal names argument i, from 0, of several.
func ordinal(i, of int) string {
	if of == 1 {
		return "argument"
	}
	names := []string{"first argument", "second argument", "third argument", "fourth argument"}
	return names[min(i, len(names)-1)]
}

func (n noun) first() string  { return n.one }
func (n noun) second() string { return n.many }

var patternNouns = [...]noun{
	variablePattern: {"something", "things"},
	anyPattern:      {"something", "things"},
	boardPattern:    {"a board, a grid or a set of cells", "boards"},
	collPattern:     {"a collection", "collections"},
	setPattern:      {"a set", "sets"},
	listPattern:     {"a list", "lists"},
	stackPattern:    {"a stack", "stacks"},
	arrayPattern:    {"an array", "arrays"},
	tuplePattern:    {"a tuple", "tuples"},
}

// describe puts a pattern into words and replaces the variables that are bound.
func (b *bindings) describe(p pattern, pick func(noun) string) string {
	word := pick(patternNouns[p.form])
	switch p.form {
	case scalarPattern, kindPattern:
		return pick(kinds[p.kind].noun)
	case variablePattern:
		if t := b.variables[p.variable-'A']; t != nil {
			return t.describe(pick)
		}
	case collPattern, setPattern, listPattern, stackPattern:
		if s := p.subs[0]; s.form == scalarPattern || s.form == variablePattern && b.variables[s.variable-'A'] != nil {
			return word + " of " + b.describe(s, noun.second)
		}
	case arrayPattern:
		if p.subs[0].form == scalarPattern && p.subs[0].kind == Cell {
			return pick(gridNoun)
		}
	case tuplePattern:
		return word + " of " + describeAll(p.subs, " and ", func(s pattern) string { return b.describe(s, noun.first) })
	}
	return word
}

// entry is a library function. Its signatures are parsed on first use.
type entry struct {
	*library.Function
	read func() []signature
}

// functions returns the library functions by name.
var functions = sync.OnceValue(func() map[string]*entry {
	m := map[string]*entry{}
	for _, f := range library.All() {
		m[f.Name] = &entry{f, sync.OnceValue(func() []signature {
			return alg.Map(f.Signatures, readSignature)
		})}
	}
	return m
})

func isFunction(name string) bool { return functions()[name] != nil }
