#compdef docs
# Completion of docs for zsh. docs itself says what fits at the cursor; zsh quotes it.
#   once: docs completion zsh > "${fpath[1]}/_docs", or in ~/.zshrc after compinit: source <(docs completion zsh)

_docs() {
  local line
  local -a values shown
  for line in "${(@f)$(command docs complete --zsh -- "${(@)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)}"; do
    case $line in
      :files) _files; return ;;
      ?*)
        values+=("${line%%$'\t'*}")
        shown+=("${line%%$'\t'*}  ${line#*$'\t'}")
        ;;
    esac
  done
  (( $#values )) && compadd -l -d shown -a values
}

if [[ $funcstack[1] == _docs ]]; then
  _docs "$@"
elif (( $+functions[compdef] )); then
  compdef _docs docs
else
  print -u2 "docs: completion needs compinit first: autoload -Uz compinit && compinit"
  return 1
fi
