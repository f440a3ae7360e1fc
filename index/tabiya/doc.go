// Package tabiya recognises the opening arrays of shatranj.
//
// The players of shatranj did not answer one another's first moves: each brought
// the own men into an array, a taʿbiya, that had a name, in whatever order the
// other side left time for. What is recognised here is therefore where the men of
// one side stand, and not how they came there.
//
// An array is known by its characteristic men: those that do not stand where they
// stood at the start, in either of the ways that shah and ferz may begin. It is
// recognised in the form that is written down and mirrored left to right, for White
// and, with the ranks turned round, for Black. A side's score for an array is the
// share of the characteristic men that stand in their places at the same time, at
// the best of the positions up to its move [Moves]. What counts as the array is
// three quarters of them, [LeastShare], and never fewer than [LeastMen] unless it is
// all of them. Of several arrays that one counts of which the greatest share
// stands; then the one with more characteristic men, since one array may be the way
// to another. With fewer men than that, games at random would come to arrays.
//
// The arrays are data: [Builtin] are those of the sources, and [List.Read] adds
// those of a file of the same form, tab-separated with a line of column names. It
// wants the columns "name" and "placement_ranks_1_to_4", in which the highest rank
// stands first, as in a FEN; "id" and "transliteration" are used if they are there.
package tabiya
