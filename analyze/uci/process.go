package uci

import (
	"bufio"
	"bytes"
	"errors"
	"os"
	"os/exec"
	"sync"
	"time"
)

// process is a running engine program.
type process struct {
	cmd    *exec.Cmd
	in     *os.File
	lines  chan string   // what it writes, closed at the end of it
	done   chan struct{} // closed when nobody reads lines any more
	ended  chan struct{} // closed when the program has ended
	stderr tail
}

// longestLine bounds a line of an engine; of a longer one the rest is dropped.
const longestLine = 1 << 16

// run starts a program.
func run(c *Config) (*process, error) {
	stdin, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	out, stdout, err := os.Pipe()
	if err != nil {
		stdin.Close()
		in.Close()
		return nil, err
	}
	p := &process{
		cmd: exec.Command(c.Command[0], c.Command[1:]...), in: in,
		lines: make(chan string, 256), done: make(chan struct{}), ended: make(chan struct{}),
	}
	p.cmd.Dir, p.cmd.Env = c.Dir, c.Env
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = stdin, stdout, &p.stderr
	// A child of the engine may keep its standard error open.
	p.cmd.WaitDelay = time.Second
	err = p.cmd.Start()
	stdin.Close()
	stdout.Close()
	if err != nil {
		in.Close()
		out.Close()
		return nil, err
	}
	go p.read(out)
	go func() {
		// How it ended is of no interest: it should not have.
		_ = p.cmd.Wait()
		close(p.ended)
	}()
	return p, nil
}

// read hands on the lines of the program.
func (p *process) read(out *os.File) {
	defer out.Close()
	defer close(p.lines)
	in := bufio.NewReaderSize(out, longestLine)
	for {
		line, err := in.ReadSlice('\n')
		text := string(bytes.TrimSpace(line))
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = in.ReadSlice('\n')
		}
		if text != "" {
			select {
			case p.lines <- text:
			case <-p.done:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// send writes lines to the program, which must take them in time.
func (p *process) send(text []byte, within time.Duration) error {
	// Where pipes know no deadlines, as on Windows, the write may block.
	_ = p.in.SetWriteDeadline(time.Now().Add(within))
	_, err := p.in.Write(text)
	return err
}

// kill ends the program and waits until it has ended.
func (p *process) kill() {
	p.in.Close()
	_ = p.cmd.Process.Kill() // it may have ended already
	<-p.ended
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// tailSize is how much a tail keeps, in bytes.
const tailSize = 2048

// Write keeps b, or as much of its end as there is room for.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	if over := len(t.text) - tailSize; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(b), nil
}

// String returns what is kept.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}
