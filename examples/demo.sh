#!/bin/sh
# A walk through Diwan on the sample games: every command is printed before
# its output, and can be repeated as it stands.
#
# usage: sh examples/demo.sh [path of the diwan program]
set -eu
diwan=${1:-bin/diwan}
cd "$(dirname "$0")/.."

# The archive stays, so that every command below can be repeated.
DIWAN_ARCHIVE=demo.diwan
export DIWAN_ARCHIVE
rm -rf "$DIWAN_ARCHIVE"

story() { printf '\n%s\n' "$*"; }

# run prints a command as one would type it, then its output. Status 1 means
# that the command has something to report, which is no failure here.
run() {
	printf '\n$ diwan'
	for word in "$@"; do
		case $word in
		*[!A-Za-z0-9_./:=-]*) printf " '%s'" "$word" ;;
		*) printf ' %s' "$word" ;;
		esac
	done
	printf '\n'
	"$diwan" "$@" || {
		status=$?
		[ "$status" -eq 1 ] || exit "$status"
	}
}

printf '$ export DIWAN_ARCHIVE=%s\n' "$DIWAN_ARCHIVE"

story "1. Sample games from old books and from several programs go into a new archive."
run import examples/games/*.pgn

story "2. What is wrong with games as they come? Every move and ending is checked."
run check examples/faults.pgn

story "3. A game is annotated by the built-in engine, and shown: evaluations, marks, better lines."
run annotate --nodes 20000 id:30
run show 30

story "The oldest known game of shatranj, as it stood after 24... Ac4."
run show 1 --ply 48

story "4. A player is found, however the name is spelt."
run search player:suli

story "5. A position is found, in its mirror image too: games were recorded with the shahs on either file."
run search 'fen:"1rakfanr/5ppp/2n1p3/1p1p4/1P1P4/2N1P3/5PPP/1RAKFANR w" ~mirror'

story "6. The archive proves that it is whole."
run verify

story "The archive stays in $DIWAN_ARCHIVE: the commands above can be repeated (export DIWAN_ARCHIVE=$DIWAN_ARCHIVE, or -a $DIWAN_ARCHIVE). Remove the folder when you are done."
