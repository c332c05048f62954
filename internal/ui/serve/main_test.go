package serve_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"nazo/internal/ui/page"
	"nazo/internal/ui/serve"
)

// role is the variable that makes a process of this test a worker: with the desk of nazo, or one that does what the verb of a question says.
const role = "NAZO_TEST_WORKER"

func TestMain(m *testing.M) {
	var desk serve.Answerer
	switch os.Getenv(role) {
	case "":
		os.Exit(m.Run())
	case "nazo":
		desk = page.NewDesk(60)
	default:
		desk = odd{}
	}
	if err := serve.Work(context.Background(), desk, os.Stdin, os.Stdout); err != nil {
		os.Exit(1)
	}
}

// crew are workers of a role.
func crew(t *testing.T, role_ string) *serve.Crew {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return &serve.Crew{Most: 2, Seconds: 60, Command: func() *exec.Cmd {
		c := exec.Command(self)
		c.Env = append(os.Environ(), role+"="+role_)
		return c
	}}
}

// odd is a desk that does what the verb of a question says.
type odd struct{}

func (odd) Answer(ctx context.Context, q page.Question, emit func(page.Event)) {
	note := func(text string) { emit(page.Event{Kind: page.KindNote, Text: text}) }
	verb := q.Verb
	if q.Name == "wait" { // a verb that searches
		verb = q.Name
	}
	if q.Given != "" { // for other verbs that nazo has
		verb = q.Given
	}
	switch verb {
	case "pid":
		note(fmt.Sprint(os.Getpid()))
	case "wait": // until it is taken back
		note(fmt.Sprint(os.Getpid()))
		<-ctx.Done()
		return
	case "hang": // and heed nothing
		note(fmt.Sprint(os.Getpid()))
		time.Sleep(time.Hour)
	case "crash":
		note("soon")
		panic("odd")
	case "full":
		os.Exit(serve.LimitStatus)
	case "long":
		note(strings.Repeat("x", 1<<20))
	}
	emit(page.Event{Kind: page.KindDone})
}
