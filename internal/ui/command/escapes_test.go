package command

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"
)

// obeyed are texts that a terminal obeys, or that hide what they stand in: to clear the screen, to name the window, by a character of C1 and by a byte, colours, what is
// read from the right, to go back to the begin of the line or by a character, marks without a width.
const obeyed = "\x1b[2J\x1b]0;owned\x07\u009b2J\x1b[31m\u202e\u2066\u200b\r\x08\x7f\U000e0041"

// ours are the colours of drawings and of diagnostics; [obeyed] sets another.
var ours = regexp.MustCompile(`\x1b\[(0(;[0-9;]*)?|1(;3[136])?)m`)

// TestEscapes has every verb tell of a spec, an instance and files whose texts a terminal would obey. None may come out, in any format, nor with colours.
func TestEscapes(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	x := obeyed
	bare := strings.ReplaceAll(x, "\r", "") // it ends a line
	still := write("still.nazo", "puzzle still \"About"+x+"\"\n# a remark"+bare+"\n"+
		"given clue: grid of 1..2?\nfind digit[c in cells(clue)]: 1..2\nfind mark: set of cells(clue)\n"+
		"rule \"once"+x+"\" for line in rows(clue) + columns(clue):\n  distinct(digit[line])\n  because \"from"+x+" {line[1]}\"\n"+
		"rule \"given"+x+"\" for c in clues(clue): digit[c] = clue[c]\n  because \"it is given"+x+"\"\n"+
		"rule \"one"+x+"\": size(mark) = 1\nrule \"first"+x+"\": cell(clue, 1, 1) in mark\n  because \"so it is"+x+"\"\n"+
		"show mark as \"Q"+x+"\"\n"+
		"example \"several"+x+"\" clue = \"\"\"\n  . .\n  . .\n\"\"\": expect 2 solutions\n"+
		"example \"wrong"+x+"\" clue = \"\"\"\n  1 .\n  . .\n\"\"\": expect 3 solutions\n"+
		"example \"none"+x+"\" clue = \"\"\"\n  1 1\n  . .\n\"\"\": expect no solution\n")
	moving := write("moving.nazo", "puzzle moving \"About"+x+"\"\ngiven n = 3\nstate at[d in 1..1]: 0..n = 0\n"+
		"rule \"enough"+x+"\": n > 1\nmove step(d in 1..1)\n  when at[d] < n\n  then at[d] := at[d] + 1\n"+
		"goal at[1] = n\nminimize moves\nexample \"far"+x+"\" n = 2: expect minimum 2, 1 solution\n")
	broken := write("broken.nazo", "puzzle broken \"About"+x+"\"\nfind x: 1..3\nrule \"odd"+x+"\": y"+x+" = 1\nrule \""+x+"\n")
	one := write("one"+bare+".txt", "# of "+bare+"\nclue:\n 1 .\n . .\n")
	none := write("none.txt", "clue:\n 1 1\n . .\n")
	wrong := write("wrong.txt", "clue"+x+":\n 1 "+x+"\n . .\n"+x+" = 3\n")
	answer := write("answer.json", `{"digit":[[1,2],[2,`+`"`+`\u001b[2J`+x[4:8]+`"`+`]]}`)
	many := write("many.txt", "clue:\n 1 .\n . .\n---\nclue:\n 1 1\n . .\n")
	verbs, painted := map[string]bool{}, false
	const colours = "colours"
	for _, line := range [][]string{
		{"solve", still, one}, {"solve", still, "--all"}, {"solve", still, "--all", "--engine", "both"}, {"solve", still, none}, {"solve", still, none, "--fix"},
		{"solve", still, wrong}, {"solve", still, many}, {"solve", broken}, {"solve", moving}, {"solve", moving, "--moves-only"}, {"solve", still, "clue" + x + "=1"}, {"solve", still, x},
		{"count", still}, {"count", moving}, {"count", still, many}, {"unique", still}, {"unique", still, one}, {"unique", still, none}, {"unique", still, many},
		{"sample", still}, {"sample", still, "--limit", "2"}, {"make", still, "--seed", "1"}, {"minimize", still, one}, {"show", still}, {"show", moving}, {"show", still, wrong},
		{"print", still, one, "-o", filepath.Join(dir, "book.html")}, {"print", still, wrong, "-o", filepath.Join(dir, "wrong.html")},
		{"publish", still, one, "-o", filepath.Join(dir, "site"), "--engine", dir}, {"publish", still, wrong, "-o", x, "--engine", x}, {"publish", dir + x, "-o", dir},
		{"explain", still, one}, {"explain", still, none}, {"hint", still, one}, {"hint", moving}, {"hint", still, one, "--from", answer}, {"rate", still, one}, {"rate", still, many},
		{"check", still}, {"check", broken}, {"check", still, one, "--answer", answer}, {"check", still, wrong}, {"lint", still}, {"lint", moving}, {"lint", broken},
		{"test", still}, {"test", moving}, {"test", broken}, {"test", filepath.Join(dir, x)}, {"compare", still}, {"compare", moving}, {"estimate", still}, {"estimate", moving},
		{"export", still, one, "--to", "dimacs"}, {"export", still, one, "--to", "lp"}, {"export", moving}, {"play", moving}, {"play", moving, "--player", x},
		{"contest", moving}, {"contest", moving, "--players", x}, {"link", still}, {"new", "fresh", "https://puzz.link/p?" + x + "/2/2/" + x}, {"link", "https://puzz.link/p?" + x + "/2/2/" + x}, {"link", "https://puzz.link/p?sudoku/4/4/" + x},
		{"list", still}, {"list", x}, {"fmt", "-d", still}, {"fmt", broken}, {"completion", x}, {"help", x}, {"version"}, {"serve", "--listen", x}, {"serve", x},
		{"lsp", x}, {"__complete", "solve", filepath.Join(dir, "o")},
	} {
		verbs[line[0]] = true
		formats := []string{""}
		has := func(flag string) bool {
			v := newProgram().verb(line[0])
			return v != nil && v.Flags().Lookup(flag) != nil
		}
		if has("format") {
			formats = []string{"text", "json", "svg"}
		}
		if has("color") {
			formats = append(formats, colours)
		}
		for _, format := range formats {
			args := line
			if format == colours {
				args = append(args[:len(args):len(args)], "--color", "always")
			} else if format != "" {
				args = append(args[:len(args):len(args)], "--format", format)
			}
			if has("time") {
				args = append(args[:len(args):len(args)], "--time", "20s")
			}
			out, errs := ran(t, args, "step\nhelp\n"+x+"\n")
			errs = ours.ReplaceAllString(errs, "")
			if format == colours {
				painted = painted || ours.MatchString(out)
				out = ours.ReplaceAllString(out, "")
			}
			name := strings.ReplaceAll(strings.Join(args, " "), dir, "")
			for where, text := range map[string]string{"standard output": out, "standard error": errs} {
				if at := strings.IndexFunc(text, terminals); at >= 0 || !utf8.ValidString(text) {
					at = max(at, 0)
					t.Errorf("nazo %q: %s has %q", name, where, text[max(0, at-40):min(len(text), at+40)])
				}
			}
			switch {
			case format == "json" && strings.HasPrefix(out, "{"):
				for in := json.NewDecoder(strings.NewReader(out)); ; {
					if err := in.Decode(new(any)); errors.Is(err, io.EOF) {
						break
					} else if err != nil {
						t.Errorf("nazo %q: %v in %s", name, err, out)
						break
					}
				}
			case format == "svg" && strings.HasPrefix(out, "<"):
				if err := xml.Unmarshal([]byte(out), new(struct{})); err != nil {
					t.Errorf("nazo %q: %v in %s", name, err, out)
				}
			}
		}
	}
	if !painted {
		t.Error("no drawing has colours")
	}
	for _, verb := range newProgram().Verbs {
		if !verbs[verb.Name()] {
			t.Errorf("nazo %s is not tried", verb.Name())
		}
	}
}

// terminals reports whether a terminal obeys a character, or shows nothing of it.
func terminals(c rune) bool {
	return c != '\n' && c != '\t' && (unicode.IsControl(c) || unicode.Is(unicode.Cf, c))
}

// ran is what a command line prints, with diagnostics in colours.
func ran(t *testing.T, args []string, in string) (out, errs string) {
	t.Helper()
	var files [2]*os.File
	for i := range files {
		file, err := os.CreateTemp(t.TempDir(), "")
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		files[i] = file
	}
	s := newSession(time.Now(), strings.NewReader(in), files[0], files[1])
	s.errs = visible{files[1], s.out.ink}
	s.run(args)
	var texts [2]string
	for i, file := range files {
		text, err := os.ReadFile(file.Name())
		if err != nil {
			t.Fatal(err)
		}
		texts[i] = string(text)
	}
	return texts[0], texts[1]
}
