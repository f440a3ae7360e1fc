package program

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"
)

// Process is a running engine program. It is for one goroutine at a time.
type Process struct {
	// Name is what the engine is called in errors: the command, until somebody
	// knows better.
	Name string

	answer time.Duration // within which it must read what is sent
	cmd    *exec.Cmd
	in     *os.File
	lines  chan string   // what it writes, closed at the end of it
	done   chan struct{} // closed when nobody reads lines any more
	ended  chan struct{} // closed when the program has ended
	quit   sync.Once
	stderr tail
}

// longestLine bounds a line of an engine; of a longer one the rest is dropped.
const longestLine = 1 << 16

// Run starts the program of c, which must have its defaults. The error is an
// *Error.
func Run(c *Config) (*Process, error) {
	if len(c.Command) == 0 || c.Command[0] == "" {
		return nil, &Error{Engine: "engine", Err: ErrStart, Detail: "no command"}
	}
	p := &Process{
		Name: filepath.Base(c.Command[0]), answer: c.AnswerTimeout,
		lines: make(chan string, 256), done: make(chan struct{}), ended: make(chan struct{}),
	}
	if err := p.start(c); err != nil {
		return nil, &Error{Engine: p.Name, Err: ErrStart, Detail: err.Error()}
	}
	return p, nil
}

// start starts the program and begins to read from it.
func (p *Process) start(c *Config) error {
	stdin, in, err := os.Pipe()
	if err != nil {
		return err
	}
	out, stdout, err := os.Pipe()
	if err != nil {
		stdin.Close()
		in.Close()
		return err
	}
	p.in = in
	p.cmd = exec.Command(c.Command[0], c.Command[1:]...)
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
		return err
	}
	go p.read(out)
	go func() {
		// How it ended is of no interest: it should not have.
		_ = p.cmd.Wait()
		close(p.ended)
	}()
	return nil
}

// read hands on the lines of the program.
func (p *Process) read(out *os.File) {
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

// Send writes text, whole lines with their ends, to the engine. The error is an
// *Error: it has ended, or it does not read.
func (p *Process) Send(text string) error {
	// Where pipes know no deadlines, as on Windows, the write may block.
	_ = p.in.SetWriteDeadline(time.Now().Add(p.answer))
	if _, err := p.in.WriteString(text); err != nil {
		select {
		case <-p.ended:
			return p.Fault(ErrCrashed, "")
		case <-time.After(100 * time.Millisecond):
			return p.Fault(ErrHangs, "it does not read")
		}
	}
	return nil
}

// Receive reads a line of the engine, without blanks around it and never empty.
// The error is an *Error where the engine has ended, or where ctx is done with
// ErrHangs for its cause; otherwise that of ctx.
func (p *Process) Receive(ctx context.Context) (string, error) {
	select {
	case line, ok := <-p.lines:
		if !ok {
			return "", p.Fault(ErrCrashed, "")
		}
		return line, nil
	case <-ctx.Done():
		if cause := context.Cause(ctx); errors.Is(cause, ErrHangs) {
			return "", p.Fault(ErrHangs, "")
		}
		return "", ctx.Err()
	}
}

// Fault returns an error of the engine, with what it wrote last.
func (p *Process) Fault(err error, detail string) *Error {
	if errors.Is(err, ErrCrashed) || errors.Is(err, ErrStart) {
		// Its last words may still be on the way.
		select {
		case <-p.ended:
		case <-time.After(time.Second):
		}
	}
	return &Error{Engine: p.Name, Err: err, Detail: detail, Stderr: p.stderr.String()}
}

// Close asks the engine to quit, as every protocol has it, and ends it by force
// where it does not within a second.
func (p *Process) Close() {
	if p.Send("quit\n") == nil {
		wait := time.NewTimer(time.Second)
		defer wait.Stop()
		select {
		case <-p.ended:
		case <-wait.C:
		}
	}
	p.Kill()
}

// Kill ends the engine by force and waits until it has ended. It may be called
// more than once.
func (p *Process) Kill() {
	p.quit.Do(func() {
		close(p.done)
		p.in.Close()
		_ = p.cmd.Process.Kill() // it may have ended already
		<-p.ended
	})
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
