package serve

import (
	"context"
	"net"
	"slices"
	"sync"
	"time"
)

// headTime is how long the head of a request may take to arrive.
const headTime = 5 * time.Second

// door gives connections their places, of which there are so many. When all are taken, a connection whose request has not arrived gives way to
// one that comes, the one that has waited longest first: so requests that never end keep nobody waiting. One that is being answered stays.
type door struct {
	places chan struct{}
	// within is how long the head of a request may take.
	within time.Duration

	mu       sync.Mutex
	arriving []net.Conn // in the order in which they came
	gaveWay  int
}

func newDoor(places int, within time.Duration) *door {
	return &door{places: make(chan struct{}, places), within: within}
}

// enter waits for a place, and reports whether there was one before ctx ended.
func (d *door) enter(ctx context.Context, conn net.Conn) bool {
	select {
	case d.places <- struct{}{}:
	default:
		d.giveWay()
		select {
		case d.places <- struct{}{}:
		case <-ctx.Done():
			return false
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.arriving = append(d.arriving, conn)
	return true
}

// giveWay ends the connection that has been arriving longest, if there is one; its place is free soon.
func (d *door) giveWay() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.arriving) == 0 {
		return
	}
	d.arriving[0].Close()
	d.arriving = d.arriving[1:]
	d.gaveWay++
}

// arrived notes that the request of a connection is there as a whole: it gives way no more. It is false if it gave way before.
func (d *door) arrived(conn net.Conn) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	i := slices.Index(d.arriving, conn)
	if i < 0 {
		return false
	}
	d.arriving = slices.Delete(d.arriving, i, i+1)
	return true
}

// leave frees the place of a connection.
func (d *door) leave(conn net.Conn) {
	d.arrived(conn)
	<-d.places
}
