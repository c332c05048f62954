package main

import (
	"context"
	"fmt"
	"net"
	"strings"
	"time"

	"nazo/fleet"
	"nazo/internal/shell"
)

// serveCmd is the hub of a fleet.
type serveCmd struct {
	Listen    string   `default:"127.0.0.1:4222" placeholder:"ADDRESS" help:"Where to listen: host:port, or 0.0.0.0:4222 for all that can reach this machine; port 0 is any that is free (default: 127.0.0.1:4222, for this machine alone)."`
	Store     string   `placeholder:"DIR" help:"Keep jobs, results and checkpoints in this folder: then the hub can be ended and started again, and nothing is lost (default: a temporary folder, as long as it runs)."`
	TokenFile string   `env:"NAZO_TOKEN_FILE" placeholder:"FILE" help:"A file with the token that all who ask have to say."`
	AllowKey  []string `placeholder:"NKEY,…" help:"Public keys (nkeys) of those who may ask, instead of a token."`
	TLSCert   string   `name:"tls-cert" placeholder:"FILE" help:"A file with the hub's certificate: all connections are encrypted then."`
	TLSKey    string   `name:"tls-key" placeholder:"FILE" help:"A file with its private key."`
	TLSCA     string   `name:"tls-ca" placeholder:"FILE" help:"A file with the certificates that those of all who ask must come from."`
	waitFlag
	Open bool `help:"Let everybody who can reach this machine ask, without token, keys or certificates."`
}

// Run serves until an interrupt.
func (c *serveCmd) Run(s *session) error {
	o := fleet.HubOptions{Store: c.Store, At: "nazo-fleet serve", Listen: c.Listen, Keys: c.AllowKey, Cert: c.TLSCert, Key: c.TLSKey, CA: c.TLSCA}
	o.Log, o.Timing, o.Judge = s.log, c.timing(), judge
	var err error
	if o.Token, err = token(c.TokenFile); err != nil {
		return err
	}
	host, port, err := net.SplitHostPort(c.Listen)
	switch {
	case err != nil:
		return fmt.Errorf("--listen %s: an address is written host:port", c.Listen)
	case (c.TLSCert == "") != (c.TLSKey == ""):
		return fmt.Errorf("--tls-cert and --tls-key go together")
	case c.TLSCA != "" && c.TLSCert == "":
		return fmt.Errorf("--tls-ca says who may ask where connections are encrypted, for which --tls-cert and --tls-key are needed")
	case host == "":
		o.Listen = net.JoinHostPort("0.0.0.0", port)
	}
	if o.Token == "" && len(o.Keys) == 0 && o.CA == "" && !c.Open && !isLoopback(host) {
		return fmt.Errorf("--listen %s: whoever reaches this machine could have it run anything; --token-file, --allow-key or --tls-ca say who may, --open that all may", c.Listen)
	}
	go keepSmall(s.ctx)
	hub, err := fleet.StartHub(s.ctx, o)
	if err != nil {
		return err
	}
	defer hub.Close()
	if c.Store == "" {
		s.note("jobs and results are in a temporary folder, and gone when this ends; --store DIR keeps them")
	}
	if o.Cert == "" && !isLoopback(host) {
		s.note("nothing is encrypted on its way, nor the token if there is one; --tls-cert and --tls-key change that")
	}
	cert := certificate(c.TLSCert)
	urls := reached(hub.URL(), cert)
	s.note("workers come by: %s", strings.Join(append([]string{"nazo-fleet", "work", urls[0]}, c.wants(cert)...), " "))
	if len(urls) > 1 {
		s.note("or by %s", strings.Join(urls[1:], ", "))
	}
	fmt.Fprintln(s.out, urls[0])
	<-s.ctx.Done()
	if c.Store != "" {
		return nil
	}
	return lost(hub)
}

// timeToAsk is how long a hub that ends may take to say which jobs it had.
const timeToAsk = 5 * time.Second

// lost says which jobs a hub that keeps nothing had not done when it ends.
func lost(hub *fleet.Hub) error {
	ctx, cancel := context.WithTimeout(context.Background(), timeToAsk)
	defer cancel()
	client, err := hub.Connect(ctx)
	if err != nil {
		return err
	}
	defer client.Close()
	jobs, err := client.Jobs(ctx)
	if err != nil {
		return err
	}
	var open []string
	for _, job := range jobs {
		if st, err := client.State(ctx, job.ID); err == nil && !st.Phase.Ended() {
			open = append(open, job.ID)
		}
	}
	if len(open) == 0 {
		return nil
	}
	return ended{shell.Limit, "what was not done is lost: " + strings.Join(open, ", ")}
}

// isLoopback reports whether only this machine reaches an address.
func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
