package fleet

import (
	"fmt"
	"sync"
)

// serverLog takes what the server has to say: warnings and errors are for people.
type serverLog struct {
	say  func(string)
	mu   sync.Mutex
	text string // of the last
}

func (l *serverLog) note(format string, args []any) {
	text := fmt.Sprintf(format, args...)
	l.mu.Lock()
	l.text = text
	l.mu.Unlock()
	l.say("hub: " + text)
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

// Warnf, Errorf and Fatalf are passed on; the server goes on or ends by itself.
func (l *serverLog) Warnf(format string, args ...any)  { l.note(format, args) }
func (l *serverLog) Errorf(format string, args ...any) { l.note(format, args) }
func (l *serverLog) Fatalf(format string, args ...any) { l.note(format, args) }

// Noticef, Debugf and Tracef are for those who mend servers.
func (l *serverLog) Noticef(string, ...any) {}
func (l *serverLog) Debugf(string, ...any)  {}
func (l *serverLog) Tracef(string, ...any)  {}
