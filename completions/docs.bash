# Completion of docs for bash 4 or newer: source <(docs completion bash)
# docs itself says what fits at the cursor, quoted for the quote that is open.

_docs() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :files) compopt -o default ;;
      :open) compopt -o nospace ;;
      ?*) COMPREPLY+=("$line") ;;
    esac
  done < <(command docs complete --bash "$COMP_WORDBREAKS" -- "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
}
complete -F _docs docs
