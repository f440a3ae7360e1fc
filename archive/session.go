package archive

import (
	"context"
	"database/sql"
	"errors"
)

// A session writes over one connection, with statements that are prepared once,
// in one transaction after the other.
type session struct {
	ctx    context.Context
	conn   *sql.Conn
	asked  *prepared // the connection, for what is asked again and again
	active bool      // a transaction is open
}

// newSession takes the writer's connection. The caller has the lock. What the
// session does is not interrupted when ctx ends: it is short, and has to be whole.
func (a *Archive) newSession(ctx context.Context) (*session, error) {
	ctx = context.WithoutCancel(ctx)
	conn, err := a.writer.Conn(ctx)
	if err != nil {
		return nil, err
	}
	return &session{ctx: ctx, conn: conn, asked: newPrepared(conn)}, nil
}

// end closes the session after work that ended with err, and returns the first
// error.
func (s *session) end(err error) error {
	if failure := s.close(); err == nil {
		err = failure
	}
	return err
}

// close ends the session and takes back what was not committed.
func (s *session) close() error {
	return errors.Join(s.asked.close(), s.rollback(), s.conn.Close())
}

// begin opens a transaction unless one is open.
func (s *session) begin() error {
	if s.active {
		return nil
	}
	_, err := s.conn.ExecContext(s.ctx, "BEGIN IMMEDIATE")
	s.active = err == nil
	return err
}

// commit puts the transaction on disk.
func (s *session) commit() error {
	if !s.active {
		return nil
	}
	_, err := s.conn.ExecContext(s.ctx, "COMMIT")
	s.active = s.active && err != nil
	return err
}

// rollback takes the transaction back.
func (s *session) rollback() error {
	if !s.active {
		return nil
	}
	s.active = false
	_, err := s.conn.ExecContext(s.ctx, "ROLLBACK")
	return err
}

// exec runs a statement.
func (s *session) exec(query string, args ...any) error {
	st, err := s.asked.statement(s.ctx, query) //nolint:sqlclosecheck // kept until close
	if err != nil {
		return err
	}
	_, err = st.ExecContext(s.ctx, args...)
	return err
}

// number asks for one number; found is false where there is no row.
func (s *session) number(query string, args ...any) (n int64, found bool, err error) {
	err = scan(s.asked.QueryRowContext(s.ctx, query, args...), &n)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, false, nil
	}
	return n, err == nil, err
}

// lastID is the highest ID that a table has ever given.
func (s *session) lastID(table string) (int64, error) {
	n, _, err := s.number("SELECT seq FROM sqlite_sequence WHERE name = ?", table)
	return n, err
}

// counter reads a number of the table meta.
func (s *session) counter(key string) (int64, error) {
	n, _, err := s.number("SELECT value FROM meta WHERE key = ?", key)
	return n, err
}

// setCounter writes a number of the table meta.
func (s *session) setCounter(key string, n int64) error {
	return s.exec("UPDATE meta SET value = ? WHERE key = ?", n, key)
}

// putMovetext writes the movetext of a game.
func (s *session) putMovetext(id int64, c *chunk, en *entry) error {
	preface, text := string(en.preface.of(c.buf)), string(en.movetext.of(c.buf))
	return s.exec("INSERT INTO movetexts (game, preface, text, letters, sum) VALUES (?, ?, ?, ?, ?)",
		id, preface, text, en.letters, sumOf(id, preface, text, en.letters))
}

// bump counts a write that changed games and returns the new generation.
func (s *session) bump() (int64, error) {
	n, err := s.counter(metaGeneration)
	if err != nil {
		return 0, err
	}
	return n + 1, s.setCounter(metaGeneration, n+1)
}
