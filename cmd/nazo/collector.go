package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

const (
	// lazyPercent lets most runs end before the first collection.
	lazyPercent = 400
	// largeHeap is where speed is no longer worth that much memory.
	largeHeap = 64 << 20
	// memoryLimit is where the collector begins to work harder. It stops no one;
	// what is too large is refused before it is built.
	memoryLimit = 2 << 30
)

// tuneCollector makes the collector lazy as long as the heap is small, and sets
// it to its usual pace after the first collection that finds a large one.
func tuneCollector() {
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
		if live[0].Value.Kind() == metrics.KindUint64 && live[0].Value.Uint64() > largeHeap {
			debug.SetGCPercent(100)
			return
		}
		watchHeap()
	})
}
