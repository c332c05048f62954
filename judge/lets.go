package judge

import (
	"nazo/dsl"
	"nazo/value"
)

// noteNeeds notes for each let which lets its value mentions: itself, or by the defs that
// it calls.
func (p *program) noteNeeds() {
	p.needs = map[string][]string{}
	for name, let := range p.lets {
		var needs []string
		met := map[string]bool{name: true}
		texts := []dsl.Node{let.node.Bind.Value}
		for len(texts) > 0 {
			text := texts[len(texts)-1]
			texts = texts[:len(texts)-1]
			dsl.Visit(text, func(n dsl.Node) bool {
				mentioned, ok := n.(*dsl.Name)
				if !ok || met[mentioned.Text] {
					return true
				}
				met[mentioned.Text] = true
				if _, isLet := p.lets[mentioned.Text]; isLet {
					needs = append(needs, mentioned.Text)
				} else if def, isDef := p.defs[mentioned.Text]; isDef {
					texts = append(texts, def.node.Body)
				}
				return true
			})
		}
		p.needs[name] = needs
	}
}

// let is the value of a let: computed once for all answers if it depends on nothing
// that is to be found, else once for each. What it needs is computed before it, one after
// the other, so that a chain of lets may be of any length.
func (ev *evaluator) let(wanted string) value.Value {
	if v, done := ev.valueOf(wanted); done {
		return v
	}
	begun := map[string]bool{}
	for todo := []string{wanted}; len(todo) > 0; {
		name := todo[len(todo)-1]
		if _, done := ev.valueOf(name); !done && !begun[name] {
			begun[name] = true
			for _, needed := range ev.needs[name] {
				if _, done := ev.valueOf(needed); !done && !begun[needed] {
					todo = append(todo, needed)
				}
			}
			continue
		} else if !done {
			ev.define(ev.program.lets[name])
		}
		todo = todo[:len(todo)-1]
	}
	v, _ := ev.valueOf(wanted)
	return v
}

// valueOf is the value of a let as far as it was computed.
func (ev *evaluator) valueOf(let string) (v value.Value, done bool) {
	if v, done = ev.known[let]; !done {
		v, done = ev.lets[let]
	}
	return v, done
}

// define computes a let, all of its names. It is no part of the definition that asks for it: calls in it
// nest from none on.
func (ev *evaluator) define(let placed[*dsl.Let]) {
	source, body, depth := ev.source, ev.body, ev.depth
	ev.source, ev.body, ev.depth = let.source, 0, 0
	parts := ev.match(let.node.Bind, ev.eval(let.node.Bind.Value, nil), nil)
	ev.source, ev.body, ev.depth = source, body, depth
	for ; parts != nil; parts = parts.up {
		if ev.spec.Unknown(let.node.Bind.Value) {
			ev.lets[parts.name] = parts.value
			continue
		}
		ev.known[parts.name] = parts.value
		ev.memo.keep(parts.value)
	}
}
