// What reaches a terminal, a pipe and a browser.
import type { Row } from '../row.ts';

export const terminal: readonly Row[] = [
  {
    id: 'T1',
    promise: 'no text of a platform reaches a terminal as anything but text, whatever field it stands in',
    wanted: { 'attacked commands': 300, 'commands with a million emoji': 170, 'previewed commands': 160 },
    tests: ['test/contract/hostile-text.test.ts'],
  },
  {
    id: 'T2',
    promise: 'no control byte of an argument reaches a terminal',
    wanted: { argv: 10_000 },
    tests: ['test/contract/fuzzed-argv.test.ts'],
  },
  {
    id: 'T3',
    promise: 'a browser opens https addresses of known hosts only, and never by a shell',
    wanted: { urls: 200 },
    tests: ['test/unit/engine/run/web.test.ts'],
  },
  {
    id: 'T4',
    promise: 'no CSV cell is a formula, and every cell reads back as it was',
    wanted: { cells: 10_000 },
    tests: ['test/unit/output/render.test.ts'],
  },
  {
    id: 'T5',
    promise: 'columns stand in line and no grapheme is cut, whatever is written in them',
    wanted: { strings: 10_000, rows: 10_000 },
    tests: ['test/unit/output/width.test.ts', 'test/unit/output/table.test.ts'],
  },
  {
    id: 'T6',
    promise: 'standard output is one document of JSON or nothing, of every command with --json',
    wanted: { examples: 250 },
    tests: ['test/contract/json.test.ts'],
  },
  {
    id: 'T7',
    promise: 'a reader that goes away, a closed stream and a full disk leave no trace',
    wanted: { runs: 500 },
    tests: ['test/bin/readers.test.ts'],
  },
  {
    id: 'T8',
    promise: 'a slow reader gets 8 MiB to the last byte',
    wanted: { runs: 40 },
    tests: ['test/bin/readers.test.ts'],
  },
  {
    id: 'T9',
    promise: 'no line of output is a command of a CI runner',
    wanted: { 'attacked commands': 300 },
    tests: ['test/contract/hostile-text.test.ts'],
  },
  {
    id: 'T10',
    promise:
      'a printed command is the same words in bash, zsh and fish when it is pasted, and nothing in it runs',
    wanted: { words: 1500, 'lines of commands': 150 },
    tests: ['test/unit/files/shell-word.test.ts', 'test/contract/pasted-commands.test.ts'],
    open: 'PowerShell is not run here: its quoting is tested by form only',
  },
  {
    id: 'P1',
    promise: 'no command hangs, asks on stdout, or takes a piped byte for consent, whatever its input is',
    wanted: { runs: 2000 },
    tests: ['test/bin/stdin-kinds.test.ts'],
  },
  {
    id: 'P3',
    promise: 'nothing that can be typed ends in an uncaught error',
    wanted: { argv: 10_000, 'argv of the built program': 1000 },
    tests: ['test/contract/fuzzed-argv.test.ts', 'test/harden/fuzzed-argv.test.ts'],
  },
];
