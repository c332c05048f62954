#!/usr/bin/env bash
# Does jobs on a fleet of this machine while workers, parts and the hub are killed and stopped, and the hub is away for 25 s:
# chaos.sh [DURATION], 10m if it is not said. It tells how many jobs were done and what happened. It fails if a total is wrong, or a job takes longer
# than what happened to it explains. It needs Go, and sends nothing to other machines.
set -eu
cd "$(dirname "$0")"
exec go test . -run '^TestChaos$' -count=1 -v -timeout 0 -chaos "${1-10m}"
