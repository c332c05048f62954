package play

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

const (
	// illegalAnswers in a row lose a game.
	illegalAnswers = 3
	// longestAnswer is how many bytes a line of an outside player may have.
	longestAnswer = 4096
	// parting is how long a player may go on after the end of its game.
	parting = 100 * time.Millisecond
)

// Outside is an entrant that is a program of its own: one process for each game,
// which gets what it may see, one line of JSON a turn, and answers with a line
// that has the number of a move. Whatever it does, it can only lose its game.
type Outside struct {
	Title string        // its name among the entrants
	Words []string      // the command
	Time  time.Duration // what each answer may take
	// Tell writes what a player may see as one line of JSON. A complaint about the
	// answer before goes in, if there is one.
	Tell func(v *View, complaint string) []byte
	// Errors gets what the program writes to its standard error; nil drops it.
	Errors io.Writer
}

// Name is the entrant's title.
func (o *Outside) Name() string { return o.Title }

// Sit starts the program. The seed of the deal is not for it.
func (o *Outside) Sit(context.Context, *Table, int64) (Player, error) {
	cmd := exec.Command(o.Words[0], o.Words[1:]...)
	inGroup(cmd)
	theirIn, questions, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	answers, theirOut, err := os.Pipe()
	if err != nil {
		closeAll(theirIn, questions)
		return nil, err
	}
	// WaitDelay ends the copying of standard error, should a process that left the
	// group hold on to it.
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = theirIn, theirOut, o.Errors, parting
	err = cmd.Start()
	closeAll(theirIn, theirOut)
	if err != nil {
		closeAll(questions, answers)
		return nil, forfeitf("it does not start: %v", err)
	}
	return &process{of: o, cmd: cmd, questions: questions, answers: answers, lines: bufio.NewReaderSize(answers, longestAnswer)}, nil
}

func closeAll(files ...*os.File) {
	for _, f := range files {
		f.Close()
	}
}

// process is an outside player in a game.
type process struct {
	of        *Outside
	cmd       *exec.Cmd
	questions *os.File // its standard input
	answers   *os.File // its standard output
	lines     *bufio.Reader
	hurry     bool // to end, without a moment for the process to do so by itself
}

// Choose asks until the answer is legal, or has been illegal too often.
func (p *process) Choose(ctx context.Context, v *View) (int64, error) {
	complaint := ""
	for range illegalAnswers {
		line, err := p.ask(ctx, p.of.Tell(v, complaint))
		if err != nil {
			return 0, err
		}
		var number int
		if number, complaint = readAnswer(line, len(v.Legal)); complaint == "" {
			return v.Legal[number-1], nil
		}
	}
	return 0, forfeitf("%d illegal answers in a row, the last: %s", illegalAnswers, complaint)
}

// ask sends a line and waits for one.
func (p *process) ask(ctx context.Context, question []byte) (string, error) {
	p.setDeadline(time.Now().Add(p.of.Time))
	release := context.AfterFunc(ctx, func() { p.setDeadline(time.Now()) })
	defer release()
	if _, err := p.questions.Write(question); err != nil {
		return "", p.reason(ctx, err)
	}
	line, err := p.lines.ReadSlice('\n')
	if err != nil {
		return "", p.reason(ctx, err)
	}
	return string(line), nil
}

func (p *process) setDeadline(t time.Time) {
	p.questions.SetWriteDeadline(t)
	p.answers.SetReadDeadline(t)
}

// reason says why there is no answer.
func (p *process) reason(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		p.hurry = true
		return ctx.Err()
	case errors.Is(err, os.ErrDeadlineExceeded):
		return forfeitf("no answer within %v", p.of.Time)
	case errors.Is(err, bufio.ErrBufferFull):
		return forfeitf("an answer of more than %d bytes", longestAnswer)
	}
	return Forfeit{"it ended without an answer" + p.end()}
}

// end ends the process, with all that it started, and says how it ended if it
// did so by itself.
func (p *process) end() string {
	if p.cmd == nil {
		return ""
	}
	cmd := p.cmd
	p.cmd = nil
	closeAll(p.questions, p.answers)
	if p.hurry {
		killGroup(cmd)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case err := <-done:
		killGroup(cmd) // what it started and left running
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return fmt.Sprintf(" (%v)", exit)
		}
		return ""
	case <-time.After(parting):
		killGroup(cmd)
		<-done
		return ""
	}
}

// Close ends the process.
func (p *process) Close() { p.end() }
