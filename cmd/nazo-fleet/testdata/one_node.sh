#!/bin/bash
# A Slurm of one node, this machine with two CPUs, and all that it writes in a folder, without systemd: one_node.sh start|stop DIR PORT
# It needs root, Debian's packages slurm-wlm and munge, and the two ports from PORT on. Afterwards, SLURM_CONF=DIR/slurm.conf.
set -eu
dir=$(realpath "$2")
export SLURM_CONF=$dir/slurm.conf
case $1 in
start)
  mkdir -p "$dir"/{state,spool,log}
  if ! munge -n >/dev/null 2>&1; then
    if [ ! -s /etc/munge/munge.key ]; then
      head -c 1024 /dev/urandom >/etc/munge/munge.key
    fi
    mkdir -p /run/munge
    chown munge: /etc/munge/munge.key /run/munge
    chmod 400 /etc/munge/munge.key
    runuser -u munge -- /usr/sbin/munged --force >"$dir/log/munged.log" 2>&1
  fi
  host=$(hostname -s)
  cat >"$SLURM_CONF" <<CONF
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
AuthType=auth/munge
AuthInfo=cred_expire=10
CryptoType=crypto/munge
SlurmUser=root
SlurmdUser=root
SlurmctldPort=$3
SlurmdPort=$(($3 + 1))
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd.pid
SlurmctldLogFile=$dir/log/slurmctld.log
SlurmdLogFile=$dir/log/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
ReturnToService=2
MpiDefault=none
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 RealMemory=1000 State=UNKNOWN
PartitionName=main Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
  slurmctld -f "$SLURM_CONF" >"$dir/log/start.log" 2>&1 # what a daemon keeps open must not be what its caller reads
  slurmd -f "$SLURM_CONF" >>"$dir/log/start.log" 2>&1
  for _ in $(seq 600); do
    if sinfo -h -o %T 2>/dev/null | grep -q '^idle'; then
      exit 0
    fi
    sleep 0.1
  done
  echo "Slurm doesn't come up:" >&2
  tail -5 "$dir"/log/* >&2
  exit 1
  ;;
stop)
  for daemon in slurmd slurmctld; do
    if [ -f "$dir/$daemon.pid" ]; then
      pid=$(cat "$dir/$daemon.pid")
      kill "$pid" || true
      while [ -d "/proc/$pid" ] && ! grep -q '^State:.*zombie' "/proc/$pid/status"; do
        sleep 0.05
      done
    fi
  done
  ;;
esac
