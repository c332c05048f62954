package serve

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"
)

// maxArriving is how many requests arrive at once; see door.
const maxArriving = 512

// door has the connections whose requests have not arrived as a whole. Of those there are no more than places: the one that has waited longest gives way to
// one that comes. So requests that never end keep nobody waiting. One that is being answered stays.
type door struct {
	places int

	mu       sync.Mutex
	arriving []net.Conn // in the order in which they came
	gaveWay  int
	closed   bool
	answered sync.WaitGroup
}

// connKey is where the context of a request has its connection.
type connKey struct{}

func withConn(ctx context.Context, conn net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, conn)
}

// state follows a connection, as net/http tells of it.
func (d *door) state(conn net.Conn, now http.ConnState) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch now {
	case http.StateNew:
		d.arriving = append(d.arriving, conn)
		if len(d.arriving) > d.places {
			d.gaveWay++
			first := d.arriving[0]
			d.arriving = d.arriving[1:]
			go turnAway(first)
		}
	case http.StateClosed:
		d.gone(conn)
	}
}

// gone takes a connection from those that arrive, and reports whether it was there.
func (d *door) gone(conn net.Conn) bool {
	i := slices.Index(d.arriving, conn)
	if i >= 0 {
		d.arriving = slices.Delete(d.arriving, i, i+1)
	}
	return i >= 0
}

// arrived notes that a request is there as a whole: it gives way no more, and is being answered until left is called. It is false if the connection gave way before, or
// nobody is answered any more.
func (d *door) arrived(r *http.Request) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.gone(r.Context().Value(connKey{}).(net.Conn)) || d.closed {
		return false
	}
	d.answered.Add(1)
	return true
}

func (d *door) left() { d.answered.Done() }

// close has nobody be answered from now on, and waits for those who are.
func (d *door) close() {
	d.mu.Lock()
	d.closed = true
	d.mu.Unlock()
	d.answered.Wait()
}

// turnAway says to a connection why it gets no answer, and ends it.
func turnAway(conn net.Conn) {
	const text = "nazo: too many requests arrive at once: ask again soon\n"
	defer conn.Close()
	if conn.SetDeadline(time.Now().Add(time.Second)) != nil {
		return
	}
	fmt.Fprintf(conn, "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: %s\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: %d\r\n\r\n%s", comeAgain, len(text), text)
	if tcp, ok := conn.(*net.TCPConn); ok { // what is on its way must not take the answer with it
		tcp.CloseWrite()
		time.Sleep(lingering)
	}
}

// lingering is how long a connection that gave way is kept, for its answer to be read.
const lingering = 500 * time.Millisecond
