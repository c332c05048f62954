package main

import "os"

// named has lists of processes call this one by its name, and not by that of the link to its file by which it was started.
func named() { os.WriteFile("/proc/self/comm", []byte(nazoName), 0) }
