package serve_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"nazo/internal/ui/serve"
)

// heavy asks for a search that never ends, and returns the connection, and what the server says before its events.
func heavy(t *testing.T, address string) (net.Conn, *http.Response) {
	t.Helper()
	host := strings.TrimPrefix(address, "http://")
	conn, err := net.Dial("tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	const question = `{"verb":"look","name":"wait"}`
	if _, err := fmt.Fprintf(conn, "POST /ask HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nCookie: nazo-%s=%s\r\nContent-Length: %d\r\n\r\n%s",
		host, host[strings.LastIndex(host, ":")+1:], secret, len(question), question); err != nil {
		t.Fatal(err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Errorf("no answer: %v", err)
		return conn, &http.Response{}
	}
	return conn, answer
}

// TestManyHeavyQuestions holds that questions which take no search are answered while as many searches as there are places for go on, and that one more search is told to come
// again, until one of the others ends.
func TestManyHeavyQuestions(t *testing.T) {
	_, address := oddServer(t)
	var first net.Conn
	for i := range 2 + serve.MaxWaiting {
		conn, answer := heavy(t, address)
		if answer.StatusCode != 200 {
			t.Fatalf("search %d: %s", i, answer.Status)
		}
		if first == nil {
			first = conn
		}
	}
	if _, text := post(t, address+"/ask", `{"verb":"pid"}`); kinds(events(t, text)) != "note done" {
		t.Error(text)
	}
	if answer, text := send(t, "GET", address+"/", ""); answer.StatusCode != 200 {
		t.Error(answer.Status, text)
	}
	answer, text := post(t, address+"/ask", `{"verb":"look","name":"wait"}`)
	if answer.StatusCode != 503 || answer.Header.Get("Retry-After") == "" || !strings.Contains(text, "ask again soon") {
		t.Errorf("%s %v: %s", answer.Status, answer.Header, text)
	}
	first.Close()
	for answer.StatusCode == 503 { // until the server sees it
		answer = nil
		_, answer = heavy(t, address)
	}
	if answer.StatusCode != 200 {
		t.Error(answer.Status)
	}
}

// TestManyConnections holds that each of many searches that are asked for at once has an answer, be it that it is too many.
func TestManyConnections(t *testing.T) {
	_, address := oddServer(t)
	var all sync.WaitGroup
	var served, refused atomic.Int64
	for range 200 {
		all.Go(func() {
			switch _, answer := heavy(t, address); answer.StatusCode {
			case 200:
				served.Add(1)
			case 503:
				refused.Add(1)
			default:
				t.Error(answer.Status)
			}
		})
	}
	all.Wait()
	if served.Load() != 2+serve.MaxWaiting || refused.Load() != 200-served.Load() {
		t.Errorf("%d are served, and %d are not", served.Load(), refused.Load())
	}
}
