//go:build engine

package serve

import _ "embed"

// The engine as `go run ./web/site --engine internal/ui/serve/engine` writes it.
var (
	//go:embed engine/nazo.wasm.gz
	packed []byte
	//go:embed engine/wasm_exec.js
	support []byte
	//go:embed engine/nazo-licences.txt
	terms []byte
)

// builtIn returns the engine in this program.
func builtIn() *Engine { return &Engine{packed, support, terms} }
