package judge

import (
	"nazo/dsl/check"
	"nazo/value"
)

// memo remembers results of functions for arguments that stay: boards, graphs and sets
// that are the same for all answers, and plain values. What an answer brings along is
// gone with it.
type memo struct {
	results map[memoKey]value.Value
	stays   map[value.Value]bool // *Set, *Graph, *Board and *Array
}

// memoKey is a call, with as many arguments as any function of the library has.
type memoKey struct {
	name string
	args [3]any         // a value.Value, or the key of one
	body check.Instance // of a def: what edge(a, b) means in it may depend on the call
	arcs bool           // of a function that makes edges
	form int            // of a function to which it matters which signature a call fits
}

func newMemo() memo { return memo{map[memoKey]value.Value{}, map[value.Value]bool{}} }

// mostRemembered bounds the results and the values that stay.
const mostRemembered = 1 << 18

// keep notes that a value stays, with what it holds.
func (m *memo) keep(v value.Value) {
	if len(m.stays) >= mostRemembered {
		return
	}
	switch v := v.(type) {
	case *value.Set:
		if m.stays[v] {
			return
		}
		m.stays[v] = true
		if v.Len() > 0 && nested(v.List()[0]) {
			m.keepAll(v.List())
		}
	case *value.Array:
		if m.stays[v] {
			return
		}
		m.stays[v], m.stays[v.Keys] = true, true
		m.keepAll(v.Values)
	case *value.Graph:
		m.stays[v], m.stays[v.Vertices] = true, true
	case *value.Board:
		m.stays[v] = true
	case value.List:
		m.keepAll(v)
	case value.Tuple:
		m.keepAll(v)
	}
}

func (m *memo) keepAll(vs []value.Value) {
	for _, v := range vs {
		if nested(v) {
			m.keep(v)
		}
	}
}

func nested(v value.Value) bool {
	switch v.(type) {
	case *value.Set, *value.Array, *value.Graph, *value.Board, value.List, value.Tuple:
		return true
	}
	return false
}

// keyOf identifies a call; ok is false unless it is worth remembering: an argument that
// stays is a collection or a graph, or of a def it is a short list, and the others are plain.
func (m *memo) keyOf(name string, args []value.Value, ofDef bool) (key memoKey, ok bool) {
	key.name = name
	if len(args) > len(key.args) {
		return key, false
	}
	for i, a := range args {
		switch a.(type) {
		case *value.Set, *value.Graph, *value.Board, *value.Array:
			if !m.stays[a] {
				return key, false
			}
			ok = true
		case value.Int, value.Cell, value.Direction, value.Label, value.Shape:
		default:
			short, isShort := value.ShortKey(a)
			if !isShort || !ofDef {
				return key, false
			}
			key.args[i], ok = short, true
			continue
		}
		key.args[i] = a
	}
	return key, ok
}

// recall is the result of a call that was made before, or else computes it.
func (m *memo) recall(key memoKey, compute func() value.Value) value.Value {
	if v, done := m.results[key]; done {
		return v
	}
	v := compute()
	if len(m.results) < mostRemembered {
		m.results[key] = v
		m.keep(v)
	}
	return v
}
