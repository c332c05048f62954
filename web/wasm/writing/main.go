// Command writing is nazo for pages on which puzzles are written, too. It has all that nazo serve has.
package main

import (
	"nazo/internal/ui/page"
	"nazo/web/wasm"
)

func main() { wasm.Run(page.NewDesk) }
