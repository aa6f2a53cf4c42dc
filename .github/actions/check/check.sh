#!/usr/bin/env bash
# Runs docs check for a pull request: FOLDER, FAIL_ON, RULES, and BASE, which is a branch, or "none" for all findings.
set -euo pipefail

arguments=("$FOLDER" --format github --fail-on "$FAIL_ON")
if [ -n "$RULES" ]; then arguments+=(--rule "$RULES"); fi
if [ -n "$BASE" ] && [ "$BASE" != none ]; then
  # A checkout has the branch as origin/BASE; its name may have slashes of its own.
  known() { git -c safe.directory='*' -C "$FOLDER" rev-parse --verify --quiet "$1^{commit}" > /dev/null 2>&1; }
  branch=origin/${BASE#origin/}
  if ! known "$branch" && known "$BASE"; then branch=$BASE; fi
  arguments+=(--base "$branch")
fi
docs check "${arguments[@]}"
