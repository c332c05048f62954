#!/bin/bash
#SBATCH --job-name=nazo-fleet
#SBATCH --requeue
#SBATCH --signal=B:USR1@90
# Workers of a fleet on a cluster that has Slurm: each element of an array is one, for the cores and memory that it gets.
#
#   sbatch --array=1-64 --cpus-per-task=4 --mem=17G --time=24:00:00 slurm.sh tls://hub:4222 ~/fleet/token
#
# Where the program is not in PATH, NAZO_FLEET says where it is. Further words are flags of nazo-fleet work.
# 90 s before its time is up a worker saves what its parts have, gives them back, and is queued again; also when its node fails or others
# come first (--requeue). scancel ends workers, which have as long as KillWait of slurm.conf says to save what they have.
set -eu
if [ $# -lt 1 ]; then
  echo "usage: sbatch --array=1-N slurm.sh HUB [TOKENFILE [FLAG…]]" >&2
  exit 2
fi
hub=$1 token=${2:-}
shift $(($# > 1 ? 2 : 1))

flags=(--cores "$SLURM_CPUS_ON_NODE" --name "slurm-$SLURM_JOB_ID")
if [ -n "$token" ]; then
  flags+=(--token-file "$token")
fi
# Memory is what the job may have, in MB, without what the worker itself needs; 0 is no limit.
memory=${SLURM_MEM_PER_NODE:-$((${SLURM_MEM_PER_CPU:-0} * SLURM_CPUS_ON_NODE))}
if [ "$memory" -gt 0 ]; then
  flags+=(--memory "$((memory - 128))M")
fi

"${NAZO_FLEET:-nazo-fleet}" work "${flags[@]}" "$@" "$hub" &
worker=$!
late=
trap 'kill -TERM "$worker"' TERM
trap 'late=yes; kill -TERM "$worker"' USR1
while kill -0 "$worker" 2>/dev/null; do # a signal ends wait, and not the worker
  wait "$worker" || true
done
status=0
wait "$worker" || status=$?
if [ -n "$late" ]; then
  scontrol requeue "$SLURM_JOB_ID"
fi
exit "$status"
