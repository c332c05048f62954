//go:build !race

package testkit

// Race reports whether the race detector is at work. It looks at what goroutines share and
// makes all else ten times as slow, so tests may try less of what one goroutine does.
const Race = false
