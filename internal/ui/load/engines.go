package load

import (
	"fmt"

	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/native"
	"nazo/sat"
)

// Team returns the engines of a name: auto (or ""), sat, native or both.
func Team(name string) (solve.Team, error) {
	switch name {
	case "", "auto":
		return solve.Team{Engines: []model.Engine{native.New(), sat.New()}}, nil
	case "sat":
		return solve.Team{Engines: []model.Engine{sat.New()}}, nil
	case "native":
		return solve.Team{Engines: []model.Engine{native.New()}}, nil
	case "both":
		return solve.Team{Engines: []model.Engine{sat.New(), native.New()}, Mode: solve.Together}, nil
	}
	return solve.Team{}, fmt.Errorf("there is no engine %q: it must be auto, sat, native or both", name)
}
