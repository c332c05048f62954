package command

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// What is read of an executable is the name that the go command knows it by.
func TestLinkerName(t *testing.T) {
	self, err := Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	name, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	want, err := exec.Command("go", "tool", "buildid", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := string(linkerName(program[:near])); got != strings.TrimSpace(string(want)) {
		t.Errorf("%q, want %q", got, want)
	}
	if len(Build()) != 16 {
		t.Errorf("the build is %q", Build())
	}
	for _, text := range []string{"", "x" + note, "\xff\xff\xff\x7f" + note + "x", "nothing"} {
		if got := linkerName([]byte(text)); got != nil {
			t.Errorf("%q has the name %q", text, got)
		}
	}
	if got := string(linkerName([]byte("MZ" + mark + `abc/d"x`))); got != "abc/d" {
		t.Errorf("behind a mark is %q", got)
	}
}
