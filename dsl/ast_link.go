package dsl

// Link is link "ID", "ALIAS" flags F GIVEN: PARTS answer ANSWERS: how the site puzz.link writes
// an instance of the puzzle into an address, and where an answer stands on its board.
type Link struct {
	At
	IDs     []*StringLit // what names the type of the puzzle; the first is written
	Flags   []*LinkFlag
	Parts   []*LinkPart
	Answers []*LinkAnswer
}

// LinkFlag is a letter that an address may have before the size of the board, and what it says.
type LinkFlag struct {
	At
	Name  *Name
	Given Expr // the *Name of a given that is true if the letter is there; none: it says nothing; true: it is always there
}

// LinkPart is FORMAT ["LETTERS"] [DOMAIN] TARGETS[?] [TABLE]: a part of the body of an address.
type LinkPart struct {
	At
	Format  *Name
	Params  []Expr // texts and numbers that belong to the format
	Domain  *Name  // which places of the board are gone through; nil for the usual ones of the format
	Targets []Expr // names of givens, also with a key; none: nothing may stand there; a number: this does
	// Optional is true of targets with a ? behind them: an address leaves the part out if it says
	// nothing, and nothing comes after it.
	Optional bool
	Table    []*LinkCase
}

// LinkAnswer is KIND FIND[?] [by NAME] [TABLE]: where the value of a find stands on the board.
type LinkAnswer struct {
	At
	Kind  *Name
	Find  *Name
	By    *Name // a given or a find: what it tells of the answer need not be drawn; or nil
	Table []*LinkCase
	// Optional is true of a find with a ? behind it: it is not written, and need not be drawn.
	Optional bool
}

// LinkCase is MARK: VALUE of a table. In a mark a *Name that is no other thing stands for any
// number, and one with the text ? for a clue without a number.
type LinkCase struct {
	At
	Mark, Value Expr
}
