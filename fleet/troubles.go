package fleet

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go/jetstream"

	"nazo/parts"
)

// known takes a state that was there before the coordinator.
func (c *coordinator) known(entry jetstream.KeyValueEntry) {
	if entry.Operation() != jetstream.KeyValuePut {
		return
	}
	id, rest, part := strings.Cut(entry.Key(), ".")
	switch {
	case !part:
		var s State
		if json.Unmarshal(entry.Value(), &s) != nil {
			return
		}
		c.refusal[id] = s.Refusing
		if s.Phase.Ended() {
			c.ended[id] = s.Phase
		}
	case "."+rest == reopened:
		c.reopened[id] = entry.Created()
	case strings.Contains(rest, "/"):
		c.note(id, entry)
	}
}

// note keeps the trouble of a task.
func (c *coordinator) note(id string, entry jetstream.KeyValueEntry) (parts.Path, trouble) {
	_, part, err := parseKey(entry.Key())
	if err != nil {
		return nil, trouble{}
	}
	if c.trouble[id] == nil {
		c.trouble[id] = map[string]trouble{}
	}
	t := readTrouble(entry.Value())
	c.trouble[id][part.String()] = t
	return part, t
}

// change takes what went wrong with a task.
func (c *coordinator) change(entry jetstream.KeyValueEntry) error {
	id, rest, _ := strings.Cut(entry.Key(), ".")
	if !strings.Contains(rest, "/") {
		return nil
	}
	f := c.running[id]
	if entry.Operation() != jetstream.KeyValuePut {
		if _, part, err := parseKey(entry.Key()); err == nil {
			delete(c.trouble[id], part.String())
			if f != nil {
				f.forgive(part)
				return c.step(f)
			}
		}
		return nil
	}
	part, t := c.note(id, entry)
	if f == nil {
		return nil
	}
	f.tracker.trouble(part, t)
	if t.Aside {
		c.o.Log(fmt.Sprintf("%s: part %s is set aside: %s", id, part, strings.Join(t.Errors, "; ")))
		return c.step(f)
	}
	return nil
}
