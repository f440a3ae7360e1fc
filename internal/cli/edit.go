package cli

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"github.com/diwan-shatranj/diwan/archive"
	"github.com/diwan-shatranj/diwan/pgn"
)

type editCmd struct {
	ID int64 `arg:"" name:"ID" help:"Of the game."`
}

func (editCmd) Help() string {
	return `Opens a game in $VISUAL or $EDITOR (else vi) and puts what comes back in its place, with the same ID. The former
version is kept in the bin. What cannot be accepted is refused with what is wrong with it: on a terminal it can be edited
again, and in any case the text is kept in a file, which is named. An empty text, or one that was not changed, changes
nothing.

Examples:

    diwan edit 17
    EDITOR="code --wait" diwan edit 17`
}

// Run edits.
func (c *editCmd) Run(s *session) error {
	a, err := s.openArchive(true)
	if err != nil {
		return err
	}
	defer a.Close()
	before, err := s.recordText(a, c.ID)
	if err != nil {
		return err
	}
	name, err := writeTemporary(fmt.Sprintf("diwan-game-%d-*.pgn", c.ID), before)
	if err != nil {
		return err
	}
	err = c.edit(s, a, name, before)
	if err == nil || unchanged(name, before) {
		return errors.Join(err, os.Remove(name))
	}
	return kept(name, err)
}

// unchanged reports whether a file still has the text that it was made with.
func unchanged(name string, before []byte) bool {
	now, err := os.ReadFile(name)
	return err == nil && bytes.Equal(now, before)
}

// kept says where the text is that could not be put into the archive.
func kept(name string, err error) error {
	f := &failure{status: statusFailed}
	if !errors.As(err, &f) {
		f = &failure{status: statusFailed, err: err}
	}
	return &failure{f.status, f.err, "your text is in " + name + "; diwan replace puts it into the archive"}
}

// recordText is a game as PGN.
func (s *session) recordText(a *archive.Archive, id int64) ([]byte, error) {
	r, err := a.Get(s.ctx, id)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	err = r.WritePGN(pgn.NewWriter(&text, pgn.WriterOptions{}))
	return text.Bytes(), err
}

// writeTemporary writes a file of which nobody else knows.
func writeTemporary(pattern string, text []byte) (name string, err error) {
	f, err := os.CreateTemp("", pattern)
	if err != nil {
		return "", err
	}
	_, err = f.Write(text)
	return f.Name(), errors.Join(err, f.Close())
}

// edit lets the user edit a file until the game in it can be accepted, or they give up.
func (c *editCmd) edit(s *session, a *archive.Archive, name string, before []byte) error {
	for {
		if err := s.runEditor(name); err != nil {
			return err
		}
		after, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if len(bytes.TrimSpace(after)) == 0 || bytes.Equal(after, before) {
			s.note("game %d is as it was", c.ID)
			return nil
		}
		err = c.put(s, a, name, before, after)
		if err == nil || !isRefused(err) || !s.again() {
			return err
		}
	}
}

// runEditor runs the user's editor as their shell would.
func (s *session) runEditor(name string) error {
	editor := "vi"
	for _, variable := range []string{"VISUAL", "EDITOR"} {
		if value := os.Getenv(variable); value != "" {
			editor = value
			break
		}
	}
	cmd := exec.CommandContext(s.ctx, "sh", "-c", editor+` "$@"`, editor, name)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = s.In, s.Streams.Out, s.Err
	if err := s.out.Flush(); err != nil {
		return err
	}
	if err := cmd.Run(); err != nil {
		if s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		return &failure{statusFailed, fmt.Errorf("the editor %q: %w", editor, err), "set VISUAL or EDITOR to the editor that you want"}
	}
	return nil
}

// put puts the edited text in the place of the game, unless that was changed by others
// meanwhile.
func (c *editCmd) put(s *session, a *archive.Archive, name string, before, after []byte) error {
	p, err := oneGame(name, after)
	if err != nil {
		return err
	}
	now, err := s.recordText(a, c.ID)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, before) {
		return fmt.Errorf("game %d was changed by somebody else meanwhile", c.ID)
	}
	err = a.Revise(s.ctx, c.ID, p)
	if isRefused(err) {
		s.showRefusal(name, p)
		return &failure{statusFindings, err, ""}
	}
	if err != nil || s.Quiet {
		return err
	}
	if s.json() {
		return s.encode(map[string]int64{"id": c.ID})
	}
	_, err = fmt.Fprintf(s.out, "game %d replaced\n", c.ID)
	return err
}

// isRefused reports whether a game could not be accepted.
func isRefused(err error) bool { return errors.Is(err, archive.ErrRefused) }

// oneGame reads the one game of a text.
func oneGame(name string, text []byte) (*pgn.Replay, error) {
	rd := pgn.NewReader(bytes.NewReader(text))
	var games []*pgn.Game
	for {
		var g pgn.Game
		err := rd.Read(&g)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, inName(name, err)
		}
		games = append(games, &g)
	}
	if len(games) != 1 {
		return nil, &failure{statusFindings, fmt.Errorf("%w: there are %s in the text, not one", archive.ErrRefused, plural(len(games), "game")), ""}
	}
	return pgn.Play(games[0], pgn.Options{})
}

// showRefusal prints what is wrong with a game.
func (s *session) showRefusal(name string, p *pgn.Replay) {
	for _, d := range p.Diagnostics {
		fmt.Fprintf(s.out, "%s:%d:%d: %s: %s [%s]\n", name, d.Line, d.Col, d.Severity, d.Message, d.Code)
	}
}

// again asks on a terminal whether to edit again.
func (s *session) again() bool {
	in, ok := s.In.(*os.File)
	if !ok || !isTerminal(in) || s.out.Flush() != nil {
		return false
	}
	fmt.Fprint(s.Err, "The game cannot be accepted. Edit it again? [Y/n] ")
	answer, err := bufio.NewReader(in).ReadString('\n')
	return err == nil && !strings.HasPrefix(strings.ToLower(strings.TrimSpace(answer)), "n")
}
