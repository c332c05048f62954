#!/usr/bin/env bash
# Tries the extension in VS Code itself, as code-server has it for browsers: try.sh FOLDER [flags of go test] installs that into FOLDER if it is not there
# (0.5 GB), makes the extension, and runs the test. It takes node 20, a compiler for C++, and Chromium.
set -euo pipefail
mkdir -p "${1:?usage: try.sh FOLDER [flags of go test]}"
to=$(cd "$1" && pwd)
shift
cd "$(dirname "$0")"
if [ ! -x "$to/code-server" ]; then
  quiet=(--ignore-scripts --omit=dev --no-audit --no-fund)
  npm install --prefix "$to" "${quiet[@]}" code-server@4.96.4
  npm rebuild --prefix "$to" argon2
  (
    cd "$to/node_modules/code-server/lib/vscode"
    rm -f npm-shrinkwrap.json # it wants a package from a git repository that the registry has, too, and two for Windows
    node -e '
      const fs = require("fs"), about = JSON.parse(fs.readFileSync("package.json")), d = about.dependencies;
      d["@vscode/proxy-agent"] = "0.27.0";
      for (const name of Object.keys(d)) if (name.includes("windows")) delete d[name];
      fs.writeFileSync("package.json", JSON.stringify(about, null, 2));'
    npm install "${quiet[@]}"
    npm rebuild node-pty @vscode/spdlog native-watchdog @vscode/deviceid @parcel/watcher
  )
  printf '#!/bin/sh\nexec node "%s/node_modules/code-server/out/node/entry.js" "$@"\n' "$to" >"$to/code-server"
  chmod +x "$to/code-server"
fi
./package.sh
go test -count=1 ../../internal/ui/lsp -run TestInVSCode -code-server "$to/code-server" "$@"
