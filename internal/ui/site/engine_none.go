//go:build !engine

package site

// embedded returns nil: this program was built without an engine for pages.
func embedded() *Engine { return nil }
