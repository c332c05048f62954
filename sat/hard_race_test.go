//go:build race

package sat

// hardPigeons is smaller with the race detector, where a search that is left
// runs to its end and keeps others waiting.
const hardPigeons = 8

// withLarge reports whether large cases are worth their time.
const withLarge = false
