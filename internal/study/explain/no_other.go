package explain

import (
	"slices"
	"strconv"
	"strings"

	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
)

// What leaves a variable one value, or none.

// mostTallied bounds the sums and counts that are told in full as the reasons for one value.
const mostTallied = 2

// noOther says what excludes all other values of a variable, or all of them: lines that have them, and the sentences
// of other rules.
func (x *Explainer) noOther(in *Inference, varied bool) string {
	v, which, is, leaves := in.Empty, "no ", " is left", " leaves "
	one := in.Kind == Follows && in.Claims[0].Var == v && in.Claims[0].Op == model.LinkIs
	of := ""
	if one {
		which = "no other "
	} else if m, _ := x.Meaning(v); m.Key != nil {
		of = " for " + x.Names().Of(m.Key)
	}
	if in.Kind == Follows && !one {
		is, leaves = " would be left", " would leave "
	}
	nothing := which + x.value(v) + is + of
	if varied {
		if text := x.reachedBy(in); text != "" {
			return text
		}
	}
	if varied && one {
		if text := x.byBounds(in); text != "" {
			return text
		}
	}
	by := x.exclusions(in, varied && one)
	texts, lines := by.texts, by.lines
	if len(by.plain) > 0 {
		texts = slices.DeleteFunc(texts, func(text string) bool { return slices.Contains(by.plain, text) })
		if len(texts) <= min(len(by.plain), mostTallied) && len(lines) == 0 {
			return strings.Join(together(texts), ", and ")
		}
		return x.noOther(in, false)
	}
	texts = together(texts)
	if len(texts)+len(lines) > mostReasons || len(value.And(texts)) > 2*longestReason {
		texts = x.shortly(slices.DeleteFunc(by.units, func(u int32) bool { _, line, _ := x.lineOf(u); return line }))
		if len(texts) > 0 {
			return nothing + ", by " + value.And(append(lines, quoted(texts)...))
		}
	}
	past := pastSteps(in.Past)
	if len(lines) > 0 {
		if past != "" {
			lines = append(lines, past)
		}
		named := len(lines)
		lines, texts = takingPart(lines, texts)
		has, have := " has every other ", " have every other "
		if !one || !by.once || len(lines) > named || len(in.From) > 0 || in.taken() < x.m.Vars[v].Domain.Size()-1 {
			has, have = leaves+which, plurally(leaves)+" "+which
		}
		if len(lines) > 1 || strings.Contains(lines[0], " to ") || len(in.Past) > 1 {
			has = have
		}
		return value.And(append([]string{value.And(lines) + has + x.value(v) + of}, texts...))
	}
	if len(texts) == 1 {
		if who, what, ok := strings.Cut(texts[0], " must "); ok && strings.HasPrefix(who, "the ") && !strings.Contains(what, " must ") {
			if strings.Contains(who, " and ") {
				leaves = plurally(leaves) + " "
			}
			rest := which + x.value(v)
			if x.Problem.HasWords(x.Find(v)) {
				rest = map[bool]string{true: "nothing else", false: "nothing"}[one]
			}
			return who + leaves + rest + of
		}
	}
	switch {
	case len(texts) == 0 && past != "":
		return nothing + ", by " + past
	case len(texts) == 0:
		return nothing
	case len(in.From) > 0 || !one || slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, " would ") }):
		return nothing + ", as " + value.And(texts)
	}
	return value.And(texts)
}

// pastSteps names steps that excluded something, "" if there are none.
func pastSteps(steps []int) string {
	names := alg.Map(steps, strconv.Itoa)
	switch {
	case len(steps) == 0:
		return ""
	case len(steps) == 1:
		return "step " + names[0]
	case len(steps) > mostReasons:
		return "steps before"
	}
	return "steps " + value.And(names)
}

// takingPart moves what sentences are about to the names of lines: of "the cage of 9 at R1C1 must add up" the cage.
func takingPart(lines, texts []string) (who, rest []string) {
	for _, text := range texts {
		what, must, ok := strings.Cut(text, " must ")
		if ok && strings.HasPrefix(what, "the ") && !strings.ContainsAny(what, ",:") && !strings.Contains(must, " must ") {
			lines = append(lines, what)
		} else {
			rest = append(rest, text)
		}
	}
	return lines, rest
}

// exclusions are what excludes the values of a variable.
type exclusions struct {
	units []int32
	texts []string // sentences of rules, the structure first
	plain []string // sentences of rules of which texts has others, by what is known
	lines []string // names of lines and areas
	once  bool     // each value stands once in all of these
}

// exclusions finds what excludes the values of the variable of an inference. If varied, sentences depend on what it knows.
func (x *Explainer) exclusions(in *Inference, varied bool) *exclusions {
	v := in.Empty
	about := func(u int32) bool { _, is := slices.BinarySearch(x.reasons.Scope(u), v); return is }
	e := &exclusions{texts: x.structure(in), units: slices.Sorted(slices.Values(slices.Concat(in.Units, in.Also))), once: true}
	m, _ := x.Meaning(v)
	if _, counts := x.valueOf(m, x.m.Vars[v].Domain.Bounds().Lo).(value.Int); counts {
		for _, u := range in.Rest {
			if _, line, _ := x.lineOf(u); !line && about(u) && !slices.Contains(e.units, u) && len(e.units) < mostReasons {
				e.units = append(e.units, u)
			}
		}
	}
	for _, u := range e.units {
		text, line, once := x.lineOf(u)
		e.once = e.once && (once || !line)
		switch {
		case x.vertexPiece(u) || x.structural(u):
		case line:
			if about(u) && !slices.Contains(e.lines, text) {
				e.lines = append(e.lines, text)
			}
		default:
			text = x.Because(u)
			if varied {
				text = x.toldBy(u, in)
			}
			if text != x.Because(u) {
				e.plain = append(e.plain, x.Because(u))
			}
			if text != "" && !slices.Contains(e.texts, text) {
				e.texts = append(e.texts, text)
			}
		}
	}
	return e
}

// taken counts the values that an inference knows to stand elsewhere.
func (in *Inference) taken() int64 {
	values := map[int64]bool{}
	for _, f := range in.Since {
		if f.Is {
			values[f.Value] = true
		}
	}
	return int64(len(values))
}
