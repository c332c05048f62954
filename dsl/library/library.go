// Package library is the table of the language's functions: how each is called, a line of
// documentation, how it treats unknown arguments, and its computation over known values.
//
// The checker reads signatures and documentation. The judge and the compiler call the functions. The
// compiler handles unknown arguments: it tabulates lifted functions and implements open ones itself.
package library

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"nazo/dsl/value"
)

// Function is a row of the table.
type Function struct {
	Name       string
	Signatures []string // one for each way to call it, such as "(b: board): set of cell"
	Doc        string   // one line
	Group      string   // one of boards, shapes, graphs, finds, collections, numbers

	// Unknowns tells how it treats unknown arguments. Absent is the result of a lifted function for an
	// argument that is none.
	Unknowns Unknowns
	Absent   Absent
	// Board is the number of the argument that may be a board, from 1; 0 is none. Of an array in its place, only the
	// keys matter, so its values may be unknown or hidden.
	Board int
	// Length is true if only the length of the single argument matters. It may then be a hidden collection.
	Length bool
	// ByForm is true if arguments don't determine the signature, since one may be empty. See Call.Form.
	ByForm bool
	// Selects is true if the function respects Call.Only.
	Selects bool
	// Near returns a superset of {w : f(v, w) ≤ most}. ok is false if it can't be listed.
	Near func(v value.Value, most int64) (near []value.Value, ok bool)
	// Lasting functions make boards, or graphs of boards, from the arguments alone. See Memo.
	Lasting bool
	// ByMembers is true if the compiler also implements a lifted function for sets decided by member.
	ByMembers bool
	// Bounded is true if a result need not be exact beyond a number that it is compared with.
	Bounded bool
	// Random functions give another result at each call, by Call.Draw.
	Random bool
	// Cheaper describes a cheaper alternative, for calls that become millions of nodes or results that
	// are visited millions of times. It may be "".
	Cheaper string
	// Asks tells what the function needs to know about the direction of a path.
	Asks Direction
	// NotRoute is advice against calling it with a path, cycle or links, or "".
	NotRoute string
	// Undecided is the alternative for a set that is decided by member. It begins with a semicolon or is "".
	Undecided string

	apply func(*Call) value.Value
}

// Unknowns tells how a function treats unknown arguments.
type Unknowns uint8

const (
	// KnownOnly functions need known arguments.
	KnownOnly Unknowns = iota
	// Lifted functions are tabulated over the possible values of their arguments.
	Lifted
	// Open functions have an implementation in the compiler for unknown arguments.
	Open
)

// Absent is the result of a lifted function for an argument that is none.
type Absent uint8

// The results for none. A function with collections as results gives an empty one.
const (
	None Absent = iota
	EmptySet
	EmptyList
)

// Direction is what a function needs to know about the direction of a path.
type Direction uint8

// The needs: the first vertex, the last vertex, or the numbers of the steps.
const (
	Nothing Direction = iota
	Start
	End
	Steps
)

// groups are the parts of the table, in the order of the documentation.
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

var byName = sync.OnceValue(func() map[string]*Function {
	m := map[string]*Function{}
	for _, f := range All() {
		m[f.Name] = f
	}
	return m
})

// All lists the functions, by group.
func All() (all []*Function) {
	for _, g := range groups {
		for i := range g.rows {
			f := g.rows[i]
			f.Group = g.name
			all = append(all, &f)
		}
	}
	return all
}

// AsksIn is Asks for a call with n arguments. Counting steps from a given start needs no direction.
func (f *Function) AsksIn(n int) Direction {
	if f.Asks == Steps && n == 2 {
		return Nothing
	}
	return f.Asks
}

// Find returns the function of a name, or nil.
func Find(name string) *Function { return byName()[name] }

// OfBoard returns arguments with the keys of an array in place of it where f takes a board.
func (f *Function) OfBoard(args []value.Value) []value.Value {
	if f.Board == 0 || len(args) < f.Board {
		return args
	}
	a, ok := args[f.Board-1].(*value.Array)
	if !ok {
		return args
	}
	args = slices.Clone(args)
	args[f.Board-1] = a.Keys
	return args
}

// Takes reports whether the function can be called with n arguments.
func (f *Function) Takes(n int) bool {
	return slices.ContainsFunc(f.Signatures, func(s string) bool { return parameters(s) == n })
}

// parameters counts the parameters of a signature. Each has a colon.
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

// Apply computes the function for known arguments. The error comes from Call.Poll or is a *Fault: the
// function is undefined for an argument, or its result would be too large.
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
	if f.Unknowns == Lifted && slices.ContainsFunc(c.Args, value.IsNone) {
		return f.Absent.value(), nil
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

// Call is a call of a function with known arguments, as many as in one of its signatures.
type Call struct {
	Name string // of the function, for messages
	Args []value.Value
	// Arcs is true if edges that the function makes of vertices are directed.
	Arcs bool
	// Form is used by ByForm functions: the index of the matching signature, from 0, among those with
	// as many parameters.
	Form int
	// Most bounds the members of a collection. 0 means DefaultMost.
	Most int
	// Poll may be nil. Long computations call it from time to time, and its error ends them.
	Poll func() error
	// Only may be nil. It tells which members matter. The function may list others, too.
	Only *Only
	// Memo may be nil. It holds results of lasting functions.
	Memo *Memo
	// Draw is the source of random functions.
	Draw rand.Source

	polls int
}

// Only is a conjunction of conditions on a member.
type Only struct {
	Has  value.Value // a required element; nil: none
	Size int         // the required number of elements; -1: any
	// Key, if not nil, must be equal for both elements of a pair. With ok false it may equal any other.
	Key func(v value.Value) (key value.Key, ok bool)
}

// DefaultMost bounds the members of a collection.
const DefaultMost = 4_000_000

// Fault is the reason why a call has no value.
type Fault struct {
	Arg  int    // index of the argument at fault; -1: the whole call
	Code string // of a diagnostic
	Text string
}

// Error returns the text.
func (f *Fault) Error() string { return f.Text }

// The codes of faults.
const (
	CodeSize = "limit-size"
	// CodeNotAVertex reports a value that should be a vertex of a graph.
	CodeNotAVertex = "not-a-vertex"
	codeTooLarge   = "too-large"
	codeWrong      = "wrong-argument"
)

// ended carries an error of Poll to Apply.
type ended struct{ err error }

func (c *Call) fail(arg int, code, format string, args ...any) {
	panic(&Fault{arg, code, fmt.Sprintf(format, args...)})
}

func (c *Call) wrong(i int, expected string, found value.Value) {
	c.fail(i, codeWrong, "%s expects %s here, found %s", c.Name, expected, value.Kind(found))
}

// tooMany ends the call if a collection of n members would be too large.
func (c *Call) tooMany(n int) {
	if most := cmp.Or(c.Most, DefaultMost); n > most {
		c.fail(-1, CodeSize, "%d members are more than the limit of %d", n, most)
	}
}

// tick is called for every step of a long computation.
func (c *Call) tick() {
	if c.polls++; c.polls&1023 == 0 && c.Poll != nil {
		if err := c.Poll(); err != nil {
			panic(ended{err})
		}
	}
}

// largest bounds numbers of rows, columns and the like.
const largest = 1 << 53

func (c *Call) int(i int) int { return c.asInt(i, c.Args[i]) }

// asInt returns v, which is argument i or a part of it, as an int.
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

// argument returns argument i, which must be of type T.
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

// members returns the members of the collection in argument i.
func (c *Call) members(i int) []value.Value { return c.membersOf(i, c.Args[i]) }

// membersOf returns the members of v, which is argument i or a part of it. None has no members.
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

// list returns the members of argument i in its own order. For a set, that is the order of insertion.
func (c *Call) list(i int) []value.Value {
	members := c.members(i) // also bounds a range
	if elements := value.Elements(c.Args[i]); elements != nil {
		return elements
	}
	return members
}

func (c *Call) set(i int) *value.Set {
	if s, ok := c.Args[i].(*value.Set); ok {
		return s
	}
	return value.NewSet(c.members(i)...)
}

// edges returns the members of argument i, which must be edges.
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

// contains returns a membership test for argument i. A range is not expanded.
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

// Memo caches boards and graphs of boards by the calls that made them, so that evaluating a spec again
// gives the same ones. It is safe for concurrent use.
type Memo struct {
	mu   sync.Mutex
	made map[memoKey]value.Value
}

// memoKey identifies a call by the identities of its arguments.
type memoKey struct {
	name string
	args [3]value.Value
}

const mostRemembered = 1 << 10

// key identifies the call. ok is false if it can't be cached.
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

// recall returns the cached result of a call, or computes it. It caches nothing if compute panics.
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

// Constant returns the value of a name that the language defines. ok is false for other names.
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
