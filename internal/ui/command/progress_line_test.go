package command

import (
	"bytes"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/internal/study/play"
)

// line is a line of progress on a terminal, whose clock stands still.
type line struct {
	*progressLine
	at time.Time
	to bytes.Buffer
}

func newLine(columns int) *line {
	l := &line{at: time.Unix(1000, 0)}
	l.progressLine = &progressLine{line: Line{To: &l.to, Columns: columns}, now: func() time.Time { return l.at }, held: func() int64 { return 45 << 20 },
		start: l.at, beating: true}
	return l
}

// after is what is on the line some time later, "" if nothing was drawn.
func (l *line) after(d time.Duration) string {
	l.at = l.at.Add(d)
	l.to.Reset()
	l.line.Draw(l.text)
	text, drawn := strings.CutPrefix(l.to.String(), "\r\x1b[K")
	if !drawn {
		return l.to.String()
	}
	return text
}

// TestProgressLine has it say what goes on.
func TestProgressLine(t *testing.T) {
	nodes := func(by string, n int64) solve.Progress {
		return solve.Progress{Engine: by, Progress: model.Progress{Stats: model.Stats{Nodes: n}}}
	}
	for _, c := range []struct {
		name    string
		columns int
		does    func(l *line)
		want    string
	}{
		{"nothing", 0, func(*line) {}, ""},
		{"a stage", 0, func(l *line) { l.stage("reading") }, "2.0 s; 45 MiB; reading"},
		{"the last one", 0, func(l *line) { l.stage("reading"); l.stage("searching") }, "2.0 s; 45 MiB; searching"},
		{"within a limit", 0, func(l *line) { l.within(l.at, time.Minute); l.stage("reading") }, "2.0 s of 1m; 45 MiB; reading"},
		{"within seconds", 0, func(l *line) { l.within(l.at, 90*time.Second); l.stage("reading") }, "2.0 s of 1m30s; 45 MiB; reading"},
		{"one of several", 0, func(l *line) { l.step("instances", 3, 1200); l.stage("reading") }, "2.0 s; 45 MiB; 3 of 1,200 instances, 0 %; reading"},
		{"of nobody knows how many", 0, func(l *line) { l.step("instances", 3, 0) }, "2.0 s; 45 MiB; 3 instances"},
		{"an engine", 0, func(l *line) { l.report(nodes("native", 1234)) }, "2.0 s; 45 MiB; native: 1,234 nodes"},
		{"two engines", 0, func(l *line) { l.report(nodes("native", 1)); l.report(nodes("sat", 0)); l.report(nodes("native", 2)) },
			"2.0 s; 45 MiB; native: 2 nodes; sat"},
		{"an optimum", 0, func(l *line) {
			l.report(solve.Progress{Engine: "sat", Solutions: 1, Progress: model.Progress{Bounds: []model.Interval{{Lo: 5, Hi: 5}, {Lo: 3, Hi: 1300}}}})
		}, "2.0 s; 45 MiB; sat: 1 solution, optimum in 3..1,300"},
		{"narrow", 20, func(l *line) { l.stage("searching far and wide") }, "2.0 s; 45 MiB; sea…"},
		{"over", 0, func(l *line) { l.stage("reading"); l.clear() }, ""},
		{"one over, not all", 0, func(l *line) { l.step("instances", 1, 2); l.stage("reading"); l.clear() }, "2.0 s; 45 MiB; 1 of 2 instances, 50 %"},
		{"ended", 0, func(l *line) { l.step("instances", 1, 2); l.end(); l.stage("reading") }, ""},
		{"in a pipe", 0, func(l *line) { l.line.To = nil; l.stage("reading") }, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := newLine(c.columns)
			c.does(l)
			if early := l.after(LineAfter - 1); early != "" {
				t.Errorf("drawn too early: %q", early)
			}
			if got := l.after(2*time.Second - LineAfter + 1); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// TestProgressGivesWay takes the line away where something else is written, and says what takes time to say only now and then.
func TestProgressGivesWay(t *testing.T) {
	l := newLine(0)
	asked := 0
	say := func() { l.say(func() string { asked++; return "counting" }) }
	for range 5 {
		say()
	}
	if asked != 1 {
		t.Errorf("asked %d times at once", asked)
	}
	if got, want := l.after(time.Second), "1.0 s; 45 MiB; counting"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	l.to.Reset()
	l.erase()
	l.erase()
	if got, want := l.to.String(), "\r\x1b[K"; got != want {
		t.Errorf("erased by %q, want %q", got, want)
	}
	if got, want := l.after(0), "1.0 s; 45 MiB; counting"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	say()
	if asked != 2 {
		t.Errorf("asked %d times, want 2", asked)
	}
}

// TestLayersDone has a count say how far it is, and its time if that can be told.
func TestLayersDone(t *testing.T) {
	for _, c := range []struct {
		progress model.CountProgress
		want     string
	}{
		{model.CountProgress{Layer: 3, Layers: 64, States: 12345}, "layer 3 of 64, 12,345 states"},
		{model.CountProgress{Layer: 30, Layers: 64, States: 1, Share: 0.25}, "layer 30 of 64, 1 state, 25 %, about 30 s left"},
	} {
		if got := layersDone(c.progress, 10); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// TestWorked prints a last line for people only.
func TestWorked(t *testing.T) {
	ans := &outcome{report: &solve.Report{Engine: "native", Stats: model.Stats{Conflicts: 1, Nodes: 1234}}}
	for _, c := range []struct {
		terminal bool
		format   string
		want     string
	}{
		{true, "text", "s, native: 1 conflict, 1,234 nodes\n"},
		{true, "json", ""},
		{false, "text", ""},
	} {
		s := &session{out: &outbox{}, outTerminal: c.terminal, start: time.Now()}
		s.worked(formatFlag{c.format}, ans.work())
		if got := s.out.waiting.String(); !strings.HasSuffix(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%+v: got %q", c, got)
		}
	}
}

// TestGamesDone has a contest say how far it is.
func TestGamesDone(t *testing.T) {
	played, won := play.Outcome{Played: true}, play.Outcome{Played: true, Won: true}
	r := &play.Results{Outcomes: [][]play.Outcome{{played, won}, {played, {}}}}
	if got, want := gamesDone(r), "3 of 4 games, 75 %, 1 won"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	r.Chances = []play.Chance{play.Winnable, ""}
	if got, want := gamesDone(r), "3 of 4 games, 75 %, 1 won; with open cards 1 of 2 deals"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestVerbsTell has each verb that may take long tell a terminal what it does, on a clock that goes on a second whenever it is
// looked at.
func TestVerbsTell(t *testing.T) {
	for line, want := range map[string]string{
		"solve queens n=4":                        "searching",
		"solve queens n=2..3":                     "searching n = 3",
		"unique queens n=4":                       "searching",
		"count queens n=4":                        "searching",
		"count hanoi discs=2":                     "searching",
		"check queens n=4":                        "reading the puzzle",
		"rate akari 10x10":                        "looking for steps",
		"show queens n=4":                         "reading the puzzle",
		"link slitherlink 10x10":                  "reading the puzzle",
		"export queens n=4 --to opb":              "writing the formula",
		"sample knights_tour rows=5 cols=5":       "looking for an order of the count",
		"count knights_tour rows=5 cols=5 --plan": "looking for an order of the count",
		"count knights_tour rows=5 cols=6 closed=true --method frontier": "layer ",
		"estimate knights_tour rows=5 cols=5 --probes 20":                "1 of 20 probes, 5 %",
		"compare queens":                                 "1 of 2 instances, 50 %; searching",
		"compare hanoi discs=2 --search all":             "0 of 1 instances, 0 %; searching",
		"test queens":                                    "examples, 0 %; queens",
		"unique sudoku 9x9 9x9":                          "1 instances; searching",
		"contest calculation --deals 2 --players greedy": "1 of 2 games, 50 %, ",
		"play calculation --seed 7 --player greedy":      "thinking",
		"list sample knight":                             "specs, ",
	} {
		t.Run(line, func(t *testing.T) {
			null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer null.Close()
			s := newSession(time.Now(), strings.NewReader(""), null, null)
			told, at := "", time.Unix(1000, 0)
			s.progress = &progressLine{line: Line{To: io.Discard}, held: func() int64 { return 1 << 20 }, start: at, heard: func(text string) { told += text + "\n" },
				now: func() time.Time { at = at.Add(time.Second); return at }}
			if status := s.close(s.command(strings.Fields(line))); status > StatusFalse {
				t.Errorf("exit status %d", status)
			}
			if !strings.Contains(told, want) {
				t.Errorf("nothing was told of %q, but\n%s", want, told)
			}
		})
	}
}
