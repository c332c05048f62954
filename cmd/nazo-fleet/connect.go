package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"nazo/fleet"
	"nazo/internal/shell"
)

// keyFlags are by what a hub knows who asks, and one knows the hub.
type keyFlags struct {
	TokenFile string `env:"NAZO_TOKEN_FILE" placeholder:"FILE" help:"A file with the token that the hub wants to hear."`
	SeedFile  string `env:"NAZO_SEED_FILE" placeholder:"FILE" help:"A file with the seed of a key (nkey) that the hub knows."`
	TLSCA     string `name:"tls-ca" env:"NAZO_TLS_CA" placeholder:"FILE" help:"A file with the certificates that the hub's must come from (default: those of the system)."`
	TLSCert   string `name:"tls-cert" placeholder:"FILE" help:"A file with the certificate by which the hub knows this machine."`
	TLSKey    string `name:"tls-key" placeholder:"FILE" help:"A file with its private key."`
}

// hubFlags say where the hub is.
type hubFlags struct {
	Hub string `env:"NAZO_HUB" default:"nats://127.0.0.1:4222" placeholder:"URL" help:"The hub, such as tls://hub:4222 (default: nats://127.0.0.1:4222)."`
	keyFlags
}

// credentials are what the flags say.
func (f keyFlags) credentials() (fleet.Credentials, error) {
	c := fleet.Credentials{Seed: f.SeedFile, CA: f.TLSCA, Cert: f.TLSCert, Key: f.TLSKey}
	if (f.TLSCert == "") != (f.TLSKey == "") {
		return c, fmt.Errorf("--tls-cert and --tls-key go together")
	}
	var err error
	c.Token, err = token(f.TokenFile)
	return c, err
}

// token is that in a file; "" if there is no file.
func token(file string) (string, error) {
	if file == "" {
		return "", nil
	}
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("there is no file %s", file)
	}
	if err != nil {
		return "", err
	}
	t := strings.TrimSpace(string(text))
	if t == "" || strings.ContainsAny(t, "\n\r") {
		return "", fmt.Errorf("%s: a token is one line", file)
	}
	return t, nil
}

// connect finds the hub.
func (f hubFlags) connect(ctx context.Context) (*fleet.Client, error) {
	c, err := f.credentials()
	if err != nil {
		return nil, err
	}
	if scheme, _, ok := strings.Cut(f.Hub, "://"); ok && scheme != "nats" && scheme != "tls" {
		return nil, fmt.Errorf("%s: the address of a hub is nats://host:port, or tls://host:port if it has a certificate", f.Hub)
	}
	client, err := fleet.Connect(ctx, f.Hub, c)
	switch {
	case errors.Is(err, fleet.ErrNoHub):
		return nil, fmt.Errorf("%w; nazo-fleet serve starts one, and --hub or NAZO_HUB says where it is", err)
	case errors.Is(err, fleet.ErrNotTrusted):
		return nil, fmt.Errorf("%w; --tls-ca FILE, or NAZO_TLS_CA, says from which others it may come: itself, if it signs itself", err)
	case errors.Is(err, fleet.ErrWantsCertificate) && f.TLSCert == "":
		return nil, fmt.Errorf("%w; --tls-cert FILE and --tls-key FILE show it one", err)
	case errors.Is(err, fleet.ErrWantsCertificate):
		return nil, fmt.Errorf("%w: it does not trust %s", err, f.TLSCert)
	}
	return client, err
}

// hub is a connection to the hub; what becomes of it is said.
func (s *session) hub(f hubFlags) (*fleet.Client, error) {
	client, err := f.connect(s.ctx)
	if err == nil {
		client.Tell(s.log)
	}
	return client, err
}

// lacks says why the hub takes nothing now; false if it goes on.
func (s *session) lacks(client *fleet.Client) bool {
	why := client.Lacks(s.ctx)
	if why != "" {
		s.note("%s; jobs wait until then", why)
	}
	return why != ""
}

// waitFlag says when a worker is lost.
type waitFlag struct {
	Wait shell.Period `placeholder:"DURATION" help:"A part whose worker has said nothing for so long is given to another; hub and workers are to have the same (default: 30s)."`
}

// timing is what follows from that.
func (f waitFlag) timing() fleet.Timing {
	wait := time.Duration(f.Wait)
	return fleet.Timing{Wait: wait, Progress: wait / 3}
}
