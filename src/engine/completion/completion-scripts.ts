// Completion scripts, made from the table of commands: words, flags and the values of choices.

import type { Catalog } from '../model/command.ts';
import { collectWords, type SHELLS, type Words } from './completion-words.ts';

export type Shell = (typeof SHELLS)[number];

/** The script of one shell, as text. */
export async function completionScript(entries: Catalog, shell: Shell): Promise<string> {
  const words = await collectWords(entries);
  return { bash, zsh, fish, powershell }[shell](words);
}

const HEAD = '# Completions of docs. Made by `npm run generate`: do not edit.\n';
const single = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const list = (map: Map<string, string> | undefined) => [...(map?.keys() ?? [])].join(' ');

/** The longest known path in front of the cursor decides; after it come its words, then its flags. */
function bash(words: Words): string {
  const cases = [...new Set([...words.next.keys(), ...words.flags.keys()])].map(
    (path) =>
      `    ${single(path)}) words=${single(list(words.next.get(path)))}; flags=${single(list(words.flags.get(path)))};;`,
  );
  const values = [...words.values].map(
    ([key, choices]) => `    ${single(key)}) values=${single(choices.join(' '))};;`,
  );
  return `${HEAD}_docs_words() {
  case "$1" in
${cases.join('\n')}
    *) return 1;;
  esac
}
_docs_values() {
  case "$1" in
${values.join('\n')}
  esac
}
_docs_is_named() {
  case "$1" in
    ${patterns(words.named)}) return 0;;
  esac
  return 1
}
_docs_names() {
  local cur="$1" bare quote='' line value
  case "$cur" in
    [\\"\\']*) quote="\${cur:0:1}"; bare="\${cur:1}";;
    *) bare="\${cur//\\\\/}";;
  esac
  while IFS= read -r line; do
    value="\${line%%$'\\t'*}"
    [[ "$value" == "$bare"* ]] || continue
    [ -n "$quote" ] || printf -v value '%q' "$value"
    COMPREPLY+=("$value")
  done < <("\${COMP_WORDS[0]}" complete --quoted -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
_docs() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" path='' words='' flags='' values='' word try
  COMPREPLY=()
  _docs_words ''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    try="\${path:+$path }$word"
    case "$word" in -*) continue;; esac
    if _docs_words "$try"; then path="$try"; fi
  done
  _docs_words "$path"
  case "$prev" in --*) _docs_values "$path $prev";; esac
  if [ -n "$values" ]; then COMPREPLY=($(compgen -W "$values" -- "$cur")); return; fi
  case "$prev" in ${patterns(words.namedFlags)}) _docs_names "$cur"; return;; esac
  case "$cur" in
    -*) COMPREPLY=($(compgen -W "$flags --help" -- "$cur")); return;;
  esac
  if _docs_is_named "$path"; then _docs_names "$cur"
  else COMPREPLY=($(compgen -W "$words" -- "$cur"))
  fi
}
complete -o default -F _docs docs
`;
}

const patterns = (texts: Iterable<string>): string => [...texts].map(single).join('|');

function zsh(words: Words): string {
  const described = (map: Map<string, string> | undefined) =>
    [...(map ?? [])].map(([word, text]) => single(`${word}:${text.replaceAll(':', ' ')}`)).join(' ');
  const paths = [...new Set([...words.next.keys(), ...words.flags.keys()])];
  const cases = paths.map(
    (path) =>
      `    ${single(path)}) words_=(${described(words.next.get(path))}); flags_=(${described(words.flags.get(path))});;`,
  );
  const values = [...words.values].map(
    ([key, choices]) => `    ${single(key)}) values_=(${choices.map(single).join(' ')});;`,
  );
  return `#compdef docs
${HEAD}_docs_words() {
  case "$1" in
${cases.join('\n')}
    *) return 1;;
  esac
}
_docs_values() {
  values_=()
  case "$1" in
${values.join('\n')}
  esac
}
_docs_is_named() {
  case "$1" in
    ${patterns(words.named)}) return 0;;
  esac
  return 1
}
_docs_names() {
  local line
  local -a found shown
  for line in "\${(@f)$("\${words[1]}" complete -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n "$line" ]] || continue
    found+=("\${line%%$'\\t'*}")
    shown+=("\${line%%$'\\t'*}  -- \${line#*$'\\t'}")
  done
  (( \${#found} )) && compadd -l -d shown -a found
}
_docs() {
  local -a words_ flags_ values_
  local path_='' word try
  _docs_words ''
  for word in "\${(@)words[2,CURRENT-1]}"; do
    [[ "$word" == -* ]] && continue
    try="\${path_:+$path_ }$word"
    _docs_words "$try" && path_="$try"
  done
  _docs_words "$path_"
  [[ "\${words[CURRENT-1]}" == --* ]] && _docs_values "$path_ \${words[CURRENT-1]}"
  if (( \${#values_} )); then compadd -a values_; return; fi
  case "\${words[CURRENT-1]}" in
    ${patterns(words.namedFlags)}) _docs_names; return;;
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then _describe flag flags_
  elif _docs_is_named "$path_"; then _docs_names || _files
  else
    (( \${#words_} )) && _describe command words_ || _files
  fi
}
compdef _docs docs
`;
}

function fish(words: Words): string {
  const at = (...paths: string[]) => `-n ${single(`__docs_at ${paths.map(single).join(' ')}`)}`;
  // A flag that many commands have alike is one line.
  const alike = new Map<string, string[]>();
  const lines: string[] = [];
  for (const [path, next] of words.next) {
    for (const [word, text] of next)
      lines.push(`complete -c docs ${at(path)} -f -a ${single(word)} -d ${single(text)}`);
  }
  for (const [path, flags] of words.flags) {
    for (const [flag, text] of flags) {
      const values = words.values.get(`${path} ${flag}`)?.join(' ');
      const given = values ?? (words.namedFlags.has(flag) ? '(__docs_names)' : undefined);
      const choices = given === undefined ? '' : ` -x -a ${single(given)}`;
      const line = `-l ${flag.slice(2)} -d ${single(text)}${choices}`;
      alike.set(line, [...(alike.get(line) ?? []), path]);
    }
  }
  for (const [line, paths] of alike) lines.push(`complete -c docs ${at(...paths)} ${line}`);
  lines.push(`complete -c docs ${at(...words.named)} -f -a '(__docs_names)'`);
  const paths = [...new Set([...words.next.keys(), ...words.flags.keys()])].filter((path) => path !== '');
  return `${HEAD}set -g __docs_paths ${paths.map(single).join(' ')}
function __docs_at
  set -l path
  for word in (commandline -opc)[2..-1]
    string match -q -- '-*' $word; and continue
    set -l try (string join ' ' $path $word)
    contains -- "$try" $__docs_paths; and set path $try
  end
  contains -- "$path" $argv
end
function __docs_names
  set -l words (commandline -opc) (commandline -ct)
  command $words[1] complete -- $words[2..-1] 2>/dev/null
end
${lines.join('\n')}
`;
}

function powershell(words: Words): string {
  const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const table = (maps: Map<string, Map<string, string>>) =>
    [...maps]
      .map(([path, map]) => `  ${quote(path)} = @(${[...map.keys()].map(quote).join(', ')})`)
      .join('\n');
  const values = [...words.values].map(
    ([key, choices]) => `  ${quote(key)} = @(${choices.map(quote).join(', ')})`,
  );
  return `${HEAD}$docsWords = @{
${table(words.next)}
}
$docsFlags = @{
${table(words.flags)}
}
$docsValues = @{
${values.join('\n')}
}
$docsNamed = @(${[...words.named].map(quote).join(', ')})
$docsNamedFlags = @(${[...words.namedFlags].map(quote).join(', ')})
Register-ArgumentCompleter -Native -CommandName docs -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($wordToComplete -ne '') { $words = @($words | Select-Object -SkipLast 1) }
  $path = ''
  foreach ($word in $words) {
    if ($word.StartsWith('-')) { continue }
    $try = ($path + ' ' + $word).Trim()
    if ($docsWords.ContainsKey($try) -or $docsFlags.ContainsKey($try)) { $path = $try }
  }
  $last = if ($words.Count -gt 0) { $words[-1] } else { '' }
  $asked = ($docsNamedFlags -contains $last) -or
    (($docsNamed -contains $path) -and -not $wordToComplete.StartsWith('-'))
  if ($asked -and -not $docsValues.ContainsKey("$path $last")) {
    $bare = $wordToComplete.Trim("'", '"')
    & $commandAst.CommandElements[0].ToString() complete -- @words $wordToComplete 2>$null | ForEach-Object {
      $name, $about = $_ -split "\t", 2
      if (-not $name.StartsWith($bare)) { return }
      $text = if ($name -match '[^w./@:-]') { "'" + $name.Replace("'", "''") + "'" } else { $name }
      [System.Management.Automation.CompletionResult]::new($text, $name, 'ParameterValue', "$about ")
    }
    return
  }
  $found = if ($docsValues.ContainsKey("$path $last")) { $docsValues["$path $last"] }
    elseif ($wordToComplete.StartsWith('-')) { $docsFlags[$path] }
    else { $docsWords[$path] }
  $found | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}
