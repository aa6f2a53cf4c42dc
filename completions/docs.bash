# Completion of docs for bash 4 or newer: source <(docs completion bash)
# docs itself says what fits at the cursor, quoted for the quote that is open.

_docs() {
  local line first=1
  COMPREPLY=()
  # The first line may ask for files; the same text further down is a name.
  while IFS= read -r line; do
    if [[ $first && $line == :files ]]; then
      compopt -o default
    elif [[ $line ]]; then
      COMPREPLY+=("$line")
    fi
    first=
  done < <(command docs complete --bash "$COMP_WORDBREAKS" -- "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
}
complete -F _docs docs
