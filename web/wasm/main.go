//go:build js && wasm

// Command wasm is nazo for a page without a server. It runs in a worker of the browser, answers the questions of package
// page, and is ended with the worker. Built with the tag writing it has all that nazo serve has. Without it, it has the
// search that explains, and nothing for authors.
//
// It defines one function in the worker, nazoAnswer(question, emit): question is a page.Question as JSON, emit is called with each
// page.Event as JSON. While a search runs the worker hears nothing: to take a question back it is terminated.
package main

import (
	"context"
	"encoding/json"
	"syscall/js"

	"nazo/internal/ui/page"
)

// seconds is how long a question may take: there is no one but the reader to wait for it.
const seconds = 600

func main() {
	desk := newDesk(seconds)
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
