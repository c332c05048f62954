// The service worker of the site: all files are kept when it is installed, and taken from there. Other files have another version.
"use strict";
const version = "nazo-VERSION";
const files = ["./", FILES];
self.addEventListener("install", (e) => e.waitUntil(caches.open(version).then((kept) => kept.addAll(files)).then(() => self.skipWaiting())));
self.addEventListener("activate", (e) => e.waitUntil(caches.keys()
  .then((names) => Promise.all(names.filter((n) => n.startsWith("nazo-") && n !== version).map((n) => caches.delete(n))))
  .then(() => self.clients.claim())));
self.addEventListener("fetch", (e) => {
  if (e.request.method !== "GET" || new URL(e.request.url).origin !== self.location.origin) return;
  e.respondWith(caches.match(e.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(e.request)));
});
