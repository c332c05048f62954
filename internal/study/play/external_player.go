package play

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
	"unicode"
)

const (
	// illegalAnswers in a row lose a game.
	illegalAnswers = 3
	// longestAnswer bounds the bytes of an answer.
	longestAnswer = 4096
	// parting is how long a process may run after its game.
	parting = 100 * time.Millisecond
)

// ExternalPlayer is an entrant that is a program, with a process for each game. Each turn it gets what it may see as a
// line of JSON, and answers with the number of a move. Whatever it does, it can only lose its game.
type ExternalPlayer struct {
	Title string        // its name among the entrants
	Words []string      // the command
	Time  time.Duration // for each answer
	// Tell encodes a view as a line of JSON, with a complaint about the previous answer if there is one.
	Tell func(v *View, complaint string) []byte
	// Errors receives the program's standard error; nil drops it.
	Errors io.Writer
}

// Name is the entrant's title.
func (o *ExternalPlayer) Name() string { return o.Title }

// Sit starts the program, which does not learn the deal's seed.
func (o *ExternalPlayer) Sit(context.Context, *Table, int64) (Player, error) {
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
	// WaitDelay ends the copying of standard error, which a process outside the group might hold open.
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

// process is an external player in a game.
type process struct {
	of        *ExternalPlayer
	cmd       *exec.Cmd
	questions *os.File // its standard input
	answers   *os.File // its standard output
	lines     *bufio.Reader
	hurry     bool // kill it at once
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

// end ends the process with its group, and says how it ended if it did by itself.
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
		killGroup(cmd) // its child processes
		if exit, ok := errors.AsType[*exec.ExitError](err); ok {
			return fmt.Sprintf(" (%v)", exit)
		}
	case <-time.After(parting):
		killGroup(cmd)
		<-done
	}
	return ""
}

// Close ends the process.
func (p *process) Close() { p.end() }

// readAnswer reads a number from 1 to most, bare or in an object with nothing but "number", or says what is wrong.
func readAnswer(line string, most int) (number int, complaint string) {
	text := json.RawMessage(line)
	var object struct {
		Number *json.RawMessage `json:"number"`
	}
	if strings.HasPrefix(strings.TrimSpace(line), "{") {
		if err := json.Unmarshal(text, &object); err != nil || object.Number == nil {
			return 0, "not an object with a number: " + excerpt(line)
		}
		text = *object.Number
	}
	n, err := strconv.Atoi(strings.TrimSpace(string(text)))
	switch {
	case err != nil:
		return 0, "not a number: " + excerpt(line)
	case n < 1 || n > most:
		return 0, fmt.Sprintf("there is no move %d, they are numbered 1 to %d", n, most)
	}
	return n, ""
}

// excerpt returns the beginning of any text in printable form.
func excerpt(text string) string {
	clean := strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
	runes := []rune(strings.Join(strings.Fields(clean), " "))
	if len(runes) > 40 {
		runes = append(runes[:39], '…')
	}
	return "`" + string(runes) + "`"
}

// Words splits a command at blanks outside of quotes. A backslash outside of single quotes escapes a character.
func Words(command string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord, quote, escaped := false, rune(0), false
	for _, c := range command {
		switch {
		case escaped:
			word.WriteRune(c)
			escaped = false
		case c == '\\' && quote != '\'':
			escaped, inWord = true, true
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(c)
		case c == '"' || c == '\'':
			quote, inWord = c, true
		case unicode.IsSpace(c):
			if inWord {
				words = append(words, word.String())
				word.Reset()
				inWord = false
			}
		default:
			word.WriteRune(c)
			inWord = true
		}
	}
	if quote != 0 || escaped {
		return nil, fmt.Errorf("the command breaks off within quotes: %s", excerpt(command))
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}
