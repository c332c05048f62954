//go:build !linux

package main

// named is for Linux: elsewhere a program is started by its own file.
func named() {}
