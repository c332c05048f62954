package ide_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/internal/ui/ide"
	"nazo/puzzles"
)

// What comes next in a spec that comes with nazo is proposed where the spec is cut off after a word's first letter: what can be written is among the
// completions, and mostly near the top.
func TestCompletionKnowsWhatComesNext(t *testing.T) {
	specs := puzzles.Specs()
	r := rand.New(rand.NewPCG(5, 6))
	tried, found, top := 0, 0, 0
	var missed []string
	for tried < 200 {
		name := specs[r.IntN(len(specs))]
		text, _ := puzzles.Spec(name)
		d := ide.Open(diag.NewSource(name, text), library)
		tokens := d.SemanticTokens(ide.Span{End: len(text)})
		token := tokens[r.IntN(len(tokens))]
		if token.Modifiers&ide.DeclarationModifier != 0 || token.Type > ide.MethodType || token.Span.Len() < 2 {
			continue
		}
		word := text[token.Span.Start:token.Span.End]
		if before := strings.Fields(text[:token.Span.Start]); dsl.StatementUsage(word) != "" || before[len(before)-1] == "puzzle" || inText(text, token.Span.Start) {
			continue
		}
		tried++
		_, size := firstRune(word)
		cut := token.Span.Start + size
		after := strings.Index(text[cut:], "\n")
		rest := ""
		if after >= 0 {
			rest = nextStatement(text[cut+after:])
		}
		broken := ide.Open(diag.NewSource(name, text[:cut]+"\n"+rest), library)
		items := broken.Complete(cut).Items
		i := slices.IndexFunc(items, func(item ide.Item) bool { return item.Label == word })
		switch {
		case i < 0:
			line := text[strings.LastIndex(text[:cut], "\n")+1 : cut]
			missed = append(missed, name+": "+line+"|"+word[size:])
		case i < 5:
			top++
			found++
		default:
			found++
		}
	}
	t.Logf("%d words: %d proposed, %d of them among the first five", tried, found, top)
	if found*100 < tried*97 || top*100 < tried*90 {
		t.Errorf("of %d words %d were proposed, %d among the first five; missed:\n%s", tried, found, top, strings.Join(missed, "\n"))
	}
}

func firstRune(s string) (r rune, size int) {
	for i := range s {
		if i > 0 {
			return r, i
		}
	}
	return r, len(s)
}

// inText reports whether an offset is within a text or grid of a spec.
func inText(text string, offset int) bool {
	tokens := dsl.Scan(text)
	i := dsl.TokenAt(tokens, offset+1)
	return i < len(tokens) && (tokens[i].Kind == dsl.TextToken || tokens[i].Kind == dsl.GridToken) && tokens[i].Start <= offset
}

// nextStatement is a text from the first line on that begins with a word of statements.
func nextStatement(text string) string {
	for i := 0; i < len(text); {
		line := text[i:]
		word, _, _ := strings.Cut(line, " ")
		if dsl.StatementUsage(word) != "" {
			return line
		}
		next := strings.Index(line, "\n")
		if next < 0 {
			break
		}
		i += next + 1
	}
	return ""
}
