package shell

import (
	"os"
	"os/signal"
	"syscall"
)

// Interrupts are what asks a program to end: from the keyboard, by whoever ends services, and by a terminal or connection that is closed.
func Interrupts() []os.Signal {
	out := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		out = append(out, syscall.SIGHUP)
	}
	return out
}

// IgnoreTerminal leaves what a terminal sends to all of its processes to the one that started this one.
func IgnoreTerminal() { signal.Ignore(os.Interrupt, syscall.SIGHUP) }
