//go:build !engine

package serve

// builtIn returns nil: this program was built without an engine for pages.
func builtIn() *Engine { return nil }
