// The process itself: signals, depth, time, numbers, and what it starts, reads and connects to.
import type { Row } from '../row.ts';

export const processes: readonly Row[] = [
  {
    id: 'P2',
    promise: 'a signal ends every work by its code, at any moment, and the journal holds what was sent',
    wanted: { 'bulk runs': 300, exports: 300, lists: 300 },
    tests: ['test/bin/signals.test.ts'],
  },
  {
    id: 'P4',
    promise: 'JSON of any depth, from the platform, a person or a file, is used or refused with exit 1 or 2',
    wanted: { inputs: 80 },
    tests: ['test/contract/depth.test.ts'],
  },
  {
    id: 'P5',
    promise: 'the same output in every time zone and language, whatever the clock says',
    wanted: { 'zones and languages': 20, 'clock changes': 12 },
    tests: ['test/bin/zones.test.ts', 'test/contract/clock.test.ts'],
    open: 'the clock is changed inside the program; a change of the machine’s own clock while it runs needs faketime',
  },
  {
    id: 'P6',
    promise: 'no id, count or number of the platform changes a digit, and no odd number is taken for a limit',
    wanted: { numbers: 40 },
    tests: ['test/contract/numbers.test.ts'],
  },
  {
    id: 'P7',
    promise: 'nothing is started through a shell, nor from the working folder',
    wanted: { files: 400, programs: 4, 'relative entries': 5 },
    tests: ['test/contract/child-programs.test.ts', 'test/bin/relative-path.test.ts'],
  },
  {
    id: 'P8',
    promise: 'no .env is read, whatever is in it',
    wanted: { commands: 4 },
    tests: ['test/bin/ambient.test.ts'],
  },
  {
    id: 'P9',
    promise: 'help, version, completion and what cannot be parsed open no socket',
    wanted: { commands: 8 },
    tests: ['test/bin/ambient.test.ts'],
  },
  {
    id: 'P10',
    promise: 'a filter, a text or a file made to compute for ever ends by the signal or the time limit',
    wanted: { expressions: 3, texts: 20, files: 10 },
    tests: [
      'test/unit/output/jq.test.ts',
      'test/unit/output/width.test.ts',
      'test/unit/files/plain-forms.test.ts',
      'test/unit/output/render.test.ts',
      'test/unit/files/yaml-text.test.ts',
      'test/sandbox/openapi-check.test.ts',
    ],
  },
];
