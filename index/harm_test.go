package index

import (
	"database/sql"
	"errors"
	"testing"

	_ "modernc.org/sqlite" // the file of an archive is to be damaged
)

// harmGame changes the row of a game behind the archive's back.
func harmGame(t *testing.T, path string, id int64) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec("UPDATE games SET line = line + 1 WHERE id = ?", id)
	if err = errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}
