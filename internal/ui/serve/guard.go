package serve

import (
	"context"
	"crypto/subtle"
	_ "embed" // the page for strangers
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"
)

// protection are the headers of every answer. The page runs its own script and no other, talks with this server only,
// and is shown in no other page. Other pages can't use its answers.
var protection = [][2]string{
	{"Content-Security-Policy", strings.Join([]string{
		"default-src 'none'", "script-src 'self'", "connect-src 'self'", "img-src 'self' data: blob:", "style-src 'self' 'unsafe-inline'",
		"font-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"}, "; ")},
	{"X-Content-Type-Options", "nosniff"},
	{"X-Frame-Options", "DENY"},
	{"Referrer-Policy", "no-referrer"},
	{"Cross-Origin-Opener-Policy", "same-origin"},
	{"Cross-Origin-Embedder-Policy", "require-corp"},
	{"Cross-Origin-Resource-Policy", "same-origin"},
	{"Permissions-Policy", "camera=(), microphone=(), geolocation=()"},
	{"Cache-Control", "no-cache"},
}

// guard decides which requests are answered.
type guard struct {
	// name and port are those of the address that the user asked for. loopback is true if only this machine can reach
	// the server.
	name, port string
	loopback   bool
	// secret is known to every client: from the printed address, and from then on from a cookie. Everyone with an
	// account on this machine can reach the port, and nothing else holds back their programs.
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

// others refuses changes that a page of another site asks for.
var others = http.NewCrossOriginProtection()

// admit returns nil for a request of the page itself, or of a person's own program. Browsers mark requests of other
// pages, and don't let them send certain others without asking first.
func (g guard) admit(r *http.Request) error {
	if !r.ProtoAtLeast(1, 1) {
		return refuse(http.StatusHTTPVersionNotSupported, "HTTP/1.1 is spoken here")
	}
	if !strings.HasPrefix(r.RequestURI, "/") {
		return refuse(http.StatusBadRequest, "this is no request of HTTP for a server")
	}
	for _, field := range []string{"Origin", "Sec-Fetch-Site", "Content-Type"} {
		if len(r.Header[field]) > 1 {
			return refuse(http.StatusBadRequest, "the field %s occurs twice", field)
		}
	}
	// This refuses a name that was made to point here (DNS rebinding).
	if !g.ours(r.Host) {
		return refuse(http.StatusMisdirectedRequest, "this is not %q", r.Host)
	}
	// Requests that change nothing are for the page alone, too. Another page may only link here.
	origin, site := r.Header.Get("Origin"), r.Header.Get("Sec-Fetch-Site")
	foreign := site != "" && site != "same-origin" && site != "none" && !navigates(r)
	if others.Check(r) != nil || foreign || origin != "" && origin != "http://"+r.Host {
		return refuse(http.StatusForbidden, "another page may not ask here")
	}
	switch r.Method {
	case http.MethodGet, http.MethodHead:
	case http.MethodPost:
		// Forms of other pages can't send this type. Their scripts would have to ask first, and get no answer.
		if kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); !strings.EqualFold(strings.TrimSpace(kind), "application/json") {
			return refuse(http.StatusUnsupportedMediaType, "questions are of type application/json")
		}
	default:
		return refuse(http.StatusMethodNotAllowed, "GET and POST are answered here")
	}
	if !g.knows(r) {
		no := &refusal{status: http.StatusForbidden, text: "whoever asks here has to know the address that nazo serve printed when it was started, with the word after ?" + keyField + "=: open the page by it"}
		if navigates(r) {
			no.page = stranger
		}
		return no
	}
	return nil
}

// navigates reports whether a browser asks for a page to show: by a link, or by a typed address.
func navigates(r *http.Request) bool {
	return r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document"
}

// stranger is what a person sees whose browser does not have the key, or does not send it since a link on another page led here.
//
//go:embed stranger.html
var stranger string

// knows reports whether a request has the secret, in its address or in a cookie.
func (g guard) knows(r *http.Request) bool {
	is := func(word string) bool {
		return g.secret != "" && subtle.ConstantTimeCompare([]byte(word), []byte(g.secret)) == 1
	}
	return is(r.URL.Query().Get(keyField)) || slices.ContainsFunc(r.CookiesNamed(g.cookieName()), func(c *http.Cookie) bool { return is(c.Value) })
}

// cookieName tells servers of one machine apart, since all ports share their cookies.
func (g guard) cookieName() string { return "nazo-" + g.port }

// remember has a browser keep the secret of the address as a cookie. The browser sends it only with requests of the
// page itself, and shows it to no script.
func (g guard) remember(w http.ResponseWriter, r *http.Request) {
	if r.URL.Query().Has(keyField) {
		http.SetCookie(w, &http.Cookie{Name: g.cookieName(), Value: g.secret, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
	}
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

// maxArriving bounds the requests that arrive at once; see door.
const maxArriving = 512

// door has the connections whose requests have not fully arrived, places at most. The one that has waited longest
// gives way to a new one, so requests that never end keep nobody waiting. A request that is being answered stays.
type door struct {
	places int

	mu       sync.Mutex
	arriving []net.Conn // in the order in which they came
	gaveWay  int
	closed   bool
	answered sync.WaitGroup
}

// connKey is where the context of a request has its connection.
type connKey struct{}

func withConn(ctx context.Context, conn net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, conn)
}

// state follows a connection, as net/http tells of it.
func (d *door) state(conn net.Conn, now http.ConnState) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch now {
	case http.StateNew:
		d.arriving = append(d.arriving, conn)
		if len(d.arriving) > d.places {
			d.gaveWay++
			first := d.arriving[0]
			d.arriving = d.arriving[1:]
			go turnAway(first)
		}
	case http.StateClosed:
		d.gone(conn)
	}
}

// gone takes a connection from those that arrive, and reports whether it was there.
func (d *door) gone(conn net.Conn) bool {
	i := slices.Index(d.arriving, conn)
	if i >= 0 {
		d.arriving = slices.Delete(d.arriving, i, i+1)
	}
	return i >= 0
}

// arrived notes that a request is there as a whole: it gives way no more, and is being answered until left is called. It is false if the connection gave way before, or
// nobody is answered any more.
func (d *door) arrived(r *http.Request) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.gone(r.Context().Value(connKey{}).(net.Conn)) || d.closed {
		return false
	}
	d.answered.Add(1)
	return true
}

func (d *door) left() { d.answered.Done() }

// close has nobody be answered from now on, and waits for those who are.
func (d *door) close() {
	d.mu.Lock()
	d.closed = true
	d.mu.Unlock()
	d.answered.Wait()
}

// turnAway says to a connection why it gets no answer, and ends it.
func turnAway(conn net.Conn) {
	const text = "nazo: too many requests arrive at once: ask again soon\n"
	defer conn.Close()
	if conn.SetDeadline(time.Now().Add(time.Second)) != nil {
		return
	}
	fmt.Fprintf(conn, "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: %s\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: %d\r\n\r\n%s", comeAgain, len(text), text)
	if tcp, ok := conn.(*net.TCPConn); ok { // what is on its way must not take the answer with it
		tcp.CloseWrite()
		time.Sleep(lingering)
	}
}

// lingering is how long a connection that gave way is kept, for its answer to be read.
const lingering = 500 * time.Millisecond
