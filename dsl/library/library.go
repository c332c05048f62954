// Package library has the functions of the language in one table: how each is
// called, what it does in a line, how it treats unknown arguments, and the function
// itself over known values.
//
// The checker reads signatures and documentation from it, the judge and the compiler
// the functions. What a function means where an argument is unknown is the compiler's
// work: for a lifted function it follows from the function, for an open one the
// compiler has a reading of its own.
package library

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"

	"nazo/dsl/value"
)

// Function is a row of the table.
type Function struct {
	Name       string
	Signatures []string // one for each way to call it, such as "(b: board): set of cell"
	Doc        string   // one line
	Group      string   // what it is about: boards, shapes, graphs, finds, collections, numbers

	// Unknowns says how it treats arguments that are unknown, Absent what a lifted
	// function gives where an argument is none.
	Unknowns Unknowns
	Absent   Absent
	// Board is true if the first argument may be a board. If an array takes its place, only the
	// keys matter. Its values may be unknown or hidden.
	Board bool
	// Length is true if only the length of the single argument matters. So it may be asked of
	// hidden collections.
	Length bool
	// ByForm is true if arguments alone don't tell which signature is meant, since one may be empty: see Call.Form.
	ByForm bool
	// Selects says that the function heeds Call.Only.
	Selects bool
	// Near returns a superset of the values w for which the function of v and w is at most a
	// number. ok is false if these can't be listed.
	Near func(v value.Value, most int64) (near []value.Value, ok bool)
	// Lasting functions make boards, or graphs of boards, which depend on the arguments alone: see Memo.
	Lasting bool
	// ByMembers says that a lifted function means something for a set that is decided member by member, too: the compiler
	// knows what.
	ByMembers bool
	// Bounded says that a result need not be told beyond a number that it is compared with, since none is as good there.
	Bounded bool
	// Random functions give something else at each call, by Call.Draw.
	Random bool
	// Cheaper is a cheaper way to say the same, if calls become millions of nodes or their results
	// are visited millions of times. It is "" if there is none.
	Cheaper string
	// Asks says what the function asks about the direction of a path.
	Asks Direction
	// NotRoute is advice for whoever calls it with a path, cycle or links; "" for none.
	NotRoute string
	// Undecided is what to write instead for a set that is decided member by member. It follows a
	// semicolon. It is "" if there is nothing.
	Undecided string

	apply func(*Call) value.Value
}

// Unknowns is how a function treats arguments that are unknown.
type Unknowns uint8

const (
	// KnownOnly functions have known arguments.
	KnownOnly Unknowns = iota
	// Lifted functions become their table over the values that arguments may take.
	Lifted
	// Open functions mean something for unknown arguments that is no table: the
	// compiler knows what.
	Open
)

// Absent is the result of a lifted function where an argument is none.
type Absent uint8

// The values for none: a function that gives collections gives an empty one.
const (
	None Absent = iota
	EmptySet
	EmptyList
)

// Direction is the question that a function asks about the direction of a path.
type Direction uint8

// What may be asked: where it begins, where it ends, the numbers of its steps.
const (
	Nothing Direction = iota
	Start
	End
	Steps
)

// groups are the parts of the table, in the order in which they are explained.
var groups = []struct {
	name string
	rows []Function
}{
	{"boards", boards},
	{"shapes", shapes},
	{"graphs", graphs},
	{"finds", finds},
	{"collections", collections},
	{"numbers", arithmetic},
}

// byName finds the rows.
var byName = sync.OnceValue(func() map[string]*Function {
	m := map[string]*Function{}
	for _, f := range All() {
		m[f.Name] = f
	}
	return m
})

// All lists the functions, by group.
func All() []*Function {
	var all []*Function
	for _, g := range groups {
		for i := range g.rows {
			f := g.rows[i]
			f.Group = g.name
			all = append(all, &f)
		}
	}
	return all
}

// AsksIn says what a call with n arguments asks about the direction of a path. Counting steps from
// a named start asks nothing.
func (f *Function) AsksIn(n int) Direction {
	if f.Asks == Steps && n == 2 {
		return Nothing
	}
	return f.Asks
}

// Find is the function of that name, nil if there is none.
func Find(name string) *Function { return byName()[name] }

// Takes reports whether the function can be called with n arguments.
func (f *Function) Takes(n int) bool {
	for _, s := range f.Signatures {
		if parameters(s) == n {
			return true
		}
	}
	return false
}

// parameters counts the parameters of a signature: each has a colon.
func parameters(signature string) int {
	depth := 0
	for i, r := range signature {
		switch r {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return strings.Count(signature[:i], ":")
			}
		}
	}
	panic("library: bad signature " + signature)
}

// Apply computes the function for known arguments. The error is the error of Call.Poll, or a
// *Fault: the function has no meaning for an argument, or its result would be too large.
func (f *Function) Apply(c *Call) (v value.Value, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case ended:
			v, err = nil, r.err
		case *Fault:
			v, err = nil, r
		default:
			panic(r)
		}
	}()
	if f.Unknowns == Lifted {
		for _, a := range c.Args {
			if isNone(a) {
				return f.Absent.value(), nil
			}
		}
	}
	if key, ok := c.key(f); ok && f.Lasting && c.Memo != nil {
		return c.Memo.recall(key, func() value.Value { return f.apply(c) }), nil
	}
	return f.apply(c), nil
}

func (a Absent) value() value.Value {
	switch a {
	case EmptySet:
		return value.NewSet()
	case EmptyList:
		return value.List(nil)
	}
	return value.None{}
}

func isNone(v value.Value) bool {
	_, none := v.(value.None)
	return none
}

// Call is a call of a function with known arguments, as many as one of its signatures
// has.
type Call struct {
	Name string // of the function, for messages
	Args []value.Value
	// Arcs is true if edges which the function makes of vertices have a direction.
	Arcs bool
	// Form, of a function that is ByForm, is the place among the signatures with as many parameters of that
	// which the call fits, from 0.
	Form int
	// Most bounds the members of a collection; 0 means DefaultMost.
	Most int
	// Poll, if not nil, is asked now and then in long computations; an error ends
	// them.
	Poll func() error
	// Only, if not nil, says which members matter of those that the function lists; of others
	// it may list some, too.
	Only *Only
	// Memo, if not nil, has what calls of lasting functions gave before.
	Memo *Memo
	// Draw, of a random function, is where it draws from.
	Draw rand.Source

	polls int
}

// Only are conditions on a member, each of which must hold.
type Only struct {
	Has  value.Value // is in it; nil: anything may be
	Size int         // the number of its elements; -1: any
	// Key, of a pair, must be the same for both elements; where ok is false it may be the
	// same as any other.
	Key func(v value.Value) (key value.Key, ok bool)
}

// DefaultMost is the most members that a collection may have.
const DefaultMost = 4_000_000

// Fault is why a call has no value.
type Fault struct {
	Arg  int    // the argument that it is about, from 0; -1: the call as a whole
	Code string // of a diagnostic
	Text string
}

// Error is the text.
func (f *Fault) Error() string { return f.Text }

// The codes of faults.
const (
	CodeSize = "limit-size"
	// CodeNotAVertex is that of a value where a vertex of a graph is wanted.
	CodeNotAVertex = "not-a-vertex"
	codeTooLarge   = "too-large"
	codeWrong      = "wrong-argument"
)

// ended carries an error of Poll to Apply.
type ended struct{ err error }

// fail ends the call with a fault.
func (c *Call) fail(arg int, code, format string, args ...any) {
	panic(&Fault{arg, code, fmt.Sprintf(format, args...)})
}

// wrong ends the call because an argument has the wrong kind.
func (c *Call) wrong(i int, expected string, found value.Value) {
	c.fail(i, codeWrong, "%s expects %s here, found %s", c.Name, expected, value.Kind(found))
}

// tooMany ends the call if a collection of n members would be too large.
func (c *Call) tooMany(n int) {
	most := c.Most
	if most == 0 {
		most = DefaultMost
	}
	if n > most {
		c.fail(-1, CodeSize, "%d members are more than the limit of %d", n, most)
	}
}

// tick is called for every piece of a long computation.
func (c *Call) tick() {
	if c.polls++; c.polls&1023 == 0 && c.Poll != nil {
		if err := c.Poll(); err != nil {
			panic(ended{err})
		}
	}
}

// largest bounds numbers that count rows, columns and the like.
const largest = 1 << 53

// int is argument i as a number that fits an int.
func (c *Call) int(i int) int { return c.asInt(i, c.Args[i]) }

// asInt is v, which is argument i or a part of it, as a number that fits an int.
func (c *Call) asInt(i int, v value.Value) int {
	n, ok := v.(value.Int)
	if b, isBig := value.BigOf(v); isBig && (!ok || n < -largest || n > largest) {
		c.fail(i, codeTooLarge, "%s is too large here", b)
	}
	if !ok {
		c.wrong(i, "a number", v)
	}
	return int(n)
}

// argument is argument i, if it is of that kind.
func argument[T value.Value](c *Call, i int, expected string) T {
	v, ok := c.Args[i].(T)
	if !ok {
		c.wrong(i, expected, c.Args[i])
	}
	return v
}

func (c *Call) cell(i int) value.Cell { return argument[value.Cell](c, i, "a cell") }
func (c *Call) direction(i int) value.Direction {
	return argument[value.Direction](c, i, "a direction")
}
func (c *Call) graph(i int) *value.Graph { return argument[*value.Graph](c, i, "a graph") }
func (c *Call) array(i int) *value.Array { return argument[*value.Array](c, i, "a grid") }
func (c *Call) route(i int) *value.Route {
	return argument[*value.Route](c, i, "a path, cycle or links")
}
func (c *Call) regions(i int) *value.Regions { return argument[*value.Regions](c, i, "regions") }

// members are those of the collection that argument i is.
func (c *Call) members(i int) []value.Value { return c.membersOf(i, c.Args[i]) }

// membersOf are the members of v, which is argument i or a part of it; none has
// none.
func (c *Call) membersOf(i int, v value.Value) []value.Value {
	if r, ok := v.(value.Range); ok {
		c.tooMany(int(min(r.Hi-r.Lo, 1<<40)) + 1)
	}
	members, ok := value.Members(v)
	if !ok {
		c.wrong(i, "a collection", v)
	}
	return members
}

// list has the members of argument i in the order in which it lists them: a set in
// the order in which it was made.
func (c *Call) list(i int) []value.Value {
	members := c.members(i) // which also bounds a range
	if elements := value.Elements(c.Args[i]); elements != nil {
		return elements
	}
	return members
}

// set is the collection that argument i is, as a set.
func (c *Call) set(i int) *value.Set {
	if s, ok := c.Args[i].(*value.Set); ok {
		return s
	}
	return value.NewSet(c.members(i)...)
}

// edges are the members of argument i, which must be edges.
func (c *Call) edges(i int) []value.Edge {
	members := c.members(i)
	out := make([]value.Edge, len(members))
	for k, m := range members {
		e, ok := m.(value.Edge)
		if !ok {
			c.wrong(i, "edges", m)
		}
		out[k] = e
	}
	return out
}

// contains tells what is in the collection that argument i is; a range is not spelt out.
func (c *Call) contains(i int) func(value.Value) bool {
	r, ok := c.Args[i].(value.Range)
	if !ok {
		return c.set(i).Contains
	}
	return func(v value.Value) bool {
		n, isInt := v.(value.Int)
		return isInt && r.Lo <= int64(n) && int64(n) <= r.Hi
	}
}

// Memo remembers boards, and graphs of boards, by the calls that made them. Evaluating a spec again
// gives the same ones. It may be used by several goroutines at once.
type Memo struct {
	mu   sync.Mutex
	made map[memoKey]value.Value
}

// memoKey is a call of a function with arguments that are the same wherever they are met.
type memoKey struct {
	name string
	args [3]value.Value
}

// mostRemembered bounds what is remembered.
const mostRemembered = 1 << 10

// key identifies the call; ok is false if it can't be remembered.
func (c *Call) key(f *Function) (key memoKey, ok bool) {
	key.name = f.Name
	if len(c.Args) > len(key.args) {
		return key, false
	}
	for i, a := range c.Args {
		switch v := a.(type) {
		case value.Int, *value.Board, *value.Set:
			key.args[i] = v
		case *value.Array:
			key.args[i] = v.Keys
		default:
			return key, false
		}
	}
	return key, true
}

// recall is what a call gave before, or else gives now. What ends by a panic is not remembered.
func (m *Memo) recall(key memoKey, compute func() value.Value) value.Value {
	m.mu.Lock()
	v, known := m.made[key]
	m.mu.Unlock()
	if known {
		return v
	}
	v = compute()
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.made == nil {
		m.made = map[memoKey]value.Value{}
	}
	if len(m.made) < mostRemembered {
		m.made[key] = v
	}
	return v
}

// Constant is the value of a name that the language itself gives; ok is false for other
// names.
func Constant(name string) (v value.Value, ok bool) {
	ds := value.Directions()
	if name == "directions" {
		return value.NewSet(ds[0], ds[1], ds[2], ds[3]), true
	}
	for _, d := range ds {
		if d.Name == name {
			return d, true
		}
	}
	return nil, false
}
