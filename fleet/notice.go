package fleet

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// Trouble is something that a hub has logged and that may be why its jobs don't go on.
type Trouble struct {
	At   time.Time `json:"at"` // by the clock of the hub
	Text string    `json:"text"`
}

// notices keeps the last troubles of a hub, for who asks.
type notices struct {
	mu   sync.Mutex
	last []Trouble
}

// add keeps a trouble, once while it is among the last.
func (n *notices) add(text string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	text = cut(text, mostListedFor)
	n.last = slices.DeleteFunc(n.last, func(t Trouble) bool { return t.Text == text })
	n.last = append(n.last, Trouble{time.Now(), text})
	n.last = n.last[max(len(n.last)-mostListed, 0):]
}

// answer answers who asks for them.
func (n *notices) answer(msg *nats.Msg) {
	n.mu.Lock()
	text := encode(n.last)
	n.mu.Unlock()
	msg.Respond(text)
}

// Troubles are the last that the hub has had since it was started, 20 at most; none if it can't be asked.
func (c *Client) Troubles(ctx context.Context) []Trouble {
	ctx, stop := context.WithTimeout(ctx, reconnectWait*8)
	defer stop()
	answer, err := c.nc.RequestWithContext(ctx, troubles, nil)
	var out []Trouble
	if err != nil || decode(answer.Data, &out) != nil {
		return nil
	}
	return out
}
