package check

import (
	"cmp"
	"maps"
	"slices"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/dsl/library"
	"nazo/internal/alg"
)

// symbol is the declaration of a value's name.
type symbol struct {
	name *dsl.Name
	role Role
	src  *diag.Source
	stmt dsl.Stmt // declares the name; nil if a binder or parameter does
	part int      // which part of a given

	typ      *Type // nil until it is checked
	checking bool  // its own declaration is being checked
	used     bool
	ruled    bool     // a find: a rule or an objective mentions it
	changed  bool     // a state: a move changes it
	reveals  bool     // a state: its start depends on something hidden
	mentions mentions // its value depends on these

	hidden   *dsl.Name // a given: where it is hidden from players, or nil
	hiddenIn *diag.Source
}

// idle reports whether a declaration of the spec's own text is unused and not anonymous.
func (c *checker) idle(s *symbol) bool { return c.own(s) && !s.used && !anonymous(s.name.Text) }

// refer looks up the declaration that a name at the top level refers to and records the use. It returns
// nil for an unknown name.
func (c *checker) refer(name *dsl.Name) *symbol {
	s := c.values[nameOf(name)]
	c.record.use(name, c.src, s)
	return s
}

// namesOf lists the declared names of some roles, in any order.
func (c *checker) namesOf(roles ...Role) (names []string) {
	for name, s := range c.values {
		if slices.Contains(roles, s.role) {
			names = append(names, name)
		}
	}
	return names
}

// function is a def.
type function struct {
	def            *dsl.Def
	src            *diag.Source
	used, checking bool
	instances      []instance
}

// instance is a def checked for certain argument types.
type instance struct {
	args     []*Type
	result   *Type
	mentions mentions
	number   Instance
	single   bool // each call decides whether edges in the result are arcs, so no call can share it
}

// constants are the values that the language itself names.
var constants = map[string]*Type{
	"directions": setOf(directionType),
	"north":      directionType,
	"east":       directionType,
	"south":      directionType,
	"west":       directionType,
}

// typeWords are the names of types, valid only where a type is read.
var typeWords = map[string]*Type{"int": intType, "bool": boolType, "label": labelType, "shape": shapeType}

// bind makes a name visible until the end of the enclosing scope.
func (c *checker) bind(name *dsl.Name, t *Type) {
	if name == nil {
		return
	}
	if s := c.values[name.Text]; s != nil && s.role == RoleLabel {
		c.labelClash(name, s)
	}
	if _, constant := constants[name.Text]; constant {
		c.errorf(name, "duplicate-name", "`%s` is a name of the language", name.Text)
	}
	s := &symbol{name: name, role: RoleBound, src: c.src, typ: t}
	c.locals = append(c.locals, s)
	c.record.declares(s)
}

// scope runs f and then removes the names that f bound.
func (c *checker) scope(f func()) {
	n := len(c.locals)
	f()
	c.warnUnusedBound(c.locals[n:])
	c.locals = c.locals[:n]
}

func (c *checker) lookup(name string) *symbol {
	for i := len(c.locals) - 1; i >= c.base; i-- {
		if c.locals[i].name.Text == name {
			return c.locals[i]
		}
	}
	return c.values[name]
}

// name returns the type of a name that is used as a value.
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
	if s.role == RoleMove || s.role == RoleCost {
		c.errorf(n, "misplaced-word", "`%s` is %s and has no value", n.Text, s.role.noun()).
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

// force checks a declaration before its turn because something mentions it. It reports whether the
// symbol has a type now: a circular declaration has none.
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

// detached runs f in another source, outside of all scopes and calls.
func (c *checker) detached(src *diag.Source, f func()) {
	outside := c.frame
	c.frame = frame{base: len(c.locals), src: src, mentions: &mentions{}}
	f()
	c.frame = outside
}

// unknownValue reports an unknown name and suggests the likely intended one.
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
	names := alg.Map(c.locals[c.base:], func(s *symbol) string { return s.name.Text })
	return slices.AppendSeq(slices.AppendSeq(names, maps.Keys(c.values)), maps.Keys(constants))
}

// Role tells which kind of declaration a name has.
type Role string

// The roles.
const (
	RoleGiven    Role = "given"
	RoleLet      Role = "let"
	RoleFind     Role = "find"
	RoleChoose   Role = "choose"
	RoleState    Role = "state"
	RoleMove     Role = "move"
	RoleCost     Role = "cost"
	RoleLabel    Role = "label"
	RoleBound    Role = "bound"    // by a binder, or a parameter of a def
	RoleValue    Role = "value"    // the value of a find, in the find's sentences
	RoleFunction Role = "function" // a def
)

// noun is the word for a role in messages.
func (r Role) noun() string {
	switch r {
	case RoleBound:
		return "a bound name"
	case RoleValue:
		return "the value of a find"
	}
	return "a " + string(r)
}

// Symbol is a declaration. All names that refer to it share it.
type Symbol struct {
	Name   *dsl.Name // where it is declared
	Source *diag.Source
	Role   Role
	Stmt   dsl.Stmt // declares the name; nil for labels and bound names
	Used   bool     // some other name refers to it

	met []*symbol // one for each call that binds a parameter of a def
}

// Types lists the distinct types of a value. A parameter of a def may have a type for each call.
// Functions, moves and costs have none.
func (s *Symbol) Types() (types []*Type) {
	for _, m := range s.met {
		if t := m.typ; t != nil && !t.bad() && !slices.ContainsFunc(types, func(other *Type) bool { return other.String() == t.String() }) {
			types = append(types, t)
		}
	}
	return types
}

// Record maps places in a text to their meaning, for users such as an editor. It also covers specs with
// mistakes, as far as they can be checked.
type Record struct {
	// Watch asks for the names that are visible where this name is used. See Visible.
	Watch string

	symbols         map[*dsl.Name]*Symbol // by declaration
	uses            map[*dsl.Name]Use     // includes the declarations
	types           map[dsl.Expr]*Type
	calls           map[*dsl.Call]string
	global, visible []*Symbol
	watched         bool
}

// Use is a name that refers to a symbol.
type Use struct {
	Name   *dsl.Name
	Source *diag.Source // contains the name
	Symbol *Symbol
}

// CheckRecorded is [Check] and fills r. A nil r records nothing.
func CheckRecorded(file *dsl.File, uses Resolver, r *Record) (*Spec, *diag.List) {
	r.begin(file)
	problems := &diag.List{}
	c := newChecker(merge(file, uses, problems))
	c.record = r
	return c.run(problems)
}

// begin makes empty maps. It estimates their sizes from the length of the text: growing maps would take
// a tenth of the time of reading and checking it.
func (r *Record) begin(file *dsl.File) {
	if r == nil {
		return
	}
	const bytesOfName, bytesOfExpr, bytesOfCall = 12, 6, 50
	size := len(file.Source.Text)
	r.symbols, r.uses = map[*dsl.Name]*Symbol{}, make(map[*dsl.Name]Use, size/bytesOfName)
	r.types, r.calls = make(map[dsl.Expr]*Type, size/bytesOfExpr), make(map[*dsl.Call]string, size/bytesOfCall)
}

// CheckInstances checks the values in instances of a spec like those of examples. Each instance is an
// example without expectations. The list holds the mistakes in src only, not those of the spec. The
// reader of instances checks whether numbers are in range.
func CheckInstances(file *dsl.File, uses Resolver, r *Record, src *diag.Source, instances []*dsl.Example) *diag.List {
	r.begin(file)
	c := newChecker(merge(file, uses, &diag.List{}))
	c.record = r
	c.run(&diag.List{})
	c.diags, c.src = &diag.List{}, src
	for _, e := range instances {
		c.givens(e, "instance")
	}
	own := &diag.List{}
	for _, d := range c.diags.All() {
		if d.Source == src {
			own.Add(d)
		}
	}
	return own
}

// SymbolOf returns the symbol of a name at its declaration or use. It is nil for names of the language
// and for unknown names.
func (r *Record) SymbolOf(n *dsl.Name) *Symbol { return r.uses[n].Symbol }

// Uses lists the names that refer to a symbol, including its declaration, in text order per source.
func (r *Record) Uses(s *Symbol) (uses []Use) {
	for _, u := range r.uses {
		if u.Symbol == s {
			uses = append(uses, u)
		}
	}
	slices.SortFunc(uses, func(a, b Use) int {
		return cmp.Or(cmp.Compare(a.Source.Name, b.Source.Name), cmp.Compare(a.Name.Start, b.Name.Start))
	})
	return uses
}

// Symbols lists all symbols, in text order per source.
func (r *Record) Symbols() []*Symbol {
	return slices.SortedFunc(maps.Values(r.symbols), func(a, b *Symbol) int {
		return cmp.Or(cmp.Compare(a.Source.Name, b.Source.Name), cmp.Compare(a.Name.Start, b.Name.Start))
	})
}

// TypeOf returns the type of an expression, or nil if it is unknown. In a def it is the type in the first call.
func (r *Record) TypeOf(e dsl.Expr) *Type { return r.types[e] }

// SignatureOf returns the signature that a call of a library function matches, from the parenthesis on, or "".
func (r *Record) SignatureOf(call *dsl.Call) string { return r.calls[call] }

// Visible lists the names that can be used at the watched name, innermost first. If nothing uses that
// name, it lists the names that can be used anywhere.
func (r *Record) Visible() []*Symbol {
	if r.watched {
		return r.visible
	}
	return r.global
}

// symbolOf returns the symbol of a declaration and makes it on first use.
func (r *Record) symbolOf(name *dsl.Name, src *diag.Source, role Role, stmt dsl.Stmt) *Symbol {
	s := r.symbols[name]
	if s == nil {
		s = &Symbol{Name: name, Source: src, Role: role, Stmt: stmt}
		r.symbols[name], r.uses[name] = s, Use{name, src, s}
	}
	return s
}

func (r *Record) of(s *symbol) *Symbol {
	out := r.symbolOf(s.name, s.src, s.role, s.stmt)
	if !slices.Contains(out.met, s) {
		out.met = append(out.met, s)
	}
	return out
}

// The methods below do nothing for a nil Record.

// declares records a declaration.
func (r *Record) declares(s *symbol) {
	if r != nil {
		r.of(s)
	}
}

// defines records the declaration of a def and returns its symbol.
func (r *Record) defines(f *function) *Symbol {
	if r == nil {
		return nil
	}
	return r.symbolOf(f.def.Name, f.src, RoleFunction, f.def)
}

// use records that a name refers to a symbol, which may be nil.
func (r *Record) use(n *dsl.Name, src *diag.Source, s *symbol) {
	if r != nil && n != nil && s != nil && n != s.name {
		of := r.of(s)
		r.uses[n], of.Used = Use{n, src, of}, true
	}
}

func (r *Record) callOf(n *dsl.Name, src *diag.Source, f *function) {
	if of := r.defines(f); of != nil {
		r.uses[n], of.Used = Use{n, src, of}, true
	}
}

func (r *Record) typed(e dsl.Expr, t *Type) {
	if r == nil || t.bad() {
		return
	}
	if _, again := r.types[e]; !again {
		r.types[e] = t
	}
}

func (r *Record) fits(e *dsl.Call, s *signature) {
	if r != nil {
		r.calls[e] = s.text
	}
}

// watch keeps the visible names if n is the watched name.
func (c *checker) watch(n *dsl.Name) {
	if r := c.record; r != nil && !r.watched && r.Watch != "" && n.Text == r.Watch {
		r.watched = true
		r.visible = c.visibleSymbols()
	}
}

// visibleSymbols lists the names that can be used at the current node, without shadowed ones. Bound
// names come first, innermost first.
func (c *checker) visibleSymbols() (out []*Symbol) {
	hidden := map[string]bool{}
	for _, s := range slices.Backward(c.locals[c.base:]) {
		if !hidden[s.name.Text] && !anonymous(s.name.Text) {
			out = append(out, c.record.of(s))
		}
		hidden[s.name.Text] = true
	}
	for _, name := range slices.Sorted(maps.Keys(c.values)) {
		if !hidden[name] {
			out = append(out, c.record.of(c.values[name]))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.functions)) {
		out = append(out, c.record.defines(c.functions[name]))
	}
	return out
}

// Constant returns the type of a name that the language defines, such as north. It is nil for others.
func Constant(name string) *Type { return constants[name] }

// Constants lists the names that the language defines.
func Constants() []string { return slices.Sorted(maps.Keys(constants)) }

// TypeWords lists the names of types, which are valid only where a type is read.
func TypeWords() []string { return slices.Sorted(maps.Keys(typeWords)) }
