package archive

import "context"

// PlayerName is the name of a player as games spell it.
type PlayerName struct {
	Name         string
	White, Black int64 // numbers of games with it
}

// PlayerNames are all names of players, each spelling by itself, in no order.
func (a *Archive) PlayerNames(ctx context.Context) (all []PlayerName, err error) {
	err = a.view(ctx, func(q querier) error {
		rows, err := q.QueryContext(ctx, `SELECT name, sum(white), sum(black) FROM (
SELECT white AS name, count(*) AS white, 0 AS black FROM games GROUP BY white UNION ALL
SELECT black, 0, count(*) FROM games GROUP BY black) GROUP BY name`)
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }() // rows.Err says what there is to say
		var ids []int64
		for rows.Next() {
			var n PlayerName
			var id int64
			if err := scan(rows, &id, &n.White, &n.Black); err != nil {
				return err
			}
			ids, all = append(ids, id), append(all, n)
		}
		if err := rows.Err(); err != nil {
			return err
		}
		for i, id := range ids {
			if all[i].Name, err = a.names.strings.get(ctx, id); err != nil {
				return err
			}
		}
		return nil
	})
	return all, wrap("read the names", err)
}
