package main

import (
	"strings"
	"unicode"

	"nazo/cmd/nazo/draw"
	"nazo/compile"
	"nazo/compile/value"
)

// stage draws the states of a puzzle that moves, one after the other. Grids of
// labels that say where something begins are drawn as they are in each state, with
// whatever no label stands for on top of them.
type stage struct {
	problem *compile.Problem
	options draw.Options
	legends []*compile.Legend
	ground  []draw.Item // what is given and stays
	letters []string    // of states that a letter stands for; "" for others
	shown   []bool      // states that a legend shows
}

// newStage sets the stage for a puzzle. What is hidden, by name, isn't drawn.
func (a *app) newStage(p *compile.Problem, color string, hidden ...string) *stage {
	s := &stage{problem: p, options: draw.Options{Color: a.colored(color), Empty: '.'},
		letters: make([]string, len(p.States)), shown: make([]bool, len(p.States))}
	taken := map[value.Board]bool{} // boards where a state has a value for each cell
	for _, state := range p.States {
		if keys := state.Shape().Keys; keys != nil && keys.Len() > 0 {
			if c, ok := keys.List()[0].(value.Cell); ok {
				taken[*c.Board] = true
			}
		}
	}
	legends := map[string]*compile.Legend{}
	for _, l := range p.Legends() {
		legends[l.Given] = l
	}
	secret := map[string]bool{}
	for _, name := range hidden {
		secret[name] = true
	}
	for _, g := range p.Givens {
		grid, ok := g.Value.(*value.Array)
		if !ok || grid.Board == nil || taken[*grid.Board] || secret[g.Name] {
			continue
		}
		if l := legends[g.Name]; l != nil {
			s.add(l)
		} else {
			s.ground = append(s.ground, draw.Item{Title: g.Name, Value: g.Value, Given: true})
		}
	}
	s.chooseLetters()
	return s
}

func (s *stage) add(l *compile.Legend) {
	s.legends = append(s.legends, l)
	s.options.Empty = []rune(l.None)[0]
	for i := range s.shown {
		s.shown[i] = s.shown[i] || l.Shows(i)
	}
}

// chooseLetters gives each state that no legend shows a letter of its name.
func (s *stage) chooseLetters() {
	used := map[string]bool{}
	for i, state := range s.problem.States {
		if s.shown[i] {
			continue
		}
		for _, c := range state.Name {
			if letter := string(unicode.ToUpper(c)); unicode.IsLetter(c) && !used[letter] {
				used[letter], s.letters[i] = true, letter
				break
			}
		}
	}
}

// draw draws a state, in whole lines.
func (s *stage) draw(state []value.Value) (string, error) {
	items := append([]draw.Item{}, s.ground...)
	for _, l := range s.legends {
		items = append(items, draw.Item{Title: l.Given, Value: l.Picture(state)})
	}
	if len(s.problem.Shows) > 0 {
		pictures, err := s.problem.ShownState(state)
		for _, p := range pictures {
			items = append(items, draw.Item{Title: p.Title, As: p.As, Value: p.Value, Top: true})
		}
		return draw.Text(items, s.options), err
	}
	for i, v := range state {
		if !s.shown[i] {
			items = append(items, draw.Item{Title: s.problem.States[i].Name, As: s.letters[i], Value: v, Top: true})
		}
	}
	return draw.Text(items, s.options), nil
}

// key says which letters stand for what; "" if none does.
func (s *stage) key() string {
	if len(s.problem.Shows) > 0 {
		return ""
	}
	var parts []string
	for i, state := range s.problem.States {
		if s.letters[i] != "" && onBoard(state.Shape()) {
			parts = append(parts, s.letters[i]+" is "+state.Name)
		}
	}
	return strings.Join(parts, ", ")
}

// onBoard says whether a state is a cell, or a set of cells.
func onBoard(s compile.Shape) bool {
	members := s.Members
	if values, ok := s.Values.(*value.Set); ok {
		members = values
	}
	if members == nil || members.Len() == 0 {
		return false
	}
	_, ok := members.List()[0].(value.Cell)
	return ok
}
