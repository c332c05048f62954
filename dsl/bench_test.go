package dsl_test

import (
	"fmt"
	"strings"
	"testing"

	"nazo/dsl"
	"nazo/dsl/diag"
)

func BenchmarkParse(b *testing.B) {
	text := specs(b)["testdata/still.nazo"]
	for _, n := range []int{1, 10, 100} {
		long := strings.Repeat(text, n)
		b.Run(fmt.Sprintf("%dKB", len(long)/1000), func(b *testing.B) {
			b.SetBytes(int64(len(long)))
			b.ReportAllocs()
			for b.Loop() {
				dsl.Parse(diag.NewSource("spec", long))
			}
		})
	}
}

func BenchmarkFormat(b *testing.B) {
	text := specs(b)["testdata/still.nazo"]
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		dsl.Format(diag.NewSource("spec", text))
	}
}
