package fleet

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// Why a client and a hub that answers don't get together.
var (
	ErrNotTrusted       = errors.New("the hub's certificate is not trusted")
	ErrWantsCertificate = errors.New("the hub wants a certificate of its clients")
)

// options are those of NATS. Files that don't have what they are to have are an error here, before anybody is asked.
func (c Credentials) options() ([]nats.Option, error) {
	var out []nats.Option
	if c.Token != "" {
		out = append(out, nats.Token(c.Token))
	}
	if c.Seed != "" {
		option, err := nats.NkeyOptionFromSeed(c.Seed)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Seed, err)
		}
		out = append(out, option)
	}
	if c.CA != "" {
		text, err := os.ReadFile(c.CA)
		if err != nil {
			return nil, err
		}
		if !x509.NewCertPool().AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("%s has no certificate", c.CA)
		}
		out = append(out, nats.RootCAs(c.CA))
	}
	if c.Cert != "" {
		if _, err := tls.LoadX509KeyPair(c.Cert, c.Key); err != nil {
			return nil, fmt.Errorf("%s and %s are no certificate with its key: %w", c.Cert, c.Key, err)
		}
		out = append(out, nats.ClientCert(c.Cert, c.Key))
	}
	return out, nil
}

// refusal is an error of TLS that is clear: whose certificate is in the way. It is nil for others. What the other side says has no type.
func refusal(err error) error {
	if _, ours := errors.AsType[*tls.CertificateVerificationError](err); ours || strings.Contains(err.Error(), "failed to verify certificate") {
		return ErrNotTrusted
	}
	text := err.Error()
	if strings.Contains(text, "remote error: tls:") && strings.Contains(text, "certificate") || strings.Contains(text, "closed by remote after TLS handshake") {
		return ErrWantsCertificate
	}
	return nil
}

// NewKey makes a key (nkey of a user): its seed, which Credentials.Seed is a file with, and its public half for HubOptions.Keys.
func NewKey() (seed []byte, public string, err error) {
	key, err := nkeys.CreateUser()
	if err != nil {
		return nil, "", err
	}
	if seed, err = key.Seed(); err == nil {
		public, err = key.PublicKey()
	}
	return seed, public, err
}
