package compile

import (
	"fmt"
	"slices"

	"nazo/compile/lower"
	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/library"
)

// A rule may say in a line what takes millions of nodes, and nothing of it shows until the solver is slow. So what each rule becomes
// is counted, and one that becomes much is said, with what is cheaper to say if that can be seen.

// CodeLarge is the code of the warning that a rule becomes large.
const CodeLarge = "large-rule"

// workOfNode is how many steps of work take as long as a node.
const workOfNode = 25

// isLarge reports whether a rule became much, or took as much work.
func (ev *evaluator) isLarge(c *ruleCost) bool {
	return max(c.nodes, c.work/workOfNode) >= ev.largeRule
}

// ruleCost is what a rule became.
type ruleCost struct {
	rule        *ruleStmt
	nodes, work int
	functions   map[string]int       // nodes that calls of functions of the library became
	bindings    map[*dsl.Binders]int // bindings that were gone through
	met         []*dsl.Binders       // those that bound, as they came first
}

// bound notes that binders bound so often.
func (c *ruleCost) bound(b *dsl.Binders, times *int) {
	if _, before := c.bindings[b]; !before {
		c.met = append(c.met, b)
	}
	c.bindings[b] += *times
}

// costed evaluates a rule by f, and notes what it became if that is much. A limit that ends it gets the advice.
func (ev *evaluator) costed(r *ruleStmt, f func()) {
	c := &ruleCost{rule: r, functions: map[string]int{}, bindings: map[*dsl.Binders]int{}}
	ev.cost, ev.Charged = c, c.functions
	nodes, work := ev.Size(), ev.Worked
	defer func() {
		ev.cost, ev.Charged = nil, nil
		c.nodes, c.work = ev.Size()-nodes, ev.Worked-work
		reason := recover()
		if stop, ok := reason.(lower.Stop); ok && (stop.D.Code == lower.CodeSize || stop.D.Code == lower.CodeTime && ev.isLarge(c)) {
			stop.D.Note(r.source, r.Name.Span(), "the rule %q became %s so far, in %s steps of work", r.Name.Value, nodesText(c.nodes), inMillions(c.work))
			if stop.D.Help == "" {
				stop.D.Help = c.advice()
			}
		}
		if reason != nil {
			panic(reason)
		}
		if ev.isLarge(c) {
			ev.large = append(ev.large, c)
		}
	}()
	f()
}

// warnLarge warns of the rules that became large. It comes when all are there, as it says what share they are.
func (ev *evaluator) warnLarge() {
	for _, c := range ev.large {
		text := fmt.Sprintf("becomes %s on this instance, of %s in all", nodesText(c.nodes), inMillions(ev.Size()))
		if c.nodes < ev.largeRule {
			text = fmt.Sprintf("takes %s steps of work on this instance, to become %s", inMillions(c.work), nodesText(c.nodes))
		}
		d := diag.Warnf(c.rule.source, c.rule.Name.Span(), CodeLarge, "the rule %q %s", c.rule.Name.Value, text)
		d.Help = c.advice()
		ev.Warnings.Add(d)
	}
}

// mostOfBinding is how many nodes for each binding are not too many to say that the bindings are what makes a rule large.
const mostOfBinding = 20

// advice is what is cheaper to say than what most of a rule comes from; "" if that can't be seen.
func (c *ruleCost) advice() string {
	for _, f := range library.All() {
		if f.Cheaper != "" && 2*c.functions[f.Name] >= max(c.nodes, 1) {
			return fmt.Sprintf("%s of them come from `%s`: %s", inMillions(c.functions[f.Name]), f.Name, f.Cheaper)
		}
	}
	times, ranging := c.busiest()
	if max(c.nodes, c.work/workOfNode) > mostOfBinding*times {
		return ""
	}
	for _, item := range ranging {
		if call, ok := item.In.(*dsl.Call); ok {
			if f := library.Find(call.Func.Text); f != nil && f.Cheaper != "" {
				return fmt.Sprintf("it goes through %s bindings, and %s", inMillions(times), f.Cheaper)
			}
		}
	}
	if len(ranging) < 2 {
		return ""
	}
	return fmt.Sprintf("it goes through %s bindings of several names: bind the next by the one before, as in `b in neighbors(g, a)` or `where row(b) = row(a)`, take each two once, `{a, b} in pairs(xs)`, or say it of all together by `distinct`, `count` or `size(a & b)`", inMillions(times))
}

// busiest has how often names were bound where they were most often, and the binders there and around that range over collections.
func (c *ruleCost) busiest() (times int, ranging []*dsl.Binder) {
	var most *dsl.Binders
	for _, b := range c.met {
		if n := c.bindings[b]; n > times {
			most, times = b, n
		}
	}
	var descend func(n dsl.Node, around []*dsl.Binder)
	descend = func(n dsl.Node, around []*dsl.Binder) {
		b := bindersOf(n)
		if b != nil {
			for _, item := range b.Items {
				if item.In != nil {
					around = append(slices.Clip(around), item)
				}
			}
		}
		if b == most && b != nil {
			ranging = around
		}
		dsl.Children(n, func(child dsl.Node) { descend(child, around) })
	}
	descend(c.rule.Rule, nil)
	if ranging == nil && most != nil { // in a def
		descend(&dsl.Quantifier{Binders: most}, nil)
	}
	return times, ranging
}

// bindersOf are those that a node has for what is below it, or nil.
func bindersOf(n dsl.Node) *dsl.Binders {
	switch n := n.(type) {
	case *dsl.Rule:
		return n.Binders
	case *dsl.Quantifier:
		return n.Binders
	case *dsl.Comprehension:
		return n.Binders
	}
	return nil
}

func nodesText(n int) string { return inMillions(n) + " nodes" }

// inMillions writes a number for people, with two digits or so if it is large.
func inMillions(n int) string {
	if n >= 1_000_000 {
		return fmt.Sprintf("%.1f million", float64(n)/1e6)
	}
	digits := fmt.Sprint(n)
	if n >= 1000 {
		digits = digits[:len(digits)-3] + "," + digits[len(digits)-3:]
	}
	return digits
}
