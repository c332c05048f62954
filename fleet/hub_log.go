package fleet

import (
	"fmt"
	"strings"
	"sync"
)

// serverLog takes what the server has to say: warnings and errors are for people.
type serverLog struct {
	say  func(string)
	mu   sync.Mutex
	text string        // of the last
	dead chan struct{} // closed when the server can't go on

	started bool // indexes are no longer read
	rebuilt int  // how many were not as what is stored, and were made anew
}

// ofIndex reports whether a text is of the server as it finds, when it starts, that the index of a stream is not as what is stored: it was
// killed, or could not write. It makes the index anew then, by reading all of the stream.
func (l *serverLog) ofIndex(text string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.started || !strings.HasPrefix(text, "Filestore [") {
		return false
	}
	_, what, _ := strings.Cut(text, "] ")
	switch what {
	case "Recovering stream state from index errored: corrupt state file", "Recovering stream state from index errored: prior state file":
		l.rebuilt++
		return true
	}
	return strings.HasPrefix(what, "Stream state ") // why the next says so
}

// start says in a line which indexes were made anew.
func (l *serverLog) start() {
	l.mu.Lock()
	l.started = true
	n := l.rebuilt
	l.mu.Unlock()
	if n > 0 {
		l.say(fmt.Sprintf("indexes of the hub that were not as what is stored, and were made anew from it: %d", n))
	}
}

func (l *serverLog) note(format string, args []any) {
	if text := l.keep(format, args); !l.ofIndex(text) {
		l.say("hub: " + text)
	}
}

func (l *serverLog) keep(format string, args []any) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = fmt.Sprintf(format, args...)
	return l.text
}

// last is what was said last, or else if nothing was.
func (l *serverLog) last(or string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.text == "" {
		return or
	}
	return l.text
}

// Warnf is passed on.
func (l *serverLog) Warnf(format string, args ...any) { l.note(format, args) }

// Errorf is as Warnf.
func (l *serverLog) Errorf(format string, args ...any) { l.note(format, args) }

// Fatalf keeps why the server can't go on, for whoever waits for it.
func (l *serverLog) Fatalf(format string, args ...any) {
	l.keep(format, args)
	select {
	case <-l.dead:
	default:
		close(l.dead)
	}
}

// Noticef is for those who mend servers.
func (l *serverLog) Noticef(string, ...any) {}

// Debugf is, too.
func (l *serverLog) Debugf(string, ...any) {}

// Tracef is, too.
func (l *serverLog) Tracef(string, ...any) {}
