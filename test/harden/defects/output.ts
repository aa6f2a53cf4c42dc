// What reaches a terminal, a spreadsheet, a CI runner or the next program.
import type { Defect } from './defect.ts';

export const outputDefects: readonly Defect[] = [
  {
    id: 'escape-reaches-terminal',
    what: 'a title can hold an escape sequence',
    patches: [
      {
        file: 'src/output/safe-text.ts',
        find: '`[\\\\u0000-\\\\u0008\\\\u000b-\\\\u001f\\\\u007f',
        replace: '`[\\\\u0000-\\\\u0008\\\\u000b-\\\\u001a\\\\u007f',
      },
    ],
    tests: [{ file: 'test/unit/output/safe-text.test.ts' }],
  },
  {
    id: 'bidi-reaches-terminal',
    what: 'a title can turn the text around it',
    patches: [
      {
        file: 'src/output/safe-text.ts',
        find: "\\\\u2029\\\\u202a-\\\\u202e\\\\u2066-\\\\u2069'",
        replace: "\\\\u2029'",
      },
    ],
    tests: [{ file: 'test/unit/output/safe-text.test.ts' }],
  },
  {
    id: 'csv-formula',
    what: 'a spreadsheet runs a title',
    patches: [
      {
        file: 'src/output/formats/csv.ts',
        find: "typeof value !== 'number' && FORMULA.test(text);",
        replace: "typeof value === 'number' && FORMULA.test(text);",
      },
    ],
    tests: [{ file: 'test/unit/output/render.test.ts', name: 'CSV' }],
  },
  {
    id: 'ci-border',
    what: 'whoever prints must think of the CI runner',
    patches: [
      {
        file: 'src/output/io.ts',
        find: 'ciSafe({ ci: runner }, hide(text))',
        replace: "ciSafe({ ci: text === '' ? runner : undefined }, hide(text))",
      },
    ],
    tests: [{ file: 'test/unit/output/io.test.ts', name: 'whoever prints it' }],
  },
  {
    id: 'dry-run-forged',
    what: 'a title writes a line of a dry run, such as the command that undoes it',
    patches: [
      {
        file: 'src/engine/plan/dry-run.ts',
        find: 'prose(run.context.io, safeLine(note))',
        replace: 'note',
      },
    ],
    tests: [{ file: 'test/contract/hostile-text.test.ts', name: 'forges no line' }],
  },
  {
    id: 'ci-command',
    what: 'a CI runner runs a title',
    patches: [
      {
        file: 'src/output/safe-text.ts',
        find: 'return ci ? text.replace(CI_COMMAND, escaped) : text;',
        replace: 'return ci ? text.replace(CI_COMMAND, (found) => found) : text;',
      },
    ],
    tests: [
      { file: 'test/unit/output/safe-text.test.ts', name: 'a runner would take for a command' },
      { file: 'test/unit/output/render.test.ts', name: 'gives a CI runner no command' },
    ],
  },
  {
    id: 'printed-command-double-quoted',
    what: 'a title within double quotes runs when a hint is pasted',
    patches: [
      {
        file: 'src/files/shell-word.ts',
        find: "(/^['\\\\]$/.test(part) ? `\\\\${part}` : `'${part}'`)",
        replace: '`"${part}"`',
      },
    ],
    tests: [{ file: 'test/unit/files/shell-word.test.ts', name: 'is the text again' }],
  },
  {
    id: 'printed-command-fish-backslash',
    what: 'a backslash before the closing quote opens the word in fish',
    patches: [
      {
        file: 'src/files/shell-word.ts',
        find: "/[^'\\\\]+|['\\\\]/g",
        replace: "/[^']+|'/g",
      },
    ],
    tests: [{ file: 'test/unit/files/shell-word.test.ts', name: 'fish', fromTable: true }],
  },
  {
    id: 'printed-command-bare-value',
    what: 'an id is put into a printed command as it is',
    patches: [
      {
        file: 'src/jobs/undo/undo.ts',
        find: 'shell`docs undo ${ran.id} --force`',
        replace: '`docs undo ${ran.id} --force`',
      },
    ],
    tests: [{ file: 'test/contract/printed-commands.test.ts' }],
  },
  {
    id: 'completion-raw-in-double-quotes',
    what: 'bash inserts a title as it is where a double quote is open',
    patches: [
      {
        file: 'src/engine/completion/complete.ts',
        find: ': within(text, quote);',
        replace: ': text;',
      },
    ],
    tests: [{ file: 'test/unit/engine/completion/complete.test.ts', name: 'any quote that is open' }],
  },
  {
    id: 'completion-runs-local-program',
    what: 'TAB runs a docs of the current folder',
    patches: [
      {
        file: 'completions/docs.bash',
        find: '< <(command docs complete',
        replace: '< <("${COMP_WORDS[0]}" complete',
      },
    ],
    tests: [{ file: 'test/unit/engine/completion/complete.test.ts', name: 'asks the docs of PATH' }],
  },
  {
    id: 'ci-command-in-content',
    what: 'a line of a page is a command of the runner that logs it',
    patches: [
      {
        file: 'src/output/safe-text.ts',
        find: 'outSafe(io, io.outTty ? safeText(text, { multiline: true }) : text);',
        replace: '(io.outTty ? safeText(text, { multiline: true }) : text);',
      },
    ],
    tests: [{ file: 'test/unit/output/safe-text.test.ts', name: 'the log of a runner' }],
  },
  {
    id: 'csv-full-width-formula',
    what: 'a spreadsheet runs a title that begins with a full-width sign',
    patches: [{ file: 'src/output/formats/csv.ts', find: '\\uff1d\\uff0b\\uff0d\\uff20', replace: '' }],
    tests: [{ file: 'test/unit/output/render.test.ts', name: 'CSV guards' }],
  },
  {
    id: 'secret-parameter-shown',
    what: 'a token in the query of a repository URL is shown',
    patches: [
      {
        file: 'src/files/mask-url.ts',
        find: 'SECRET.test(decoded(name)) ?',
        replace: "SECRET.test(decoded('x')) ?",
      },
    ],
    tests: [{ file: 'test/sandbox/content/git-url.test.ts', name: 'secret parameter' }],
  },
  {
    id: 'debug-trace-raw',
    what: 'a header or an address puts control characters into the debug trace',
    patches: [
      {
        file: 'src/engine/tracing/tracing.ts',
        find: 'ciSafe(context.io, safeLine(line))',
        replace: 'line',
      },
    ],
    tests: [{ file: 'test/unit/commands/debug-trace.test.ts' }],
  },
  {
    id: 'broken-pipe-trace',
    what: 'a reader that goes away ends the program with a trace',
    patches: [
      {
        file: 'src/output/io.ts',
        find: "return stream.on('error', () => {});",
        replace: 'return stream;',
      },
    ],
    tests: [{ file: 'test/unit/output/io.test.ts', name: 'reader has gone' }],
  },
  {
    id: 'exit-early',
    what: 'the process ends before a pipe has taken all of the output',
    patches: [
      {
        file: 'src/start.ts',
        find: 'process.exitCode = life.ended || life.signalled || exitCode;',
        replace: 'process.exit(life.ended || life.signalled || exitCode);',
      },
      {
        file: 'src/output/io.ts',
        find: 'const failure = await write(output(), safe(text, isForRunner ? undefined : outCi()));',
        replace: 'const failure = await Promise.race([write(output(), safe(text, undefined)), undefined]);',
      },
    ],
    tests: [{ file: 'test/bin/pipes.test.ts', name: 'takes its time' }],
  },
  {
    id: 'prompt-on-stdout',
    what: 'a question is drawn into the output',
    patches: [
      {
        file: 'src/start.ts',
        find: 'const ends = { input: process.stdin, output: process.stderr };',
        replace: 'const ends = { input: process.stdin, output: process.stdout };',
      },
    ],
    tests: [{ file: 'test/bin/pipes.test.ts', name: 'holds no question' }],
  },
  {
    id: 'time-zone-dependent-day',
    what: 'a day ends when it ends where the program runs',
    patches: [
      {
        file: 'src/jobs/links/link-ignores.ts',
        find: 'const today = now.toISOString().slice(0, 10);',
        replace:
          'const today = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);',
      },
    ],
    tests: [{ file: 'test/unit/jobs/links/link-ignores.test.ts' }],
  },
  {
    id: 'filter-without-end',
    what: 'a jq expression that computes for ever hears no signal',
    patches: [
      {
        file: 'src/files/in-thread.ts',
        find: 'onAbort = () => reject(signal?.reason);',
        replace: 'onAbort = () => {};',
      },
    ],
    tests: [{ file: 'test/unit/output/jq.test.ts', name: 'ended by a signal' }],
    hangs: true,
  },
  {
    id: 'slow-width',
    what: 'a long title takes minutes to measure',
    patches: [
      { file: 'src/output/width.ts', find: 'const SLICE = 1000;', replace: 'const SLICE = 1e9;' },
      { file: 'src/output/width.ts', find: 'const MEASURED = 20_000;', replace: 'const MEASURED = 1e9;' },
    ],
    tests: [{ file: 'test/unit/output/width.test.ts', name: 'takes no longer to measure' }],
    hangs: true,
  },
];
