// Command nazo-fleet does what nazo does with many processes, on this machine or on many.
//
// It is two programs in one file: started under the name nazo, as it starts itself for
// each task, it is nazo.
package main

import (
	"os"
	"path/filepath"
	"strings"

	"nazo/command"
)

func main() {
	if isNazo(os.Args[0]) {
		named()
		command.Main()
		return
	}
	os.Exit(int(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)))
}

// nazoName is the name under which the executable is nazo.
const nazoName = "nazo"

// isNazo reports whether a program of that name is nazo.
func isNazo(program string) bool {
	return strings.TrimSuffix(filepath.Base(program), ".exe") == nazoName
}
