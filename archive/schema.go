package archive

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"fmt"
)

// applicationID marks the database as an archive of games: "DIWN".
const applicationID = 0x4449574e

// pageSize is that of the database, in bytes.
const pageSize = 8192

// schemaSteps lead from each version of the format to the next; the first makes
// the schema of an empty database. docs/archive-format.md explains the tables.
func schemaSteps() []string { return []string{schemaOne, schemaTwo} }

// schemaVersion is the version of the format that this program writes.
func schemaVersion() int { return len(schemaSteps()) }

// schemaOne uses references for those who read the schema, and for verification;
// they are not enforced row by row. The columns named sum are checksums.
const schemaOne = `
CREATE TABLE meta (
  key   TEXT PRIMARY KEY,
  value ANY NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE strings (
  id   INTEGER PRIMARY KEY AUTOINCREMENT,
  text TEXT NOT NULL UNIQUE,
  sum  INTEGER NOT NULL
) STRICT;

CREATE TABLE starts (
  id    INTEGER PRIMARY KEY AUTOINCREMENT,
  fen   TEXT NOT NULL UNIQUE,
  array TEXT NOT NULL,
  sum   INTEGER NOT NULL
) STRICT;

CREATE TABLE shapes (
  id   INTEGER PRIMARY KEY AUTOINCREMENT,
  tags TEXT NOT NULL,
  sum  INTEGER NOT NULL
) STRICT;

CREATE TABLE remarks (
  id   INTEGER PRIMARY KEY AUTOINCREMENT,
  list TEXT NOT NULL,
  sum  INTEGER NOT NULL
) STRICT;

CREATE TABLE imports (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  started     INTEGER NOT NULL,
  tool        TEXT NOT NULL,
  state       TEXT NOT NULL,
  seconds     REAL NOT NULL DEFAULT 0,
  read        INTEGER NOT NULL DEFAULT 0,
  added       INTEGER NOT NULL DEFAULT 0,
  duplicate   INTEGER NOT NULL DEFAULT 0,
  quarantined INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE sources (
  id     INTEGER PRIMARY KEY AUTOINCREMENT,
  import INTEGER NOT NULL REFERENCES imports,
  name   TEXT NOT NULL,
  sum    INTEGER NOT NULL
) STRICT;

CREATE TABLE forms (
  id      INTEGER PRIMARY KEY AUTOINCREMENT,
  source  INTEGER NOT NULL REFERENCES sources,
  flags   INTEGER NOT NULL,
  ending  INTEGER NOT NULL,
  reason  INTEGER NOT NULL REFERENCES strings,
  rules   INTEGER NOT NULL REFERENCES strings,
  shape   INTEGER NOT NULL REFERENCES shapes,
  remarks INTEGER REFERENCES remarks,
  sum     INTEGER NOT NULL
) STRICT;

CREATE TABLE games (
  id     INTEGER PRIMARY KEY AUTOINCREMENT,
  sum    INTEGER NOT NULL,
  start  INTEGER NOT NULL REFERENCES starts,
  form   INTEGER NOT NULL REFERENCES forms,
  white  INTEGER NOT NULL REFERENCES strings,
  black  INTEGER NOT NULL REFERENCES strings,
  event  INTEGER NOT NULL REFERENCES strings,
  site   INTEGER NOT NULL REFERENCES strings,
  date   INTEGER NOT NULL,
  round  INTEGER NOT NULL REFERENCES strings,
  result INTEGER NOT NULL,
  ended  INTEGER NOT NULL,
  offset INTEGER NOT NULL,
  size   INTEGER NOT NULL,
  line   INTEGER NOT NULL,
  digest BLOB NOT NULL,
  extra  TEXT,
  moves  BLOB NOT NULL,
  plies  INTEGER GENERATED ALWAYS AS (length(moves) / 2) VIRTUAL
) STRICT;

CREATE TABLE movetexts (
  game    INTEGER PRIMARY KEY REFERENCES games,
  preface TEXT NOT NULL,
  text    TEXT NOT NULL,
  letters TEXT NOT NULL,
  sum     INTEGER NOT NULL
) STRICT;

CREATE TABLE texts (
  game INTEGER PRIMARY KEY REFERENCES games,
  text BLOB NOT NULL
) STRICT;

CREATE TABLE twins (
  hash INTEGER NOT NULL,
  game INTEGER NOT NULL REFERENCES games,
  PRIMARY KEY (hash, game)
) STRICT, WITHOUT ROWID;

CREATE TABLE quarantine (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  digest      BLOB NOT NULL UNIQUE,
  source      INTEGER NOT NULL REFERENCES sources,
  offset      INTEGER NOT NULL,
  size        INTEGER NOT NULL,
  line        INTEGER NOT NULL,
  reason      TEXT NOT NULL,
  diagnostics TEXT NOT NULL,
  text        BLOB NOT NULL,
  sum         INTEGER NOT NULL
) STRICT;

CREATE TABLE judges (
  id     INTEGER PRIMARY KEY AUTOINCREMENT,
  rules  TEXT NOT NULL,
  engine TEXT NOT NULL,
  effort TEXT NOT NULL,
  lines  INTEGER NOT NULL,
  sum    INTEGER NOT NULL,
  UNIQUE (rules, engine, effort, lines)
) STRICT;

CREATE TABLE evals (
  position INTEGER NOT NULL,
  halfmove INTEGER NOT NULL,
  judge    INTEGER NOT NULL REFERENCES judges,
  line     INTEGER NOT NULL,
  score    INTEGER NOT NULL,
  mate     INTEGER NOT NULL,
  depth    INTEGER NOT NULL,
  nodes    INTEGER NOT NULL,
  millis   INTEGER NOT NULL,
  moves    BLOB NOT NULL,
  sum      INTEGER NOT NULL,
  PRIMARY KEY (position, halfmove, judge, line)
) STRICT, WITHOUT ROWID;

CREATE TABLE log (
  generation INTEGER PRIMARY KEY,
  at         INTEGER NOT NULL,
  what       TEXT NOT NULL,
  import     INTEGER REFERENCES imports,
  first      INTEGER NOT NULL,
  last       INTEGER NOT NULL
) STRICT;

CREATE VIEW headers AS
SELECT g.id, w.text AS white, b.text AS black, e.text AS event, s.text AS site,
       CASE WHEN g.date >= 0 THEN
         CASE WHEN g.date < 10000 THEN '????' ELSE printf('%04d', g.date / 10000) END || '.' ||
         CASE WHEN g.date / 100 % 100 = 0 THEN '??' ELSE printf('%02d', g.date / 100 % 100) END || '.' ||
         CASE WHEN g.date % 100 = 0 THEN '??' ELSE printf('%02d', g.date % 100) END
       ELSE (SELECT d.text FROM strings d WHERE d.id = -g.date) END AS date, r.text AS round,
       CASE g.result WHEN 1 THEN '1-0' WHEN 2 THEN '0-1' WHEN 3 THEN '1/2-1/2' ELSE '*' END AS result,
       x.text AS reason, g.plies, p.array, p.fen, u.text AS rules
FROM games g JOIN forms f ON f.id = g.form
JOIN strings w ON w.id = g.white JOIN strings b ON b.id = g.black
JOIN strings e ON e.id = g.event JOIN strings s ON s.id = g.site
JOIN strings r ON r.id = g.round
JOIN strings x ON x.id = f.reason JOIN strings u ON u.id = f.rules
JOIN starts p ON p.id = g.start;
`

// schemaTwo adds the bin. The columns of bin from game on are those of games, and
// so is the checksum; those of quarantine_bin likewise.
const schemaTwo = `
CREATE TABLE runs (
  generation INTEGER NOT NULL REFERENCES log,
  first      INTEGER NOT NULL,
  last       INTEGER NOT NULL,
  PRIMARY KEY (generation, first)
) STRICT, WITHOUT ROWID;

CREATE TABLE bin (
  generation  INTEGER NOT NULL REFERENCES log,
  deleted     INTEGER NOT NULL,
  preface     TEXT,
  movetext    TEXT,
  letters     TEXT,
  movetextsum INTEGER,
  original    BLOB,
  game   INTEGER NOT NULL,
  sum    INTEGER NOT NULL,
  start  INTEGER NOT NULL REFERENCES starts,
  form   INTEGER NOT NULL REFERENCES forms,
  white  INTEGER NOT NULL REFERENCES strings,
  black  INTEGER NOT NULL REFERENCES strings,
  event  INTEGER NOT NULL REFERENCES strings,
  site   INTEGER NOT NULL REFERENCES strings,
  date   INTEGER NOT NULL,
  round  INTEGER NOT NULL REFERENCES strings,
  result INTEGER NOT NULL,
  ended  INTEGER NOT NULL,
  offset INTEGER NOT NULL,
  size   INTEGER NOT NULL,
  line   INTEGER NOT NULL,
  digest BLOB NOT NULL,
  extra  TEXT,
  moves  BLOB NOT NULL,
  PRIMARY KEY (generation, game)
) STRICT;

CREATE UNIQUE INDEX deleted ON bin (game) WHERE deleted = 1;

CREATE TABLE quarantine_bin (
  generation  INTEGER NOT NULL REFERENCES log,
  id          INTEGER NOT NULL UNIQUE,
  digest      BLOB NOT NULL,
  source      INTEGER NOT NULL REFERENCES sources,
  offset      INTEGER NOT NULL,
  size        INTEGER NOT NULL,
  line        INTEGER NOT NULL,
  reason      TEXT NOT NULL,
  diagnostics TEXT NOT NULL,
  text        BLOB NOT NULL,
  sum         INTEGER NOT NULL,
  PRIMARY KEY (generation, id)
) STRICT;
`

// hasBin reports whether the database is of a format with a bin: one that was
// opened for reading may be older.
func hasBin(ctx context.Context, q querier) (bool, error) {
	var n int
	err := scan(q.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema WHERE name = 'bin'"), &n)
	return n > 0, err
}

// The keys of the table meta.
const (
	metaID         = "id"         // the archive's own name: 32 hexadecimal digits
	metaGeneration = "generation" // counts the writes that changed games
	metaGames      = "games"      // the number of games
	metaTwinned    = "twinned"    // the table twins holds all games up to this ID
)

// version reads what the database says of itself.
func version(ctx context.Context, q querier) (appID, format, tables int, err error) {
	if err = q.QueryRowContext(ctx, "PRAGMA application_id").Scan(&appID); err != nil {
		return 0, 0, 0, err
	}
	if err = q.QueryRowContext(ctx, "PRAGMA user_version").Scan(&format); err != nil {
		return 0, 0, 0, err
	}
	err = q.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&tables)
	return appID, format, tables, err
}

// upgrade brings the database from a version of the format to this program's.
func upgrade(ctx context.Context, tx *sql.Tx, from int) error {
	steps := schemaSteps()
	for _, step := range steps[from:] {
		if _, err := tx.ExecContext(ctx, step); err != nil {
			return err
		}
	}
	if from == 0 {
		var id [16]byte
		_, _ = rand.Read(id[:]) // never fails
		_, err := tx.ExecContext(ctx, "INSERT INTO meta (key, value) VALUES (?, ?), (?, 0), (?, 0), (?, 0)",
			metaID, hex.EncodeToString(id[:]), metaGeneration, metaGames, metaTwinned)
		if err != nil {
			return err
		}
	}
	// Neither can be a parameter of a statement.
	for _, pragma := range []string{
		fmt.Sprintf("PRAGMA application_id = %d", applicationID),
		fmt.Sprintf("PRAGMA user_version = %d", len(steps)),
	} {
		if _, err := tx.ExecContext(ctx, pragma); err != nil {
			return err
		}
	}
	return nil
}
