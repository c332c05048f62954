package serve

import "testing"

// TestNoSecret holds that a server which was given no secret lets nobody in, be it by an empty one.
func TestNoSecret(t *testing.T) {
	g := guard{port: "1"}
	for _, query := range []string{"", "key=", "key", "key=-"} {
		r := &request{query: query, header: map[string][]string{"Cookie": {"nazo-1=", "nazo-1"}}}
		if g.knows(r) {
			t.Errorf("%q was let in", query)
		}
	}
}
