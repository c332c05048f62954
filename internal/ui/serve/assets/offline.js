// Keeps the site for times without a network.
"use strict";
if ("serviceWorker" in navigator) navigator.serviceWorker.register("keeper.js").catch(() => { /* opened as a file, or refused: then it needs the network */ });
