//go:build !js

// Command wasm is nazo for a page without a server: see main.go. On this system it does nothing.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "this program runs in a browser: it is built with GOOS=js GOARCH=wasm")
	os.Exit(2)
}
