package segment

// Frequent is told of the keys that come often, while a segment is written.
type Frequent struct {
	Least int // occurrences from which on a key is told of, at least 1
	// Take is called for each such key, in the order of the keys, with all of its
	// entries in their order. They are valid during the call. An error ends the
	// writing.
	Take func(entries []Entry) error
}

// A runFinder finds runs of one key in sorted entries that come in pieces.
type runFinder struct {
	frequent *Frequent // nil: nobody asks
	open     []Entry   // of the last key so far
}

func (f *runFinder) add(entries []Entry) error {
	if f.frequent == nil {
		return nil
	}
	i := 0
	if len(f.open) > 0 {
		for i < len(entries) && entries[i].Key == f.open[0].Key {
			i++
		}
		f.open = append(f.open, entries[:i]...)
		if i == len(entries) {
			return nil
		}
		if err := f.end(); err != nil {
			return err
		}
	}
	// A run that is long enough reaches over every entry that is so far apart
	// from the one before.
	for step := f.frequent.Least - 1; i < len(entries); {
		k := min(i+step, len(entries)-1)
		if entries[k].Key != entries[i].Key {
			for i = k; entries[i-1].Key == entries[k].Key; {
				i--
			}
			if k < len(entries)-1 {
				continue
			}
		}
		end := k + 1
		for end < len(entries) && entries[end].Key == entries[i].Key {
			end++
		}
		if end == len(entries) {
			f.open = append(f.open[:0], entries[i:]...)
			return nil
		}
		if err := f.frequent.Take(entries[i:end]); err != nil {
			return err
		}
		i = end
	}
	return nil
}

// end ends the run of the last key.
func (f *runFinder) end() error {
	if f.frequent == nil || len(f.open) < f.frequent.Least {
		f.open = f.open[:0]
		return nil
	}
	err := f.frequent.Take(f.open)
	f.open = f.open[:0]
	return err
}
