// The service worker of the site: all files are kept when it is installed, and taken from there. Files of another
// version are fetched anew, but for those whose names change with what is in them.
"use strict";
const ours = `nazo ${self.registration.scope} `; // other sites may lie beside this one
const version = ours + "VERSION";
const files = ["./", FILES];
const lasting = /\.[0-9a-f]{16}\./;

async function keep() {
  const kept = await caches.open(version);
  await Promise.all(files.map(async (name) => {
    const url = new URL(name, self.registration.scope).href;
    const old = lasting.test(name) && await caches.match(url);
    if (old) await kept.put(url, old);
    else await kept.add(new Request(url, lasting.test(name) ? {} : { cache: "no-cache" }));
  }));
}

self.addEventListener("install", (e) => e.waitUntil(keep().then(() => self.skipWaiting())));
self.addEventListener("activate", (e) => e.waitUntil(caches.keys()
  .then((names) => Promise.all(names.filter((n) => n.startsWith(ours) && n !== version).map((n) => caches.delete(n))))
  .then(() => self.clients.claim())));
self.addEventListener("fetch", (e) => {
  if (e.request.method !== "GET" || !e.request.url.startsWith(self.registration.scope)) return;
  e.respondWith(caches.open(version).then((kept) => kept.match(e.request, { ignoreSearch: true })).then((there) => there ?? fetch(e.request)));
});
