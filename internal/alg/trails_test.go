package alg

import (
	"fmt"
	"testing"
)

func TestTrails(t *testing.T) {
	for _, test := range []struct{ edges, want string }{
		{"ab bc cd", "[abcd]"},
		{"bc ab", "[abc]"},
		{"ab bc ca", "[abca]"},
		{"ab bc ca ad", "[abca ad]"},
		{"ab bc de", "[abc de]"},
		{"ab ab", "[aba]"},
	} {
		var edges [][2]rune
		for i := 0; i+1 < len(test.edges); i += 3 {
			edges = append(edges, [2]rune{rune(test.edges[i]), rune(test.edges[i+1])})
		}
		if got := fmt.Sprint(Map(Trails([]rune("abcde"), edges), func(trail []rune) string { return string(trail) })); got != test.want {
			t.Errorf("%s makes %s, want %s", test.edges, got, test.want)
		}
	}
}
