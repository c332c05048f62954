package puzzles_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/internal/show/link"
	"nazo/internal/solve"
)

// drawnAnswer is an answer as it is drawn on the board of a link.
type drawnAnswer struct{ link, drawn string }

// refusedBySite are the answers that the checker of puzz.link doesn't accept, each with the code of the rule. PZPR names a folder with its program.
func refusedBySite(t *testing.T, answers []drawnAnswer) map[drawnAnswer]string {
	t.Helper()
	var lines []string
	for _, a := range answers {
		lines = append(lines, a.link+"\t"+a.drawn)
	}
	cmd := exec.CommandContext(t.Context(), "node", "testdata/judge.js", os.Getenv("PZPR"))
	cmd.Stdin, cmd.Stderr = strings.NewReader(strings.Join(lines, "\n")), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	said := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(said) != len(answers) {
		t.Fatalf("%d of %d answers were judged", len(said), len(answers))
	}
	refused := map[drawnAnswer]string{}
	for i, a := range answers {
		if said[i] != "accepted" {
			refused[a] = said[i]
		}
	}
	return refused
}

// answersOf solves a link within a time: its verdict, "limit" if it came first, and the answers as drawn, two at most. A link that can't be read
// is an error.
func answersOf(spec *check.Spec, address string, limit time.Duration) (verdict string, answers []drawnAnswer, err error) {
	p, err := ofLink(spec, address)
	if err != nil {
		return "", nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	report := solve.Open(p, team).Ask(ctx, solve.Question{Limit: 2})
	if report.Fault != nil {
		return "", nil, report.Fault
	}
	for _, a := range report.Answers {
		drawn, err := link.DrawAnswer(spec, p.Givens, p.Judge.Finds, a.Values)
		if err != nil {
			return "", nil, err
		}
		answers = append(answers, drawnAnswer{address, string(drawn)})
	}
	switch {
	case report.Count > 1:
		return "not-unique", answers, nil
	case !report.Exhausted:
		return "limit", answers, nil
	case report.Count == 1:
		return "unique", answers, nil
	}
	return "none", nil, nil
}

// publishedLink is a link of the file that NAZO_LINKS names.
type publishedLink struct{ Site, Type, Link, Cspuz string }

func publishedLinks(t *testing.T) (out []publishedLink) {
	t.Helper()
	text, err := os.ReadFile(os.Getenv("NAZO_LINKS"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestPublishedLinks reads and solves the links of a file, a list in JSON whose objects have a site, a link, and in cspuz what cspuz_core says of it:
// unique, not-unique, none; anything else is no verdict. NAZO_LINKS names the file. Each link is read whose type has a spec, and the verdict is the same.
// With PZPR the checker of puzz.link accepts the answers, too.
func TestPublishedLinks(t *testing.T) {
	if os.Getenv("NAZO_LINKS") == "" {
		t.Skip("NAZO_LINKS names no file of published links: none is tried")
	}
	specOf := declaring(t)
	var answers []drawnAnswer
	tried := 0
	for _, l := range publishedLinks(t) {
		spec := specOf(l.Type)
		if l.Site != "puzz.link" || spec == nil {
			continue
		}
		tried++
		verdict, found, err := answersOf(spec, l.Link, 20*time.Second)
		switch {
		case err != nil:
			t.Errorf("%s: %v", l.Link, err)
		case verdict == "limit":
			t.Logf("%s: not finished", l.Link)
		case strings.Contains("unique not-unique none", l.Cspuz) && verdict != l.Cspuz:
			t.Errorf("%s is %s, and here %s", l.Link, l.Cspuz, verdict)
		}
		answers = append(answers, found...)
	}
	if tried == 0 {
		t.Error("the file has no link of a type that a spec is for")
	}
	if os.Getenv("PZPR") != "" {
		for a, code := range refusedBySite(t, answers) {
			if len(a.drawn) > len("[]") { // a board on which nothing is drawn is no answer
				t.Errorf("%s: the site refuses %s (%s)", a.link, a.drawn, code)
			}
		}
	}
	t.Logf("%d links, %d answers", tried, len(answers))
}

// otherRules are types of which the site refuses answers to damaged links that no editor writes, and what these have.
var otherRules = map[string]string{
	"nurimaze": "no start, which the site puts somewhere", "yosenabe": "a sum outside of a pot", "icewalk": "a number on ice",
	"railpool": "two clues in a room", "topo": "a clue without number in a cell", "nanro": "a border that ends inside of a room",
}

// TestSiteAccepts damages a link of each type that has a spec, and solves what can be read: the checker of puzz.link accepts the answers.
func TestSiteAccepts(t *testing.T) {
	if os.Getenv("PZPR") == "" {
		t.Skip("PZPR names no folder with judge.js, the program of puzz.link: nothing is compared with it")
	}
	specOf := declaring(t)
	r := rand.New(rand.NewPCG(5, 6))
	var answers []drawnAnswer
	for _, row := range rows(t, "../dsl/linkformat/types.tsv", 3) {
		spec := specOf(row[0])
		if spec == nil {
			continue
		}
		address := row[2]
		u, err := link.ParseURL(diag.NewSource("link", address))
		if err != nil {
			t.Fatal(err)
		}
		body := u.Start
		for range 16 {
			damaged := address
			for range 1 + r.IntN(3) {
				at := body + r.IntN(len(damaged)-body)
				char := string(damaged[body+r.IntN(len(damaged)-body)])
				damaged = damaged[:at] + char + damaged[at+1:]
			}
			if _, found, err := answersOf(spec, damaged, time.Second); err == nil {
				answers = append(answers, found...)
			}
		}
	}
	for a, code := range refusedBySite(t, answers) {
		id, _, _ := strings.Cut(a.link, "/")
		if len(a.drawn) > len("[]") && otherRules[id] == "" { // a board on which nothing is drawn is no answer
			t.Errorf("the site refuses %s (%s)\n%s", a.link, code, a.drawn)
		}
	}
	t.Logf("%d answers", len(answers))
}
