package compile

import (
	"context"
	"strings"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/dsl/value"
	"nazo/internal/alg"
)

// What a spec says to people: the sentences of its rules and finds, and what it calls techniques.

// maxSpoken bounds the work that a sentence may take, counted as [Options.MaxWork] is.
const maxSpoken = 1 << 20

// Sentence is what the rule of an instance says of it by its clause because; "" if it has none. A value that can't be
// computed, since that takes too much, is "?".
func (p *Problem) Sentence(instance int32) string { return p.SentenceBy(instance, value.String) }

// Silent reports whether the rule of an instance asks to be left out of reasons, by because "".
func (p *Problem) Silent(instance int32) bool {
	r := p.ruleOf(instance)
	return r.rule != nil && r.rule.Because != nil && isEmpty(r.rule.Because)
}

// isEmpty reports whether a sentence says nothing.
func isEmpty(s *dsl.Sentence) bool { return len(s.Texts) == 1 && s.Texts[0] == "" }

// SentenceBy is [Problem.Sentence] with values as a function names them. A number with a noun stands as it is.
func (p *Problem) SentenceBy(instance int32, name func(value.Value) string) string {
	r := p.ruleOf(instance)
	if r.rule == nil || r.rule.Because == nil {
		return ""
	}
	known, ok := p.within(instance)
	if !ok {
		return ""
	}
	return speak(r.rule.Because, known, name, "")
}

// Counted is [Problem.SentenceBy] with another number n in the place of the one that has a noun. It also returns that
// number. It is not ok unless exactly one number of the sentence has a noun.
func (p *Problem) Counted(instance int32, n int64, name func(value.Value) string) (text string, was int64, ok bool) {
	r := p.ruleOf(instance)
	if r.rule == nil || r.rule.Because == nil {
		return "", 0, false
	}
	s := r.rule.Because
	var counted dsl.Expr
	for i, noun := range s.Nouns {
		if noun.One != "" && counted != nil {
			return "", 0, false
		} else if noun.One != "" {
			counted = s.Values[i]
		}
	}
	known, ok := p.within(instance)
	if !ok || counted == nil {
		return "", 0, false
	}
	number, ok := known(counted).(value.Int)
	if !ok {
		return "", 0, false
	}
	return speak(s, func(e dsl.Expr) value.Value {
		if e == counted {
			return value.Int(n)
		}
		return known(e)
	}, name, ""), int64(number), true
}

// Names are what players call the places of the problem.
func (p *Problem) Names() *value.Names {
	names := &value.Names{}
	for _, g := range p.Givens {
		names.AddAreas(g.Name, g.Value)
	}
	return names
}

// speak puts values into a sentence. A bound stands before the value v.
func speak(s *dsl.Sentence, known func(dsl.Expr) value.Value, name func(value.Value) string, bound string) string {
	var out strings.Builder
	for i, x := range s.Values {
		out.WriteString(s.Texts[i])
		if n, named := x.(*dsl.Name); named && n.Text == "v" {
			out.WriteString(bound)
		}
		v, noun := known(x), s.Nouns[i]
		switch {
		case v == nil:
			out.WriteString("?")
		case noun.One == "":
			out.WriteString(name(v))
		case value.IsNone(v) || v == value.Value(value.Int(0)):
			out.WriteString("no")
		default:
			out.WriteString(value.String(v))
		}
		switch {
		case noun.One == "":
		case v == value.Value(value.Int(1)):
			out.WriteString(" " + noun.One)
		default:
			out.WriteString(" " + noun.Many)
		}
	}
	out.WriteString(s.Texts[len(s.Texts)-1])
	return out.String()
}

// saying is what is said of a find, and by which names.
type saying struct {
	source *diag.Source
	said   *dsl.Said
	keys   []string // the names of its keys
	lets   *dsl.Binders
	member string // "" if none is spoken of
}

// sayingOf is what a declaration of a find says of it; said may be nil.
func (ev *evaluator) sayingOf(src *diag.Source, keys *dsl.Binders, said *dsl.Said) *saying {
	if said == nil {
		return nil
	}
	s := &saying{source: src, said: said, member: ev.program.spec.Member(said)}
	if keys == nil {
		return s
	}
	for _, item := range keys.Items {
		if item.In == nil {
			s.lets = keys
			continue
		}
		s.keys = append(s.keys, alg.Map(item.Names, func(n *dsl.Name) string { return n.Text })...)
	}
	return s
}

// Said is what is said of a find where a member is in it, or where v is its value; if holds is false, what is said where that is not so. Keys are those
// of the find, in their order, or the place in a permutation; member is nil where the find has none. Values are put in as a function names them. A
// bound such as "at least " stands before v. It is not ok where the spec says nothing. Said may be asked by several goroutines at once.
func (p *Problem) Said(find string, keys []value.Value, member, v value.Value, holds bool, bound string, name func(value.Value) string) (text string, ok bool) {
	s := p.sayings[find]
	if s == nil {
		return "", false
	}
	sentence := s.said.Is
	if !holds {
		sentence = s.said.Not
	}
	if sentence == nil || isEmpty(sentence) {
		return "", false
	}
	var sc *scope
	if v != nil {
		sc = sc.With("v", v)
	}
	if t, several := soleTuple(keys); several && len(s.keys) > 1 {
		keys = t
	}
	if len(s.keys) == 0 && len(keys) == 1 && member == nil {
		member = keys[0]
	}
	for i, k := range s.keys {
		if i < len(keys) {
			sc = sc.With(k, keys[i])
		}
	}
	if member != nil && s.member != "" {
		sc = sc.With(s.member, member)
	}
	var ev *evaluator // names need none
	return speak(sentence, func(x dsl.Expr) (out value.Value) {
		if n, named := x.(*dsl.Name); named {
			if bound, met := sc.Lookup(n.Text); met {
				return bound
			}
		}
		if ev == nil {
			ev = p.knowing(context.Background())
			ev.made, ev.Source, ev.Limits.Work = p.Memo, s.source, maxSpoken
			sc = ev.withLets(s.lets, sc)
		}
		ev.Guard(func() { ev.Attempt(func() { out = ev.eval(x, sc) }) })
		return out
	}, name, bound), true
}

// HasWords reports whether the spec says how to tell the facts of a find.
func (p *Problem) HasWords(find string) bool { return p.sayings[find] != nil && !p.unsaid(find) }

// unsaid reports whether the spec says of a find that its facts go without saying: said "".
func (p *Problem) unsaid(find string) bool {
	s := p.sayings[find]
	return s != nil && isEmpty(s.said.Is)
}

// soleTuple are the parts of a key that is a tuple, as several keys are that come as one.
func soleTuple(keys []value.Value) (parts []value.Value, ok bool) {
	if len(keys) != 1 {
		return nil, false
	}
	parts, ok = keys[0].(value.Tuple)
	return parts, ok
}

// withLets binds the names among the keys of a find that have a value of their own.
func (ev *evaluator) withLets(keys *dsl.Binders, sc *scope) *scope {
	if keys == nil {
		return sc
	}
	for _, item := range keys.Items {
		if item.Value != nil {
			ev.Guard(func() { ev.Attempt(func() { sc = ev.match(item, ev.eval(item.Value, sc), sc) }) })
		}
	}
	return sc
}

// Technique is what players call a step that has certain causes.
type Technique struct {
	Name   string
	Causes []TechniqueCause
}

// TechniqueCause is the name of a rule, or one of [dsl.GeneralCauses], and how often a step has it: 0 is any number of times, but at
// least once.
type TechniqueCause struct {
	Name  string
	Count int
}

// Techniques are those that the spec names, in its order.
func (p *Problem) Techniques() (out []Technique) {
	for _, t := range p.program.spec.Techniques {
		named := Technique{Name: t.Stmt.Name.Value}
		for _, c := range t.Stmt.Causes {
			cause := TechniqueCause{Name: c.Name.Value}
			if n, counted := c.Count.(*dsl.IntLit); counted {
				cause.Count = int(n.Value.Int64())
			}
			named.Causes = append(named.Causes, cause)
		}
		out = append(out, named)
	}
	return out
}
