package main

import (
	"fmt"
	"os"
	"syscall"
)

// machineMemory is how many bytes of memory the machine has; 0 if that can't be told.
func machineMemory() int64 {
	var info syscall.Sysinfo_t
	if syscall.Sysinfo(&info) != nil {
		return 0
	}
	return int64(uint64(info.Totalram) * uint64(info.Unit))
}

// heldBy is how many bytes of memory a process has for itself: without files, of which the system needs to keep none. ok is false if that can't
// be told.
func heldBy(pid int) (bytes int64, ok bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0, false
	}
	var size, resident, shared int64 // in pages
	if _, err := fmt.Sscan(string(text), &size, &resident, &shared); err != nil {
		return 0, false
	}
	return (resident - shared) * int64(os.Getpagesize()), true
}

// firstToGo has the system end this process before others if the machine has no memory left.
func firstToGo(pid int) { os.WriteFile(fmt.Sprintf("/proc/%d/oom_score_adj", pid), []byte("1000"), 0) }

// dieWithParent has a process be killed when the thread that started it ends, however that comes.
func dieWithParent(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGKILL }

// named has lists of processes call this one by its name, and not by that of the link to its file by which it was started.
func named() { os.WriteFile("/proc/self/comm", []byte(nazoName), 0) }
