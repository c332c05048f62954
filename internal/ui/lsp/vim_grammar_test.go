package lsp

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"nazo/dsl"
	"nazo/puzzles"
)

// vimGroups is how Vim colours what the lexer cuts.
func vimGroup(t dsl.Token, w words) string {
	in := func(list []string) bool {
		for _, s := range list {
			if s == t.Text {
				return true
			}
		}
		return false
	}
	switch t.Kind {
	case dsl.CommentToken:
		return "nazoComment"
	case dsl.TextToken:
		return "nazoText"
	case dsl.GridToken:
		return "nazoGrid"
	case dsl.NumberToken:
		return "nazoNumber"
	case dsl.OperatorToken:
		return "nazoSign"
	case dsl.WordToken:
		for group, list := range map[string][]string{"nazoStatement": w.statements, "nazoQuantifier": w.quantifiers, "nazoOperator": w.operators, "nazoConstant": w.constants} {
			if in(list) && dsl.Reserved(t.Text) {
				return group
			}
		}
	}
	return ""
}

// TestVim has Vim's grammar colour specs that come with nazo, and holds each token against what the lexer says.
func TestVim(t *testing.T) {
	nvim, err := exec.LookPath("nvim")
	if err != nil {
		t.Skip("neovim is not installed: apt-get install neovim")
	}
	folder := t.TempDir()
	plugin, err := filepath.Abs(filepath.Join(editorFiles, "vim"))
	if err != nil {
		t.Fatal(err)
	}
	w := language()
	var script strings.Builder
	script.WriteString("filetype plugin on\nsyntax on\nlet g:nazo_no_lsp = 1\nlet out = []\n")
	specs := puzzles.Specs()
	for i := 0; i < len(specs); i += 20 {
		text, _ := puzzles.Spec(specs[i])
		name := filepath.Join(folder, specs[i]+".nazo")
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&script, "edit %s\nif &filetype !=# 'nazo' | call add(out, 'file type ' . &filetype) | endif\n", name)
		for _, token := range dsl.Scan(text) {
			group := vimGroup(token, w)
			if group == "" {
				continue
			}
			line := strings.Count(text[:token.Start], "\n") + 1
			column := token.Start - strings.LastIndex(text[:token.Start], "\n")
			fmt.Fprintf(&script, "call Look(%d, %d, '%s')\n", line, column, group)
		}
	}
	function := "function! Look(line, column, want)\n  let got = synIDattr(synID(a:line, a:column, 0), 'name')\n  if got !=# a:want\n" +
		"    call add(g:out, expand('%:t') . ':' . a:line . ':' . a:column . ': ' . got . ', want ' . a:want)\n  endif\nendfunction\n"
	out := filepath.Join(folder, "out.txt")
	fmt.Fprintf(&script, "call writefile(out, '%s')\nqall!\n", out)
	file := filepath.Join(folder, "look.vim")
	if err := os.WriteFile(file, []byte(function+script.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), nvim, "--clean", "--headless", "--cmd", "set runtimepath^="+plugin, "-S", file)
	cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+folder, "XDG_CACHE_HOME="+folder, "XDG_DATA_HOME="+folder)
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	wrong, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if len(wrong) > 0 {
		t.Errorf("coloured otherwise:\n%s", wrong)
	}
}
