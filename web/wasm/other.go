//go:build !js

package wasm

import (
	"fmt"
	"os"

	"nazo/internal/ui/page"
)

// Run says that this program is for a browser.
func Run(*page.Desk) {
	fmt.Fprintln(os.Stderr, "this program runs in a browser: it is built with GOOS=js GOARCH=wasm")
	os.Exit(2)
}
