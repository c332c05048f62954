package command

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"nazo/internal/model"
	"nazo/internal/solve"
)

// The memory that --memory leaves for anything but stored states.
const (
	// programBytes is the memory of the program itself. It is more than was ever measured.
	programBytes = 20 << 20
	// soonEnough is how far below the limit the program is ended. Half of it is for the program itself, which the
	// runtime does not count. The rest is allocated until it has ended.
	soonEnough = programBytes
	// leastHeap and mostHeap bound the collector's heap if the states lie outside of it. The heap holds plans, the
	// data of workers, and garbage.
	leastHeap, mostHeap = 24 << 20, 512 << 20
	// heapShare is the share of the limit for the heap between these bounds: 1/heapShare.
	heapShare = 8
	// garbageShare is the share of the heap for garbage if the states lie in the heap: 1/garbageShare. The smaller
	// the share, the more often the collector runs.
	garbageShare = 5
	// leastStates is the memory for states if nothing is left. With it a search can begin and say that it is too little.
	leastStates = 10 << 10
)

// LeastMemory is the smallest limit that can be kept. It holds the program itself, some heap, and a margin between
// the collector's limit and the end of the program.
const LeastMemory = programBytes + leastHeap + 8<<20

// bound ends the program when it takes more memory than the user allows. Before that the collector works hard.
// Searches for runs, and counts, keep to a share of the memory and end by themselves.
func (s *session) bound(limit Memory) {
	if limit == 0 {
		return
	}
	most := max(int64(limit), LeastMemory)
	debug.SetMemoryLimit(most - programBytes)
	go func() {
		for range time.Tick(lookForMemory) {
			if memoryHeld() > most-max(soonEnough, most/heapShare) {
				break
			}
		}
		s.full(model.Reason{Kind: model.MemoryLimit})
		time.Sleep(lookForMemory)
		if s.waiting == "" { // else the clock does it
			go s.abandon()
		}
		// Printing what is known takes a little memory. If it takes more, it is cut off.
		for range time.Tick(lookForMemory) {
			if memoryTaken() > most-1<<20 {
				fmt.Fprintf(s.errs, "nazo: the rest is not shown: %s\n", s.stopReason())
				s.exit(int(StatusLimit))
			}
		}
	}()
}

// lookForMemory is how often the memory is measured.
const lookForMemory = 5 * time.Millisecond

// memoryHeld returns the bytes that the runtime has from the operating system.
func memoryHeld() int64 {
	return bytesWithout("/memory/classes/heap/released:bytes")
}

// bytesWithout returns the bytes of the runtime without some of them.
func bytesWithout(metric ...string) int64 {
	s := make([]metrics.Sample, len(metric)+1)
	s[0].Name = "/memory/classes/total:bytes"
	for i, name := range metric {
		s[i+1].Name = name
	}
	metrics.Read(s)
	n := int64(s[0].Value.Uint64())
	for _, part := range s[1:] {
		n -= int64(part.Value.Uint64())
	}
	return n
}

// memoryTaken returns the bytes of the process, including what the runtime does not manage. On systems that don't
// tell, it returns the runtime's memory.
func memoryTaken() int64 {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return memoryHeld()
	}
	var size, resident int64 // in pages
	if _, err := fmt.Sscan(string(text), &size, &resident); err != nil {
		return memoryHeld()
	}
	return resident * int64(os.Getpagesize())
}

// allowance divides a limit for the whole process, in bytes.
type allowance struct {
	heap   int64 // where the collector begins to work as hard as it can
	states int64 // for an engine's states, leastStates at least
}

// allow divides a process's limit, given how much of the heap is in use. The states of runs lie in the heap. Those of
// counts by eliminating vertices lie beside it.
func allow(limit, used int64, inHeap bool) allowance {
	if inHeap {
		heap := limit - programBytes
		return allowance{max(1, heap), max(leastStates, heap-heap/garbageShare-used)}
	}
	heap := used + min(max(limit/heapShare, leastHeap), mostHeap)
	return allowance{heap, max(leastStates, limit-programBytes-heap)}
}

// statesWithin returns how many bytes an engine may use for states so that the process keeps a limit. It is 0, the
// engine's choice, without a limit. From here on the collector keeps to its share.
func statesWithin(limit Memory, p *solve.Problem) int64 {
	if limit == 0 {
		return 0
	}
	runtime.GC()
	used := bytesWithout("/memory/classes/heap/free:bytes", "/memory/classes/heap/released:bytes", "/memory/classes/heap/unused:bytes")
	a := allow(int64(limit), used, p.Moving())
	debug.SetMemoryLimit(a.heap)
	return a.states
}

const (
	// lazyPercent lets most runs end before the first collection.
	lazyPercent = 400
	// spareBytes is about how much garbage may come on top of a heap of any size, and 1/spareShare of the heap on top
	// of that. A large heap should not double for speed.
	spareBytes, spareShare = 96 << 20, 4
	// memoryLimit is where the collector begins to work harder. It stops nothing.
	memoryLimit = 2 << 30
)

// TuneCollector makes the collector lazy while the heap is small, and less so as it grows.
func TuneCollector() {
	debug.SetGCPercent(lazyPercent)
	debug.SetMemoryLimit(memoryLimit)
	watchHeap()
}

// readingLimit is where the collector begins to work harder while a link is read. Strangers may have made it large.
const readingLimit = 32 << 20

// keenCollector makes the collector work hard from readingLimit on, until the result is called.
func keenCollector() (lazy func()) {
	before := debug.SetMemoryLimit(readingLimit)
	if before < readingLimit {
		debug.SetMemoryLimit(before)
	}
	return func() { debug.SetMemoryLimit(before) }
}

// watchHeap looks at the heap after each collection. The finalizer of an unreachable object runs then.
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

// laziness returns by how many percent a heap of so many bytes may grow before the next collection.
func laziness(live uint64) int {
	live = max(live, 1<<20)
	return int(min(lazyPercent, 100*(spareBytes+live/spareShare)/live))
}
