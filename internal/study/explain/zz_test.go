package explain_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"nazo/internal/model"
	"nazo/internal/study/explain"
	"nazo/native"
	"nazo/puzzles"
)

func TestZZ(t *testing.T) {
	name := os.Getenv("ZZ")
	if name == "" {
		t.Skip()
	}
	spec, file, _ := strings.Cut(name, "/")
	text, ok := puzzles.Instance(spec, file)
	if !ok {
		t.Fatal("none")
	}
	p := problem(t, spec, text)
	begin := time.Now()
	x, err := explain.Open(context.Background(), p, native.New())
	if err != nil {
		t.Fatal(err)
	}
	s := x.Story(context.Background())
	n := 0
	for {
		step, end := s.Next(context.Background())
		if step == nil {
			fmt.Println("END", end)
			break
		}
		n++
		fmt.Printf("%d. [%.1f] %s\n", n, step.Cost, x.Text(step))
		if os.Getenv("LONG") == "" {
			continue
		}
		for i, in := range step.Chain {
			says := ""
			for _, c := range in.Claims {
				f := model.Fact{Var: c.Var, Value: c.Value, Is: c.Op == model.LinkIs}
				says += x.Facts([]model.Fact{f}) + []string{"", "", " (at least)", " (at most)"}[c.Op] + "; "
			}
			fmt.Printf("     %d k%d u%d %v: %s <- %s ALSO %s SINCE %s\n", i, in.Kind, in.Under, in.From, says, x.Reasons(in.Units, explain.Spoken), x.Reasons(in.Also, explain.Spoken), x.Facts(in.Since))
		}
	}
	fmt.Println("given", s.Given, time.Since(begin))
}
