package sites

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestPackedTextIsUnpacked(t *testing.T) {
	for _, test := range []struct{ plain, packed string }{
		{"", "Q==="}, // as lz-string 1.5 packs it
		{"a", "IZA="},
		{"aaaaaaaaaa", "IY1o"},
		{"héλ🙂 abcabcabc", "BYS83cCLwbhCewBAhgIwMaJcoA=="},
	} {
		if got := packLZ(test.plain); got != test.packed {
			t.Errorf("%q is packed as %s and not as %s", test.plain, got, test.packed)
		}
		if got, err := unpackLZ(test.packed, 1000); err != nil || got != test.plain {
			t.Errorf("%s is unpacked as %q, %v", test.packed, got, err)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var b strings.Builder
		for range random.IntN(400) {
			b.WriteRune([]rune(`{"size":9,[]R1C2éλ謎🙂`)[random.IntN(20)])
		}
		if got, err := unpackLZ(packLZ(b.String()), 1000); err != nil || got != b.String() {
			t.Fatalf("%q becomes %q, %v", b.String(), got, err)
		}
	}
}

func TestDamagedPackedTextIsRefused(t *testing.T) {
	for _, text := range []string{"", "I", "IZ", "$$$", "N4Ig", "////////", "é", packLZ(strings.Repeat("0", 1001))} {
		if got, err := unpackLZ(text, 1000); err == nil && got != "" {
			t.Errorf("%.20q is unpacked as %.20q", text, got)
		}
	}
}
