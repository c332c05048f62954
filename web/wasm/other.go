//go:build !js

// Package wasm is nazo for a page without a server: see wasm.go. On this system it does nothing.
package wasm

import (
	"fmt"
	"os"

	"nazo/internal/ui/page"
)

// Run says that this program is for a browser.
func Run(func(seconds float64) *page.Desk) {
	fmt.Fprintln(os.Stderr, "this program runs in a browser: it is built with GOOS=js GOARCH=wasm")
	os.Exit(2)
}
