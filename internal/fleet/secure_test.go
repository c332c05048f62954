package fleet

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nkeys"
)

// certificate makes files with a certificate of this machine that signs itself, and its key.
func certificate(t *testing.T) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	keyDER, err := x509.MarshalECPrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, kind string, der []byte) string {
		name = filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(name, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	return write("cert.pem", "CERTIFICATE", der), write("key.pem", "EC PRIVATE KEY", keyDER)
}

// A hub lets in who has its token or a key that it knows, over TLS if it has a certificate; its own clients
// need nothing.
func TestWhoMayConnect(t *testing.T) {
	t.Parallel()
	cert, key := certificate(t)
	user, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	public, _ := user.PublicKey()
	seed, _ := user.Seed()
	seedFile := filepath.Join(t.TempDir(), "seed")
	if err := os.WriteFile(seedFile, seed, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name  string
		hub   HubOptions
		good  Credentials
		bad   []Credentials
		wants string
	}{
		{"nothing", HubOptions{}, Credentials{}, nil, ""},
		{"token", HubOptions{Token: "secret"}, Credentials{Token: "secret"}, []Credentials{{}, {Token: "other"}}, "lets in who has its token or key"},
		{"key", HubOptions{Keys: []string{public}}, Credentials{Seed: seedFile}, []Credentials{{}, {Token: "secret"}}, "lets in who has its token or key"},
		{"TLS", HubOptions{Cert: cert, Key: key}, Credentials{CA: cert}, []Credentials{{}}, "certificate"},
		{"TLS of both", HubOptions{Cert: cert, Key: key, CA: cert}, Credentials{CA: cert, Cert: cert, Key: key}, []Credentials{{CA: cert}}, "tls"},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.hub.Listen = ":0"
			h, own := startHub(t, test.hub)
			if !strings.Contains(h.URL(), "127.0.0.1") {
				t.Errorf("listens at %s", h.URL())
			}
			c, err := Connect(t.Context(), h.URL(), test.good)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			startWorker(t, c, counting(t, 10), WorkOptions{})
			job := submit(t, own, Job{Parts: 2})
			if s, err := c.Wait(t.Context(), job.ID); err != nil || s.Phase != Done {
				t.Errorf("%+v, %v", s, err)
			}
			for _, bad := range test.bad {
				if c, err := Connect(t.Context(), h.URL(), bad); err == nil {
					c.Close()
					t.Errorf("%+v may connect", bad)
				} else if !strings.Contains(err.Error(), test.wants) {
					t.Errorf("%+v: %v; want %s", bad, err, test.wants)
				}
			}
		})
	}
	for want, o := range map[string]HubOptions{
		"no host:port to listen on": {Listen: "4222"},
		"no public key of a user":   {Keys: []string{"X"}},
		"TLS: ":                     {Cert: "nowhere", Key: "nowhere"},
		"the hub needs one itself":  {CA: "nowhere"},
	} {
		if _, err := StartHub(t.Context(), o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %s", err, want)
		}
	}
}
