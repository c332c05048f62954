// Package lsp is a language server: it speaks the language server protocol with an editor, keeps the texts that are open there, and
// asks package ide about them.
//
// Messages are read one after the other. Changes of texts are made at once, in that order; each question is answered by a goroutine of its own, for
// the version that was there when it came. It ends early if the editor cancels it. Each text has one goroutine more, which tells what
// is wrong with it: at once, and, when nothing was typed for a moment, also what takes compiling to find out. A new version ends that work.
// Diagnostics go out from this goroutine only, with the version they are about, so older ones never replace newer ones.
//
// What a user asks to be run, by a lens, is bounded in time and memory, one run after the other, and ended by changes of its text.
package lsp
