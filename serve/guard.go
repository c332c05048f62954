package serve

import (
	"mime"
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
}

func newGuard(asked string, at net.Addr) guard {
	g := guard{}
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
	led := r.method == "GET" && r.header.Get("Sec-Fetch-Mode") == "navigate" && r.header.Get("Sec-Fetch-Dest") == "document"
	if site != "" && site != "same-origin" && site != "none" && !led {
		return refuse(403, "another page may not ask here")
	}
	switch r.method {
	case "GET", "HEAD":
		return nil
	case "POST":
		// Forms of other pages can't send this type, and their scripts only after asking, to which there is no answer.
		kind, _, err := mime.ParseMediaType(r.header.Get("Content-Type"))
		if err != nil || kind != "application/json" {
			return refuse(415, "questions are of type application/json")
		}
		return nil
	}
	return refuse(405, "GET and POST are answered here")
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
