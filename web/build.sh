#!/usr/bin/env bash
# Makes internal/ui/serve/static, which nazo serve has in it, of the sources here. It needs node.
set -euo pipefail
cd "$(dirname "$0")"
npm ci --no-audit --no-fund
npm run --silent check
npm run --silent build
