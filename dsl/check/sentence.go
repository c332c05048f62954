package check

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"nazo/dsl"
	"nazo/dsl/diag"
)

// Sentences for people: those of rules and finds, and the names of techniques.

// sentence checks the values in a sentence. Each must be known, since the sentence appears before the puzzle is solved.
// may tells in a message what else it may mention. Its mentions do not count for the rule.
func (c *checker) sentence(s *dsl.Sentence, may string) {
	if s == nil {
		return
	}
	ruled := c.mentions
	c.mentions = &mentions{}
	for i, e := range s.Values {
		t := c.expr(e)
		switch noun := s.Nouns[i].One; {
		case t.bad():
		case t.Unknown():
			c.mustBeKnown(e, "what a sentence mentions").Helpf("%s", may)
		case noun != "" && !t.is(Int):
			c.wrongType(e, "a number, for the word "+noun+" to agree with", t)
		case t.Kind == Board || t.Kind == Graph:
			c.wrongType(e, "a value to spell, such as a number or a cell", t)
		}
	}
	c.mentions = ruled
}

// valueName refers to the value of a find in the find's sentences.
const valueName = "v"

// said checks the sentences of a find. They may mention its keys and its value v. If the find has
// members or places, one new name stands for the current one.
func (c *checker) said(stmt dsl.Stmt, name *dsl.Name, keyed *dsl.Binders, said *dsl.Said) {
	if said == nil {
		return
	}
	t := badType
	if s := c.values[nameOf(name)]; s != nil && s.stmt == stmt && s.typ != nil {
		t = s.typ
	}
	warnings := c.warnings // checking the keys again would repeat their warnings
	c.scope(func() {
		if keyed != nil {
			c.keys(keyed)
		}
		may := c.sayable(t, keyed, said)
		c.sentence(said.Is, may)
		c.sentence(said.Not, may)
	})
	c.warnings = warnings
}

// sayable binds the names that the sentences of a find may mention besides its keys. It returns a
// description of them for messages.
func (c *checker) sayable(t *Type, keyed *dsl.Binders, said *dsl.Said) (may string) {
	if keyed != nil && t.Kind == Array {
		t = t.Elem
	}
	var member *Type // the type of a new name
	whole := t
	switch {
	case t.bad():
	case t.Kind == Set && t.Mark == Guarded:
		member, whole = t.Elem, nil
	case t.Kind == Route:
		member, whole = t.elements(), nil
	case t.Kind == Regions:
		member, whole = edgeOf(t.Elem, nil), nil
	case keyed == nil && t.Kind == Array: // a permutation
		member, whole = t.Keys[0], t.Elem
	}
	fresh := c.newNames(said)
	if whole != nil {
		c.bindValue(whole, said, fresh)
		fresh = slices.DeleteFunc(fresh, func(n *dsl.Name) bool { return n.Text == valueName })
	}
	if t.bad() {
		for _, n := range fresh {
			c.bind(n, badType)
		}
		return ""
	}
	may = "what is said of a find may name its keys, and its value as " + valueName
	if member != nil {
		may = "what is said of a find may name its keys, and " + present(member).String() + " by one new name"
	}
	for i, n := range fresh {
		if i == 0 && member != nil {
			c.bind(n, known(member))
			c.locals[len(c.locals)-1].used = true
			c.spec.members[said] = n.Text
			may += ", which is `" + n.Text + "` here"
			continue
		}
		c.errorf(n, "unknown-name", "there is no name `%s`", n.Text).Suggest(diag.Nearest(n.Text, c.visibleValues())).Helpf("%s", may)
	}
	return may
}

// bindValue binds v to the value of a find. Its first mention counts as the declaration, so that an
// editor finds the others.
func (c *checker) bindValue(t *Type, said *dsl.Said, fresh []*dsl.Name) {
	if i := slices.IndexFunc(c.locals, func(s *symbol) bool { return s.name.Text == valueName }); i >= 0 {
		c.errorf(c.locals[i].name, "duplicate-name", "`%s` is the value of a find in what is said of it", valueName).
			Helpf("give the key another name")
		return
	}
	name := &dsl.Name{At: said.At, Text: valueName}
	mentioned := mentionedFreely(said)
	if i := slices.IndexFunc(mentioned, func(n *dsl.Name) bool { return n.Text == valueName }); i >= 0 {
		name = mentioned[i]
	}
	s := &symbol{name: name, role: RoleValue, src: c.src, typ: known(t), used: true}
	c.locals = append(c.locals, s)
	if name.At != said.At {
		c.record.declares(s)
	}
}

// newNames returns the first mention of each undeclared name in the sentences of a find.
func (c *checker) newNames(said *dsl.Said) (fresh []*dsl.Name) {
	met := map[string]bool{}
	for _, n := range mentionedFreely(said) {
		if !met[n.Text] && c.lookup(n.Text) == nil && constants[n.Text] == nil {
			fresh = append(fresh, n)
		}
		met[n.Text] = true
	}
	return fresh
}

// mentionedFreely returns the names of values in the sentences of a find, except those bound there.
func mentionedFreely(said *dsl.Said) (free []*dsl.Name) {
	bound := map[string]bool{}
	var look func(dsl.Node) bool
	look = func(n dsl.Node) bool {
		switch n := n.(type) {
		case *dsl.Name:
			if !bound[n.Text] {
				free = append(free, n)
			}
		case *dsl.Call:
			for _, a := range n.Args { // the name of a function is not a value
				dsl.Visit(a, look)
			}
			return false
		case *dsl.Quantifier, *dsl.Comprehension:
			outer := bound
			bound = maps.Clone(outer)
			dsl.Visit(n, func(b dsl.Node) bool {
				if b, ok := b.(*dsl.Binder); ok {
					for _, name := range b.Names {
						bound[name.Text] = true
					}
				}
				return true
			})
			dsl.Children(n, func(c dsl.Node) { dsl.Visit(c, look) })
			bound = outer
			return false
		}
		return true
	}
	dsl.Visit(said, look)
	return free
}

// prose checks that the rules are told once, and not in no words.
func (c *checker) prose(p *dsl.Prose) {
	if len(p.Lines) == 0 {
		c.errorf(p, "empty-text", "no rule is told here").Expect("a line for each rule, in a player's words")
	}
	for _, l := range p.Lines {
		name, _ := toldOf(l.Value)
		if name != "" && !slices.ContainsFunc(c.spec.Rules, func(r Placed[*dsl.Rule]) bool { return r.Stmt.Name.Value == name }) {
			c.errorf(l, "unknown-rule", "there is no rule %q", name).Expect("the name of a rule, before a line that is told only where it says something")
		}
	}
	if first := c.spec.Prose[0]; first.Stmt != p {
		c.errorf(p, "second-rules", "the rules are told already").Note(first.Source, first.Stmt.Span(), "here")
	}
}

// toldOf returns the rule that a line of the rules in words is about, "" for none, and the line without its name. Such a
// line begins with the name in quotes and a colon.
func toldOf(line string) (rule, text string) {
	if rest, quoted := strings.CutPrefix(line, `"`); quoted {
		if rule, text, ok := strings.Cut(rest, `": `); ok {
			return rule, strings.TrimSpace(text)
		}
	}
	return "", line
}

// InWords returns the rules for players, a line for each: those that the author wrote, or else the names of the rules. own
// says that they are the author's. Rules for which inForce does not hold, such as those of a variant, are left out. A rule
// that is silent in reasons goes without saying.
func (s *Spec) InWords(inForce func(rule string) bool) (lines []string, own bool) {
	if len(s.Prose) > 0 {
		for _, l := range s.Prose[0].Stmt.Lines {
			if rule, text := toldOf(l.Value); rule == "" || inForce(rule) {
				lines = append(lines, text)
			}
		}
		return lines, true
	}
	for _, r := range s.Rules {
		why := r.Stmt.Because
		if !inForce(r.Stmt.Name.Value) || why != nil && len(why.Values) == 0 && why.Texts[0] == "" {
			continue
		}
		text := upperFirst(r.Stmt.Name.Value)
		if why != nil && len(why.Values) == 0 && strings.Contains(why.Texts[0], " would ") {
			text += ": otherwise " + why.Texts[0]
		}
		if text += "."; !slices.Contains(lines, text) {
			lines = append(lines, text)
		}
	}
	return lines, false
}

func upperFirst(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// technique checks the causes of a technique: rules of the spec, or general causes.
func (c *checker) technique(t *dsl.Technique) {
	if t.Name == nil {
		return
	}
	if strings.TrimSpace(t.Name.Value) == "" {
		c.errorf(t.Name, "empty-name", "this technique has no name").Expect("what players call it, such as \"hidden single\"")
	}
	for _, other := range c.spec.Techniques {
		if other.Stmt == t {
			break
		}
		if other.Stmt.Name != nil && other.Stmt.Name.Value == t.Name.Value {
			c.errorf(t.Name, "duplicate-name", "there is a technique %q already", t.Name.Value).
				Note(other.Source, other.Stmt.Name.Span(), "it is declared here").Helpf("each kind of step has its own name")
			break
		}
	}
	causes := c.spec.causes()
	met := map[string]bool{}
	for _, cause := range t.Causes {
		name := cause.Name.Value
		n, counted := cause.Count.(*dsl.IntLit)
		switch {
		case !slices.Contains(causes, name):
			c.errorf(cause.Name, "unknown-rule", "there is no rule %q", name).Suggest(diag.Nearest(name, causes)).
				Helpf("besides the rules of the spec, a cause is one of these: %s", strings.Join(dsl.GeneralCauses(), ", "))
		case met[name]:
			c.errorf(cause.Name, "duplicate-rule", "%q is a cause of this technique already", name).Helpf("how often it is needed stands before it: 2 %q", name)
		case counted && (!n.Value.IsInt64() || n.Value.Int64() < 1 || n.Value.Int64() > maxCauses):
			c.errorf(cause.Count, "wrong-count", "no step has this cause so often").Expect("a number from 1 to 1000")
		}
		met[name] = true
	}
}

// causes lists the names that a technique may use: those of the rules, and the general causes.
func (s *Spec) causes() []string {
	causes := dsl.GeneralCauses()
	for _, r := range s.Rules {
		if r.Stmt.Name != nil {
			causes = append(causes, r.Stmt.Name.Value)
		}
	}
	return causes
}

// maxCauses bounds how often a technique may need a cause.
const maxCauses = 1000
