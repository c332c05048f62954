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
	"strings"
	"sync"

	"nazo/value"
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
	// Board is true if the first argument may be a board, and that of an array in its
	// place only the keys matter: its values may be unknown, or hidden.
	Board bool
	// Length is true if of a collection as the only argument only the length matters,
	// so that it may be asked of what is hidden.
	Length bool
	// ByForm is true if arguments alone don't tell which signature is meant, since one may be empty: see Call.Form.
	ByForm bool
	// Selects says that the function heeds Call.Only.
	Selects bool
	// Near, of a function of two values that is a number, has all values for which, with v, it
	// is at most so much, and maybe others; ok is false where these can't be told.
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
	// Cheaper is what to say instead where calls become millions of nodes, or what they list is gone through millions of times;
	// "" for nothing.
	Cheaper string
	// Asks says what the function asks about the direction of a path.
	Asks Direction
	// NotRoute is advice for whoever calls it with a path, cycle or links; "" for none.
	NotRoute string
	// Undecided is what to write instead for a set that is decided member by member, after a semicolon; "" for nothing.
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

// AsksIn says what a call with n arguments asks about the direction of a path: to count steps from a start that is named
// asks nothing.
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

// Apply computes the function for known arguments. The error is a *Fault: an argument
// for which the function has no meaning, or a result that would be too large; or what
// Call.Poll gave.
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
