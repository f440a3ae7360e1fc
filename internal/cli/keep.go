package cli

import (
	"encoding/hex"
	"fmt"
)

type hashCmd struct{}

func (hashCmd) Help() string {
	return `Prints a number for what the archive holds. It does not depend on the order of the games, their IDs or the layout
of the file: an archive that was exported and imported again has the same.

Examples:

    diwan hash
    diwan hash -a copy.diwan`
}

// Run prints the hash.
func (c *hashCmd) Run(s *session) error {
	a, err := s.openArchive(false)
	if err != nil {
		return err
	}
	defer a.Close()
	sum, err := a.Hash(s.ctx)
	if err != nil {
		return err
	}
	if s.json() {
		return s.encode(map[string]string{"hash": hex.EncodeToString(sum[:])})
	}
	_, err = fmt.Fprintln(s.out, hex.EncodeToString(sum[:]))
	return err
}

type backupCmd struct {
	Dir string `arg:"" name:"DIR" type:"path" help:"The folder to copy to; it must not hold an archive yet."`
}

func (backupCmd) Help() string {
	return `Makes a copy of the archive as it is at one moment. Others may read and write meanwhile. Saved queries,
names.tsv and tabiyat.tsv come along; the index does not: it is made again when the copy is searched.

Examples:

    diwan backup /mnt/disk/games-2026-11-30.diwan`
}

// Run copies.
func (c *backupCmd) Run(s *session) error {
	a, err := s.openArchive(false)
	if err != nil {
		return err
	}
	defer a.Close()
	if err := a.Backup(s.ctx, c.Dir); err != nil {
		return err
	}
	games, err := a.Count(s.ctx)
	if err != nil {
		return err
	}
	if s.json() {
		return s.encode(struct {
			Dir   string `json:"dir"`
			Games int64  `json:"games"`
		}{c.Dir, games})
	}
	if !s.Quiet {
		fmt.Fprintf(s.out, "%s copied to %s\n", plural(int(games), "game"), c.Dir)
	}
	return nil
}
