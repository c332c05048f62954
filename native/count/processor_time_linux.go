package count

import (
	"runtime"
	"syscall"
	"time"
)

// processorTime returns the processor time that f takes.
func processorTime(f func()) time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before := threadTime()
	f()
	return threadTime() - before
}

// threadTime returns the processor time of the calling thread so far.
func threadTime() time.Duration {
	const ofThread = 1 // RUSAGE_THREAD
	var use syscall.Rusage
	if syscall.Getrusage(ofThread, &use) != nil {
		return 0
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
