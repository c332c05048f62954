//go:build js && wasm

package wasm

import (
	"context"
	"encoding/json"
	"syscall/js"

	"nazo/internal/ui/page"
)

// Run has a desk answer, until the worker ends.
func Run(desk *page.Desk) {
	answer := js.FuncOf(func(_ js.Value, args []js.Value) any {
		text, emit := args[0].String(), args[1]
		tell := func(e page.Event) {
			line, err := json.Marshal(e)
			if err != nil {
				panic(err) // events are plain data
			}
			emit.Invoke(string(line))
		}
		go func() { // the caller is not kept waiting
			var q page.Question
			if err := json.Unmarshal([]byte(text), &q); err != nil {
				tell(page.Event{Kind: page.KindProblem, Text: err.Error()})
				tell(page.Event{Kind: page.KindDone})
				return
			}
			desk.Answer(context.Background(), q, tell)
		}()
		return nil
	})
	js.Global().Set("nazoAnswer", answer)
	if ready := js.Global().Get("nazoReady"); ready.Type() == js.TypeFunction {
		ready.Invoke()
	}
	select {} // the worker ends it
}
