package main

import (
	"context"
	"math"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// smallHub is what a hub takes, in bytes, as long as what it has in hand is well below that.
const smallHub = 56 << 20

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
	held := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"},
		{Name: "/memory/classes/heap/free:bytes"}, {Name: "/memory/classes/heap/objects:bytes"}}
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		metrics.Read(held)
		live, rest := int64(held[0].Value.Uint64()), int64(held[1].Value.Uint64())
		for _, s := range held[2:] {
			rest -= int64(s.Value.Uint64())
		}
		if wanted := hubLimit(live, rest); wanted > limit || wanted < limit/2 {
			limit = wanted
			debug.SetMemoryLimit(limit)
		}
	}
}

// hubLimit is the limit for a hub with so many bytes in hand. The limit is of all that the runtime has: the rest, stacks and its own
// tables, is not collected, and would leave the garbage no room.
func hubLimit(live, rest int64) int64 { return max(smallHub, live+live/2+rest) }
