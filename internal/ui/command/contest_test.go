package command

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"
)

// chooser is an outside player for the scripts: chooser KIND.
func chooser() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var q struct {
			Moves []struct {
				Number int
				Move   string
			}
			Givens map[string][]*int
			State  map[string]*int
		}
		if err := json.Unmarshal(in.Bytes(), &q); err != nil || len(q.Moves) == 0 {
			fmt.Fprintln(os.Stderr, "this is no question:", err)
			os.Exit(9)
		}
		switch os.Args[1] {
		case "well": // puts, fetches, draws, keeps
			choice := 0
			for _, wanted := range []string{"keep", "draw", "fetch", "put"} {
				for _, m := range q.Moves {
					if m.Move == wanted {
						choice = m.Number
					}
				}
			}
			fmt.Println(choice)
		case "spies": // complains if it sees more than was drawn
			for i, card := range q.Givens["deck"] {
				if seen := i < *q.State["drawn"]; seen != (card != nil) {
					fmt.Fprintln(os.Stderr, "card", i+1, "is shown:", card != nil)
					os.Exit(9)
				}
			}
			fmt.Println(1)
		case "late":
			time.Sleep(time.Hour)
		case "long":
			fmt.Println(strings.Repeat("7", 10_000))
		case "babbles":
			fmt.Println("{not JSON")
		case "beyond":
			fmt.Println(len(q.Moves) + 1)
		case "crashes":
			panic("a fault")
		}
	}
}
