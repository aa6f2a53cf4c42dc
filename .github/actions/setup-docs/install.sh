#!/usr/bin/env bash
# Installs PACKAGE: a file, a folder with the source, or a version; nothing: the source that this action came with.
set -euo pipefail

package=${PACKAGE:-$SOURCE}
if [ -d "$package" ]; then
  folder=$(mktemp -d)
  (cd "$package" && npm ci --no-audit --no-fund && npm pack --ignore-scripts=false --pack-destination "$folder")
  package=$(echo "$folder"/*.tgz)
elif [ ! -f "$package" ]; then
  case "$package" in
    *[!0-9A-Za-z.-]*) echo "::error::package is not a file, a folder or a version"; exit 2 ;;
  esac
  package=docs-admin-cli@$package
fi
npm install --global --ignore-scripts --no-audit --no-fund "$package"
echo "version=$(docs --version)" >> "$GITHUB_OUTPUT"
