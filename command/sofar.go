package command

import (
	"nazo/answer"
	"nazo/dsl/diag"
	"nazo/engine"
	"nazo/picture"
	"nazo/solve"
	"nazo/value"
)

// fromFlag names what is known of an answer.
type fromFlag struct {
	From string `placeholder:"FILE" help:"Begin with what this answer has so far: JSON with null for what is open, a board as nazo explain draws it, or a grid of symbols; of a puzzle that moves the moves made so far, as nazo solve --moves-only writes them, in JSON, or as a saved game; - for standard input."`
}

// soFar are the facts that an answer so far has.
func (s *session) soFar(from fromFlag, p *solve.Problem) ([]engine.Fact, error) {
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
	if answer.IsJSON(text) {
		var finds []answer.Find
		for _, f := range p.Judge.Finds {
			finds = append(finds, answer.Find{Name: f.Name, Shape: f.Shape})
		}
		values, problems = answer.DecodeSoFar(src, p.Name, finds)
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
	var facts []engine.Fact
	for _, v := range vars {
		facts = append(facts, engine.Fact{Var: v, Value: known[v], Is: true})
	}
	return facts, nil
}
