package serve_test

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
	"nazo/internal/testkit"
	"nazo/internal/ui/serve"
)

// task is an event of a trace, as Chromium writes it; times are in microseconds.
type task struct {
	Name, Cat, Ph string
	Pid, Tid      int
	Tdur, Dur     float64
	Args          struct{ Name string }
}

// tasks does something on the page and returns what its main thread did meanwhile: the tasks that took longest, and what was longest in them, in milliseconds of processor time.
func (b *browser) tasks(do func()) (took []float64, what string) {
	b.Helper()
	var all []task
	complete := make(chan struct{})
	ctx, stop := context.WithCancel(b.ctx)
	defer stop()
	b.call(func() error {
		return chromedp.ListenBrowser(ctx, func(event any) {
			switch e := event.(type) {
			case *tracing.EventDataCollected:
				for _, v := range e.Value {
					var t task
					if json.Unmarshal(v, &t) == nil {
						all = append(all, t)
					}
				}
			case *tracing.EventTracingComplete:
				close(complete)
			}
		})
	})
	b.call(func() error {
		_, err := chromedp.CallBrowser(b.ctx, tracing.Start, tracing.StartParams{TraceConfig: &tracing.TraceConfig{IncludedCategories: []string{"toplevel", "devtools.timeline", "v8.execute"}}})
		return err
	})
	do()
	b.call(func() error { _, err := chromedp.CallBrowser(b.ctx, tracing.End, cdp.Empty{}); return err })
	<-complete
	type thread struct{ pid, tid int }
	main := map[thread]bool{}
	for _, t := range all {
		if t.Ph == "M" && t.Name == "thread_name" && t.Args.Name == "CrRendererMain" {
			main[thread{t.Pid, t.Tid}] = true
		}
	}
	worst := task{}
	for _, t := range all {
		if !main[thread{t.Pid, t.Tid}] || t.Ph != "X" {
			continue
		}
		if t.Name == "RunTask" || t.Name == "ThreadControllerImpl::RunTask" {
			took = append(took, t.Tdur/1000)
		} else if t.Tdur > worst.Tdur && t.Name != "RunMicrotasks" {
			worst = t
		}
	}
	slices.SortFunc(took, func(a, b float64) int { return cmp.Compare(b, a) })
	return took[:min(5, len(took))], worst.Name
}

// TestTasks measures whether the page keeps its reader waiting: how long the tasks of its main thread take. Nothing over 50 ms is aimed at, but
// how fast a script is read depends on the machine, so the figures are printed, and no verdict hangs on them.
func TestTasks(t *testing.T) {
	if !testkit.Timing() && *shots == "" {
		t.Skip("how long tasks take is measured with -timing only")
	}
	server := &serve.Server{Crew: crew(t, "nazo")}
	b := browse(t, start(t, server))
	b.enter(server)
	for _, c := range []struct {
		name string
		do   func()
	}{
		{"the first page", func() { b.fresh(""); b.make(); b.verdict("one") }},
		{"the catalogue", func() {
			b.click("#open-catalogue")
			b.until(`document.querySelectorAll("#listed button").length > 200`)
			b.keys("\x1b")
		}},
		{"a spec", func() { b.open("sudoku"); b.verdict("one") }},
		{"a large board", func() { b.open("nonogram"); b.verdict("one") }},
		{"an edit", func() { b.click("#instance"); b.keys(" "); b.verdict("one") }},
	} {
		took, what := b.tasks(c.do)
		t.Logf("%s: %.0f ms (%s)", c.name, took, what)
		if len(took) == 0 {
			t.Errorf("%s: the trace has no task", c.name)
		}
	}
}
