// Completion scripts, made from the table of commands: words, flags and the values of choices.

import type { Catalog } from './command.ts';
import { optionsOf } from './flags.ts';
import { allCommands } from './load.ts';
import { topics } from './topics.ts';

export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

/** What can follow what: `''` are the first words, `spaces list` the flags of that command. */
interface Words {
  /** Words that go on from a path: `spaces` to `list get ...`. */
  next: Map<string, Map<string, string>>;
  /** Flags of a path, with their description. */
  flags: Map<string, Map<string, string>>;
  /** Values of a flag, by `path --flag`. */
  values: Map<string, readonly string[]>;
}

/** The script of one shell, as text. */
export async function completionScript(entries: Catalog, shell: Shell): Promise<string> {
  const words = await collectWords(entries);
  return { bash, zsh, fish, powershell }[shell](words);
}

async function collectWords(entries: Catalog): Promise<Words> {
  const words: Words = { next: new Map(), flags: new Map(), values: new Map() };
  const add = (map: Map<string, Map<string, string>>, key: string, word: string, text: string) => {
    map.set(key, (map.get(key) ?? new Map()).set(word, text));
  };
  for (const [name, { summary }] of Object.entries(entries)) add(words.next, '', name, summary);
  add(words.next, '', 'help', 'Explain a command or a topic');
  for (const topic of topics) add(words.next, 'help', topic, `help on ${topic}`);
  for (const { path, command } of await allCommands(entries)) {
    const [, ...parts] = path.split(' ');
    parts.forEach((part, at) => {
      if (at > 0)
        add(words.next, parts.slice(0, at).join(' '), part, at === parts.length - 1 ? command.summary : part);
    });
    for (const option of optionsOf(command)) {
      const flag = /--[\w-]+/.exec(option.flags)?.[0];
      if (!flag) continue;
      add(words.flags, parts.join(' '), flag, option.description);
      if (option.choices) words.values.set(`${parts.join(' ')} ${flag}`, option.choices);
    }
  }
  for (const shell of SHELLS) add(words.next, 'completion', shell, `script for ${shell}`);
  return words;
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
_docs() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" path='' words='' flags='' values='' word try
  _docs_words ''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    try="\${path:+$path }$word"
    case "$word" in -*) continue;; esac
    if _docs_words "$try"; then path="$try"; fi
  done
  _docs_words "$path"
  case "$prev" in --*) _docs_values "$path $prev";; esac
  if [ -n "$values" ]; then COMPREPLY=($(compgen -W "$values" -- "$cur")); return; fi
  case "$cur" in
    -*) COMPREPLY=($(compgen -W "$flags --help" -- "$cur"));;
    *) COMPREPLY=($(compgen -W "$words" -- "$cur"));;
  esac
}
complete -o default -F _docs docs
`;
}

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
  if [[ "\${words[CURRENT]}" == -* ]]; then _describe flag flags_
  else
    (( \${#words_} )) && _describe command words_ || _files
  fi
}
compdef _docs docs
`;
}

function fish(words: Words): string {
  const at = (path: string) => `-n ${single(`__docs_at ${path === '' ? "''" : single(path)}`)}`;
  const lines: string[] = [];
  for (const [path, next] of words.next) {
    for (const [word, text] of next)
      lines.push(`complete -c docs ${at(path)} -f -a ${single(word)} -d ${single(text)}`);
  }
  for (const [path, flags] of words.flags) {
    for (const [flag, text] of flags) {
      const values = words.values.get(`${path} ${flag}`);
      const choices = values ? ` -x -a ${single(values.join(' '))}` : '';
      lines.push(`complete -c docs ${at(path)} -l ${flag.slice(2)} -d ${single(text)}${choices}`);
    }
  }
  const paths = [...new Set([...words.next.keys(), ...words.flags.keys()])].filter((path) => path !== '');
  return `${HEAD}set -g __docs_paths ${paths.map(single).join(' ')}
function __docs_at
  set -l path
  for word in (commandline -opc)[2..-1]
    string match -q -- '-*' $word; and continue
    set -l try (string join ' ' $path $word)
    contains -- "$try" $__docs_paths; and set path $try
  end
  test "$path" = "$argv[1]"
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
  $found = if ($docsValues.ContainsKey("$path $last")) { $docsValues["$path $last"] }
    elseif ($wordToComplete.StartsWith('-')) { $docsFlags[$path] }
    else { $docsWords[$path] }
  $found | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}
