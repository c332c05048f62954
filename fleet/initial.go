package fleet

import (
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// markerWait is how long the marker behind a bucket's first entries is waited for after the last of them.
const markerWait = 10 * time.Second

// initial goes through the entries that a bucket has when a watch begins. The library counts them first and sends its
// marker after as many; if one is purged meanwhile the marker never comes, so that nothing more has come for a while is the end, too.
func initial(ctx context.Context, watch jetstream.KeyWatcher, wait time.Duration, each func(jetstream.KeyValueEntry)) error {
	quiet := time.NewTimer(wait)
	defer quiet.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-quiet.C:
			if len(watch.Updates()) == 0 {
				return nil
			}
			quiet.Reset(wait) // something has come at the same time
		case entry, open := <-watch.Updates():
			if !open || entry == nil {
				return ctx.Err()
			}
			each(entry)
			quiet.Reset(wait)
		}
	}
}
