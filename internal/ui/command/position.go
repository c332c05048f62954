package command

import (
	"fmt"
	"strings"

	"nazo/dsl/diag"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
	"nazo/internal/study/play"
)

// position is a state of a puzzle that moves, and the moves that led to it.
type position struct {
	problem *solve.Problem // with the hidden values as they are dealt
	run     *judge.Run     // the moves made so far
	won     bool
	seated  *seatedGame // if something is hidden
}

// state returns the state after so many moves.
func (p *position) state(moves int) []value.Value {
	if moves == 0 {
		return p.run.Start
	}
	return p.run.Steps[moves-1].After
}

func (p *position) moves() int { return len(p.run.Steps) }

// secrets returns the names of the hidden values.
func (p *position) secrets() []string {
	if p.seated == nil {
		return nil
	}
	return p.seated.Secrets.Names()
}

// position makes the moves of --from, if it is given.
func (s *session) position(c *hintCmd, r *request, d picture.Drawer) (*position, error) {
	p := &position{}
	var err error
	if len(r.Hiddens) > 0 {
		if p.seated, err = s.seatAt(r, c.Args, d); err == nil {
			p.problem = p.seated.dealt
		}
	} else {
		p.problem, err = s.onlyProblem(r)
	}
	if err != nil {
		return nil, err
	}
	made := picture.Run{}
	var src *diag.Source
	if c.From != "" {
		if made, src, err = s.movesSoFar(c.fromFlag, r, p.problem); err != nil {
			return nil, err
		}
	}
	if err := p.follow(made, src); err != nil {
		return nil, err
	}
	p.won, err = p.problem.Won(p.state(p.moves()))
	return p, err
}

// movesSoFar reads the moves that were made.
func (s *session) movesSoFar(from fromFlag, r *request, p *solve.Problem) (picture.Run, *diag.Source, error) {
	text, err := s.read(from.From)
	if err != nil {
		return picture.Run{}, nil, err
	}
	src := diag.NewSource(from.From, text)
	if strings.TrimSpace(text) == "" {
		return picture.Run{}, src, nil
	}
	if play.IsSaved(text) {
		saved, err := readSaved(src, r.name)
		if err != nil || len(saved.Moves) == 0 {
			return picture.Run{}, src, err
		}
		src = diag.NewSource(from.From, nothingBut(text, saved.Spans))
	}
	runs, problems := picture.DecodeRuns(src, p.Problem, p.Judge)
	if problems.HasErrors() {
		return picture.Run{}, nil, problems
	}
	if len(runs) > 1 {
		s.remark("%s has %d runs: the first is taken", from.From, len(runs))
	}
	return runs[0], src, nil
}

// nothingBut replaces everything outside of some spans by blanks, so that the spans keep their places.
func nothingBut(text string, spans []diag.Span) string {
	out := []byte(strings.Repeat(" ", len(text)))
	for i := range out {
		if text[i] == '\n' {
			out[i] = '\n'
		}
	}
	for _, at := range spans {
		copy(out[at.Start:], text[at.Start:at.End])
	}
	return string(out)
}

// follow makes the moves of a file by the rules. It begins with the state in the file, or else with the start of the
// puzzle.
func (p *position) follow(made picture.Run, src *diag.Source) error {
	j := p.problem.Judge
	begin, err := j.Begin()
	switch {
	case made.Start != nil && p.seated == nil:
		begin = made.Start
	case err != nil:
		return mistakef("%v; --from FILE can give it as the first of the \"states\" in JSON", err)
	}
	if !j.Admits(begin) {
		return mistakef("%s: the first of the states is none that the puzzle can have", src.Name)
	}
	p.run = &judge.Run{Start: begin}
	for i, move := range made.Moves {
		state := p.state(i)
		won, err := p.problem.Won(state)
		if err != nil {
			return err
		}
		if won {
			return illegal(diag.Errorf(src, made.Places[i], "answer-misfit", "move %d, %s, can't be made: the goal is met before it", i+1, move).
				Helpf("a run ends with the first state that meets the goal"))
		}
		if why, at, span := j.WhyNot(state, move); why != "" {
			d := diag.Errorf(src, made.Places[i], "answer-misfit", "move %d, %s, can't be made: %s", i+1, move, why)
			if at != nil {
				d.Helpf("%s says so", place(at, span))
			}
			return illegal(d)
		}
		after, _, err := j.Make(state, move)
		if err != nil {
			return err
		}
		p.run.Steps = append(p.run.Steps, judge.Step{Move: move, After: after})
	}
	made.Cost = "" // the run has not ended
	if wrong := made.Contradiction(j, &judge.Answer{Run: p.run}); wrong != "" {
		return mistakef("%s: %s", src.Name, wrong)
	}
	return nil
}

// place writes a place in a spec, such as "mine.nazo:3:8".
func place(src *diag.Source, span diag.Span) string {
	at := src.Position(span.Start)
	return fmt.Sprintf("%s:%d:%d", src.Name, at.Line, at.Column)
}

func illegal(d *diag.Diagnostic) error {
	problems := &diag.List{}
	problems.Add(d)
	return problems
}

// fromFlag names a file with what is known of an answer.
type fromFlag struct{ From string }

// Declare implements [Declarer].
func (c *fromFlag) Declare(v *Verb) {
	v.Flag(&c.From, "from", "FILE", "Begin with this unfinished answer: JSON with null for what is open, a board as nazo explain draws it, or a grid of symbols. For a puzzle that moves: the moves so far, as nazo solve --moves-only writes them, in JSON, or as a saved game. - is standard input.")
}

// soFar returns the facts of an unfinished answer.
func (s *session) soFar(from fromFlag, p *solve.Problem) ([]model.Fact, error) {
	if from.From == "" {
		return nil, nil
	}
	text, err := s.read(from.From)
	if err != nil {
		return nil, err
	}
	src := diag.NewSource(from.From, text)
	var values []value.Value
	var problems *diag.List
	if picture.IsJSON(text) {
		values, problems = picture.DecodeSoFar(src, p.Name, picture.Finds(p.Judge))
	} else {
		values, problems = picture.ReadSoFar(src, p.Judge, p.Givens)
	}
	if problems.HasErrors() {
		return nil, problems
	}
	vars, known, ok := p.EncodeFinds(values)
	if !ok {
		panic("a value was read that the model has no place for")
	}
	return alg.Map(vars, func(v model.VarID) model.Fact { return model.Fact{Var: v, Value: known[v], Is: true} }), nil
}
