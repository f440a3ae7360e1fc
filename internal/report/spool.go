package report

import (
	"bufio"
	"io"
	"os"
)

// spool is a file that is written, read once and gone.
type spool struct {
	file *os.File
	w    *bufio.Writer
}

func newSpool(dir string) (*spool, error) {
	f, err := os.CreateTemp(dir, ".diwan-report-*")
	if err != nil {
		return nil, err
	}
	return &spool{f, bufio.NewWriter(f)}, nil
}

// copyTo writes what was spooled.
func (s *spool) copyTo(w io.Writer) error {
	if err := s.w.Flush(); err != nil {
		return err
	}
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err := io.Copy(w, s.file)
	return err
}

// drop removes the file.
func (s *spool) drop() {
	// It was for reading back only: nothing is lost with it.
	_ = s.file.Close()
	_ = os.Remove(s.file.Name())
}
