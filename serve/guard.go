package serve

import (
	"crypto/subtle"
	_ "embed" // the page for strangers
	"net"
	"net/netip"
	"strings"
)

// protection are the fields of every answer: the page runs its own script and no other, talks with nobody but this server, and is shown in no
// other page; and what is answered is of no use to other pages.
var protection = []string{
	"Content-Security-Policy: " + strings.Join([]string{
		"default-src 'none'", "script-src 'self'", "connect-src 'self'", "img-src 'self' data: blob:", "style-src 'self' 'unsafe-inline'",
		"font-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"}, "; "),
	"X-Content-Type-Options: nosniff",
	"X-Frame-Options: DENY",
	"Referrer-Policy: no-referrer",
	"Cross-Origin-Opener-Policy: same-origin",
	"Cross-Origin-Embedder-Policy: require-corp",
	"Cross-Origin-Resource-Policy: same-origin",
	"Permissions-Policy: camera=(), microphone=(), geolocation=()",
	"Cache-Control: no-cache",
}

// guard says which requests are answered.
type guard struct {
	// name is the host in the address that was asked to be listened on, and port its port; loopback is true if only
	// this machine can reach it.
	name, port string
	loopback   bool
	// secret is known to whoever may ask: the address that is printed has it, and from then on the browser in a cookie. Everyone with an account on
	// this machine can reach the port, and other programs of theirs are held back by nothing else.
	secret string
}

// keyField is the name of the secret in an address.
const keyField = "key"

func newGuard(asked string, at net.Addr, secret string) guard {
	g := guard{secret: secret}
	if host, _, err := net.SplitHostPort(asked); err == nil {
		g.name = host
	}
	if to, err := netip.ParseAddrPort(at.String()); err == nil {
		g.loopback = to.Addr().Unmap().IsLoopback()
		_, g.port, _ = net.SplitHostPort(at.String())
	}
	return g
}

// admit is nil for a request of the page itself, or of a person's own program. What another page in the same browser can send
// is recognized by what browsers say of it, and by what they don't let it say without asking first.
func (g guard) admit(r *request) error {
	// A name that was made to point here (DNS rebinding) is no name of ours.
	if !g.ours(r.host) {
		return refuse(421, "this is not %q", r.host)
	}
	origin, err := r.only("Origin")
	if err != nil {
		return err
	}
	if origin != "" && origin != "http://"+r.host {
		return refuse(403, "another page may not ask here")
	}
	site, err := r.only("Sec-Fetch-Site")
	if err != nil {
		return err
	}
	// A link on another page may lead here, nothing else.
	led := r.navigates()
	if site != "" && site != "same-origin" && site != "none" && !led {
		return refuse(403, "another page may not ask here")
	}
	switch r.method {
	case "GET", "HEAD":
	case "POST":
		// Forms of other pages can't send this type, and their scripts only after asking, to which there is no answer.
		types, err := r.only("Content-Type")
		if err != nil {
			return err
		}
		if kind, _, _ := strings.Cut(types, ";"); !strings.EqualFold(strings.TrimSpace(kind), "application/json") {
			return refuse(415, "questions are of type application/json")
		}
	default:
		return refuse(405, "GET and POST are answered here")
	}
	if !g.knows(r) {
		no := &refusal{status: 403, text: "whoever asks here has to know the address that nazo serve printed when it was started, with the word after ?" + keyField + "=: open the page by it"}
		if r.navigates() {
			no.page = stranger
		}
		return no
	}
	return nil
}

// navigates reports whether a browser asks for what a person is to see: by a link, or by an address that was written.
func (r *request) navigates() bool {
	return r.method == "GET" && r.header.Get("Sec-Fetch-Mode") == "navigate" && r.header.Get("Sec-Fetch-Dest") == "document"
}

// stranger is what a person sees whose browser does not have the key, or does not send it since a link on another page led here.
//
//go:embed stranger.html
var stranger string

// knows reports whether a request has the secret, in its address or in a cookie.
func (g guard) knows(r *request) bool {
	is := func(word string) bool {
		return g.secret != "" && subtle.ConstantTimeCompare([]byte(word), []byte(g.secret)) == 1
	}
	if is(r.key()) {
		return true
	}
	for _, field := range r.header["Cookie"] {
		for pair := range strings.SplitSeq(field, ";") {
			if name, word, _ := strings.Cut(strings.TrimSpace(pair), "="); name == g.cookieName() && is(word) {
				return true
			}
		}
	}
	return false
}

// key is the secret that the address of a request has.
func (r *request) key() string {
	for pair := range strings.SplitSeq(r.query, "&") {
		if name, word, _ := strings.Cut(pair, "="); name == keyField {
			return word
		}
	}
	return ""
}

// cookieName tells servers of one machine apart: cookies are the same for all its ports.
func (g guard) cookieName() string { return "nazo-" + g.port }

// cookie is the field by which a browser that came with the secret in the address keeps it. It sends it with requests of the page itself only, and shows it to no
// script.
func (g guard) cookie(r *request) []string {
	if r.key() == "" {
		return nil
	}
	return []string{"Set-Cookie: " + g.cookieName() + "=" + g.secret + "; Path=/; HttpOnly; SameSite=Strict"}
}

// ours reports whether a host, with its port, is a name of this server.
func (g guard) ours(host string) bool {
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		name, port = strings.Trim(host, "[]"), "80"
	}
	if port != g.port {
		return false
	}
	if strings.EqualFold(name, "localhost") {
		return true
	}
	if to, err := netip.ParseAddr(name); err == nil {
		return !g.loopback || to.Unmap().IsLoopback()
	}
	return g.name != "" && strings.EqualFold(name, g.name)
}
