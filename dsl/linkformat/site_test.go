package linkformat

import (
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// rewritten are links as pzprjs, the program behind puzz.link, writes them when it has read them; what begins with "!" it doesn't read.
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

// otherReading are types for which pzprjs keeps something else than the link has, so that it writes another, and what.
var otherReading = map[string]string{
	"coral": "clues are pushed towards the board", "nonogram": "clues are pushed towards the board", "cts": "clues are pushed towards the board",
	"japanesesums": "clues are pushed towards the board",
	"makaro":       "the sides of blocks are borders", "dosufuwa": "the sides of blocks are borders",
	"nurimaze": "a start and a goal that are missing are put somewhere", "pmemory": "a start and a goal that are missing are put somewhere",
	"midloop": "no dots on corners", "nuriuzu": "no dots on corners",
	"parquet": "0 for nothing", "ovotovata": "0 for nothing",
	"herugolf": "no ice in a hole", "gravel": "no marks in a hole", "elasticlink": "no marks in a hole",
	"fracdiv": "numbers go in pairs", "statuepark-aux": "pieces lose empty lines", "antmill": "no sides on the rim",
	"tatamibari": "no numbers but 1 to 3", "disloop": "no numbers that are no pieces", "fakearrow": "no numbers that are no arrows",
	"lightshadow": "no mark without number in a white cell", "evolmino": "an arrow begins where none ends", "tajmahal": "no two on top of each other",
	"yajisoko": "no mark where a box is", "nagare": "no marks without meaning", "slovak": "no count behind another",
	"yokeimoji": "no number twice", "interbd": "no mark without number",
	"tilepaint": "? outside is written as -1", "triplace": "? outside is written as -1",
	"pencils": "no @", "shugaku": "no mark without number", "balance": "no mark without number", "voxas": "no mark without number",
	"slalom": "no gate without number", "loute": "no numbers of three digits", "curvedata": "no figures but the right ones",
	"curvedata-aux": "no figures but the right ones", "kinkonkan": "a letter stands twice", "tachibk": "the board ends with the last mark",
	"bosanowa": "the board ends at the last cell that is no hole",
}

// compareWithSite reads links as they are, and as pzprjs writes them again: the marks must be the same. It tells how many were compared.
func compareWithSite(t *testing.T, links []string, of []sample) (compared int, refused map[string]int) {
	t.Helper()
	refused = map[string]int{}
	numbers := regexp.MustCompile(`"[^"]*"|[0-9]+|the (beginning|size) of a [a-z]+|the direction`)
	kinds := regexp.MustCompile(`(the body ends after … of …) .*`)
	for i, became := range rewritten(t, links) {
		s := of[i]
		ours, err := marksOf(s.layout, links[i])
		var e *Error
		if errors.As(err, &e) {
			refused[kinds.ReplaceAllString(numbers.ReplaceAllString(e.Message, "…"), "$1 places")]++
			continue
		}
		if strings.HasPrefix(became, "!") || otherReading[s.name] != "" {
			continue
		}
		theirs, err := marksOf(s.layout, became)
		if err != nil || !reflect.DeepEqual(ours, theirs) {
			t.Errorf("%s: %s became %s, %v\n%v\n%v", s.name, links[i], became, err, ours, theirs)
		}
		compared++
	}
	return compared, refused
}

// marksOf are the marks of a link, part by part.
func marksOf(l Layout, link string) (marks [][]Mark, err error) {
	u, err := Parse(link)
	if err != nil {
		return nil, err
	}
	readings, _, err := l.Read(u.Board(), u.Body)
	for _, r := range readings {
		marks = append(marks, r.Marks)
	}
	return marks, err
}

// TestSiteDamaged damages a link of each type: what is read is what pzprjs reads, or the link is refused for a reason that docs/links.md names.
func TestSiteDamaged(t *testing.T) {
	page, err := os.ReadFile("../../docs/links.md")
	if err != nil {
		t.Fatal(err)
	}
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
	compared, refused := compareWithSite(t, links, of)
	if compared < len(links)/3 {
		t.Errorf("only %d of %d links were compared", compared, len(links))
	}
	for reason, n := range refused {
		if !strings.Contains(string(page), reason) {
			t.Errorf("docs/links.md does not name the reason %q, which was met %d times", reason, n)
		}
	}
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
		return body + body[at:]
	case 2:
		return body[:at] + body[at+1:]
	case 3:
		return body[:at] + char + body[at:]
	}
	return body[:at] + char + body[at+1:]
}

// TestSiteDrawn draws marks for each type on boards of many sizes: pzprjs reads of the link what was drawn.
func TestSiteDrawn(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var links []string
	var of []sample
	for _, s := range samples(t) {
		u, err := Parse(s.link)
		if err != nil {
			t.Fatal(err)
		}
		for range 4 {
			u.Columns, u.Rows = 2+r.IntN(7), 2+r.IntN(7)
			u.Body, err = s.layout.Write(u.Board(), func(part int, places []Place) ([]Mark, error) {
				marks := randomMarks(r, s.layout[part], places)
				if s.layout[part].Format == "count" && len(s.layout) > part+1 && s.layout[part+1].Domain == "bricks" {
					marks = []Mark{Number(r.IntN(4))}
				}
				return marks, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			links, of = append(links, u.Path()), append(of, s)
		}
	}
	if compared, _ := compareWithSite(t, links, of); compared < len(links)/3 {
		t.Errorf("only %d of %d links were compared", compared, len(links))
	}
}
