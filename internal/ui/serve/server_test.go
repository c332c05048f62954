package serve_test

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"nazo/internal/ui/page"
	"nazo/internal/ui/serve"
)

// post asks a server, with other fields of the head if they are given.
func post(t *testing.T, address, body string, head ...string) (*http.Response, string) {
	t.Helper()
	return send(t, "POST", address, body, append([]string{"Content-Type", "application/json"}, head...)...)
}

func send(t *testing.T, method, address, body string, head ...string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequest(method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Cookie", "other=1; nazo-"+r.URL.Port()+"="+secret) // as a browser does that was shown the page once
	for i := 0; i < len(head); i += 2 {
		if head[i] == "Host" {
			r.Host = head[i+1]
		}
		r.Header.Set(head[i], head[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, string(text)
}

// events are those of an answer.
func events(t *testing.T, text string) (out []page.Event) {
	t.Helper()
	for line := range strings.Lines(text) {
		var e page.Event
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		out = append(out, e)
	}
	return out
}

// kinds are those of events.
func kinds(all []page.Event) string {
	var out []string
	for _, e := range all {
		out = append(out, e.Kind)
	}
	return strings.Join(out, " ")
}

func oddServer(t *testing.T) (*serve.Server, string) {
	s := &serve.Server{Crew: crew(t, "odd")}
	return s, start(t, s)
}

// TestGuard has a page of another site try to get in by all the ways that browsers leave open.
func TestGuard(t *testing.T) {
	folder, err := serve.OpenFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	s := &serve.Server{Folder: folder, Crew: crew(t, "odd")}
	address := start(t, s)
	port := address[strings.LastIndex(address, ":"):]
	const ours, theirs = "same-origin", "cross-site"
	for name, c := range map[string]struct {
		method, path string
		head         []string
		want         int
	}{
		"the page":                            {"GET", "/", []string{"Sec-Fetch-Site", "none"}, 200},
		"the page, by a link elsewhere":       {"GET", "/", []string{"Sec-Fetch-Site", theirs, "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"}, 200},
		"its script":                          {"GET", "/page.js", []string{"Sec-Fetch-Site", ours}, 200},
		"its head":                            {"HEAD", "/page.js", nil, 200},
		"a question":                          {"POST", "/ask", []string{"Content-Type", "application/json", "Origin", address, "Sec-Fetch-Site", ours}, 200},
		"a question by localhost":             {"POST", "/ask", []string{"Content-Type", "application/json", "Host", "localhost" + port, "Origin", "http://localhost" + port}, 200},
		"a question of a program":             {"POST", "/ask", []string{"Content-Type", "application/json; charset=utf-8"}, 200},
		"an image elsewhere":                  {"GET", "/icon.svg", []string{"Sec-Fetch-Site", theirs, "Sec-Fetch-Mode", "no-cors", "Sec-Fetch-Dest", "image"}, 403},
		"a script elsewhere":                  {"GET", "/page.js", []string{"Sec-Fetch-Site", theirs, "Sec-Fetch-Mode", "no-cors", "Sec-Fetch-Dest", "script"}, 403},
		"a frame elsewhere":                   {"GET", "/", []string{"Sec-Fetch-Site", theirs, "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "iframe"}, 403},
		"a question of another site":          {"POST", "/ask", []string{"Content-Type", "application/json", "Sec-Fetch-Site", theirs}, 403},
		"a question of another port":          {"POST", "/ask", []string{"Content-Type", "application/json", "Sec-Fetch-Site", "same-site"}, 403},
		"a question of another origin":        {"POST", "/ask", []string{"Content-Type", "application/json", "Origin", "http://evil.example"}, 403},
		"a question of no origin":             {"POST", "/ask", []string{"Content-Type", "application/json", "Origin", "null"}, 403},
		"a question by https":                 {"POST", "/ask", []string{"Content-Type", "application/json", "Origin", "https://127.0.0.1" + port}, 403},
		"a navigation that posts":             {"POST", "/ask", []string{"Content-Type", "application/json", "Sec-Fetch-Site", theirs, "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"}, 403},
		"a form":                              {"POST", "/ask", []string{"Content-Type", "application/x-www-form-urlencoded"}, 415},
		"a form of plain text":                {"POST", "/ask", []string{"Content-Type", "text/plain"}, 415},
		"a beacon":                            {"POST", "/folder", []string{"Content-Type", "text/plain;charset=UTF-8"}, 415},
		"no type":                             {"POST", "/ask", nil, 415},
		"a name that was made to point here":  {"POST", "/ask", []string{"Content-Type", "application/json", "Host", "evil.example" + port, "Origin", "http://evil.example" + port}, 421},
		"such a name for the page":            {"GET", "/", []string{"Host", "evil.example" + port}, 421},
		"a name that begins like ours":        {"GET", "/", []string{"Host", "localhost.evil.example" + port}, 421},
		"another port of ours":                {"GET", "/", []string{"Host", "127.0.0.1:1"}, 421},
		"an address of another machine":       {"GET", "/", []string{"Host", "10.0.0.1" + port}, 421},
		"the question before a question":      {"OPTIONS", "/ask", []string{"Origin", "http://evil.example", "Access-Control-Request-Method", "POST"}, 403},
		"the same, of nobody":                 {"OPTIONS", "/ask", nil, 405},
		"another method":                      {"PUT", "/folder", nil, 405},
		"a file that there is not":            {"GET", "/missing", nil, 404},
		"a file outside":                      {"GET", "/../server.go", nil, 404},
		"a stranger on this machine":          {"GET", "/", []string{"Cookie", ""}, 403},
		"a stranger's question":               {"POST", "/ask", []string{"Content-Type", "application/json", "Cookie", ""}, 403},
		"a stranger's errand":                 {"POST", "/folder", []string{"Content-Type", "application/json", "Cookie", "nazo-1=" + secret}, 403},
		"a stranger who guesses":              {"GET", "/?key=" + secret[1:], []string{"Cookie", "nazo" + strings.Replace(port, ":", "-", 1) + "="}, 403},
		"a stranger's script":                 {"GET", "/page.js", []string{"Cookie", ""}, 403},
		"the address that was printed":        {"GET", "/?key=" + secret, []string{"Cookie", ""}, 200},
		"a question by it":                    {"POST", "/ask?a=b&key=" + secret, []string{"Content-Type", "application/json", "Cookie", ""}, 200},
		"another page that knows it":          {"POST", "/ask?key=" + secret, []string{"Content-Type", "application/json", "Sec-Fetch-Site", theirs}, 403},
		"a question where there is no answer": {"POST", "/", []string{"Content-Type", "application/json"}, 404},
	} {
		t.Run(name, func(t *testing.T) {
			answer, text := send(t, c.method, address+c.path, map[bool]string{true: `{"verb":"pid"}`}[c.method == "POST"], c.head...)
			if answer.StatusCode != c.want {
				t.Errorf("%d, want %d: %s", answer.StatusCode, c.want, text)
			}
			for _, field := range []string{"Access-Control-Allow-Origin", "Access-Control-Allow-Methods"} {
				if v := answer.Header.Get(field); v != "" {
					t.Errorf("%s: %s", field, v)
				}
			}
			for field, want := range map[string]string{"Content-Security-Policy": "default-src 'none'", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
				"Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin", "X-Frame-Options": "DENY"} {
				if v := answer.Header.Get(field); !strings.HasPrefix(v, want) {
					t.Errorf("%s: %q", field, v)
				}
			}
			if policy := answer.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "frame-ancestors 'none'") || strings.Contains(policy, "script-src 'self' 'unsafe") {
				t.Error(policy)
			}
			given := answer.Header.Get("Set-Cookie")
			if want := strings.HasPrefix(c.path, "/?") && c.want == 200; (given != "") != want || want && given != "nazo"+strings.Replace(port, ":", "-", 1)+"="+secret+"; Path=/; HttpOnly; SameSite=Strict" {
				t.Errorf("cookie %q", given)
			}
		})
	}
}

// TestStranger has a person's browser, that does not send the key, see where to put the puzzle of an address; programs are told in a line.
func TestStranger(t *testing.T) {
	_, address := oddServer(t)
	for kind, head := range map[string][]string{
		"text/html":  {"Cookie", "", "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"},
		"text/plain": {"Cookie", ""},
	} {
		answer, text := send(t, "GET", address+"/", "", head...)
		if answer.StatusCode != 403 || !strings.HasPrefix(answer.Header.Get("Content-Type"), kind) || strings.Contains(text, secret) {
			t.Errorf("%s: %d %q", kind, answer.StatusCode, answer.Header.Get("Content-Type"))
		}
		if kind == "text/html" && !strings.Contains(text, "Put that part, from <code>#</code> on, behind the address that was printed") {
			t.Error(text)
		}
	}
}

// TestRawRequests sends what no client sends.
func TestRawRequests(t *testing.T) {
	_, address := oddServer(t)
	host := strings.TrimPrefix(address, "http://")
	good := "Host: " + host + "\r\nContent-Type: application/json\r\nCookie: nazo-" + host[strings.LastIndex(host, ":")+1:] + "=" + secret + "\r\n"
	for name, c := range map[string]struct{ sent, want string }{
		"nothing of HTTP":     {"hello\r\n\r\n", "400"},
		"an older HTTP":       {"GET / HTTP/1.0\r\n\r\n", "505"},
		"no host":             {"GET / HTTP/1.1\r\n\r\n", "400"},
		"two hosts":           {"GET / HTTP/1.1\r\nHost: " + host + "\r\nHost: evil.example\r\n\r\n", "400"},
		"two origins":         {"POST /ask HTTP/1.1\r\n" + good + "Origin: http://" + host + "\r\nOrigin: http://evil.example\r\nContent-Length: 2\r\n\r\n{}", "400"},
		"a whole address":     {"GET http://evil.example/ HTTP/1.1\r\nHost: " + host + "\r\n\r\n", "400"},
		"a long head":         {"GET / HTTP/1.1\r\nHost: " + host + "\r\nX: " + strings.Repeat("x", 20<<10) + "\r\n\r\n", "431"},
		"a head of no end":    {"GET /" + strings.Repeat("x", 20<<10), "431"},
		"a broken head":       {"GET / HTTP/1.1\r\nHost\r\n\r\n", "400"},
		"no length":           {"POST /ask HTTP/1.1\r\n" + good + "\r\n{}", "400"},
		"two lengths":         {"POST /ask HTTP/1.1\r\n" + good + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", "400"},
		"a negative length":   {"POST /ask HTTP/1.1\r\n" + good + "Content-Length: -2\r\n\r\n{}", "400"},
		"a length of no end":  {"POST /ask HTTP/1.1\r\n" + good + "Content-Length: 99999999999999999999999\r\n\r\n{}", "400"},
		"a body too long":     {"POST /ask HTTP/1.1\r\n" + good + "Content-Length: 13000000\r\n\r\n{}", "413"},
		"parts":               {"POST /ask HTTP/1.1\r\n" + good + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", "200"},
		"parts of no end":     {"POST /ask HTTP/1.1\r\n" + good + "Transfer-Encoding: chunked\r\n\r\n" + strings.Repeat("10000\r\n"+strings.Repeat(" ", 1<<16)+"\r\n", 200), "413"},
		"a length and parts":  {"POST /ask HTTP/1.1\r\n" + good + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", "200"},
		"no question":         {"POST /ask HTTP/1.1\r\n" + good + "Content-Length: 4\r\n\r\nnope", "400"},
		"no errand":           {"POST /folder HTTP/1.1\r\n" + good + "Content-Length: 2\r\n\r\n[]", "400"},
		"one after the other": {"POST /ask HTTP/1.1\r\n" + good + "Content-Length: 14\r\n\r\n" + `{"verb":"pid"}`, "200"},
	} {
		t.Run(name, func(t *testing.T) {
			conn, err := net.Dial("tcp", host)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			if _, err := io.WriteString(conn, c.sent); err != nil {
				t.Fatal(err)
			}
			text, _ := io.ReadAll(conn)
			words := strings.Fields(string(text))
			if len(words) < 2 || words[1] != c.want {
				t.Errorf("%q, want %s", text, c.want)
			}
		})
	}
}

// TestHalfSentRequests holds that requests that never end keep nobody waiting, however many they are: those that came first give way.
func TestHalfSentRequests(t *testing.T) {
	const half, places = 300, 16
	s := &serve.Server{Crew: crew(t, "odd")}
	serve.Patient(s, places) // else it might be the time that ends them
	address := start(t, s)
	_, end := asking(t, address, "wait") // what is being answered stays
	defer end()
	var first net.Conn
	for i := range half {
		conn, err := net.Dial("tcp", strings.TrimPrefix(address, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if first == nil {
			first = conn
		}
		if _, err := io.WriteString(conn, []string{"", "POST /ask HTTP/1.1\r\n", "GET"}[i%3]); err != nil {
			t.Fatal(err)
		}
	}
	if _, text := post(t, address+"/ask", `{"verb":"pid"}`); kinds(events(t, text)) != "note done" {
		t.Error(text)
	}
	if n := serve.GaveWay(s); n != half+1-places {
		t.Errorf("%d connections gave way", n)
	}
	if text, _ := io.ReadAll(first); !strings.HasPrefix(string(text), "HTTP/1.1 503 ") || !strings.Contains(string(text), "Retry-After: ") {
		t.Errorf("one that gave way was told %q", text)
	}
}

// alive reports whether there is a process.
func alive(pid int) bool { return syscall.Kill(pid, 0) == nil }

// asking asks and returns the first note of the answer, which goes on until it is closed.
func asking(t *testing.T, address, verb string) (note string, close func()) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	r, err := http.NewRequestWithContext(ctx, "POST", address+"/ask", strings.NewReader(`{"verb":"`+verb+`"}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Cookie", "nazo-"+r.URL.Port()+"="+secret)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(answer.Body).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return events(t, line)[0].Text, func() { stop(); answer.Body.Close() }
}

// gone waits until there is no such process.
func gone(t *testing.T, pid int) {
	t.Helper()
	for range 2000 {
		if !alive(pid) {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("process %d goes on", pid)
}

func number(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestEventsFlow holds that an event is there before the next is found.
func TestEventsFlow(t *testing.T) {
	_, address := oddServer(t)
	note, end := asking(t, address, "wait") // the first of an answer that never ends
	defer end()
	if number(t, note) == 0 {
		t.Error(note)
	}
	_, text := post(t, address+"/ask", `{"verb":"long"}`)
	if all := events(t, text); kinds(all) != "note done" || len(all[0].Text) != 1<<20 {
		t.Error(kinds(all))
	}
}

// TestClosedPageEndsWork holds that whoever leaves takes back what was asked, and that a worker that heeds it is asked again.
func TestClosedPageEndsWork(t *testing.T) {
	one := crew(t, "odd")
	one.Most = 1 // so that the next question waits for the end of the first
	address := start(t, &serve.Server{Crew: one})
	note, end := asking(t, address, "wait")
	end()
	_, text := post(t, address+"/ask", `{"verb":"pid"}`)
	if next := events(t, text)[0].Text; next != note {
		t.Errorf("process %s was asked, not %s again", next, note)
	}
}

// TestHangingWorkerIsKilled holds that a search that heeds nothing ends with its question, and another answers meanwhile.
func TestHangingWorkerIsKilled(t *testing.T) {
	_, address := oddServer(t)
	note, end := asking(t, address, "hang")
	hanging := number(t, note)
	_, text := post(t, address+"/ask", `{"verb":"pid"}`)
	if other := number(t, events(t, text)[0].Text); other == hanging {
		t.Error("a worker answered two questions at once")
	}
	end()
	gone(t, hanging)
	if _, text := post(t, address+"/ask", `{"verb":"pid"}`); kinds(events(t, text)) != "note done" {
		t.Error(text)
	}
}

// TestSearchThatEndsItsProcess holds that a crash is told, and the server goes on.
func TestSearchThatEndsItsProcess(t *testing.T) {
	_, address := oddServer(t)
	for verb, want := range map[string]string{"crash": "note problem done", "full": "limit done"} {
		_, text := post(t, address+"/ask", `{"verb":"`+verb+`"}`)
		if all := events(t, text); kinds(all) != want {
			t.Errorf("%s: %s", verb, text)
		} else if said := all[len(all)-2].Text; verb == "crash" && !strings.Contains(said, "odd") || verb == "full" && !strings.Contains(said, "memory") {
			t.Errorf("%s: %s", verb, said)
		}
	}
	if _, text := post(t, address+"/ask", `{"verb":"pid"}`); kinds(events(t, text)) != "note done" {
		t.Error(text)
	}
}

// TestTimeIsUp holds that a question has its time and no more, also where the worker heeds nothing.
func TestTimeIsUp(t *testing.T) {
	c := crew(t, "odd")
	defer c.End()
	c.Seconds = 0.01
	var text strings.Builder
	c.Answer(t.Context(), page.Question{Verb: "hang", Seconds: 1e9}, func(line []byte) error { text.Write(line); return nil })
	all := events(t, text.String())
	if kinds(all) != "note limit done" {
		t.Fatal(text.String())
	}
	gone(t, number(t, all[0].Text))
}

// TestOneAfterTheOther holds that no more questions are worked on at once than are allowed, and none is lost.
func TestOneAfterTheOther(t *testing.T) {
	c := crew(t, "odd")
	defer c.End()
	c.Most = 1
	var all sync.WaitGroup
	pids := make(chan string, 10)
	for range cap(pids) {
		all.Go(func() {
			c.Answer(t.Context(), page.Question{Verb: "pid"}, func(line []byte) error {
				if e := events(t, string(line))[0]; e.Kind == page.KindNote {
					pids <- e.Text
				}
				return nil
			})
		})
	}
	all.Wait()
	close(pids)
	seen := map[string]int{}
	for pid := range pids {
		seen[pid]++
	}
	if n := len(seen); n > 2 {
		t.Errorf("%d processes", n)
	}
	sum := 0
	for _, n := range seen {
		sum += n
	}
	if sum != cap(pids) {
		t.Errorf("%d answers", sum)
	}
}

// TestSameWorker has a question go to the process that knows its puzzle.
func TestSameWorker(t *testing.T) {
	c := crew(t, "odd")
	defer c.End()
	ask := func(spec string, during func()) (pid string) {
		c.Answer(t.Context(), page.Question{Verb: "pid", Spec: spec}, func(line []byte) error {
			if e := events(t, string(line))[0]; e.Kind == page.KindNote {
				pid = e.Text
				during()
			}
			return nil
		})
		return pid
	}
	still := func() {}
	var b string
	a := ask("a", func() { b = ask("b", still) })
	if a == b {
		t.Fatal("one process worked on two questions at once")
	}
	for _, spec := range []string{"b", "a", "a", "b", "a"} {
		if pid := ask(spec, still); pid != map[string]string{"a": a, "b": b}[spec] {
			t.Errorf("%s: %s, where %s knows a and %s knows b", spec, pid, a, b)
		}
	}
}

// TestClickInOneProcess holds that the process which shows a board answers what is placed on it, and the look that follows: one that has looked already,
// and one that is still at work when something is placed.
func TestClickInOneProcess(t *testing.T) {
	c := crew(t, "odd")
	serve.Lenient(c)
	defer c.End()
	ask := func(ctx context.Context, odd, verb, instance string, during func()) (pid string) {
		q := page.Question{Verb: verb, Spec: "mine", Instance: instance, Given: odd}
		if instance == "another" {
			q.Spec = "other"
		}
		c.Answer(ctx, q, func(line []byte) error {
			if e := events(t, string(line))[0]; e.Kind == page.KindNote {
				pid = e.Text
				during()
			}
			return nil
		})
		return pid
	}
	still := func() {}
	other := ""
	board := ask(t.Context(), "pid", "look", "one", func() { other = ask(t.Context(), "pid", "look", "another", still) })
	if board == other {
		t.Fatal("one process worked on two questions at once")
	}
	for i, instance := range []string{"one", "two", "three"} {
		if pid := ask(t.Context(), "pid", "place", instance, still); pid != board {
			t.Errorf("place %d: process %s, not %s", i, pid, board)
		}
		if pid := ask(t.Context(), "pid", "look", "another", still); pid != other { // which is the one that was asked last then
			t.Errorf("the other look %d: process %s, not %s", i, pid, other)
		}
		if pid := ask(t.Context(), "pid", "look", []string{"two", "three", "four"}[i], still); pid != board {
			t.Errorf("look %d: process %s, not %s", i, pid, board)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	at, placed := make(chan string), make(chan string)
	go func() {
		at <- ask(ctx, "wait", "look", "five", func() {
			go func() { placed <- ask(t.Context(), "pid", "place", "five", still) }()
			go stop()
		})
	}()
	if at, placed := <-at, <-placed; at != placed {
		t.Errorf("process %s placed on the board of %s", placed, at)
	}
}

// TestEndOfServer holds that nothing goes on when the server has ended.
func TestEndOfServer(t *testing.T) {
	s := &serve.Server{Crew: crew(t, "odd")}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error)
	s.Secret = secret
	go func() { ended <- s.Serve(ctx, listener, "127.0.0.1:0") }()
	note, end := asking(t, "http://"+listener.Addr().String(), "hang")
	defer end()
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	gone(t, number(t, note))
}

// TestFolder holds that the page gets at the files of the folder, and at no others.
func TestFolder(t *testing.T) {
	top := t.TempDir()
	for name, text := range map[string]string{"secret.txt": "secret", "here/mine.nazo": "puzzle mine", "here/deep/one.txt": "n = 1\n", "here/deep/a/b/c/d/e/f.nazo": "puzzle f", "here/other.go": "package p", "here/.hidden.txt": "hidden", "here/.tool/tasks.json": "{}", "here/package.json": "{}"} {
		path := filepath.Join(top, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(top, "secret.txt"), filepath.Join(top, "here", "link.txt")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("deep/one.txt", filepath.Join(top, "here", "mirror.txt")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(top, filepath.Join(top, "here", "up")); err != nil {
		t.Fatal(err)
	}
	folder, err := serve.OpenFolder(filepath.Join(top, "here"))
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	address := start(t, &serve.Server{Folder: folder, Crew: crew(t, "odd")})
	for _, c := range []struct {
		errand string
		status int
		text   string
	}{
		{`{"do":"list"}`, 200, `{"folder":"here","files":["deep/a/b/c/d/e/f.nazo","deep/one.txt","mine.nazo","mirror.txt","package.json"]}`},
		{`{"do":"read","path":"mine.nazo"}`, 200, `"text":"puzzle mine"`},
		{`{"do":"read","path":"deep/one.txt"}`, 200, `n = 1`},
		{`{"do":"read","path":"missing.txt"}`, 404, `missing.txt is not in the folder`},
		{`{"do":"read","path":"../secret.txt"}`, 403, `no file of the folder`},
		{`{"do":"read","path":"mirror.txt"}`, 200, `n = 1`},
		{`{"do":"read","path":"mine.nazo/x.txt"}`, 403, `mine.nazo/x.txt can't be opened or written: not a directory`},
		{`{"do":"read","path":"link.txt"}`, 403, `leads out of the folder`},
		{`{"do":"read","path":"up/secret.txt"}`, 403, `leads out of the folder`},
		{`{"do":"read","path":"` + filepath.Join(top, "secret.txt") + `"}`, 403, `no file of the folder`},
		{`{"do":"read","path":"other.go"}`, 403, `no file of the folder`},
		{`{"do":"read","path":".hidden.txt"}`, 403, `no file of the folder`},
		{`{"do":"read","path":"mine.nazo\u0000.txt"}`, 403, ``},
		{`{"do":"write","path":"new/two.txt","text":"n = 2\n","new":true}`, 200, `"here"`},
		{`{"do":"read","path":"new/two.txt"}`, 200, `n = 2`},
		{`{"do":"write","path":"mine.nazo","text":"","new":true}`, 409, `there already`},
		{`{"do":"write","path":"mine.nazo","text":"puzzle yours"}`, 200, ``},
		{`{"do":"read","path":"mine.nazo"}`, 200, `puzzle yours`},
		{`{"do":"write","path":"../stolen.txt","text":"x"}`, 403, `no file of the folder`},
		{`{"do":"write","path":"up/stolen.txt","text":"x"}`, 403, `leads out of the folder`},
		{`{"do":"write","path":"link.txt","text":"x"}`, 403, `leads out of the folder`},
		{`{"do":"write","path":"run.sh","text":"x"}`, 403, `no file of the folder`},
		{`{"do":"read","path":".tool/tasks.json"}`, 403, `no file of the folder`},
		{`{"do":"write","path":".tool/more.json","text":"x","new":true}`, 403, `no file of the folder`},
		{`{"do":"write","path":"mine2.nazo/","text":"x"}`, 403, `no file of the folder`},
		{`{"do":"write","path":"a\nb.nazo","text":"x"}`, 403, `no file of the folder`},
		{`{"do":"write","path":"package.json","text":"x"}`, 403, `another program's`},
		{`{"do":"write","path":"answer.json","text":"{}","new":true}`, 200, ``},
		{`{"do":"burn"}`, 400, `no errand`},
	} {
		answer, text := post(t, address+"/folder", c.errand)
		if strings.Contains(text, "openat") || strings.Contains(text, "statat") {
			t.Errorf("%s: %s", c.errand, text)
		}
		if answer.StatusCode != c.status || !strings.Contains(text, c.text) && c.errand != `{"do":"write","path":"new/two.txt","text":"n = 2\n","new":true}` {
			t.Errorf("%s: %d %s", c.errand, answer.StatusCode, text)
		}
	}
	if text, err := os.ReadFile(filepath.Join(top, "secret.txt")); err != nil || string(text) != "secret" {
		t.Error(string(text), err)
	}
	if _, err := os.Stat(filepath.Join(top, "stolen.txt")); err == nil {
		t.Error("a file was written outside")
	}
}

// TestFolderKeeps holds that saving changes the text of one file and nothing else, or nothing at all.
func TestFolderKeeps(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("permissions and links are others there")
	}
	top := t.TempDir()
	here := filepath.Join(top, "here")
	put := func(name, text string, mode fs.FileMode) {
		t.Helper()
		name = filepath.Join(top, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o644), os.Chmod(name, mode)); err != nil {
			t.Fatal(err)
		}
	}
	put("secret.txt", "secret", 0o644)
	put("here/mine.nazo", "puzzle mine", 0o600)
	put("here/mine.nazo.new", "the user's", 0o644)
	put("here/locked.txt", "locked", 0o444)
	put("here/deep/real.txt", "real", 0o644)
	for from, to := range map[string]string{"link.txt": "deep/real.txt", "out.txt": "../secret.txt", "coming.txt": "../coming.txt"} {
		if err := os.Symlink(to, filepath.Join(here, from)); err != nil {
			t.Fatal(err)
		}
	}
	folder, err := serve.OpenFolder(here)
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	address := start(t, &serve.Server{Folder: folder, Crew: crew(t, "odd")})
	for _, c := range []struct {
		path   string
		status int
		text   string
	}{
		{"mine.nazo", 200, ""}, {"link.txt", 200, ""},
		{"locked.txt", 403, "locked.txt is read-only: save it under another name, or allow to write it"},
		{"out.txt", 403, "leads out of the folder"}, {"coming.txt", 403, "leads out of the folder"},
	} {
		if answer, text := post(t, address+"/folder", `{"do":"write","path":"`+c.path+`","text":"new"}`); answer.StatusCode != c.status || !strings.Contains(text, c.text) {
			t.Errorf("%s: %d %s, want %d and %q", c.path, answer.StatusCode, text, c.status, c.text)
		}
	}
	for name, want := range map[string]string{"here/mine.nazo": "new", "here/mine.nazo.new": "the user's", "here/locked.txt": "locked", "here/deep/real.txt": "new", "secret.txt": "secret"} {
		if got, err := os.ReadFile(filepath.Join(top, name)); err != nil || string(got) != want {
			t.Errorf("%s has %q, %v, want %q", name, got, err, want)
		}
	}
	if info, err := os.Stat(filepath.Join(here, "mine.nazo")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the permissions are %v, %v, want 0600", info.Mode(), err)
	}
	if info, err := os.Lstat(filepath.Join(here, "link.txt")); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v, and was one", info.Mode(), err)
	}
	if all, _ := os.ReadDir(here); len(all) != 7 {
		t.Errorf("the folder has %v", all)
	}
}

// TestAddress holds that the address of the page can be opened, also where the server listens at all of them.
func TestAddress(t *testing.T) {
	for at, want := range map[string]string{"127.0.0.1:80": "127.0.0.1:80", "0.0.0.0:7333": "127.0.0.1:7333", "[::]:1": "127.0.0.1:1", "[::1]:2": "[::1]:2"} {
		to := net.TCPAddrFromAddrPort(netip.MustParseAddrPort(at))
		if got := (&serve.Server{Secret: "word"}).Address(to); got != "http://"+want+"/?key=word" {
			t.Errorf("who listens at %s is said to be at %s", at, got)
		}
	}
}

// TestNoFolder holds that without a folder nothing is read or written.
func TestNoFolder(t *testing.T) {
	_, address := oddServer(t)
	for errand, want := range map[string]int{`{"do":"list"}`: 200, `{"do":"read","path":"server.go"}`: 404, `{"do":"write","path":"x.txt","text":""}`: 404} {
		if answer, text := post(t, address+"/folder", errand); answer.StatusCode != want {
			t.Errorf("%s: %d %s", errand, answer.StatusCode, text)
		}
	}
}

// TestSizeOfPage holds that the page stays small.
func TestSizeOfPage(t *testing.T) {
	const most = 600 << 10 // bytes as they are; gzip makes a third of them
	files, sum := serve.Page(), 0
	for _, name := range []string{"index.html", "page.js", "page.css", "icon.svg"} {
		if len(files[name]) == 0 {
			t.Errorf("there is no %s", name)
		}
		sum += len(files[name])
	}
	if sum > most {
		t.Errorf("%d bytes", sum)
	}
}

// TestPacked holds that a browser gets the script compressed if it says that it reads that, and whoever does not say so gets it as it is.
func TestPacked(t *testing.T) {
	_, address := oddServer(t)
	plain := serve.Page()["page.js"]
	for accepts, packed := range map[string]bool{
		"gzip": true, "br, gzip;q=0.5": true, "deflate, GZIP": true, "gzip ; q=1": true,
		"identity": false, "gzip;q=0": false, "gzip; q=0.000": false, "br": false, "gzipped": false,
	} {
		answer, text := send(t, "GET", address+"/page.js", "", "Accept-Encoding", accepts)
		if got := answer.Header.Get("Content-Encoding") == "gzip"; got != packed {
			t.Errorf("%q: packed is %t", accepts, got)
		}
		if packed {
			r, err := gzip.NewReader(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			all, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			text = string(all)
		}
		if text != string(plain) {
			t.Errorf("%q: %d bytes are not the script, of %d", accepts, len(text), len(plain))
		}
	}
}
