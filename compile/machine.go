package compile

import (
	"context"
	"errors"
	"slices"
	"strings"

	"nazo/compile/lower"
	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
)

// machine is what a puzzle that moves has beyond its model: the moves as syntax, and the start.
type machine struct {
	// moves are in the order of Model.Machine.Moves.
	moves []*possibility
	// index finds a move by its moveKey.
	index map[string]int64
	// start has the first value of each state; nil is an open choice.
	start []value.Value
}

// possibility is a move with known parameters.
type possibility struct {
	placed[*dsl.Move]
	parameters parameters
	scope      *scope // the names of the parameters
}

// parameters are in the order of the declaration.
type parameters []value.Value

// String formats the parameters as in "2, 3".
func (p parameters) String() string { return strings.Join(alg.Map(p, value.String), ", ") }

// String formats the move as in a run.
func (m *possibility) String() string { return m.node.Name.Text + "(" + m.parameters.String() + ")" }

// moveKey identifies a move by its name and parameters.
func moveKey(name string, parameters []value.Value) string {
	return string(value.Spell(append(make([]byte, 0, 64), name+" "...), value.List(parameters)))
}

// state declares a state and returns its unknown value.
func (ev *evaluator) state(d *declaration, s *dsl.State) value.Value {
	if ev.inputOnly {
		ev.Fail(s, "must-be-known", "the start can't depend on the state %s", d.name)
	}
	l, _ := ev.layoutOf(d.name, s.Keys, s.Domain)
	ev.layouts[d.name] = l
	if !movable(l) {
		ev.Fail(s.Domain, "not-supported", "a state of this kind is not supported")
	}
	find := int32(len(ev.Model.Finds))
	ev.Model.Finds = append(ev.Model.Finds, model.Find{Name: d.name})
	ev.Instance = ev.newInstance(ev.newRule(d.name+" "+structure(s.Domain), ev.Source, s.Domain.Span(), true), nil)
	return l.Unknown(ev.Lowerer, s.Domain, find)
}

// movable reports whether a layout can hold a state.
func movable(l layout) bool {
	if a, ok := l.(*arrayLayout); ok {
		return !slices.ContainsFunc(a.Elems, func(p layout) bool { return !movable(p) })
	}
	_, ok := l.(stateLayout)
	return ok
}

// machine grounds the moves and adds rules, start and goal.
func (ev *evaluator) machine(p *Problem) {
	to := ev.Model.Machine
	p.moves = &machine{index: map[string]int64{}}
	p.secrets = ev.secrets
	if len(p.secrets) > 0 {
		ev.computeHidden(p)
	}
	for _, r := range ev.program.rules {
		if len(p.secrets) == 0 || !ev.isKnownRule(r) { // else it was checked for the current deal
			ev.Attempt(func() { ev.rule(r, ev.stated(r)) })
		}
	}
	ev.costTerms(p)
	ev.starts(p)
	for kind, m := range ev.program.moves {
		to.Kinds = append(to.Kinds, m.node.Name.Text)
		ev.Attempt(func() { ev.groundMove(p, int32(kind), m) })
	}
	ev.ending()
	ev.players(p)
	ev.symmetries(p)
	ev.Attempt(ev.checkSymmetries)
}

// ending adds the goals, and the conditions that must never hold.
func (ev *evaluator) ending() {
	goal, never := []model.Bool{}, []model.Bool{}
	for _, g := range ev.program.goals {
		ev.Source = g.source
		ev.Attempt(func() { goal = append(goal, ev.condition(g.node.Cond, nil)) })
	}
	for _, n := range ev.program.nevers {
		ev.Source = n.source
		ev.Attempt(func() { never = append(never, ev.condition(n.node.Cond, nil)) })
	}
	to := ev.Model.Machine
	to.Goal, to.Never = ev.SimplifyConjunction(ev.And(goal...)), ev.Or(never...)
	if to.Goal == model.False {
		ev.Source = ev.program.goals[0].source
		ev.Warn(ev.program.goals[0].node, "goal-never", "the goal can never be met")
	}
}

// costTerms collects the names of costs to minimise: "moves", a move or a cost.
func (ev *evaluator) costTerms(p *Problem) {
	names := map[string]bool{"moves": true}
	for _, m := range ev.program.moves {
		names[m.node.Name.Text] = true
		for _, c := range m.node.Costs {
			names[c.Name.Text] = true
		}
	}
	for _, o := range ev.program.spec.Objectives {
		ev.Source = o.Source
		for _, term := range o.Stmt.Terms {
			name, ok := term.(*dsl.Name)
			if !ok || !names[name.Text] || o.Stmt.Maximize {
				ev.Attempt(func() {
					ev.Fail(term, "not-a-cost", "what is minimised is moves, the name of a move or the name of a cost")
				})
				continue
			}
			p.CostNames = append(p.CostNames, name.Text)
		}
	}
	p.Objectives, ev.Model.Machine.Costs = len(p.CostNames), len(p.CostNames)
}

// ofInput returns an evaluator for the input alone. Its model stays empty.
func (p *program) ofInput(ctx context.Context) *evaluator {
	ev := newEvaluator(p, model.New())
	ev.Context, ev.Problems, ev.Warnings, ev.Limits = ctx, &diag.List{}, &diag.List{}, Options{}.limits()
	ev.inputOnly = true
	return ev
}

// plain returns an evaluator for the input that knows what ev knows. What it can't compute depends on a state.
func (ev *evaluator) plain() *evaluator {
	out := ev.program.ofInput(ev.Context)
	out.Problems, out.Warnings, out.Limits = ev.Problems, ev.Warnings, ev.Limits
	out.memo = ev.memo
	for name, g := range ev.globals {
		if v := ev.atHand(name); g.state == ready && value.Known(v) {
			out.globals[name] = &global{decl: g.decl, value: v, state: ready}
		}
	}
	return out
}

// computeHidden computes what depends on hidden givens for the current deal, and checks the rules about it.
func (ev *evaluator) computeHidden(p *Problem) {
	for _, name := range ev.program.order {
		let, ok := ev.program.decls[name].stmt.(*dsl.Let)
		if _, known := p.known[name]; ok && !known && !ev.program.spec.Unknown(let.Bind.Value) {
			p.hiddenLets = append(p.hiddenLets, name)
		}
	}
	ev.plain().knownRules()
	if err := p.knowLets(); err != nil {
		var list *diag.List
		if errors.As(err, &list) {
			ev.Problems.Merge(list)
		}
	}
}

// isKnownRule reports whether a rule is about the input only.
func (ev *evaluator) isKnownRule(r *ruleStmt) bool {
	return !ev.program.spec.Unknown(r.Body) && (r.Binders == nil || !ev.mentionsUnknown(r.Binders))
}

// knownRules checks the rules that are about the input only.
func (ev *evaluator) knownRules() {
	for _, r := range ev.program.rules {
		if !ev.isKnownRule(r) {
			continue
		}
		ev.Attempt(func() {
			ev.eachInstance(r, func(b *bindings, guard, holds model.Bool) bool {
				if guard == model.True && holds == model.False {
					ev.knownFalse(r, b)
				}
				return true
			})
		})
	}
}

// starts sets the domains of variables at the start.
func (ev *evaluator) starts(p *Problem) {
	start := make(model.Solution, len(ev.Model.Vars))
	open := make([]bool, len(ev.Model.Vars))
	known := ev.plain()
	for i, s := range p.StateVars {
		d := ev.program.decls[s.Name]
		find := ev.Model.Finds[len(p.secrets)+i] // hidden givens come first
		var v value.Value
		known.Source = d.source
		known.Attempt(func() { v = known.begin(s, d.stmt.(*dsl.State), start) })
		p.moves.start = append(p.moves.start, v)
		for _, id := range find.Vars {
			open[id] = v == nil
		}
	}
	for _, s := range p.secrets {
		encode(s.layout, s.known, start)
	}
	for id, v := range ev.Model.Vars {
		domain := v.Domain
		if !open[id] {
			domain = model.Range(start[id], start[id])
		}
		ev.Model.Machine.Start = append(ev.Model.Machine.Start, domain)
	}
}

// begin returns the value of a state variable at the start, and encodes it. It is nil for an open choice.
func (ev *evaluator) begin(s StateVar, stmt *dsl.State, start model.Solution) value.Value {
	if stmt.Init == nil {
		v := s.layout.(stateLayout).Empty()
		if v != nil {
			encode(s.layout, v, start)
		}
		return v
	}
	array, keyed := s.layout.(*arrayLayout)
	if !keyed || stmt.Keys == nil {
		return ev.beginOne(s.Name, s.layout.(stateLayout), stmt.Init, nil, start)
	}
	var values []value.Value
	ev.each(stmt.Keys, nil, func(sc *scope, _ model.Bool) bool {
		i := len(values)
		name := s.Name + "[" + value.String(array.Keys.List()[i]) + "]"
		values = append(values, ev.beginOne(name, array.State(i), stmt.Init, sc, start))
		return true
	})
	return value.NewArray(array.Keys, values, array.Board)
}

func (ev *evaluator) beginOne(name string, l stateLayout, init dsl.Expr, sc *scope, start model.Solution) value.Value {
	v := l.Stored(ev.eval(init, sc))
	if !encode(l, v, start) {
		panic(lower.Refusal(diag.Errorf(ev.Source, init.Span(), "outside-state", "the start of `%s` is %s", name, valueText(v)).Expect(l.Expected())))
	}
	return v
}

// players turns the preferences of the spec's players into conditions and numbers over states.
func (ev *evaluator) players(p *Problem) {
	for _, stmt := range ev.program.players {
		ev.Source = stmt.source
		player := model.Player{Name: stmt.node.Name.Text, By: -1}
		ev.Attempt(func() {
			if stmt.node.Sample != nil {
				player.Sample = ev.samples(stmt.node.Sample)
			}
			if stmt.node.By != nil {
				terms := []score{ev.score(stmt.node.By, nil)}
				player.By = ev.comparable(terms)[0]
			}
		})
		for _, prefer := range stmt.node.Prefers {
			ev.Attempt(func() { player.Prefers = append(player.Prefers, ev.preference(p, prefer)) })
		}
		p.Model.Machine.Players = append(p.Model.Machine.Players, player)
	}
}

// maxSamples bounds the deals on which a player tries a move.
const maxSamples = 1_000_000

func (ev *evaluator) samples(x dsl.Expr) int {
	n, ok := ev.eval(x, nil).(value.Int)
	if !ok || n < 1 || n > maxSamples {
		ev.Fail(x, "sample-count", "a player who samples tries between 1 and %d deals", maxSamples)
	}
	return int(n)
}

// preference lists the moves that a preference may pick.
func (ev *evaluator) preference(p *Problem, prefer *dsl.Preference) (out model.Preference) {
	var scores []score
	for i, m := range p.moves.moves {
		if m.node.Name.Text != prefer.Move.Func.Text {
			continue
		}
		ev.Tick(prefer)
		sc, when := ev.arguments(prefer.Move, m.parameters)
		if when != model.False && prefer.When != nil {
			when = ev.And(when, ev.condition(prefer.When, sc))
		}
		if when == model.False {
			continue
		}
		out.Options = append(out.Options, model.Option{Move: int64(i), When: when, By: -1})
		if prefer.By != nil {
			scores = append(scores, ev.score(prefer.By, sc))
		}
	}
	if prefer.By != nil {
		for i, x := range ev.comparable(scores) {
			out.Options[i].By = x
		}
	}
	return out
}

// arguments matches the arguments of a preference with the parameters of a move. New names are bound to them,
// anything else must equal them.
func (ev *evaluator) arguments(call *dsl.Call, of parameters) (*scope, model.Bool) {
	if len(call.Args) != len(of) {
		ev.Fail(call, "wrong-arguments", "the move %s has %d parameters", call.Func.Text, len(of))
	}
	var sc *scope
	same := model.True
	for i, arg := range call.Args {
		if ev.program.spec.Binds(arg) {
			sc = sc.With(arg.(*dsl.Name).Text, of[i])
		} else {
			same = ev.And(same, ev.Equal(arg, ev.eval(arg, sc), of[i]))
		}
	}
	return sc, same
}

// score is a number that a player minimises, where it is defined.
type score struct {
	x       model.Int
	defined model.Bool
}

func (ev *evaluator) score(x dsl.Expr, sc *scope) score {
	n, defined := ev.Number(x, ev.eval(x, sc))
	return score{n, defined}
}

// comparable turns scores into numbers. A score of none exceeds all possible numbers.
func (ev *evaluator) comparable(scores []score) []model.Int {
	worst := int64(0)
	for _, s := range scores {
		if s.defined != model.False {
			worst = max(worst, ev.Model.Bounds(s.x).Hi+1)
		}
	}
	return alg.Map(scores, func(s score) model.Int { return ev.Model.If(s.defined, s.x, ev.Model.Int(worst)) })
}
