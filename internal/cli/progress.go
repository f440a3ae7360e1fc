package cli

import (
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progress shows how far a long job has come: on a terminal's stderr only, and only
// after it has taken a second. The zero total means that the end is not known.
type progress struct {
	s     *session
	what  string
	unit  string
	begin time.Time
	bar   *progressbar.ProgressBar
}

func (s *session) progress(what, unit string) *progress {
	return &progress{s: s, what: what, unit: unit, begin: time.Now()}
}

// show says that done of total units are done.
func (p *progress) show(done, total int64) {
	if p.bar == nil {
		f, ok := p.s.Err.(*os.File)
		if !ok || p.s.Quiet || time.Since(p.begin) < time.Second || !isTerminal(f) {
			return
		}
		if total <= 0 {
			total = -1
		}
		p.bar = progressbar.NewOptions64(total,
			progressbar.OptionSetWriter(f),
			progressbar.OptionSetDescription(p.what),
			progressbar.OptionShowCount(),
			progressbar.OptionShowIts(),
			progressbar.OptionSetItsString(p.unit),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionSetWidth(20),
			progressbar.OptionSetRenderBlankState(false),
			progressbar.OptionUseANSICodes(false),
			progressbar.OptionClearOnFinish(),
		)
	}
	if total > 0 {
		p.bar.ChangeMax64(total)
	}
	// What cannot be drawn is no loss.
	_ = p.bar.Set64(done)
}

// clear takes the bar away until it is shown again, for a line that is to be written.
func (p *progress) clear() {
	if p.bar != nil {
		_ = p.bar.Clear() // what cannot be cleared is no loss
	}
}

// end takes the bar away.
func (p *progress) end() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
