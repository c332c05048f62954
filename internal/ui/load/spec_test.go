package load

import (
	"errors"
	"strings"
	"testing"

	"nazo/dsl/linkformat"
)

// A type of puzz.link without a spec is told so. Another type that exists is no advice.
func TestTypesWithoutSpecs(t *testing.T) {
	without := 0
	for _, of := range linkformat.Types() {
		_, err := OfLink(of.ID)
		var none NoSpec
		if errors.As(err, &none) {
			without++
			if none.Near != "" || !strings.Contains(err.Error(), "puzz.link has the type `"+of.ID+"`") {
				t.Errorf("%s: %v", of.ID, err)
			}
		}
	}
	if without == 0 {
		t.Error("each type has a spec: this test has nothing to try")
	}
	if _, err := OfLink("slitherr"); err == nil || !strings.HasSuffix(err.Error(), "did you mean `slither`?") {
		t.Errorf("a misspelt type: %v", err)
	}
}
