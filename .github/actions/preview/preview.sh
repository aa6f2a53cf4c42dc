#!/usr/bin/env bash
# Writes the table of docs cr preview for CHANGE_REQUEST, in SPACE where that is given, to a file for comment.mjs.
set -euo pipefail

arguments=()
if [ -n "$SPACE" ]; then arguments+=(--space "$SPACE"); fi
docs cr preview "${arguments[@]}" --format markdown --no-input -- "$CHANGE_REQUEST" > "$RUNNER_TEMP/docs-preview.md"
