package command

import (
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"nazo/answer"
	"nazo/play"
)

// outsideFlags are about players that are programs of their own.
type outsideFlags struct {
	PlayerCommand []string `sep:"none" placeholder:"COMMAND" help:"A player that is a program: it reads a line of JSON for each turn, with what may be seen and the moves numbered from 1, and answers with a line that has a number."`
	PlayerTime    period   `default:"5s" placeholder:"DURATION" help:"What a program may take for each answer (default: 5s)."`
	PlayerErrors  bool     `help:"Show what programs write to their standard error."`
}

// outsiders are the programs, as entrants of games with that set.
func (s *session) outsiders(f outsideFlags, g *gameSet) ([]play.Entrant, error) {
	var out []play.Entrant
	taken := map[string]bool{}
	for _, p := range g.Problem.Model.Machine.Players {
		taken[p.Name] = true
	}
	for _, command := range f.PlayerCommand {
		words, err := play.Words(command)
		switch {
		case err != nil:
			return nil, mistakef("--player-command: %v", err)
		case len(words) == 0:
			return nil, mistakef("--player-command names no program")
		}
		if _, err := exec.LookPath(words[0]); err != nil {
			return nil, mistakef("--player-command %s: there is no program `%s`", shorten(command), shorten(words[0]))
		}
		title := commandTitle(words)
		name := title
		for n := 2; taken[name]; n++ {
			name = title + " " + strconv.Itoa(n)
		}
		taken[name] = true
		o := &play.Outside{Title: name, Words: words, Time: time.Duration(f.PlayerTime), Tell: g.question}
		if f.PlayerErrors {
			o.Errors = s.errs
		}
		out = append(out, o)
	}
	return out, nil
}

// longestTitle is how many characters a program's name may have.
const longestTitle = 30

// commandTitle is a short name of a command: its words, of files without the folders.
func commandTitle(words []string) string {
	var short []string
	for i, word := range words {
		if i == 0 || !strings.HasPrefix(word, "-") {
			word = filepath.Base(word)
		}
		short = append(short, word)
	}
	return cut(strings.Join(strings.Fields(strings.Join(short, " ")), " "), longestTitle)
}

// question is the message to a program for a turn, as one line of JSON.
func (g *gameSet) question(v *play.View, complaint string) []byte {
	out := append([]byte(`{"puzzle":`), quoted(g.Problem.Name)...)
	out = strconv.AppendInt(append(out, `,"turn":`...), int64(v.Turn), 10)
	if complaint != "" {
		out = append(append(out, `,"complaint":`...), quoted(complaint)...)
	}
	out = answer.AppendState(append(out, `,"state":`...), g.Problem.Judge, v.StateValues)
	out = append(out, `,"givens":{`...)
	for i, given := range v.Givens {
		if i > 0 {
			out = append(out, ',')
		}
		out = answer.Append(append(append(out, quoted(given.Name)...), ':'), given.Value)
	}
	out = append(out, `},"moves":[`...)
	for i, move := range v.Legal {
		if i > 0 {
			out = append(out, ',')
		}
		out = strconv.AppendInt(append(out, `{"number":`...), int64(i+1), 10)
		out = append(append(out, ','), answer.AppendMove(nil, g.Problem.Move(move))[1:]...)
	}
	return append(out, "]}\n"...)
}
