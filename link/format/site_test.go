package format

import (
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"
)

// rewritten are links as pzprjs, the program behind puzz.link, writes them after it has read them; what begins with "!" is none.
func rewritten(t *testing.T, links []string) []string {
	t.Helper()
	folder := os.Getenv("PZPR")
	if folder == "" {
		t.Skip("PZPR names no folder with judge.js, the program of puzz.link: nothing is compared with it")
	}
	cmd := exec.CommandContext(t.Context(), "node", "testdata/rewrite.js", folder)
	cmd.Stdin, cmd.Stderr = strings.NewReader(strings.Join(links, "\n")), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	became := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(became) != len(links) {
		t.Fatalf("%d of %d links were written", len(became), len(links))
	}
	return became
}

// marksOf are the marks of a link, part by part.
func marksOf(l Layout, link string) (marks [][]Mark, notes []Note, err error) {
	u, err := Parse(link)
	if err != nil {
		return nil, nil, err
	}
	readings, notes, err := l.Read(u.Board(), u.Body)
	for _, r := range readings {
		marks = append(marks, r.Marks)
	}
	return marks, notes, err
}

// TestSite damages links of each type: what is read of one is what pzprjs reads, or it is refused.
func TestSite(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var links []string
	var of []sample
	for _, s := range samples(t) {
		u, err := Parse(s.link)
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			v := u
			for range 1 + r.IntN(3) {
				v.Body = damaged(r, v.Body)
			}
			links, of = append(links, v.Path()), append(of, s)
		}
	}
	read, refused, unread := 0, map[string]int{}, 0
	for i, became := range rewritten(t, links) {
		s := of[i]
		ours, notes, err := marksOf(s.layout, links[i])
		var e *Error
		if errors.As(err, &e) {
			refused[e.Message]++
			continue
		}
		if strings.HasPrefix(became, "!") {
			unread++
			t.Logf("%s: %s: %v", s.name, links[i], became)
			continue
		}
		theirs, _, err := marksOf(s.layout, became)
		if err != nil || !reflect.DeepEqual(ours, theirs) {
			t.Errorf("%s (%v): %s became %s: %v\n%v\n%v\n%v", s.name, s.layout, links[i], became, err, notes, ours, theirs)
			continue
		}
		read++
	}
	t.Logf("%d read, %d not by the site; refused: %v", read, unread, len(refused))
}

// damaged is a body with a character more, less, or another.
func damaged(r *rand.Rand, body string) string {
	if body == "" {
		return body
	}
	at := r.IntN(len(body))
	char := string(body[r.IntN(len(body))])
	if r.IntN(3) == 0 {
		const any = "0123456789abcdefghijklmnopqrstuvwxyzABZ.-+=_$@*%/"
		char = string(any[r.IntN(len(any))])
	}
	switch r.IntN(5) {
	case 0:
		return body[:at]
	case 1:
		return body + char
	case 2:
		return body[:at] + body[at+1:]
	case 3:
		return body[:at] + char + body[at:]
	}
	return body[:at] + char + body[at+1:]
}
