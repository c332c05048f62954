module nazo

go 1.26

require (
	github.com/alecthomas/kong v1.17.0 // the command line: flags, help and their errors from struct tags
	github.com/alecthomas/participle/v2 v2.1.4 // the grammar of specs: lexing, lookahead and positions
	github.com/chromedp/cdproto v0.159.0 // tests: what chromedp tells a browser
	github.com/chromedp/chromedp v0.23.0 // tests: the page of nazo serve is used in a browser
	github.com/crillab/gophersat v1.4.0 // the SAT solver behind engine sat
	github.com/google/go-cmp v0.7.0 // tests: readable differences of trees and answers
	github.com/rogpeppe/go-internal v1.16.0 // what nazo fmt -d prints; tests: txtar scripts that run the command
	github.com/sourcegraph/jsonrpc2 v0.2.3 // nazo lsp: messages between editor and language server; nothing comes with it
	pgregory.net/rapid v1.3.0 // tests: random specs and models, shrunk when they fail
)

require (
	github.com/go-json-experiment/json v0.0.0-20260213210345-44df1a37e875 // indirect
	golang.org/x/sys v0.26.0 // indirect
	golang.org/x/tools v0.26.0 // indirect
)
