package check

import (
	"cmp"
	"maps"
	"slices"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/dsl/library"
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
	asValue // the value of a find, in what is said of it
)

var roleNouns = [...]string{
	asGiven: "a given", asLet: "a let", asFind: "a find", asChoose: "a choose",
	asState: "a state", asMove: "a move", asCost: "a cost", asLabel: "a label", asBound: "a bound name",
	asValue: "the value of a find",
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

// Role is the kind of thing that a name stands for.
type Role string

// The roles. A label, a bound name and a function have no statement of their own, or one that declares more.
const (
	RoleGiven    Role = "given"
	RoleLet      Role = "let"
	RoleFind     Role = "find"
	RoleChoose   Role = "choose"
	RoleState    Role = "state"
	RoleMove     Role = "move"
	RoleCost     Role = "cost"
	RoleLabel    Role = "label"
	RoleBound    Role = "bound"
	RoleValue    Role = "value"    // of a find, in what is said of it
	RoleFunction Role = "function" // a def
)

var roleNames = [...]Role{
	asGiven: RoleGiven, asLet: RoleLet, asFind: RoleFind, asChoose: RoleChoose, asState: RoleState,
	asMove: RoleMove, asCost: RoleCost, asLabel: RoleLabel, asBound: RoleBound, asValue: RoleValue,
}

// Symbol is what a name stands for: all names that the checker resolved to one declaration have the same.
type Symbol struct {
	Name   *dsl.Name // where it is declared
	Source *diag.Source
	Role   Role
	Stmt   dsl.Stmt // that declares it; nil for labels and bound names
	Used   bool     // by a name other than its declaration

	met []*symbol // a parameter of a def is another one in each of its calls
}

// Types are its types. A parameter of a def has several if calls differ. Functions, moves and costs
// have none.
func (s *Symbol) Types() []*Type {
	var types []*Type
	for _, m := range s.met {
		if t := m.typ; t != nil && !t.bad() && !slices.ContainsFunc(types, func(other *Type) bool { return other.String() == t.String() }) {
			types = append(types, t)
		}
	}
	return types
}

// Record is what the checker found out about the places of a text, for whoever asks about them, such as an editor. It holds for
// specs with mistakes, too, as far as they could be checked.
type Record struct {
	// Watch is a name whose use is looked for: what can be named there is kept for Visible.
	Watch string

	symbols map[*dsl.Name]*Symbol // by their declarations
	uses    map[*dsl.Name]Use     // of all names that stand for one
	types   map[dsl.Expr]*Type
	calls   map[*dsl.Call]string
	global  []*Symbol
	visible []*Symbol
	watched bool
}

// Use is a name that stands for a symbol.
type Use struct {
	Name   *dsl.Name
	Source *diag.Source // that the name is in
	Symbol *Symbol
}

// CheckRecorded is [Check], and keeps in r what it found out.
func CheckRecorded(file *dsl.File, uses Resolver, r *Record) (*Spec, *diag.List) {
	r.begin(file)
	problems := &diag.List{}
	c := newChecker(merge(file, uses, problems))
	c.record = r
	return c.run(problems)
}

// begin makes room for what there is to say of a text, by its length: letting the maps grow would take a tenth of the time of reading and checking it.
func (r *Record) begin(file *dsl.File) {
	const bytesOfName, bytesOfExpr, bytesOfCall = 12, 6, 50
	size := len(file.Source.Text)
	r.symbols, r.uses = map[*dsl.Name]*Symbol{}, make(map[*dsl.Name]Use, size/bytesOfName)
	r.types, r.calls = make(map[dsl.Expr]*Type, size/bytesOfExpr), make(map[*dsl.Call]string, size/bytesOfCall)
}

// CheckInstances checks the values in instances of a spec as those of examples. Each instance is an
// example that expects nothing. The list has the mistakes in them, and none of the spec's. The
// reader checks whether numbers are in their ranges.
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

// SymbolOf is the symbol of a name at its declaration or use. It is nil for names of the language
// and for unknown names.
func (r *Record) SymbolOf(n *dsl.Name) *Symbol { return r.uses[n].Symbol }

// Uses lists the names that stand for a symbol, its declaration among them, in the order of the text within each source.
func (r *Record) Uses(s *Symbol) []Use {
	var uses []Use
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

// Symbols lists all symbols, in the order of the text within each source.
func (r *Record) Symbols() []*Symbol {
	return slices.SortedFunc(maps.Values(r.symbols), func(a, b *Symbol) int {
		return cmp.Or(cmp.Compare(a.Source.Name, b.Source.Name), cmp.Compare(a.Name.Start, b.Name.Start))
	})
}

// TypeOf is the type of an expression. In a def it is the type in the first call. It is nil if
// nothing is known.
func (r *Record) TypeOf(e dsl.Expr) *Type { return r.types[e] }

// SignatureOf is the signature of a library function that a call fits, from the parenthesis on; "" if there is none.
func (r *Record) SignatureOf(call *dsl.Call) string { return r.calls[call] }

// Visible lists the names that can be used at the watched name, innermost first. If that name was
// not met, it lists the names that can be used anywhere.
func (r *Record) Visible() []*Symbol {
	if r.watched {
		return r.visible
	}
	return r.global
}

// symbolOf is the symbol of a declaration, made when it is first met.
func (r *Record) symbolOf(name *dsl.Name, src *diag.Source, role Role, stmt dsl.Stmt) *Symbol {
	s := r.symbols[name]
	if s == nil {
		s = &Symbol{Name: name, Source: src, Role: role, Stmt: stmt}
		r.symbols[name], r.uses[name] = s, Use{name, src, s}
	}
	return s
}

// of is the recorded symbol of one of the checker's.
func (r *Record) of(s *symbol) *Symbol {
	out := r.symbolOf(s.name, s.src, roleNames[s.role], s.stmt)
	if !slices.Contains(out.met, s) {
		out.met = append(out.met, s)
	}
	return out
}

// declares notes a declaration.
func (r *Record) declares(s *symbol) {
	if r != nil {
		r.of(s)
	}
}

// defines notes the declaration of a def.
func (r *Record) defines(f *function) {
	if r != nil {
		r.symbolOf(f.def.Name, f.src, RoleFunction, f.def)
	}
}

// use notes that a name of a source stands for a symbol, which may be nil.
func (r *Record) use(n *dsl.Name, src *diag.Source, s *symbol) {
	if r != nil && n != nil && s != nil && n != s.name {
		of := r.of(s)
		r.uses[n], of.Used = Use{n, src, of}, true
	}
}

// callOf notes that a name before parentheses stands for a def.
func (r *Record) callOf(n *dsl.Name, src *diag.Source, f *function) {
	if r != nil {
		of := r.symbolOf(f.def.Name, f.src, RoleFunction, f.def)
		r.uses[n], of.Used = Use{n, src, of}, true
	}
}

// typed notes the type of an expression.
func (r *Record) typed(e dsl.Expr, t *Type) {
	if r == nil || t.bad() {
		return
	}
	if _, again := r.types[e]; !again {
		r.types[e] = t
	}
}

// fits notes the signature that a call of a library function fits.
func (r *Record) fits(e *dsl.Call, s *signature) {
	if r != nil {
		r.calls[e] = s.text
	}
}

// watch keeps what is visible if a name is the watched one.
func (c *checker) watch(n *dsl.Name) {
	if r := c.record; r != nil && !r.watched && r.Watch != "" && n.Text == r.Watch {
		r.watched = true
		r.visible = c.visibleSymbols()
	}
}

// visibleSymbols lists the names that can be used at the current node, without hidden ones. Bound
// names come first, innermost first.
func (c *checker) visibleSymbols() []*Symbol {
	var out []*Symbol
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
		f := c.functions[name]
		out = append(out, c.record.symbolOf(f.def.Name, f.src, RoleFunction, f.def))
	}
	return out
}

// Constant is the type of a name that the language itself gives, such as north; nil for other names.
func Constant(name string) *Type { return constants[name] }

// Constants lists the names that the language itself gives.
func Constants() []string { return slices.Sorted(maps.Keys(constants)) }

// TypeWords lists the words that stand for types where a type is read.
func TypeWords() []string { return slices.Sorted(maps.Keys(typeWords)) }
