package fleet

import (
	"fmt"
	"sync"
)

// serverLog takes what the server has to say: warnings and errors are for people.
type serverLog struct {
	say  func(string)
	mu   sync.Mutex
	text string        // of the last
	dead chan struct{} // closed when the server can't go on
}

func (l *serverLog) note(format string, args []any) {
	l.say("hub: " + l.keep(format, args))
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
