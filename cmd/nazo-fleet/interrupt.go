package main

import (
	"context"
	"os"
	"os/signal"
	"time"

	"nazo/internal/shell"
)

// insists is how long after the first interrupt another one means that the program is to end at once. One who sends a signal to a process, and
// then to its group, means it but once.
const insists = time.Second

// untilInterrupted is a context that ends with the first interrupt; again is called for each that comes so much later. The function has it
// listen no more.
func untilInterrupted(later time.Duration, again func()) (context.Context, func()) {
	ctx, cancel := context.WithCancel(context.Background())
	heard := make(chan os.Signal, 4)
	signal.Notify(heard, shell.Interrupts()...)
	go func() {
		select {
		case <-heard:
		case <-ctx.Done():
			return
		}
		first := time.Now()
		cancel()
		for range heard {
			if time.Since(first) >= later {
				again()
			}
		}
	}()
	return ctx, func() {
		signal.Stop(heard)
		cancel()
	}
}
