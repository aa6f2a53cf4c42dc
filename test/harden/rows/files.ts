import type { Row } from '../row.ts';

export const files: readonly Row[] = [
  {
    id: 'F1',
    promise: 'No name of a page, file or space leads out of the folder, or is lost.',
    wanted: { names: 50_000, 'names written': 20_000 },
    tests: ['test/unit/files/safe-path.test.ts', 'test/unit/jobs/export/export.test.ts'],
  },
  {
    id: 'F2',
    promise: 'Nobody who swaps a folder for a link gets anything written elsewhere.',
    wanted: { writes: 2000, exports: 2000, downloads: 2000 },
    tests: ['test/unit/jobs/export/folder.test.ts', 'test/unit/jobs/export/races.test.ts'],
  },
  {
    id: 'F3',
    promise: 'Names that differ in case or composition only never meet.',
    wanted: { 'sets of names': 20_000, 'page names': 20_000 },
    tests: ['test/unit/files/safe-path.test.ts', 'test/unit/jobs/export/page-paths.test.ts'],
  },
  {
    id: 'F4',
    promise: 'The names of files are portable: none is one that Windows keeps for itself.',
    wanted: { names: 400 },
    tests: ['test/unit/files/safe-path.test.ts'],
    open: 'no run on Windows or macOS themselves',
  },
  {
    id: 'F5',
    promise: 'What a person changed in an export is never overwritten and never removed.',
    wanted: { 'edited files': 40 },
    tests: ['test/unit/jobs/export/export.test.ts'],
  },
  {
    id: 'F6',
    promise: 'An export that is killed and run again is, byte for byte, what a clean one is.',
    wanted: { kills: 500 },
    tests: ['test/harden/export-kills.test.ts'],
  },
  {
    id: 'F7',
    promise: 'A disk that is full or fails ends an export with a word about the file, and no half file.',
    wanted: { 'failed calls': 200, 'disk sizes': 30 },
    tests: ['test/harden/export-faults.test.ts'],
    open: 'writes fail by a full disk only: a tracer cannot tell those of files from those of pipes',
  },
  {
    id: 'F8',
    promise: 'A download is never made from a forbidden address.',
    wanted: { urls: 60 },
    tests: ['test/unit/client/download.test.ts'],
  },
  {
    id: 'F9',
    promise: 'No title breaks the front matter of a page.',
    wanted: { titles: 5000 },
    tests: ['test/unit/jobs/export/page-paths.test.ts'],
  },
  {
    id: 'F10',
    promise: 'A local file that is endless, huge or no file at all is refused at once.',
    wanted: { files: 6 },
    tests: ['test/bin/odd-files.test.ts'],
  },
  {
    id: 'F11',
    promise: 'What somebody else keeps in any place where a command writes or removes stays as it is.',
    wanted: { places: 115 },
    tests: ['test/contract/foreign-files.test.ts'],
  },
  {
    id: 'F20',
    promise:
      'What was edited in an exported folder is what an export gives after docs push and a merge, with IDs and comments kept.',
    wanted: { pages: 600, edits: 500 },
    tests: ['test/unit/jobs/push/push.test.ts'],
  },
  {
    id: 'F21',
    promise:
      'A push that is cut off at any request, or loses three in ten of them, and is run again has each page once, in one change request.',
    wanted: { pages: 200, cuts: 30, rounds: 20 },
    tests: ['test/unit/jobs/push/push.test.ts'],
  },
  {
    id: 'F22',
    promise:
      'A push merges what both sides changed where git merge-file does, and nothing is overwritten without a word.',
    wanted: { cases: 1000 },
    tests: ['test/unit/jobs/push/push.test.ts'],
  },
  {
    id: 'F23',
    promise:
      'No name, link, front matter or size in a pushed folder has anything outside of it read, sent or written, or another host asked.',
    wanted: { files: 2000 },
    tests: ['test/unit/jobs/push/hostile-folder.test.ts'],
  },
  {
    id: 'J1',
    promise: 'A release that is killed at any step and run again ends the same, with no second space.',
    wanted: { kills: 14 },
    tests: ['test/harden/release-kills.test.ts'],
  },
];
