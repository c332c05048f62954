package check

import (
	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/library"
)

// role is the kind of thing that a name stands for.
type role uint8

const (
	asGiven role = iota
	asLet
	asFind
	asChoose
	asState
	asMove
	asCost
	asLabel
	asBound // by a binder, or a parameter of a def
)

var roleNouns = [...]string{
	asGiven: "a given", asLet: "a let", asFind: "a find", asChoose: "a choose",
	asState: "a state", asMove: "a move", asCost: "a cost", asLabel: "a label", asBound: "a bound name",
}

// symbol is a name of a value.
type symbol struct {
	name *dsl.Name
	role role
	src  *diag.Source
	stmt dsl.Stmt // that declares it; nil if bound
	part int      // of a given

	typ      *Type // nil until it is checked
	checking bool  // its own declaration is being checked
	used     bool
	ruled    bool     // a find: a rule or an objective mentions it
	changed  bool     // a state: a move changes it
	reveals  bool     // a state: it begins with what is hidden
	mentions mentions // that its value depends on

	hidden   *dsl.Name // a given: where it is hidden from players, or nil
	hiddenIn *diag.Source
}

// function is a def.
type function struct {
	def       *dsl.Def
	src       *diag.Source
	used      bool
	checking  bool
	instances []instance
}

// instance is a def checked for certain arguments.
type instance struct {
	args     []*Type
	result   *Type
	mentions mentions
	number   Instance
	single   bool // the result has edges of which the call decides what they are
}

// constants are the values that the language itself names.
var constants = map[string]*Type{
	"directions": setOf(directionType),
	"north":      directionType,
	"east":       directionType,
	"south":      directionType,
	"west":       directionType,
}

// typeWords stand for types where a type is read.
var typeWords = map[string]*Type{"int": intType, "bool": boolType, "label": labelType, "shape": shapeType}

// bind makes a name visible until the scope that encloses it ends; see mark.
func (c *checker) bind(name *dsl.Name, t *Type) {
	if name == nil {
		return
	}
	if s := c.values[name.Text]; s != nil && s.role == asLabel {
		c.labelClash(name, s)
	}
	if _, constant := constants[name.Text]; constant {
		c.errorf(name, "duplicate-name", "`%s` is a name of the language", name.Text)
	}
	s := &symbol{name: name, role: asBound, src: c.src, typ: t}
	c.locals = append(c.locals, s)
	c.record.declares(s)
}

// scope runs f; names that it binds are gone afterwards.
func (c *checker) scope(f func()) {
	n := len(c.locals)
	f()
	c.warnUnusedBound(c.locals[n:])
	c.locals = c.locals[:n]
}

// lookup finds the symbol of a name, or nil.
func (c *checker) lookup(name string) *symbol {
	for i := len(c.locals) - 1; i >= c.base; i-- {
		if c.locals[i].name.Text == name {
			return c.locals[i]
		}
	}
	return c.values[name]
}

// name resolves a name that is used as a value.
func (c *checker) name(n *dsl.Name) *Type {
	s := c.lookup(n.Text)
	c.record.use(n, c.src, s)
	if s == nil {
		if t, ok := constants[n.Text]; ok {
			return t
		}
		c.unknownValue(n)
		return badType
	}
	if s.role == asMove || s.role == asCost {
		c.errorf(n, "misplaced-word", "`%s` is %s and has no value", n.Text, roleNouns[s.role]).
			Note(s.src, s.name.Span(), "it is declared here")
		return badType
	}
	s.used = true
	if s.typ == nil && !c.force(s, n) {
		return badType
	}
	c.mentions.add(s.mentions)
	c.read(n, s.mentions)
	return s.typ
}

// force checks the declaration of a symbol that is mentioned before its turn.
func (c *checker) force(s *symbol, at *dsl.Name) bool {
	if s.checking {
		c.errorf(at, "circular", "the value of `%s` depends on itself", s.name.Text).
			Note(s.src, s.name.Span(), "it is declared here")
		s.typ = badType
		return false
	}
	c.detached(s.src, func() { c.declaration(s) })
	return true
}

// detached runs f as if nothing were bound, in another source.
func (c *checker) detached(src *diag.Source, f func()) {
	base, was, calls, mentioned, show, reader, in := c.base, c.src, c.calls, c.mentions, c.inShow, c.reader, c.instance
	c.base, c.src, c.calls, c.mentions, c.inShow, c.reader, c.instance = len(c.locals), src, nil, &mentions{}, false, "", 0
	f()
	c.base, c.src, c.calls, c.mentions, c.inShow, c.reader, c.instance = base, was, calls, mentioned, show, reader, in
}

// unknownValue reports a name that stands for nothing, with what was probably meant.
func (c *checker) unknownValue(n *dsl.Name) {
	c.watch(n)
	name := n.Text
	switch {
	case c.functions[name] != nil || isFunction(name):
		c.errorf(n, "function-as-value", "`%s` is a function", name).Expect("its arguments, in parentheses").
			Helpf("write %s", c.usage(name))
		return
	case typeWords[name] != nil:
		c.errorf(n, "misplaced-word", "`%s` is a type, not a value", name)
		return
	case dsl.FormUsage(name) != "":
		c.errorf(n, "misplaced-word", "`%s` is a word of the language and has no value", name).Expect(dsl.FormUsage(name) + ", after a colon")
		return
	}
	d := c.errorf(n, "unknown-name", "there is no name `%s`", name).Suggest(diag.Nearest(name, c.visibleValues()))
	if f := diag.Nearest(name, c.visibleFunctions()); d.Suggestion == "" && f != "" {
		d.Helpf("there is a function `%s`", c.usage(f))
	}
	if help := dsl.ElsewhereValue(name); help != "" {
		d.Suggestion, d.Help = "", help
	}
	if library.IsShape(name) && d.Suggestion == "" && d.Help == "" {
		d.Helpf("the shape of that name is omino(%q)", name)
	}
}

func (c *checker) visibleValues() []string {
	var names []string
	for _, s := range c.locals[c.base:] {
		names = append(names, s.name.Text)
	}
	for name := range c.values {
		names = append(names, name)
	}
	for name := range constants {
		names = append(names, name)
	}
	return names
}
