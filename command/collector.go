package command

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

const (
	// lazyPercent lets most runs end before the first collection.
	lazyPercent = 400
	// spareBytes is about what garbage may take beside a heap of any size, and spareShare the part of the heap that it may
	// take beyond: the larger the heap, the less its speed is worth as much again of memory.
	spareBytes, spareShare = 96 << 20, 4
	// memoryLimit is where the collector begins to work harder. It stops no one;
	// what is too large is refused before it is built.
	memoryLimit = 2 << 30
)

// TuneCollector makes the collector lazy as long as the heap is small, and the less so the larger
// it finds it.
func TuneCollector() {
	debug.SetGCPercent(lazyPercent)
	debug.SetMemoryLimit(memoryLimit)
	watchHeap()
}

// watchHeap looks at the heap after each collection: the finalizer of an object
// that nothing refers to runs then.
func watchHeap() {
	runtime.SetFinalizer(new([16]byte), func(*[16]byte) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		if live[0].Value.Kind() == metrics.KindUint64 {
			debug.SetGCPercent(laziness(live[0].Value.Uint64()))
		}
		watchHeap()
	})
}

// laziness is by how many percent a heap of so many bytes in use may grow before it is collected again.
func laziness(live uint64) int {
	live = max(live, 1<<20)
	return int(min(lazyPercent, 100*(spareBytes+live/spareShare)/live))
}
