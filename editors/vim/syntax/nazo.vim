" Nazo. Made of the language by go test ./editors -update.
if exists("b:current_syntax")
  finish
endif
syntax iskeyword @,48-57,_,192-255
syntax keyword nazoStatement puzzle use given let def find choose rule minimize maximize symmetry show
syntax keyword nazoStatement link example state move goal never hidden player
syntax keyword nazoQuantifier all some no one sum count min max first prefix product
syntax keyword nazoOperator and else for if implies in mod not or prefer subset then
syntax keyword nazoOperator when where
syntax keyword nazoConstant directions east north south west false none true
syntax match nazoWord "\v<(answer|as|at|because|by|cost|crossing|expect|flags|joining|make|maximum|minimum|of|rules|said|sample|solution|solutions|technique|to|up)>\ze\s+[^ \t=:),\]]"
syntax match nazoWord "\v<(solution|solutions)>"
syntax match nazoType "\v<(set|list|grid|permutation|stack|path|cycle|links|regions|directed|bool|int|label|shape)>\ze(\s*[\])},?=]|\s*$|\s+(of|in|or)>)"
syntax match nazoFunction "\v<(abs|accepts|acyclic|along|areas|blocks|border|borders|boxes|cell|cells|clues|column|columns|complete|congruent|connected|covers|crossings|degree|diagonals|digraph|distance|distinct|edge|edges|ends_at|fixed_placements|fixed_shape|gcd|graph|grid|height|incident|index|inside|inverse|isqrt|king|lattice|leaper|length|lines|matches|max|min|neighbors|next|number|omino|ominoes|one_sided_shape|opposite|orthogonal|pairs|part|placements|pop|product|push|ray|reaches|rectangles|reverse|rim|ring|rotate|row|rows|runs|shape|shuffled|sides|sightlines|size|sorted|starts_at|step|stretches|subsets|sum|top|total|union|values|vertices|visits|width|within)>\ze\("
syntax match nazoNumber "\v<\d+>"
syntax match nazoComment "#.*$" contains=@Spell
syntax region nazoText start=+"+ end=+"+ end=+$+ oneline contains=@Spell
syntax region nazoGrid start=+"""+ end=+"""+ keepend
syntax match nazoSign "\v(:\=|!\=|\<\=|\>\=|\.\.|[:=<>+*/&?-])"
highlight default link nazoStatement Statement
highlight default link nazoQuantifier Repeat
highlight default link nazoOperator Operator
highlight default link nazoConstant Constant
highlight default link nazoWord Keyword
highlight default link nazoType Type
highlight default link nazoFunction Function
highlight default link nazoNumber Number
highlight default link nazoComment Comment
highlight default link nazoText String
highlight default link nazoGrid String
highlight default link nazoSign Operator
syntax sync fromstart
let b:current_syntax = "nazo"
