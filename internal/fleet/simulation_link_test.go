package fleet

import (
	"net"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// shrunk is by how much the checkpoints of a simulation are smaller than they are said to be, and the link to the hub
// slower: so they take as long, and gigabytes need not be sent.
const shrunk = 1000

// link is by what workers reach the hub. What they send goes through it piece after piece, in the order in which it comes.
type link struct {
	mu     sync.Mutex
	second float64 // bytes
	free   time.Time
	sent   int64
	busy   time.Duration
}

// newLink is a link that takes so many MB a second, before it is shrunk.
func newLink(megabytes float64) *link { return &link{second: megabytes * 1e6 / shrunk} }

// carry waits until so many bytes are through.
func (l *link) carry(n int) {
	l.mu.Lock()
	l.sent += int64(n)
	if l.second == 0 {
		l.mu.Unlock()
		return
	}
	now := time.Now()
	if l.free.Before(now) {
		l.free = now
	}
	took := seconds(float64(n) / l.second)
	l.free, l.busy = l.free.Add(took), l.busy+took
	wait := l.free.Sub(now)
	l.mu.Unlock()
	time.Sleep(wait)
}

// to is a way to the hub through the link.
func (l *link) to(hub nats.InProcessConnProvider) nats.InProcessConnProvider { return &linked{hub, l} }

type linked struct {
	hub  nats.InProcessConnProvider
	link *link
}

// InProcessConn is a connection through the link.
func (l *linked) InProcessConn() (net.Conn, error) {
	conn, err := l.hub.InProcessConn()
	if err != nil {
		return nil, err
	}
	c := &linkedConn{Conn: conn, link: l.link, more: make(chan bool, 1), closed: make(chan bool)}
	go c.send()
	return c, nil
}

// linkedConn keeps what is written until it is through. Who writes doesn't wait: the client of NATS holds a lock meanwhile, and
// on the clock of testing/synctest time stands while somebody waits for one.
type linkedConn struct {
	net.Conn
	link   *link
	more   chan bool
	closed chan bool
	once   sync.Once

	mu      sync.Mutex
	text    []byte
	sending bool
}

// leastLinked is how many bytes are so few that they take no time: they are no checkpoint's, and not shrunk.
const leastLinked = 1 << 10

// Write takes all.
func (c *linkedConn) Write(b []byte) (int, error) {
	c.mu.Lock()
	if !c.sending && len(b) < leastLinked {
		c.mu.Unlock()
		return c.Conn.Write(b)
	}
	c.text, c.sending = append(c.text, b...), true
	c.mu.Unlock()
	select {
	case c.more <- true:
	default:
	}
	return len(b), nil
}

// send sends in pieces, so that those of others come between them.
func (c *linkedConn) send() {
	for {
		select {
		case <-c.closed:
			return
		case <-c.more:
		}
		for {
			c.mu.Lock()
			n := min(len(c.text), 1<<12)
			piece := c.text[:n]
			c.text, c.sending = c.text[n:], n > 0
			c.mu.Unlock()
			if n == 0 {
				break
			}
			c.link.carry(n)
			if _, err := c.Conn.Write(piece); err != nil {
				return
			}
		}
	}
}

// SetWriteDeadline does nothing: nobody waits for a write.
func (c *linkedConn) SetWriteDeadline(time.Time) error { return nil }

// Close closes the connection.
func (c *linkedConn) Close() error {
	c.once.Do(func() { close(c.closed) })
	return c.Conn.Close()
}
