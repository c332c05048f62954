package main

import (
	"os"
	"os/exec"
	"regexp"
	"testing"
)

// One program has one build, under either name.
func TestBuild(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	builds := map[string]bool{}
	for _, name := range []string{"nazo", "nazo-fleet"} {
		cmd := exec.Command(self, "version")
		cmd.Args[0] = name
		out, err := cmd.Output()
		found := regexp.MustCompile(", build ([0-9a-f]{16})\n$").FindSubmatch(out)
		if err != nil || found == nil {
			t.Fatalf("%s version: %v\n%s", name, err, out)
		}
		builds[string(found[1])] = true
	}
	if len(builds) != 1 {
		t.Errorf("it has the builds %v", builds)
	}
}
