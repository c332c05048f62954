module nazo

go 1.26.0

require (
	github.com/alecthomas/participle/v2 v2.1.4 // the grammar of specs: lexing, lookahead and positions
	github.com/chromedp/cdproto v0.159.0 // tests: what chromedp tells a browser
	github.com/chromedp/chromedp v0.23.0 // tests: the page of nazo serve is used in a browser
	github.com/crillab/gophersat v1.4.0 // the SAT solver behind engine sat
	github.com/google/go-cmp v0.7.0 // tests: readable differences of trees and answers
	github.com/minio/highwayhash v1.0.4 // package fleet: the checksums of what a hub has on its disk, which come with nats-server (Apache-2.0)
	github.com/nats-io/nats-server/v2 v2.15.2 // package fleet: the hub is a server of NATS with JetStream inside of the process (Apache-2.0)
	github.com/nats-io/nats.go v1.55.0 // package fleet: what hub, workers and clients say to each other (Apache-2.0)
	github.com/nats-io/nkeys v0.4.16 // package fleet: keys by which a hub knows who connects (Apache-2.0)
	github.com/rogpeppe/go-internal v1.16.0 // what nazo fmt -d prints; tests: txtar scripts that run the command
	github.com/sourcegraph/jsonrpc2 v0.2.3 // nazo lsp: messages between editor and language server; nothing comes with it
	github.com/spf13/cobra v1.10.2 // the command line: verbs and completion
	github.com/spf13/pflag v1.1.0 // its flags
	pgregory.net/rapid v1.3.0 // tests: random specs and models, shrunk when they fail
)

require (
	github.com/alecthomas/repr v0.5.2 // indirect
	github.com/antithesishq/antithesis-sdk-go v0.8.0-default-no-op // indirect
	github.com/go-json-experiment/json v0.0.0-20260213210345-44df1a37e875 // indirect
	github.com/google/go-tpm v0.9.8 // indirect
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/klauspost/compress v1.20.3 // indirect
	github.com/nats-io/jwt/v2 v2.8.2 // indirect
	github.com/nats-io/nuid v1.0.1 // indirect
	golang.org/x/crypto v0.58.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/time v0.16.0 // indirect
	golang.org/x/tools v0.42.0 // indirect
)
