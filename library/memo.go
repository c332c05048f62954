package library

import (
	"sync"

	"nazo/value"
)

// Memo remembers boards, and graphs of boards, by the calls that made them: who evaluates the same spec a second time
// gets the same ones. It may be used by several goroutines at once.
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
