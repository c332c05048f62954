package check_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/dsl/library"
)

// languagePage is the reference for users, whose specs and messages are held to
// the truth here.
const languagePage = "../../docs/language.md"

// block is a fenced block of a page.
type block struct {
	language string // what stands behind the fence
	text     string
	line     int
}

func fencedBlocks(page string) []block {
	var blocks []block
	open := false
	number := 0
	for line := range strings.Lines(page) {
		number++
		fence, fenced := strings.CutPrefix(line, "```")
		switch {
		case fenced && open:
			open = false
		case fenced:
			open = true
			blocks = append(blocks, block{language: strings.TrimSpace(fence), line: number})
		case open:
			blocks[len(blocks)-1].text += line
		}
	}
	return blocks
}

// specName is the name of the puzzle that a text says it is.
func specName(text string) string {
	words := strings.Fields(text)
	if len(words) < 2 {
		return ""
	}
	return words[1]
}

// TestLanguagePage: a block "nazo" is a spec without mistakes, in the standard
// layout, that has examples; "nazo error" is one with mistakes, and the block
// after it says which.
func TestLanguagePage(t *testing.T) {
	writePage(t, holdBlocks(t, readPage(t)))
}

// TestAuthoringPages holds the pages for authors to the same.
func TestAuthoringPages(t *testing.T) {
	for _, name := range []string{"card.md", "links.md", "authoring.md", "idioms.md"} {
		page, err := os.ReadFile("../../docs/" + name)
		if err != nil {
			t.Fatal(err)
		}
		holdBlocks(t, string(page))
	}
}

// holdBlocks holds the specs of a page to what is said of TestLanguagePage; it returns the page with the messages that
// there are.
func holdBlocks(t *testing.T, page string) string {
	blocks := fencedBlocks(page)
	specs := map[string]string{}
	for _, b := range blocks {
		if strings.HasPrefix(b.language, "nazo") {
			specs[specName(b.text)] = b.text
		}
	}
	for i, b := range blocks {
		switch b.language {
		case "nazo":
			spec, list := checkText(specName(b.text), specs)
			if list.Len() > 0 {
				t.Errorf("line %d: %s", b.line, list.Text(false))
			}
			if formatted, list := dsl.Format(diag.NewSource("", b.text)); list.HasErrors() || formatted != b.text {
				t.Errorf("line %d: the spec is not in the standard layout:\n%s", b.line, cmp.Diff(b.text, formatted))
			}
			if len(spec.Examples) == 0 {
				t.Errorf("line %d: the spec has no example", b.line)
			}
		case "nazo error":
			_, list := checkText(specName(b.text), specs)
			said := list.Text(false)
			if said == "" || i+1 == len(blocks) {
				t.Errorf("line %d: nothing is wrong with this", b.line)
				continue
			}
			if diff := cmp.Diff(blocks[i+1].text, said); diff != "" {
				if !*update {
					t.Errorf("line %d: the messages (-page +said):\n%s", b.line, diff)
				}
				page = strings.Replace(page, b.text+"```\n\n```\n"+blocks[i+1].text, b.text+"```\n\n```\n"+said, 1)
			}
		}
	}
	return page
}

// TestLanguagePageLibrary: the page lists every function of the library.
func TestLanguagePageLibrary(t *testing.T) {
	const start, end = "<!-- library -->\n", "<!-- end of library -->\n"
	page := readPage(t)
	before, rest, ok := strings.Cut(page, start)
	listed, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatal("the page has no place for the library")
	}
	want := libraryTables()
	if diff := cmp.Diff(want, listed); diff != "" && !*update {
		t.Errorf("the library (-table +page):\n%s", diff)
	}
	writePage(t, before+start+want+end+after)
}

func libraryTables() string {
	var b strings.Builder
	group := ""
	for _, f := range library.All() {
		if f.Group != group {
			group = f.Group
			fmt.Fprintf(&b, "\n### %s%s\n\n| | |\n|---|---|\n", strings.ToUpper(group[:1]), group[1:])
		}
		ways := slices.Clone(f.Signatures)
		for i, s := range ways {
			ways[i] = "`" + f.Name + s + "`"
		}
		fmt.Fprintf(&b, "| %s | %s |\n", strings.Join(ways, "<br>"), f.Doc)
	}
	return b.String() + "\n"
}

func readPage(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile(languagePage)
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

// writePage brings the page up to date, if that is asked for.
func writePage(t *testing.T, page string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(languagePage, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
