// Package duplicate finds games that an archive has several times.
//
// Two games are held to be one where their moves say so and nothing else speaks
// against it. Games are compared as they are seen from one side of the mirror: those
// that begin with shah and ferz exchanged, and are played so, have the same moves.
// The kinds are, from the surest to the least sure, [Exact], [Mirror], [Spelling],
// [Contained] and [Near].
//
// Moves alone prove little where there are few of them: openings are played again and
// again, and so are short draws. So the less there is of the moves, the more names,
// date, event and round have to agree; the constants in this package say how much.
// Two rounds of one event are two games whatever the moves, and players of different
// names have played the same game only if it is very long. A problem with its
// solution stands in many collections: one of them is a duplicate only of the same
// one of the same event.
//
// Nothing is compared with everything. Games of the same moves are found by the
// moves, beginnings of others by sorting, and games of nearly the same moves by
// pieces of them, of which rare ones are looked up.
package duplicate
