package page_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"nazo/internal/testkit"
	"nazo/internal/ui/page"
	"nazo/puzzles"
)

var update = flag.Bool("update", false, "write anew what is known of the boards that come with nazo")

// TestShippedBoards holds that the catalogue knows size and level of each board that comes with nazo as they are found. One spec
// in five is tried with -thorough, otherwise a few. A level that takes long is not known.
func TestShippedBoards(t *testing.T) {
	specs := []string{"akari", "fifteen", "slitherlink", "tsp"}
	if testkit.Thorough() || *update {
		specs = nil
		for i, name := range puzzles.Specs() {
			if i%5 == 0 || *update {
				specs = append(specs, name)
			}
		}
	}
	var mu sync.Mutex
	var all []string
	var group sync.WaitGroup
	work := make(chan string)
	for range 2 {
		group.Go(func() {
			for name := range work {
				lines := boardsOf(name)
				mu.Lock()
				all = append(all, lines...)
				mu.Unlock()
			}
		})
	}
	for _, name := range puzzles.Specs() {
		if known := puzzles.KnownOf(name); len(known) != len(puzzles.Instances(name)) && !*update {
			t.Errorf("puzzles/boards.txt has %d boards of %s, which has %d", len(known), name, len(puzzles.Instances(name)))
		}
	}
	for _, name := range specs {
		work <- name
	}
	close(work)
	group.Wait()
	slices.Sort(all)
	file := filepath.Join("..", "..", "..", "puzzles", "boards.txt")
	if *update {
		if err := os.WriteFile(file, []byte(strings.Join(all, "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for line := range bytes.Lines(text) {
		known[string(bytes.TrimSpace(line))] = true
	}
	for _, line := range all {
		unknown := line[:strings.LastIndexByte(line, ' ')] + " -" // on a slower machine
		if !known[line] && !known[unknown] {
			t.Errorf("puzzles/boards.txt does not say: %s (go test ./internal/ui/page -run TestShippedBoards -update)", line)
		}
	}
}

// boardsOf returns a line for each board of a spec: its name, its rows and columns, and its level, or "-" if that takes long.
func boardsOf(name string) (lines []string) {
	desk := page.NewDesk(20)
	text, _ := puzzles.Spec(name)
	for _, file := range puzzles.Instances(name) {
		board, _ := puzzles.Instance(name, file)
		q := page.Question{Verb: "look", Stages: []string{"board"}, Name: name, Spec: text, Instance: board}
		rows, cols, level := 0, 0, "-"
		take := func(e page.Event) {
			switch {
			case e.Kind == page.KindBoard:
				rows, cols = e.Board.Rows, e.Board.Cols
			case e.Kind == page.KindLevel && e.Text != "":
				level = e.Text
			}
		}
		desk.Answer(context.Background(), q, take)
		q.Verb, q.Stages = "level", nil
		desk.Answer(context.Background(), q, take)
		lines = append(lines, fmt.Sprintf("%s/%s %d %d %s", name, file, rows, cols, level))
	}
	return lines
}
