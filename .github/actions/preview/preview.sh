#!/usr/bin/env bash
# Writes the table of docs cr preview for CHANGE_REQUEST, in SPACE where that is given, to a file for comment.mjs.
set -euo pipefail

docs cr preview ${SPACE:+--space "$SPACE"} --format markdown --no-input -- "$CHANGE_REQUEST" > "$RUNNER_TEMP/docs-preview.md"
