package dsl

import (
	"slices"
	"strings"

	"nazo/dsl/diag"
)

// forms tells how each statement is written, for messages.
var forms = map[string]string{
	"puzzle":   `puzzle NAME "what it is"`,
	"use":      `use NAME`,
	"given":    `given NAME: TYPE, or given NAME = VALUE`,
	"let":      `let NAME = EXPRESSION`,
	"def":      `def NAME(A, B) = EXPRESSION`,
	"find":     `find NAME: DOMAIN, or find NAME[KEY in KEYS]: DOMAIN`,
	"choose":   `choose NAME: DOMAIN, or choose NAME[KEY in KEYS]: DOMAIN`,
	"rule":     `rule "NAME": CONDITION, or rule "NAME" for X in XS: CONDITION`,
	"minimize": `minimize EXPRESSION`,
	"maximize": `maximize EXPRESSION`,
	"symmetry": `symmetry BOARD`,
	"show":     `show EXPRESSION, or show EXPRESSION as "TEXT"`,
	"link":     `link "ID": FORMAT GIVEN, FORMAT DOMAIN GIVEN answer KIND FIND`,
	"example":  `example "NAME" GIVEN = VALUE: expect N solutions`,
	"state":    `state NAME: DOMAIN = START, or state NAME: stack of TYPE up to N`,
	"move":     `move NAME(X in XS) when CONDITION then STATE := VALUE`,
	"goal":     `goal CONDITION`,
	"never":    `never CONDITION`,
	"hidden":   `hidden NAME`,
	"player":   `player NAME: prefer MOVE(X) when CONDITION by SCORE`,
}

// statementWords begin statements, in the order in which the language explains them.
var statementWords = []string{
	"puzzle", "use", "given", "let", "def", "find", "choose", "rule", "minimize", "maximize",
	"symmetry", "show", "link", "example", "state", "move", "goal", "never", "hidden", "player",
}

// quantWord finds the quantifier of a word.
var quantWord = func() map[string]QuantOp {
	m := map[string]QuantOp{}
	for op, word := range quantWords {
		m[word] = QuantOp(op)
	}
	return m
}()

// quantifies reports whether a word is a quantifier's.
func quantifies(word string) bool {
	_, ok := quantWord[word]
	return ok
}

// reserved are the words that cannot be names. Words like path, of, as or up
// have a meaning only in their places and are free elsewhere.
var reserved = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range statementWords {
		m[w] = true
	}
	for _, w := range quantWords {
		m[w] = true
	}
	for _, w := range []string{
		"when", "then", "prefer", "if", "else", "and", "or", "not", "implies", "in", "subset", "mod",
		"for", "where", "none", "true", "false",
	} {
		m[w] = true
	}
	return m
}()

// Reserved reports whether a word belongs to the language and cannot be a name.
func Reserved(word string) bool { return reserved[word] }

// startsStatement reports whether a word begins a statement.
func startsStatement(word string) bool { return forms[word] != "" }

// nearestStatement is the word that begins statements which was probably meant: almost this one, or cut off in it; "" if there
// is none.
func nearestStatement(word string) string {
	if near := diag.Nearest(word, statementWords); near != "" || len(word) < 3 || Reserved(word) {
		return near
	}
	i := slices.IndexFunc(statementWords, func(w string) bool { return strings.HasPrefix(w, word) })
	if i < 0 {
		return ""
	}
	return statementWords[i]
}
