package main

import "syscall"

// dieWithParent has a process be killed when the thread that started it ends, however that comes.
func dieWithParent(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGKILL }
