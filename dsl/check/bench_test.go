package check_test

import (
	"testing"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
)

// BenchmarkCheck checks a spec of ordinary size.
func BenchmarkCheck(b *testing.B) {
	_, files := readArchive(b, "testdata/good.txtar")
	for _, f := range files {
		if f.name != "lamps.nazo" && f.name != "unknowns.nazo" {
			continue
		}
		file, list := dsl.Parse(diag.NewSource(f.name, f.text))
		if list.HasErrors() {
			b.Fatal(list)
		}
		b.Run(f.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, list := check.Check(file, nil); list.HasErrors() {
					b.Fatal(list)
				}
			}
		})
	}
}
