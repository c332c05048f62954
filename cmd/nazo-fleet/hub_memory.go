package main

import (
	"context"
	"math"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// smallHub is what a hub takes, in bytes, as long as what it has in hand is well below that.
const smallHub = 80 << 20

// keepSmall has the collector of garbage keep a hub small, where it would else let it double first. What is in hand is looked at every
// second, and the limit is half as much again at least, since a collector that is short of room does nothing but collect.
// A limit that the environment sets (GOMEMLIMIT) stays.
func keepSmall(ctx context.Context) {
	if debug.SetMemoryLimit(-1) != math.MaxInt64 {
		return
	}
	limit := int64(smallHub)
	debug.SetMemoryLimit(limit)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		metrics.Read(live)
		if wanted := hubLimit(int64(live[0].Value.Uint64())); wanted > limit || wanted < limit/2 {
			limit = wanted
			debug.SetMemoryLimit(limit)
		}
	}
}

// hubLimit is the limit for a hub with so many bytes in hand.
func hubLimit(live int64) int64 { return max(smallHub, live+live/2) }
