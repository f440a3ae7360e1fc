package archive

import (
	"context"
	"database/sql"
	"errors"
	"sync"
)

// querier is what can be asked: a database, a connection or a transaction.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// preparer is a querier that prepares statements.
type preparer interface {
	querier
	PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
}

// prepared is a querier that prepares each statement once, which is most of the
// work where the answer is a row.
type prepared struct {
	preparer
	mu    sync.Mutex
	stmts map[string]*sql.Stmt
}

func newPrepared(p preparer) *prepared {
	return &prepared{preparer: p, stmts: map[string]*sql.Stmt{}}
}

// statement prepares a statement unless it is.
func (p *prepared) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if st := p.stmts[query]; st != nil {
		return st, nil
	}
	st, err := p.PrepareContext(ctx, query) //nolint:sqlclosecheck // kept until close
	if err == nil {
		p.stmts[query] = st
	}
	return st, err
}

// QueryRowContext asks for one row.
func (p *prepared) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	st, err := p.statement(ctx, query) //nolint:sqlclosecheck // kept until close
	if err != nil {                    // which the row will say
		return p.preparer.QueryRowContext(ctx, query, args...)
	}
	return st.QueryRowContext(ctx, args...)
}

// QueryContext asks for rows.
func (p *prepared) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	st, err := p.statement(ctx, query) //nolint:sqlclosecheck // kept until close
	if err != nil {
		return nil, err
	}
	return st.QueryContext(ctx, args...)
}

// close frees the statements.
func (p *prepared) close() error {
	var errs []error
	for _, st := range p.stmts {
		errs = append(errs, st.Close())
	}
	clear(p.stmts)
	return errors.Join(errs...)
}
