package fleet

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/minio/highwayhash"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The server reads a block up to its first damaged record, and silently drops the rest. It skips a stream whose
// description is damaged. So the folder is repaired before the server starts, and losses are reported.

func streamsAt(store string) string { return filepath.Join(store, "jetstream", "$G", "streams") }

// salvage repairs the folder of a hub, and returns what was damaged.
func salvage(ctx context.Context, store string) (damage []string, err error) {
	for _, name := range []string{workStream, "KV_" + jobsBucket, "KV_" + states, resultStream, "KV_" + faults, "OBJ_" + files, "OBJ_" + checkpoints} {
		folder := filepath.Join(streamsAt(store), name)
		if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if !describes(folder, name) {
			if err := describe(ctx, folder, name); err != nil {
				return damage, err
			}
			damage = append(damage, fmt.Sprintf("the description of %s was damaged, and was made anew", name))
		}
		queues, err := filepath.Glob(filepath.Join(folder, "obs", "*"))
		if err != nil {
			return damage, err
		}
		for _, queue := range queues {
			if job := filepath.Base(queue); !describes(queue, name+"/"+job) {
				if err := os.RemoveAll(queue); err != nil {
					return damage, err
				}
				damage = append(damage, fmt.Sprintf("the queue of job %s was damaged, and is made anew", job))
			}
		}
		if name == "OBJ_"+checkpoints { // large, with digests of their own, and only there to save time
			continue
		}
		lost, err := salvageBlocks(folder, name)
		if err != nil {
			return damage, err
		}
		damage = append(damage, lost...)
	}
	return damage, nil
}

// describes reports whether the description of a stream or consumer is intact.
func describes(folder, name string) bool {
	meta, err := os.ReadFile(filepath.Join(folder, server.JetStreamMetaFile))
	sum, errSum := os.ReadFile(filepath.Join(folder, server.JetStreamMetaFileSum))
	return err == nil && errSum == nil && hex.EncodeToString(checksum(name, meta)) == string(sum)
}

func checksum(name string, texts ...[]byte) []byte {
	key := sha256.Sum256([]byte(name))
	sum, err := highwayhash.New64(key[:])
	if err != nil {
		panic(err) // a key has 32 bytes
	}
	for _, text := range texts {
		sum.Write(text)
	}
	return sum.Sum(nil)
}

// describe writes the description of a stream that a new server would write.
func describe(ctx context.Context, folder, name string) error {
	s, err := newScratch(hubScratch)
	if err != nil {
		return err
	}
	defer s.remove()
	fresh, err := server.NewServer(&server.Options{ServerName: "nazo", DontListen: true, NoSigs: true, NoLog: true, JetStream: true, StoreDir: s.folder})
	if err != nil {
		return err
	}
	fresh.Start()
	defer fresh.WaitForShutdown()
	defer fresh.Shutdown()
	if !fresh.ReadyForConnections(startTime) {
		return errors.New("a server that begins with nothing takes too long")
	}
	nc, err := nats.Connect("", nats.InProcessServer(fresh))
	if err != nil {
		return err
	}
	if err := prepare(ctx, nc); err != nil {
		return err
	}
	for _, file := range []string{server.JetStreamMetaFile, server.JetStreamMetaFileSum} {
		text, err := os.ReadFile(filepath.Join(streamsAt(s.folder), name, file))
		if err == nil {
			err = writeWhole(filepath.Join(folder, file), bytes.NewReader(text))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// salvageBlocks removes damaged records from the blocks of a stream, and returns what they were.
func salvageBlocks(folder, name string) (damage []string, err error) {
	blocks, err := filepath.Glob(filepath.Join(folder, "msgs", "*.blk"))
	if err != nil {
		return nil, err
	}
	for _, block := range blocks {
		text, err := os.ReadFile(block)
		if err != nil {
			return damage, err
		}
		key := name + "-" + strings.TrimSuffix(filepath.Base(block), ".blk")
		good, lost, subjects := readBlock(key, text)
		if lost == 0 {
			continue
		}
		what := fmt.Sprintf("%d bytes of %s were damaged, and are lost", lost, name)
		if len(subjects) > 0 {
			what += ": " + strings.Join(subjects[:min(len(subjects), mostListed)], ", ")
		}
		damage = append(damage, what)
		if err := writeWhole(block, bytes.NewReader(good)); err != nil {
			return damage, err
		}
		// The server rebuilds its index.
		if err := os.Remove(filepath.Join(folder, "msgs", "index.db")); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return damage, err
		}
	}
	return damage, nil
}

// A record has its length, sequence, time and subject length, then the subject, header, message and checksum.
const (
	recordHead    = 22
	recordSum     = 8
	recordHeaders = 1 << 31 // bit of the length: there is a header, with a length of its own
	mostRecord    = 32 << 20
)

// readBlock returns the intact records of a block, the number of other bytes, and the subjects that these seem to have.
func readBlock(key string, text []byte) (good []byte, lost int, subjects []string) {
	seen := map[string]bool{}
	for at, damaged := 0, false; at < len(text); {
		size, subject, whole := readRecord(key, text[at:])
		if whole {
			good = append(good, text[at:at+size]...)
			at, damaged = at+size, false
			continue
		}
		if !damaged && size > 0 { // the first of a damaged stretch
			seen[strings.ToValidUTF8(subject, "?")] = true
		}
		damaged = true
		lost++
		at++
	}
	return good, lost, slices.Sorted(maps.Keys(seen))
}

// readRecord reads the first record of a text: its size, or 0 if there is none, and whether it is intact.
func readRecord(key string, text []byte) (size int, subject string, whole bool) {
	if len(text) < recordHead+recordSum {
		return 0, "", false
	}
	length := binary.LittleEndian.Uint32(text)
	size = int(length &^ recordHeaders)
	begin := recordHead + int(binary.LittleEndian.Uint16(text[20:]))
	end := size - recordSum
	body := begin
	if length&recordHeaders != 0 {
		body += 4
	}
	if size > min(mostRecord, len(text)) || body > end {
		return 0, "", false
	}
	subject = string(text[recordHead:begin])
	if subject != "" && !strings.HasPrefix(subject, "$") && !strings.HasPrefix(subject, workPrefix) {
		return 0, "", false
	}
	return size, subject, bytes.Equal(checksum(key, text[4:20], text[recordHead:begin], text[body:end]), text[end:size])
}

// copied is a key suffix for a copy of a job among the states, from which a damaged job is restored.
const copied = ".job"

// mend restores lost jobs from their copies, and reopens finished jobs that lack results. It reports what it does.
func (c *Client) mend(ctx context.Context, say func(string)) error {
	copies, said, jobs := map[string][]byte{}, map[string]State{}, map[string]bool{}
	err := c.entries(ctx, c.states, func(entry jetstream.KeyValueEntry) {
		id, rest, part := strings.Cut(entry.Key(), ".")
		var s State
		switch {
		case "."+rest == copied:
			copies[id] = entry.Value()
		case !part && json.Unmarshal(entry.Value(), &s) == nil:
			said[id] = s
		case !part:
			said[id] = State{}
		}
	})
	if err == nil {
		err = c.entries(ctx, c.jobs, func(entry jetstream.KeyValueEntry) {
			if _, err := decodeJob(entry); err == nil {
				jobs[entry.Key()] = true
			}
		})
	}
	if err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(copies)) {
		if jobs[id] {
			continue
		}
		if _, err := c.jobs.Put(ctx, id, copies[id]); err != nil {
			return err
		}
		jobs[id] = true
		say(fmt.Sprintf("job %s was damaged, and is there again by its copy", id))
	}
	for _, id := range slices.Sorted(maps.Keys(said)) {
		s := said[id]
		switch {
		case !jobs[id]:
			say(fmt.Sprintf("job %s is damaged: what it was about is lost, so submit it again; its results are there until it is removed", id))
		case s.Phase == Done || s.Phase == Enough:
			n, err := c.countResults(ctx, id)
			if err != nil {
				return err
			}
			if n >= uint64(s.Done+s.Divided) {
				continue
			}
			if err := c.states.Purge(ctx, id); err != nil {
				return err
			}
			say(fmt.Sprintf("job %s lacks %d of its results, and goes on to find them again", id, uint64(s.Done+s.Divided)-n))
		}
	}
	return nil
}

// entries calls each with the entries of a bucket.
func (c *Client) entries(ctx context.Context, kv jetstream.KeyValue, each func(jetstream.KeyValueEntry)) error {
	watch, err := kv.WatchAll(ctx, jetstream.IgnoreDeletes())
	if err != nil {
		return err
	}
	defer watch.Stop()
	return initial(ctx, watch, markerWait, each)
}

func (c *Client) countResults(ctx context.Context, id string) (uint64, error) {
	there, err := c.existing(ctx, id, true)
	if err != nil {
		return 0, err
	}
	defer there.remove(ctx)
	return there.left, nil
}

func (c *Client) keepCopy(ctx context.Context, job Job) error {
	_, err := c.states.Create(ctx, job.ID+copied, encode(job))
	if errors.Is(err, jetstream.ErrKeyExists) || exceeded(err) {
		return nil
	}
	return err
}
