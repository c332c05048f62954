//go:build !race

package sat

// hardPigeons is a number of pigeons with which a search does not end in time.
const hardPigeons = 14

// withLarge reports whether large cases are worth their time.
const withLarge = true
