//go:build !race

package testkit

// Race reports whether the race detector is on. It checks what goroutines share, and makes all code ten times
// slower. So tests may do less work within one goroutine.
const Race = false
