//go:build !linux

package main

// heldBy is not known here.
func heldBy(int) (bytes int64, ok bool) { return 0, false }

func firstToGo(int) {}

// machineMemory is not known here.
func machineMemory() int64 { return 0 }

// named is for Linux: elsewhere a program is started by its own file.
func named() {}
