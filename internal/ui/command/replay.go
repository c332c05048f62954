package command

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"nazo/dsl/diag"
	"nazo/internal/alg"
	"nazo/internal/judge"
	"nazo/internal/show/draw"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
	"nazo/internal/study/play"
)

// replay shows the run in a file: one state at a time at a terminal, otherwise all states.
func (s *session) replay(c *playCmd) error {
	if c.Resume != "" || c.Player != "" || len(c.PlayerCommand) > 0 || c.Save != "" {
		return mistakef("--replay shows what was played before; it goes with none of --resume, --player, --player-command and --save")
	}
	text, err := s.read(c.Replay)
	if err != nil {
		return err
	}
	src := diag.NewSource(c.Replay, text)
	var p *solve.Problem
	var run *judge.Run
	var hidden []string
	if play.IsSaved(text) {
		p, run, hidden, err = s.savedRun(c, src)
	} else {
		p, run, err = s.solvedRun(c, src)
	}
	if err != nil {
		return err
	}
	end, err := runEnd(p, run)
	if err != nil {
		return err
	}
	s.warn()
	in, isFile := s.in.(*os.File)
	if c.Format == "svg" {
		album := album{to: s.out, page: true, title: picture.Title(p.Judge.Spec()), all: c.drawer(s).States(p, run, hidden...)}
		album.end(end)
		s.answered()
		return nil
	}
	if c.Replay != "-" && isFile && IsTerminal(in) && IsTerminal(s.file) {
		if err := s.stepThrough(c.drawer(s).Frames(p, run, hidden...)); err != nil {
			return err
		}
	} else {
		s.out.WriteString(c.drawer(s).Run(p, run, hidden...))
	}
	s.answered()
	fmt.Fprintln(s.out, end)
	return nil
}

// runEnd says how a run ends.
func runEnd(p *solve.Problem, run *judge.Run) (string, error) {
	last := run.Start
	if n := len(run.Steps); n > 0 {
		last = run.Steps[n-1].After
	}
	end := "the goal is not met"
	won, err := p.Won(last)
	if err != nil {
		return "", err
	}
	if won {
		end = "the goal is met"
	}
	return plural(len(run.Steps), "move") + "; " + end, nil
}

// savedRun returns the run of a saved game, and the names of hidden values.
func (s *session) savedRun(c *playCmd, src *diag.Source) (*solve.Problem, *judge.Run, []string, error) {
	saved, err := readSaved(src, c.Spec)
	if err != nil {
		return nil, nil, nil, err
	}
	seated, err := s.seat(saved.Spec, saved.Args, seed(saved.Seed), c.drawer(s))
	if err != nil {
		return nil, nil, nil, err
	}
	g, problems := saved.Replay(seated.deal, seated.Notation)
	if problems.HasErrors() {
		return nil, nil, nil, problems
	}
	at := &position{problem: seated.dealt, seated: seated}
	err = at.follow(picture.Run{Moves: alg.Map(g.Moves(), seated.dealt.Move), Places: saved.Spans}, src)
	return seated.dealt, at.run, seated.Secrets.Names(), err
}

// solvedRun returns the first run of a file in JSON.
func (s *session) solvedRun(c *playCmd, src *diag.Source) (*solve.Problem, *judge.Run, error) {
	if c.Spec == "" {
		return nil, nil, mistakef("name the puzzle that %s is a solution of: nazo play SPEC --replay %s", c.Replay, c.Replay)
	}
	s.inputTaken = true // it has the keys
	r, err := s.request(c.Spec, c.Args, c.Seed.or(0))
	if err != nil {
		return nil, nil, err
	}
	in, err := r.oneInput()
	if err != nil {
		return nil, nil, err
	}
	p, err := s.problem(r, in)
	if err != nil {
		return nil, nil, err
	}
	if !p.Moving() {
		return nil, nil, mistakef("%s has no moves, so there is nothing to step through", r.name)
	}
	runs, problems := picture.DecodeRuns(src, p.Problem, p.Judge)
	if problems.HasErrors() {
		return nil, nil, problems
	}
	if len(runs) > 1 {
		s.remark("%s has %d solutions: showing the first", c.Replay, len(runs))
	}
	if _, err := p.Judge.Begin(); err == nil {
		runs[0].Start = nil // the puzzle's own start counts
	}
	at := &position{problem: p}
	err = at.follow(runs[0], src)
	return p, at.run, err
}

// stepThrough shows one state at a time, as the user asks for it.
func (s *session) stepThrough(frames []picture.Frame) error {
	lines, at := bufio.NewScanner(s.in), 0
	lines.Buffer(nil, longestLine)
	s.out.WriteString("Enter or n: on; b: back; a number: go there; q: leave.\n")
	for {
		fmt.Fprintf(s.out, "\n%s\n%s%d of %d> ", frames[at].Head, frames[at].Picture, at, len(frames)-1)
		if err := s.flush(); err != nil {
			return err
		}
		if !lines.Scan() {
			fmt.Fprintln(s.out)
			if err := lines.Err(); !errors.Is(err, bufio.ErrTooLong) {
				return err
			}
			return nil
		}
		switch line := strings.TrimSpace(lines.Text()); line {
		case "", "n":
			if at == len(frames)-1 {
				return nil
			}
			at++
		case "b":
			at = max(at-1, 0)
		case "q":
			return nil
		default:
			n, err := strconv.Atoi(line)
			if err != nil || n < 0 || n >= len(frames) {
				fmt.Fprintf(s.out, "there is no state `%s`: they are numbered 0 to %d\n", Shorten(line), len(frames)-1)
				continue
			}
			at = n
		}
	}
}

// album shows the states of a game: as text when they come, or as one page in the end.
type album struct {
	to    *outbox
	page  bool
	title string
	all   []draw.Section
}

// add shows a state. The heading of the first is "".
func (a *album) add(s draw.Section) {
	switch {
	case a.page:
		a.all = append(a.all, s)
	case s.Heading == "":
		a.to.WriteString(draw.Text(s.Items, s.Options))
	default:
		fmt.Fprintf(a.to, "\n%s\n%s", s.Heading, draw.Text(s.Items, s.Options))
	}
}

// end shows how the game ended. The text is "" if it did not end.
func (a *album) end(text string) {
	switch {
	case a.page:
		a.to.WriteString(draw.SVG(draw.Head{Title: a.title}, append(a.all, draw.Section{Heading: text})))
	case text != "":
		fmt.Fprintf(a.to, "\n%s\n", text)
	}
}
