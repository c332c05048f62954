//go:build js && wasm && writing

package main

import "nazo/internal/ui/page"

// newDesk makes a desk for pages on which puzzles are written, too.
var newDesk = page.NewDesk
