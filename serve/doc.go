// Package serve puts the page on which puzzles are written, drawn and solved into a browser: `nazo serve`.
//
// Three kinds of processes take part. The browser has the texts and shows them. The server (a [Server]) gives it the page, guards the door and
// passes on what it asks; it computes nothing, so nothing that is asked can take it down. Questions are answered by workers, processes of the same
// program that run [Work]: orders come to them as lines of JSON on standard input, events leave them on standard output.
//
//	browser ── POST /ask ──▶ server ── order ──▶ worker
//	        ◀── events ─────        ◀── events ─
//
// Whoever asks takes back a question by closing its request, as the page does after each edit and as browsers do when a page is closed. The
// worker is told, and killed if it has not stopped soon; another waits already.
//
// HTTP is spoken by net/http, within the bounds of http.go. It makes the command larger by 3.9 MB, and others keep it secure. Who may ask is said in
// guard.go, and nowhere else; how many at once in door.go, for what arrives, and in crew.go, for what is worked on.
package serve
