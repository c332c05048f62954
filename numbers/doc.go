// Package numbers has small functions on numbers that several packages need.
package numbers
