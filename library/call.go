package library

import (
	"fmt"
	"math/rand/v2"

	"nazo/value"
)

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

func (c *Call) cell(i int) value.Cell {
	v, ok := c.Args[i].(value.Cell)
	if !ok {
		c.wrong(i, "a cell", c.Args[i])
	}
	return v
}

func (c *Call) direction(i int) value.Direction {
	v, ok := c.Args[i].(value.Direction)
	if !ok {
		c.wrong(i, "a direction", c.Args[i])
	}
	return v
}

func (c *Call) graph(i int) *value.Graph {
	v, ok := c.Args[i].(*value.Graph)
	if !ok {
		c.wrong(i, "a graph", c.Args[i])
	}
	return v
}

// array is argument i as an array; a grid is one.
func (c *Call) array(i int) *value.Array {
	v, ok := c.Args[i].(*value.Array)
	if !ok {
		c.wrong(i, "a grid", c.Args[i])
	}
	return v
}

// route is argument i as a path, a cycle or links.
func (c *Call) route(i int) *value.Route {
	v, ok := c.Args[i].(*value.Route)
	if !ok {
		c.wrong(i, "a path, cycle or links", c.Args[i])
	}
	return v
}

// regions is argument i as regions.
func (c *Call) regions(i int) *value.Regions {
	v, ok := c.Args[i].(*value.Regions)
	if !ok {
		c.wrong(i, "regions", c.Args[i])
	}
	return v
}

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
