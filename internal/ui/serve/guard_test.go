package serve

import (
	"net/http"
	"net/url"
	"testing"
)

// TestNoSecret holds that a server which was given no secret lets nobody in, be it by an empty one.
func TestNoSecret(t *testing.T) {
	g := guard{port: "1"}
	for _, query := range []string{"", "key=", "key", "key=-"} {
		r := &http.Request{URL: &url.URL{RawQuery: query}, Header: http.Header{"Cookie": {"nazo-1=", "nazo-1"}}}
		if g.knows(r) {
			t.Errorf("%q was let in", query)
		}
	}
}
