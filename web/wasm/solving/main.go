// Command solving is nazo for pages on which puzzles are solved. It has the search that explains, and nothing for authors.
package main

import (
	"nazo/internal/ui/page"
	"nazo/web/wasm"
)

func main() { wasm.Run(page.NewSolvingDesk) }
