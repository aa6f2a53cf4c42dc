#!/usr/bin/env bash
# Runs docs check for a pull request: FOLDER, FAIL_ON, RULES, and BASE, which is a branch, or "none" for all findings.
set -euo pipefail

arguments=("$FOLDER" --format github --fail-on "$FAIL_ON")
if [ -n "$RULES" ]; then arguments+=(--rule "$RULES"); fi
if [ -n "$BASE" ] && [ "$BASE" != none ]; then
  case "$BASE" in
    */*) arguments+=(--base "$BASE") ;;
    *) arguments+=(--base "origin/$BASE") ;;
  esac
fi
docs check "${arguments[@]}"
