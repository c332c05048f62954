//go:build !linux

package count

import "time"

// processorTime is how long f takes.
func processorTime(f func()) time.Duration {
	begun := time.Now()
	f()
	return time.Since(begun)
}
