//go:build engine

package site

import _ "embed"

// The engine as `go run ./web/site --engine internal/ui/site/engine` writes it.
var (
	//go:embed engine/nazo.wasm.gz
	packed []byte
	//go:embed engine/wasm_exec.js
	support []byte
	//go:embed engine/nazo-licences.txt
	terms []byte
)

// embedded returns the engine in this program.
func embedded() *Engine { return &Engine{packed, support, terms} }
