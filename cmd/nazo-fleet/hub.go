package main

import (
	"cmp"
	"context"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"net"
	"net/url"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"time"

	"nazo/internal/atomicfile"
	"nazo/internal/fleet"
	"nazo/internal/ui/command"
)

// serveCmd is the hub of a fleet.
type serveCmd struct {
	waitFlag
	Listen, Store, TokenFile, TLSCert, TLSKey, TLSCA string
	AllowKey                                         []string
	Open                                             bool
}

// Declare implements [command.Declarer].
func (c *serveCmd) Declare(v *command.Verb) {
	c.Listen = "127.0.0.1:4222"
	v.Flag(&c.Listen, "listen", "ADDRESS", "Where to listen: host:port, or 0.0.0.0:4222 for all that can reach this machine; port 0 is any that is free (default: 127.0.0.1:4222, for this machine alone).")
	v.Flag(&c.Store, "store", "DIR", "Keep jobs, results and checkpoints in this folder: then the hub can be ended and started again, and nothing is lost (default: a temporary folder, as long as it runs).")
	c.TokenFile = os.Getenv("NAZO_TOKEN_FILE")
	v.Flag(&c.TokenFile, "token-file", "FILE", "A file with the token that all who ask have to say (default: what NAZO_TOKEN_FILE says).")
	v.Flag(&c.AllowKey, "allow-key", "NKEY,…", "Public keys (nkeys) of those who may ask, instead of a token.")
	v.Flag(&c.TLSCert, "tls-cert", "FILE", "A file with the hub's certificate: all connections are encrypted then.")
	v.Flag(&c.TLSKey, "tls-key", "FILE", "A file with its private key.")
	v.Flag(&c.TLSCA, "tls-ca", "FILE", "A file with the certificates that those of all who ask must come from.")
	v.Include(&c.waitFlag)
	v.Flag(&c.Open, "open", "", "Let everybody who can reach this machine ask, without token, keys or certificates.")
}

// keys returns the keys of all --allow-key.
func (c *serveCmd) keys() []string {
	return strings.FieldsFunc(strings.Join(c.AllowKey, ","), func(r rune) bool { return r == ',' })
}

// Run serves until an interrupt.
func (c *serveCmd) Run(s *session) error {
	o := fleet.HubOptions{Store: c.Store, At: "nazo-fleet serve", Listen: c.Listen, Keys: c.keys(), Cert: c.TLSCert, Key: c.TLSKey, CA: c.TLSCA}
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

// timeToAsk bounds the time for a hub that ends to list its jobs.
const timeToAsk = 5 * time.Second

// lost names the jobs that are lost when a hub without a store ends.
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
	return ended{command.StatusLimit, "what was not done is lost: " + strings.Join(open, ", ")}
}

// isLoopback reports whether only this machine reaches an address.
func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// smallHub is the memory limit of a hub, in bytes, as long as its live data is well below that.
const smallHub = 56 << 20

// keepSmall makes the garbage collector keep a hub small. It measures live data every second and keeps the limit at
// least half as much again, since a collector without room does nothing but collect. It keeps a limit that the
// environment sets (GOMEMLIMIT).
func keepSmall(ctx context.Context) {
	if debug.SetMemoryLimit(-1) != math.MaxInt64 {
		return
	}
	limit := int64(smallHub)
	debug.SetMemoryLimit(limit)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	held := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"},
		{Name: "/memory/classes/heap/free:bytes"}, {Name: "/memory/classes/heap/objects:bytes"}}
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		metrics.Read(held)
		live, rest := int64(held[0].Value.Uint64()), int64(held[1].Value.Uint64())
		for _, s := range held[2:] {
			rest -= int64(s.Value.Uint64())
		}
		if wanted := hubLimit(live, rest); wanted > limit || wanted < limit/2 {
			limit = wanted
			debug.SetMemoryLimit(limit)
		}
	}
}

// hubLimit returns the memory limit of a hub, given the live bytes of its heap and the bytes outside the heap. The
// garbage may take half as much as what is live.
func hubLimit(live, rest int64) int64 { return max(smallHub, live+live/2+rest) }

// coordinateCmd makes a hub of a server of NATS that is not this program.
type coordinateCmd struct {
	keyFlags
	waitFlag
	URL string
}

// Declare implements [command.Declarer].
func (c *coordinateCmd) Declare(v *command.Verb) {
	v.Argument(&c.URL, "url", "The server, such as nats://server:4222: 2.9 or later, with JetStream.")
	v.Include(&c.keyFlags, &c.waitFlag)
}

// Run runs the server's jobs until an interrupt.
func (c *coordinateCmd) Run(s *session) error {
	credentials, err := c.credentials()
	if err != nil {
		return err
	}
	if err := fleet.Prepare(s.ctx, c.URL, credentials); err != nil {
		return err
	}
	client, err := fleet.Connect(s.ctx, c.URL, credentials)
	if err != nil {
		return err
	}
	defer client.Close()
	s.note("workers come by: nazo-fleet work %s", c.URL)
	return fleet.Coordinate(s.ctx, client, fleet.Coordination{Timing: c.timing(), Log: s.log, Judge: judge})
}

// judge checks the results of a job by the rules when they are joined, in a process of its own.
func judge(ctx context.Context, client *fleet.Client, job fleet.Job) error {
	own, err := build()
	if err == nil && own != job.Build {
		err = errors.New("the job is for another build")
	}
	if err != nil {
		return err
	}
	p := &processes{}
	if err := p.willing(job.Args); err != nil {
		return err
	}
	file, discard, err := collect(ctx, client, job.ID)
	if err != nil {
		return err
	}
	defer discard()
	args := withMemory([]string{job.Args[0], "--join=" + file}, job, p.allowed(job))
	_, failed, err := p.elsewhere(ctx, args, job, func(folder string) error { return client.Fetch(ctx, job, folder) })
	return cmp.Or(err, failed)
}

// reached returns the addresses by which others reach a hub. A hub that listens at all addresses is reached at those
// of its certificate, or else at those of the machine. The best is first.
func reached(listens string, cert *x509.Certificate) (out []string) {
	at, err := url.Parse(listens)
	if err != nil {
		return []string{listens}
	}
	if ip := net.ParseIP(at.Hostname()); ip == nil || !ip.IsUnspecified() {
		return []string{listens}
	}
	port := at.Port()
	for _, host := range names(cert) {
		at.Host = net.JoinHostPort(host, port)
		out = append(out, at.String())
	}
	if out == nil {
		return []string{listens}
	}
	return out
}

// names returns the hosts of a certificate, or without one the public addresses of this machine.
func names(cert *x509.Certificate) (out []string) {
	if cert != nil {
		out = slices.Clone(cert.DNSNames)
		for _, ip := range cert.IPAddresses {
			out = append(out, ip.String())
		}
		return out
	}
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	var six []string
	for _, a := range addresses {
		switch n, ok := a.(*net.IPNet); {
		case !ok || !n.IP.IsGlobalUnicast():
		case n.IP.To4() != nil:
			out = append(out, n.IP.String())
		default:
			six = append(six, n.IP.String())
		}
	}
	return append(out, six...)
}

// certificate returns the first certificate in a file, or nil.
func certificate(file string) *x509.Certificate {
	text, _ := os.ReadFile(file)
	block, _ := pem.Decode(text)
	if block == nil {
		return nil
	}
	cert, _ := x509.ParseCertificate(block.Bytes) // nil with an error
	return cert
}

// wants returns the flags that clients of the hub need: for its token, keys or certificates. Clients have to know a
// certificate that signs itself.
func (c *serveCmd) wants(cert *x509.Certificate) (out []string) {
	if c.TokenFile != "" {
		out = append(out, "--token-file", c.TokenFile)
	}
	if len(c.AllowKey) > 0 {
		out = append(out, "--seed-file", "FILE")
	}
	if cert != nil && cert.CheckSignatureFrom(cert) == nil {
		out = append(out, "--tls-ca", c.TLSCert)
	}
	if c.TLSCA != "" {
		out = append(out, "--tls-cert", "FILE", "--tls-key", "FILE")
	}
	return out
}

// keyFlags authenticate a client and the hub to each other.
type keyFlags struct{ TokenFile, SeedFile, TLSCA, TLSCert, TLSKey string }

// Declare implements [command.Declarer].
func (f *keyFlags) Declare(v *command.Verb) {
	f.TokenFile = os.Getenv("NAZO_TOKEN_FILE")
	v.Flag(&f.TokenFile, "token-file", "FILE", "A file with the token that the hub wants to hear (default: what NAZO_TOKEN_FILE says).")
	f.SeedFile = os.Getenv("NAZO_SEED_FILE")
	v.Flag(&f.SeedFile, "seed-file", "FILE", "A file with the seed of a key (nkey) that the hub knows (default: what NAZO_SEED_FILE says).")
	f.TLSCA = os.Getenv("NAZO_TLS_CA")
	v.Flag(&f.TLSCA, "tls-ca", "FILE", "A file with the certificates that the hub's must come from (default: what NAZO_TLS_CA says, or those of the system).")
	v.Flag(&f.TLSCert, "tls-cert", "FILE", "A file with the certificate by which the hub knows this machine.")
	v.Flag(&f.TLSKey, "tls-key", "FILE", "A file with its private key.")
}

// hubFlags say where the hub is.
type hubFlags struct {
	keyFlags
	Hub string
}

// Declare implements [command.Declarer].
func (f *hubFlags) Declare(v *command.Verb) {
	f.Hub = cmp.Or(os.Getenv("NAZO_HUB"), usualHub)
	v.Flag(&f.Hub, "hub", "URL", "The hub, such as tls://hub:4222 (default: what NAZO_HUB says, or nats://127.0.0.1:4222).")
	v.Include(&f.keyFlags)
}

func (f hubFlags) at() hubFlags { return f }

// credentials reads the flags.
func (f keyFlags) credentials() (fleet.Credentials, error) {
	c := fleet.Credentials{Seed: f.SeedFile, CA: f.TLSCA, Cert: f.TLSCert, Key: f.TLSKey}
	if (f.TLSCert == "") != (f.TLSKey == "") {
		return c, fmt.Errorf("--tls-cert and --tls-key go together")
	}
	var err error
	c.Token, err = token(f.TokenFile)
	return c, err
}

// token reads the token in a file. It is "" without a file.
func token(file string) (string, error) {
	if file == "" {
		return "", nil
	}
	text, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("there is no file %s", file)
	case err != nil:
		return "", err
	}
	t := strings.TrimSpace(string(text))
	if t == "" || strings.ContainsAny(t, "\n\r") {
		return "", fmt.Errorf("%s: a token is one line", file)
	}
	return t, nil
}

// connect connects to the hub.
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

// hub connects to the hub, and notes what becomes of the connection.
func (s *session) hub(f hubFlags) (*fleet.Client, error) {
	client, err := f.connect(s.ctx)
	if err == nil {
		client.Tell(s.log)
	}
	return client, err
}

// lacks notes why the hub takes no job now, and reports whether it does not.
func (s *session) lacks(client *fleet.Client) bool {
	why := client.Lacks(s.ctx)
	if why != "" {
		s.note("%s; jobs wait until then", why)
	}
	return why != ""
}

// waitFlag says when a worker is lost.
type waitFlag struct{ Wait command.Period }

// Declare implements [command.Declarer].
func (f *waitFlag) Declare(v *command.Verb) {
	v.Flag(&f.Wait, "wait", "DURATION", "A part whose worker has said nothing for so long is given to another; hub and workers are to have the same (default: 30s).")
}

// timing returns the times that follow from the flag.
func (f waitFlag) timing() fleet.Timing {
	wait := time.Duration(f.Wait)
	return fleet.Timing{Wait: wait, Progress: wait / 3}
}

// keygenCmd makes a key by which a hub knows a client.
type keygenCmd struct{ File string }

// Declare implements [command.Declarer].
func (c *keygenCmd) Declare(v *command.Verb) {
	v.Argument(&c.File, "file", "The file for its seed, which is secret; there must be none yet.")
}

// Run writes the seed into the file, and prints the public half.
func (c *keygenCmd) Run(s *session) error {
	seed, public, err := fleet.NewKey()
	if err != nil {
		return err
	}
	err = atomicfile.WriteText(c.File, string(seed)+"\n", atomicfile.Options{Private: true})
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("there is a file %s already", c.File)
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(s.out, public)
	return nil
}
