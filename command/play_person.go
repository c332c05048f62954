package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"nazo/engine"
	"nazo/internal/shell"
	"nazo/model"
	"nazo/native"
	"nazo/play"
)

// longestLine is how much of a line that a person types is read.
const longestLine = 64 << 10

// converse lets a person play: by a terminal, or through a pipe without prompts.
func (s *session) converse(c *playCmd, seated *seatedGame) error {
	dialogue := &play.Session{
		Deal: seated.deal, Notation: seated.Notation, CostNames: seated.Problem.CostNames,
		Draw: func(g *play.Game) string { return seated.picture(s, g) },
		Hint: seated.hint,
		Save: func(file string, g *play.Game, force bool) error { return seated.save(s, file, g, force) },
		Reveal: func(g *play.Game, v model.VarID) string {
			return seated.Secrets.Tell(seated.dealt.Problem, v, g.Knows(v))
		},
	}
	in, isFile := s.in.(*os.File)
	prompt := ""
	if isFile && shell.IsTerminal(in) && shell.IsTerminal(s.file) {
		prompt = "> "
		fmt.Fprintf(s.out, "%s%s\nType help for what can be typed.\n\n", seated.Problem.Name, about(seated.Problem.About))
		if key := seated.stage.Key(); key != "" {
			fmt.Fprintf(s.out, "%s\n", key)
		}
	}
	s.out.WriteString(dialogue.Start(seated.game))
	save := func() error {
		if c.Save == "" {
			return nil
		}
		return seated.save(s, c.Save, dialogue.Game(), c.Force)
	}
	if err := save(); err != nil { // before anyone plays a game that can't be saved
		return err
	}
	lines := s.lines()
	for !dialogue.Over() {
		s.out.WriteString(prompt)
		if err := s.flush(); err != nil {
			return err
		}
		line, ok := "", false
		select {
		case line, ok = <-lines:
		case <-s.ctx.Done():
			s.answered()
			return limited{s.stopReason()}
		}
		if !ok {
			if prompt != "" {
				fmt.Fprintln(s.out)
			}
			break
		}
		s.progress.stage("thinking")
		s.out.WriteString(dialogue.Line(s.ctx, line))
		if err := save(); err != nil {
			return err
		}
	}
	s.answered()
	if dialogue.Game().Won() {
		return nil
	}
	if !dialogue.Over() && !dialogue.Game().Over() {
		fmt.Fprintf(s.out, "end of input after %s\n", plural(len(dialogue.Game().Moves()), "move"))
	}
	return statusFalse
}

func about(text string) string {
	if text == "" {
		return ""
	}
	return ": " + text
}

// lines are those of standard input; what is too long of a line is left out.
func (s *session) lines() <-chan string {
	out := make(chan string)
	go func() {
		defer close(out)
		r := bufio.NewReaderSize(s.in, longestLine)
		for {
			line, err := r.ReadSlice('\n')
			text := string(line)
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = r.ReadSlice('\n')
			}
			if text != "" || err == nil {
				select {
				case out <- text:
				case <-s.ctx.Done():
					return
				}
			}
			if err != nil {
				if !errors.Is(err, io.EOF) {
					s.note("standard input: %v", err)
				}
				return
			}
		}
	}()
	return out
}

// hint asks the first player of the spec, or searches if nothing is hidden.
func (seated *seatedGame) hint(ctx context.Context, g *play.Game) (move int64, who string, err error) {
	if players := seated.Problem.Model.Machine.Players; len(players) > 0 {
		move, err = play.Ask(ctx, g, play.StrategyPlayer(players[0].Name))
		return move, players[0].Name + ", a player of the spec", err
	}
	if seated.Table.Hides() {
		return 0, "", errors.New("something is hidden, so a search would know too much, and the spec has no player to ask")
	}
	return search(ctx, g.Rest())
}

// search looks for the best way to the goal, or if that takes too long for any.
func search(ctx context.Context, m *model.Model) (move int64, who string, err error) {
	e := native.New()
	for i, any := range []bool{false, true} {
		job, err := e.Open(ctx, m, engine.Options{AnyObjective: any})
		if err != nil {
			return 0, "", err
		}
		var found model.Solution
		limit, stop := context.WithTimeout(ctx, hintTime/2)
		result := job.Solve(limit, engine.SolveOptions{Limit: 1}, func(s model.Solution) bool {
			found = append(model.Solution(nil), s...)
			return true
		})
		stop()
		who := "a search for the best way to the goal"
		if i > 0 || !result.Complete {
			who = "a search for a way to the goal"
		}
		if found == nil {
			found = result.Best
		}
		switch {
		case len(found) > len(m.Vars):
			return found[len(m.Vars)], fmt.Sprintf("%s, which takes %s from here", who, plural(len(found)-len(m.Vars), "move")), nil
		case result.Exhausted:
			return 0, "", errors.New("no way leads to the goal from here")
		}
	}
	return 0, "", fmt.Errorf("a search found no way to the goal within %v", hintTime)
}
