package puzzles_test

import (
	"context"
	"fmt"
	"testing"

	"nazo/internal/solve"
)

// TestConstraintsOfSetters holds what the constraints of Interactive Sudoku Solver mean: each on a full board that obeys it, and
// on one that does not.
func TestConstraintsOfSetters(t *testing.T) {
	const board = ".Shape~4x4.~R1C1_1~R1C2_2~R1C3_3~R1C4_4~R2C1_3~R2C2_4~R2C3_1~R2C4_2~R3C1_2~R3C2_1~R3C3_4~R3C4_3~R4C1_4~R4C2_3~R4C3_2~R4C4_1"
	nine := "" // rows 123456789, 456789123 and so on
	for row := range 9 {
		for column := range 9 {
			nine += fmt.Sprintf(".~R%dC%d_%d", row+1, column+1, (3*(row%3)+row/3+column)%9+1)
		}
	}
	spec := checked(t, "sudoku_variants")
	for _, c := range []struct {
		link string
		want int // solutions
	}{
		{".Thermo~R1C1~R1C2~R2C2", 1},
		{".Thermo~R1C2~R1C1", 0},
		{".Whisper~2~R1C1~R2C1", 1},
		{".Whisper~3~R1C1~R2C1", 0},
		{".Renban~R1C2~R1C3~R1C1", 1},
		{".Renban~R1C1~R1C3", 0},
		{".Modular~2~R1C1~R1C2", 1},
		{".Modular~2~R1C1~R1C3", 0},
		{".Between~R1C1~R1C2~R1C4", 1},
		{".Between~R1C2~R1C1~R1C4", 0},
		{".Lockout~1~R1C2~R1C1~R1C3", 1},
		{".Lockout~3~R1C1~R1C2~R1C4", 0},
		{".Palindrome~R1C1~R1C2~R2C3", 1},
		{".Palindrome~R1C1~R1C2", 0},
		{".Zipper~R1C1~R1C3~R1C2", 1},
		{".Zipper~R1C1~R1C4~R1C2", 0},
		{".RegionSumLine~R1C1~R1C2~R1C3", 1},
		{".RegionSumLine~R1C1~R1C4", 0},
		{".Arrow~R1C3~R1C1~R1C2", 1},
		{".Arrow~R1C4~R1C1~R1C2", 0},
		{".DoubleArrow~R1C1~R1C3~R1C2", 1},
		{".DoubleArrow~R1C1~R1C2~R1C3", 0},
		{".PillArrow~2~R1C1~R1C2~R2C1~R2C2~R2C3~R2C4~R3C1", 1},
		{".PillArrow~2~R1C1~R1C2~R2C1~R2C2~R2C3~R2C4", 0},
		{".SumLine~5~R1C1~R1C4~R2C1~R2C4", 1},
		{".SumLine~5~R1C1~R1C2", 0},
		{".SumLine~5~R1C4~R2C4~R2C1~R1C1~LOOP", 1},
		{".SumLine~5~R1C4~R2C4~R2C1~R1C1", 0},
		{".Regex~MSgyfDMpLio~R1C1~R1C2~R1C3~R1C4", 1},
		{".Regex~MSgyfDMpLio~R2C1~R2C2~R2C3~R2C4", 0},
		{".NFA~QPD_wA~_one~R1C1~R1C2~R1C3", 1},
		{".NFA~QPD_wA~_one~R2C1~R2C2", 0},
		{".Cage~3~R1C1~R1C2", 1},
		{".Cage~4~R1C1~R1C2", 0},
		{".Cage~0~R1C1~R1C2", 1},
		{".Cage~2~R1C1~R2C3", 0},
		{".Sum~2~R1C1~R2C3", 1},
		{".Sum~3~R1C1~R2C3", 0},
		{".Sum~1_=_1_-1~R1C2~R1C1", 1},
		{".Sum~2_=_1_-1~R1C2~R1C1", 0},
		{".RellikCage~4~R1C1~R1C2", 1},
		{".RellikCage~3~R1C1~R1C2", 0},
		{".EqualityCage~R1C1~R1C4", 1},
		{".EqualityCage~R1C1~R1C2", 0},
		{".Lunchbox~2~R1C1~R1C2~R1C3", 1},
		{".Lunchbox~3~R1C1~R1C2~R1C3", 0},
		{".AllDifferent~R1C1~R1C2", 1},
		{".AllDifferent~R1C1~R2C3", 0},
		{".LittleKiller~10~R1C1", 1},
		{".LittleKiller~9~R1C1", 0},
		{".XSum~R2~8~", 1},
		{".XSum~R2~7~", 0},
		{".XSum~R1~~10", 1},
		{".XSum~R1~~9", 0},
		{".Sandwich~5~R1", 1},
		{".Sandwich~0~R1", 0},
		{".Skyscraper~R1~4~1", 1},
		{".Skyscraper~R1~3~", 0},
		{".HiddenSkyscraper~R2~1~", 1},
		{".HiddenSkyscraper~R2~2~", 0},
		{".NumberedRoom~R2~1~", 1},
		{".NumberedRoom~R2~4~", 0},
		{".FullRank~R1~2~.FullRankTies~any", 1},
		{".FullRank~R1~1~", 0},
		{".FullRank~R2~12~.FullRankTies~any", 1},
		{".FullRank~R2~10~.FullRankTies~any", 0},
		{".Quad~R1C1~1~4", 1},
		{".Quad~R1C2~1~1", 0},
		{".ContainAtLeast~1~R1C1~R2C3", 1},
		{".ContainAtLeast~3~R1C1~R2C3", 0},
		{".ContainExact~1_1~R1C1~R2C3~R1C2", 1},
		{".ContainExact~1~R1C1~R2C3", 0},
		{".LookAndSay~2102~R1C1~R2C3", 1},
		{".LookAndSay~11~R1C1~R2C3", 0},
		{".SameValues~2~R1C1~R1C2~R2C3~R2C4", 1},
		{".SameValues~2~R1C1~R1C2~R2C1~R2C2", 0},
		{".EqualSum~R1C1~R1C4~-~R1C2~R1C3", 1},
		{".EqualSum~R1C1~-~R1C2", 0},
		{".ConnectedValues~~1_2_3_4~16", 1},
		{".ConnectedValues~~1_2", 0},
		{".CountingCircles~R1C1~R1C2~R2C4", 1},
		{".CountingCircles~R1C1~R2C3", 0},
		{".CountDistinct~R1C2~R1C1~R2C3~R1C3", 1},
		{".CountDistinct~R1C1~R1C1~R2C3~R1C3", 0},
		{".WhiteDot~R1C1~R1C2", 1},
		{".WhiteDot~R1C1~R2C1", 0},
		{".BlackDot~R1C1~R1C2", 1},
		{".BlackDot~R1C2~R1C3", 0},
		{".V~R1C2~R1C3", 1},
		{".V~R1C1~R1C2", 0},
		{".GreaterThan~R1C2~R1C1", 1},
		{".GreaterThan~R1C1~R1C2", 0},
		{".ValueIndexing~R1C1~R1C2~R2C2~R2C3", 1},
		{".ValueIndexing~R1C1~R1C2~R2C3~R2C2", 0},
		{".Indexing~C~R1C2", 1},
		{".Indexing~R~R2C2", 0},
		{".Pair~S~_x~R1C1~R1C2", 1},
		{".Pair~S~_x~R1C2~R1C3", 0},
		{".PairX~S~_x~R1C1~R1C2", 1},
		{".PairX~S~_x~R1C1~R1C2~R1C3", 0},
		{".Binary~S~R1C1~R1C2", 1},
		{".Binary~S~R1C2~R1C3", 0},
		{".BinaryX~S~R1C1~R1C2", 1},
		{".BinaryX~S~R1C2~R1C3", 0},
		{".DisjointSets", 1},
		{".AntiKnight", 0},
		{".AntiKing", 0},
		{".AntiConsecutive", 0},
		{".AntiTaxicab", 0},
		{".StrictXV", 0},
		{".StrictKropki", 0},
		{".Diagonal~1", 0},
		{".Diagonal~-1", 0},
		{".Or.~R1C1_2.Cage~3~R1C1~R1C2.End", 1},
		{".Or.~R1C1_2.Cage~4~R1C1~R1C2.End", 0},
		{".Or.Sum~3~R1C1~R1C2.Sum~9~R1C1~R1C2.End", 1},
		{".Or.Sum~8~R1C1~R1C2.Sum~9~R1C1~R1C2.End", 0},
		{".Or.XSum~R2~8~.NumberedRoom~R2~4~.End", 1},
		{".Or.XSum~R2~7~.NumberedRoom~R2~4~.End", 0},
		{".Or.And.~R1C1_1.NumberedRoom~R2~1~.End.~R1C1_3.End", 1},
		{".Or.And.~R1C1_1.NumberedRoom~R2~4~.End.~R1C1_3.End", 0},
		{".Or.HiddenSkyscraper~R2~1~.Lunchbox~3~R1C1~R1C2~R1C3.End", 1},
		{".Or.HiddenSkyscraper~R2~2~.Lunchbox~3~R1C1~R1C2~R1C3.End", 0},
		{nine + ".Entropic~R1C3~R1C4~R1C7", 1}, {nine + ".Entropic~R1C2~R1C3~R1C4", 0},
		{nine + ".X~R2C6~R2C7", 1}, {nine + ".X~R1C1~R1C2", 0},
		{nine + ".GlobalEntropy", 0}, {nine + ".GlobalMod", 0}, {nine + ".DutchFlatmates", 0}, {nine + ".DisjointSets", 1}, {nine + ".Windoku", 0},
		{".Shape~2x2~2~Raw.~R1C1_1~R1C2_1~R2C1_1~R2C2_1", 1},
		{".Shape~2x2.~R1C1_1.Var~S~x~1.Thermo~R1C1~VS", 1},
		{".Shape~2x2.~R1C1_2.Var~S~x~1.Thermo~R1C1~VS", 0},
		{".Shape~2x2~0-2.Doppelganger.NoBoxes.~R1C1_0~R1C2_1~R2C1_2", 1},
		{".Shape~2x2~0-2.Doppelganger.NoBoxes.~R1C1_0~R1C2_1~R2C1_1", 0},
		{".Shape~2x3~4.RegionSameValues.NoBoxes.~R1C1_1~R1C2_2~R1C3_3~R2C1_2~R2C2_3_4", 1},
	} {
		link := c.link
		if len(link) < 100 && link[:7] != ".Shape~" {
			link = board + link
		}
		p, err := ofLink(spec, link)
		if err != nil {
			t.Errorf("%s: %v", c.link, err)
			continue
		}
		r := solve.Open(p, team).Ask(context.Background(), solve.Question{Limit: 2})
		if len(r.Answers) != c.want {
			t.Errorf("%s has %d solutions, and not %d", c.link, len(r.Answers), c.want)
		}
	}
}
