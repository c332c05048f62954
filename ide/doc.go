// Package ide answers what an editor asks about a text: what is wrong with it and how to mend it, what stands at a place,
// where else it is meant, what can be written next. The language server (package lsp) and pages for the browser
// ask the same questions here.
//
// A [Document] is one version of one text, with the specs that it uses. It never changes, so any number of goroutines may ask it; what is
// found out is found out once, when it is first asked for. A new version is a new Document: reading and checking a spec of a thousand lines
// takes a few milliseconds, less than keeping parts of an older one would be worth.
//
// Names are resolved by the checker (check.Record), never by their spelling, so references, highlights and renaming hold in scopes that
// hide each other. What can come next is asked of the grammar itself (dsl.After): the statement up to the cursor is tried with
// each word. For what can be named there, and of which type it should be, a placeholder is put at the cursor and the text is checked
// with it.
//
// Places are byte offsets into the text, here and in all results; [Lines] turns them into lines and characters as editors count
// them, and nothing else does. Results are plain data that can be written as JSON. The package reads no files, keeps no time
// and starts nothing: what takes solving, such as the outcome of an example, is handed in as [Facts] by whoever found it out.
package ide
