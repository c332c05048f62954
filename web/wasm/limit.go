// Package wasm is nazo for a page without a server. It runs in a worker of the browser, answers the questions of package
// page, and is ended with the worker. Its two programs differ in what they can answer.
//
// It defines one function in the worker, nazoAnswer(question, emit): question is a page.Question as JSON, emit is called with each
// page.Event as JSON. While a search runs the worker hears nothing: to take a question back it is terminated.
package wasm

// Seconds is how long a question may take: there is no one but the reader to wait for it.
const Seconds = 600
