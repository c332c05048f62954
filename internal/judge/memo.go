package judge

import (
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/value"
)

// memo has results of functions for lasting arguments: plain values, and boards, graphs and sets that are the same
// for all answers.
type memo struct {
	results map[memoKey]value.Value
	stays   map[value.Value]bool // pointers to sets, graphs, boards, arrays, routes and regions
	outer   *memo                // what lasts longer
}

// memoKey is a call, with room for the arguments of any library function.
type memoKey struct {
	name string
	args [3]any         // a value.Value, or the key of one
	body check.Instance // of a def: the meaning of edge(a, b) in it may depend on the call
	arcs bool           // of a function that makes edges
	form int            // the signature that the call fits, if that matters
}

func newMemo(outer *memo) memo { return memo{map[memoKey]value.Value{}, map[value.Value]bool{}, outer} }

// lasts reports whether a collection or graph stays the same.
func (m *memo) lasts(v value.Value) bool { return m.stays[v] || m.outer != nil && m.outer.lasts(v) }

// mostRemembered bounds the results, and the lasting values.
const mostRemembered = 1 << 18

// keep marks a value and its parts as lasting.
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
	case *value.Board, *value.Route, *value.Regions:
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

// keyOf identifies a call. ok is false unless the call is worth remembering: one argument must be a lasting
// collection or graph, or in a def a short list, and the others plain.
func (m *memo) keyOf(name string, args []value.Value, ofDef bool) (key memoKey, ok bool) {
	key.name = name
	if len(args) > len(key.args) {
		return key, false
	}
	for i, a := range args {
		switch a.(type) {
		case *value.Set, *value.Graph, *value.Board, *value.Array, *value.Route, *value.Regions:
			if !m.lasts(a) {
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

// recall returns the memoized result of a call, or computes it.
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

// answerMemo has what is the same for one answer: values of expressions without local names, and results of functions
// of the answer.
type answerMemo struct {
	memo
	values map[occurrence]value.Value
}

// ofAnswer returns the memo of the current answer.
func (ev *evaluator) ofAnswer() *answerMemo {
	if ev.answer == nil {
		ev.answer = &answerMemo{newMemo(&ev.memo), map[occurrence]value.Value{}}
		for _, v := range ev.found {
			ev.answer.keep(v)
		}
	}
	return ev.answer
}

// settledValue returns the value of an expression that is the same for one answer.
func (ev *evaluator) settledValue(x dsl.Expr, sc *scope) value.Value {
	at := occurrence{x, ev.body}
	m := ev.ofAnswer()
	if v, done := m.values[at]; done {
		return v
	}
	v := ev.compute(x, sc)
	if value.IsNone(v) {
		v = ev.absent(x)
	}
	m.values[at] = v
	m.keep(v)
	return v
}

// remembered returns the result of a call. It is computed once for arguments that last, or that are the same for the
// current answer.
func (ev *evaluator) remembered(key func(*memo) (memoKey, bool), compute func() value.Value) value.Value {
	if k, ok := key(&ev.memo); ok {
		return ev.memo.recall(k, compute)
	}
	if len(ev.found) > 0 {
		m := ev.ofAnswer()
		if k, ok := key(&m.memo); ok {
			return m.recall(k, compute)
		}
	}
	return compute()
}
