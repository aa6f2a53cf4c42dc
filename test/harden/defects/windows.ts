// What only Windows shows: its own Node runs there by wine.
import type { Defect } from './defect.ts';

const FILE = 'test/harden/windows.test.ts';
const NAMES = [{ file: FILE, name: 'gives files names that Windows takes' }];
const LINES = [{ file: FILE, name: 'takes files with the line ends' }];

export const windowsDefects: readonly Defect[] = [
  {
    id: 'windows-read-only-handle',
    what: 'a file is synced that is open for reading only',
    patches: [{ file: 'src/files/writer.ts', find: "openSync(path, 'r+')", replace: "openSync(path, 'r')" }],
    tests: LINES,
    needs: 'wine',
  },
  {
    id: 'windows-backslash',
    what: 'paths are printed as Windows writes them',
    patches: [
      {
        file: 'src/jobs/check/check-run.ts',
        find: "(below.startsWith('..') ? folder : below).split(sep).join('/');",
        replace: "(below.startsWith('..') ? folder : below).split(sep).join(sep);",
      },
    ],
    tests: LINES,
    needs: 'wine',
  },
  {
    id: 'windows-line-ends',
    what: 'a checkout with the line ends of Windows is an edit of every page',
    patches: [
      {
        file: 'src/jobs/export/page-file.ts',
        find: "/(?<!\\r)\\n/.test(text) ? text : text.replaceAll('\\r\\n', '\\n');",
        replace: 'text;',
      },
    ],
    tests: LINES,
    needs: 'wine',
  },
  {
    id: 'windows-device-file',
    what: 'a page called con is written to con.md',
    patches: [
      {
        file: 'src/files/safe-path.ts',
        find: 'const own = DEVICE.test(visible) || SPECIAL.test(visible)',
        replace: 'const own = SPECIAL.test(visible)',
      },
    ],
    tests: NAMES,
    needs: 'wine',
  },
];
