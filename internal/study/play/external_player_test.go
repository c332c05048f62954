//go:build unix

package play

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"nazo/internal/testkit"
)

// playAs makes the test program an outside player of that kind.
const playAs = "NAZO_TEST_PLAYER"

func TestMain(m *testing.M) {
	if kind := os.Getenv(playAs); kind != "" {
		playOutside(kind)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// playOutside answers questions well or badly.
func playOutside(kind string) {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for turn := 0; in.Scan(); turn++ {
		var q struct {
			Moves     int
			Complaint string
		}
		if err := json.Unmarshal(in.Bytes(), &q); err != nil {
			os.Exit(3)
		}
		switch kind {
		case "last":
			fmt.Println(q.Moves)
		case "object":
			fmt.Printf("{\"number\": %d}\r\n", q.Moves)
		case "stumbles": // twice wrong, then right
			switch turn % 3 {
			case 0:
				fmt.Println(q.Moves + 1)
			case 1:
				fmt.Println("what?")
			default:
				if q.Complaint == "" {
					os.Exit(4)
				}
				fmt.Println(q.Moves)
			}
		case "outOfRange":
			fmt.Println(0)
		case "garbage":
			fmt.Println("\x1b]0;owned\x07{[\xff")
		case "long":
			fmt.Println(strings.Repeat("1", 2*longestAnswer))
		case "endless":
			for {
				fmt.Print("11111111")
			}
		case "flood":
			for {
				fmt.Println(1)
			}
		case "silent":
			time.Sleep(time.Hour)
		case "deaf": // closes both ends and lives on
			os.Stdin.Close()
			os.Stdout.Close()
			time.Sleep(time.Hour)
		case "ends":
			os.Exit(0)
		case "crashes":
			panic("a fault")
		case "killed":
			syscall.Kill(os.Getpid(), syscall.SIGKILL)
		case "spawns": // leaves a child behind that has its output
			child := exec.Command("sleep", "3600")
			child.Stdout, child.Stderr = os.Stdout, os.Stderr
			if err := child.Start(); err != nil {
				os.Exit(5)
			}
			os.WriteFile(os.Getenv("NAZO_TEST_PID"), []byte(strconv.Itoa(child.Process.Pid)), 0o600)
			time.Sleep(time.Hour)
		case "complains":
			fmt.Fprintln(os.Stderr, "to be dropped")
			fmt.Println(1)
		}
	}
}

// outsider is an outside player of a kind.
func outsider(t *testing.T, kind string) *ExternalPlayer {
	t.Setenv(playAs, kind)
	return &ExternalPlayer{Title: kind, Words: []string{os.Args[0]}, Time: time.Hour,
		Tell: func(v *View, complaint string) []byte {
			text, err := json.Marshal(map[string]any{"moves": len(v.Legal), "complaint": complaint})
			if err != nil {
				panic(err)
			}
			return append(text, '\n')
		}}
}

// Whatever a program does, the game comes to an end, in time, and with a reason.
func TestOutsidePlayersOnTime(t *testing.T) {
	tests := []struct {
		kind  string
		moves int    // made, or -1 for some
		lost  string // part of the reason
		time  time.Duration
	}{
		{"last", -1, "", 0},
		{"object", -1, "", 0},
		{"stumbles", -1, "", 0},
		{"flood", -1, "", 0},
		{"complains", -1, "", 0},
		{"outOfRange", 0, "3 illegal answers in a row, the last: there is no move 0, they are numbered 1 to 1", 0},
		{"garbage", 0, "3 illegal answers in a row, the last: not a number: `]0;owned {[?`", 0},
		{"long", 0, "an answer of more than 4096 bytes", 0},
		{"endless", 0, "an answer of more than 4096 bytes", 0},
		{"silent", 0, "no answer within 300ms", 300 * time.Millisecond},
		{"deaf", 0, "it ended without an answer", 0},
		{"ends", 0, "it ended without an answer", 0},
		{"crashes", 0, "it ended without an answer (exit status 2)", 0},
		{"killed", 0, "it ended without an answer (signal: killed)", 0},
	}
	p := newPatience(6, 2)
	for _, test := range tests {
		t.Run(test.kind, func(t *testing.T) {
			o := outsider(t, test.kind)
			if test.time > 0 {
				o.Time = test.time
			}
			start := time.Now()
			got, err := Play(context.Background(), p.deal(3), o, 1000)
			if err != nil || !got.Played {
				t.Fatal(got, err)
			}
			testkit.Late(t, "the game", time.Since(start), test.time+3*time.Second)
			if test.lost != "" && (got.Won || !strings.Contains(got.Lost, test.lost)) || test.lost == "" && !got.Won && got.Lost != "no moves left" {
				t.Errorf("won %v, lost for %q, want %q", got.Won, got.Lost, test.lost)
			}
			if (test.moves < 0) != (got.Moves > 0) {
				t.Errorf("%d moves were made", got.Moves)
			}
		})
	}
	t.Run("missing", func(t *testing.T) {
		o := &ExternalPlayer{Title: "x", Words: []string{filepath.Join(t.TempDir(), "nothing")}, Time: time.Second}
		got, err := Play(context.Background(), p.deal(3), o, 1000)
		if err != nil || got.Won || !strings.Contains(got.Lost, "it does not start") {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

// What a player has started dies with it.
func TestChildrenDie(t *testing.T) {
	pidFile := filepath.Join(t.TempDir(), "pid")
	t.Setenv("NAZO_TEST_PID", pidFile)
	p := newPatience(3, 1)
	o := outsider(t, "spawns")
	o.Time = 500 * time.Millisecond
	var errs bytes.Buffer
	o.Errors = &errs // held open by the child
	pid := 0
	for ; pid == 0; o.Time *= 2 { // until that is time enough to start a child
		if got, err := Play(context.Background(), p.deal(1), o, 10); err != nil || got.Won {
			t.Fatal(got, err)
		}
		text, _ := os.ReadFile(pidFile)
		pid, _ = strconv.Atoi(string(text))
	}
	for !gone(pid) { // or the child lives on, and go test ends the test
		time.Sleep(10 * time.Millisecond)
	}
}

// gone reports whether a process is no more, or a zombie that waits to be reaped.
func gone(pid int) bool {
	if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return true
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return errors.Is(err, os.ErrNotExist)
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	return strings.HasPrefix(rest, "Z")
}

// An interrupt ends a game within a moment, and without a result.
func TestOutsideInterruptedOnTime(t *testing.T) {
	p := newPatience(3, 1)
	o := outsider(t, "silent")
	ctx, stop := context.WithCancel(context.Background())
	time.AfterFunc(100*time.Millisecond, stop)
	start := time.Now()
	_, err := Play(ctx, p.deal(1), o, 10)
	testkit.Late(t, "the game", time.Since(start), 2*time.Second)
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
