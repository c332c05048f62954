#!/usr/bin/env bash
# Makes nazo.vsix, which VS Code installs: code --install-extension nazo.vsix. It needs node.
set -euo pipefail
cd "$(dirname "$0")"
npm ci --omit=dev --no-audit --no-fund
npx --yes @vscode/vsce@3.2.1 package --no-yarn --skip-license --allow-missing-repository --out nazo.vsix
