#!/usr/bin/env bash
# Prints the figures of docs/fleet.md as a table: measure.sh [-short]. It needs Go, two cores, half an hour and a machine that nobody else uses;
# -short takes a few seconds and shows only that it works. NAZO_FLEET names another nazo-fleet than the one that is built here.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
started=
trap 'kill $started 2>/dev/null || true; wait; rm -rf "$work"' EXIT

runs=3 small="rows=5 cols=6 closed=true" middle="rows=6 cols=8 closed=true" large="rows=7 cols=8 closed=true" made=2000 seeds="10000 100000 1000000" hard=$here/../../internal/solve/testdata/hard/numberlink15-none.txt wait=5
if [ "${1-}" = -short ]; then
  runs=1 middle=$small large=$small made=8 seeds=20 hard=6x6a wait=1
fi
fleet=${NAZO_FLEET-}
if [ -z "$fleet" ]; then
  fleet=$work/nazo-fleet
  (cd "$here" && CGO_ENABLED=0 go build -o "$fleet" .)
fi
ln -s "$fleet" "$work/nazo" # under this name it is nazo
nazo=$work/nazo
cd "$work"

# measure COMMAND…: the medians of its processor time and of its time, in seconds.
TIMEFORMAT='%U %S %R'
measure() {
  : > times
  for _ in $(seq $runs); do
    status=0
    { time "$@" > out 2> errs || status=$?; } 2>> times
    if [ $status -gt 1 ]; then
      echo "$* ended with status $status:" >&2
      cat errs >&2
      exit 1
    fi
  done
  awk 'NF == 3 { cpu[++n] = $1 + $2; all[n] = $3 }
    function median(a, i, j, t) { for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++) if (a[j] < a[i]) { t = a[i]; a[i] = a[j]; a[j] = t }; return a[int((n + 1) / 2)] }
    END { printf "%.2f %.2f\n", median(cpu), median(all) }' times
}
row() { printf '| %s | %s |\n' "$1" "$2"; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { if (b > 0) printf "%.2f", a / b; else printf "-" }'; }

echo '| what | processor time; time |'
echo '|---|---|'
read -r c1 t1 < <(measure "$nazo" count knights_tour $small)
read -r c2 t2 < <(measure "$fleet" count knights_tour $small)
row "a job of a moment: nazo alone; nazo-fleet" "$c1 s, $t1 s; $c2 s, $t2 s"

byhand() { for i in 1 2 3 4 5 6 7 8; do GOMAXPROCS=1 "$nazo" count knights_tour $middle --part $i/8; done; }
read -r c1 t1 < <(measure byhand)
read -r c2 t2 < <(measure "$fleet" count knights_tour $middle --parts 8 --workers 1)
row "eight parts of a count, one after the other: by hand; by nazo-fleet" "$c1 s, $t1 s; $c2 s, $t2 s; $(ratio "$c2" "$c1") times the processor time"

# workers NAME VERB…: nazo alone on one core, nazo-fleet with one worker and with two.
workers() {
  local name=$1
  shift
  read -r c0 t0 < <(measure env GOMAXPROCS=1 "$nazo" "$@")
  read -r c1 t1 < <(measure "$fleet" "$@" --workers 1)
  read -r c2 t2 < <(measure "$fleet" "$@" --workers 2)
  row "$name: nazo alone; one worker; two" "$c0 s, $t0 s; $c1 s, $t1 s; $c2 s, $t2 s; two are $(ratio "$t1" "$t2") times as fast as one"
}
workers "closed tours, $large" count knights_tour $large
workers "numberlink ${hard##*/}" unique numberlink $hard
workers "$made slitherlinks 5×5" make slitherlink rows=5 cols=5 -n $made --json

# How what is made in batches grows with its number: a small puzzle, whose seeds take half a millisecond.
cat > dot.nazo <<'SPEC'
puzzle dot "One dot; a clue counts the dots in its cell."
given clue: grid of 0..1?
find dot: set of cells(clue)
rule "one" : size(dot) = 1
rule "clue" for c in clues(clue): clue[c] = size(dot & {c})
example "right" clue = """
. . 1
""": expect 1 solution
SPEC
# peak COMMAND…: its output goes to the file made, and the most memory that its own process had, as Linux tells it, in MB to the file most.
peak() {
  "$@" > made 2> errs & local pid=$! most=0 key value
  while kill -0 $pid 2> /dev/null; do
    { while read -r key value _; do [ "$key" != VmHWM: ] || most=$value; done < /proc/$pid/status; } 2> /dev/null || true
    sleep 0.5
  done
  wait $pid
  echo $((most / 1024)) > most
}
once() { local runs=1; measure "$@"; }
for n in $seeds; do
  args="make dot.nazo rows=1 cols=3 --rate none --json -n $n"
  read -r c1 t1 < <(once env GOMAXPROCS=1 "$nazo" $args)
  mv out alone
  read -r c2 t2 < <(once peak "$fleet" $args --workers 2)
  same=$(cmp -s alone made && echo "the same output" || echo "ANOTHER OUTPUT")
  row "$n seeds of half a millisecond: nazo alone; two workers" "$c1 s, $t1 s; $c2 s, $t2 s; $(ratio "$c2" "$c1") times the processor time; $(cat most) MB in its own process, $same"
done

# A hub by itself, and how soon the part of a worker that was killed has another.
"$fleet" serve --listen 127.0.0.1:0 --store store --wait ${wait}s > url 2> log.hub & hub=$!
started="$started $hub"
until [ -s url ]; do sleep 0.1; done
export NAZO_HUB=$(cat url)
row "a hub without jobs" "$(($(ps -o rss= -p $hub) / 1024)) MB"
"$fleet" submit --name long --parts 1 count knights_tour closed=true > out
work() { "$fleet" work --cores 1 --wait ${wait}s 2> log.worker & started="$started $!"; }
busy() { for _ in $(seq 1200); do pgrep -P "$1" > out && return; sleep 0.05; done; echo "a worker has nothing to do" >&2; exit 1; }
now() { if [ -n "${EPOCHREALTIME-}" ]; then echo "${EPOCHREALTIME/,/.}"; else date +%s; fi; }
work; first=$!
busy $first
work; second=$!
sleep 1
{ kill -9 $first; wait $first; } 2> errs || true
from=$(now)
busy $second
row "a worker is killed, and its part runs again (--wait ${wait}s)" "after $(awk -v a="$from" -v b="$(now)" 'BEGIN { printf "%.1f", b - a }') s"
"$fleet" cancel long

if [ "${1-}" != -short ]; then # what parts cost that do nothing, and other figures without processes
  (cd "$here" && NAZO_FLEET=$fleet go test ../../fleet -run '^$' -bench . -benchtime 1x) | grep '^Benchmark' | while read -r name figures; do row "$name" "$figures"; done
  (cd "$here" && go test ../../fleet -run '^$' -bench SmallTasks -benchtime 100000x) | grep '^Benchmark' | while read -r name figures; do row "$name" "$figures"; done
fi
