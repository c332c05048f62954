package command

import "testing"

func TestRoughly(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 1: "1", 99.4: "99", 100: "100", 12_345: "12,000", 999_999: "1 million", 7_414_606: "7.4 million",
		999.6e6: "1 billion", 861_815_049_810: "860 billion", 9.3e12: "9.3 trillion", 9.99e14: "1·10^15", 1.913e15: "1.9·10^15", 1e300: "1·10^300",
	} {
		if got := roughly(x); got != want {
			t.Errorf("%g is written %q, want %q", x, got, want)
		}
	}
}

func TestLongTimeAndSize(t *testing.T) {
	const year = 365 * 24 * 3600
	for x, want := range map[float64]string{0: "1 s", 119: "119 s", 7200: "2 hours", 21.7 * 24 * 3600: "21.7 days", 185 * year: "185 years", 3.2e12 * year: "3.2 trillion years"} {
		if got := longTime(x); got != want {
			t.Errorf("%g seconds are written %q, want %q", x, got, want)
		}
	}
	for x, want := range map[float64]string{10: "10 B", 1536: "1.5 KiB", 1 << 62: "4 EiB", 1e25: "8.7 million EiB"} {
		if got := size(x); got != want {
			t.Errorf("%g bytes are written %q, want %q", x, got, want)
		}
	}
}
