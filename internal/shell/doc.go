// Package shell is what the programs of this module have in common towards a shell and whoever types there: exit statuses, the
// values of flags, the line of progress, examples in help, and the completion of words. It knows no verb.
package shell
