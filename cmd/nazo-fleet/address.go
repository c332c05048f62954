package main

import (
	"crypto/x509"
	"encoding/pem"
	"net"
	"net/url"
	"os"
	"slices"
)

// reached are the addresses by which others reach a hub that listens at one: that itself, unless it stands for all that the machine has. Then they
// are those for which its certificate stands, or else all of the machine; the one to be told first.
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

// names are those for which a certificate stands; without one the addresses of this machine that others may know.
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

// certificate is the first one in a file; nil if it has none.
func certificate(file string) *x509.Certificate {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return nil
	}
	cert, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		return nil
	}
	return cert
}

// wants are the flags that those need who ask a hub: by its token, keys or certificates. One that signs itself has to be known to them.
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
