package command

import (
	"os/exec"
	"strings"

	"nazo/engine"
	"nazo/internal/engines"
	"nazo/sat"
	"nazo/solve"
)

// team is who works for --engine.
func team(name string) (solve.Team, error) {
	if command, ok := strings.CutPrefix(name, "dimacs:"); ok {
		return outside(command)
	}
	if t, err := engines.Team(name); err == nil && name != "" {
		return t, nil
	}
	return solve.Team{}, mistakef("there is no engine `%s`; --engine must be one of auto, sat, native, both, dimacs:COMMAND", shorten(name))
}

// outside is a SAT solver that runs as a process of its own.
func outside(command string) (solve.Team, error) {
	words := strings.Fields(command)
	if len(words) == 0 {
		return solve.Team{}, mistakef("--engine dimacs: names no command; dimacs:minisat would")
	}
	if _, err := exec.LookPath(words[0]); err != nil {
		return solve.Team{}, mistakef("--engine dimacs:%s: there is no program `%s`", shorten(command), shorten(words[0]))
	}
	return solve.Team{Engines: []engine.Engine{sat.External(command)}}, nil
}

// team is who works for --engine and --search.
func (s *session) team(e engineFlags, f searchFlags) (solve.Team, error) {
	switch {
	case f.Search == "" && f.Watch.on:
		return solve.Team{}, mistakef("--watch shows a search that has a name: add --search NAME; nazo list --searches shows those that there are")
	case f.Base < 2 || f.Base > 36:
		return solve.Team{}, mistakef("--base %d: a base is in 2..36", f.Base)
	case f.Search == "":
		return team(e.Engine)
	case e.Engine != "auto" && e.Engine != "native":
		return solve.Team{}, mistakef("--search is for engine native, not for --engine %s", e.Engine)
	}
	by, err := newSearcher(f.Search)
	if err != nil {
		return solve.Team{}, err
	}
	by.watch = s.newWatcher(f.Watch, int(f.Base))
	return solve.Team{Engines: []engine.Engine{by}}, nil
}
