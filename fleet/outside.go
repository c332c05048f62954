package fleet

import (
	"context"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Prepare makes on a server of NATS that is no Hub what a fleet keeps there, on its disk, unless it is there. The server must have
// JetStream, and be of version 2.9 or later. After it, Coordinate runs the server's jobs.
func Prepare(ctx context.Context, url string, c Credentials) error {
	options, err := c.options()
	if err != nil {
		return err
	}
	nc, err := nats.Connect(url, options...)
	if err != nil {
		return fmt.Errorf("no server answers at %s: %w", url, err)
	}
	return prepare(ctx, nc)
}

// prepare does so through a connection, which it closes.
func prepare(ctx context.Context, nc *nats.Conn) error {
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	return createStore(ctx, js)
}
