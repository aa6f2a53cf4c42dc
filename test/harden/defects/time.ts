// Texts that take the runtime time by the square of their length, and what an enemy leads elsewhere.
import type { Defect } from './defect.ts';

const FORMS = 'test/unit/files/plain-forms.test.ts';

export const timeDefects: readonly Defect[] = [
  {
    id: 'accents-sorted-for-ever',
    what: 'a name of a hundred thousand accents holds up the program',
    patches: [
      {
        file: 'src/files/plain-forms.ts',
        find: "const JOINER = '\\u034f';",
        replace: "const JOINER = '';",
      },
    ],
    tests: [{ file: FORMS, name: 'no longer than it is high' }],
    hangs: true,
  },
  {
    id: 'host-without-end',
    what: 'a URL with a long host of Chinese letters holds up the program',
    patches: [
      {
        file: 'src/files/plain-forms.ts',
        find: 'const LONGEST_URL = 8192;',
        replace: 'const LONGEST_URL = 1e9;',
      },
      {
        file: 'src/files/plain-forms.ts',
        find: 'const LONGEST_HOST = 1000;',
        replace: 'const LONGEST_HOST = 1e9;',
      },
    ],
    tests: [{ file: FORMS, name: 'in no time' }],
  },
  {
    id: 'long-names-compared',
    what: 'two long names are compared letter by letter',
    patches: [
      {
        file: 'src/files/nearest.ts',
        find: 'const LONGEST_TYPED = 200;',
        replace: 'const LONGEST_TYPED = 1e9;',
      },
    ],
    tests: [{ file: FORMS, name: 'letter by letter' }],
  },
  {
    id: 'every-end-of-a-title',
    what: 'a title without spaces fills the index with the square of its length',
    patches: [
      {
        file: 'src/sandbox/content/words.ts',
        find: 'const MOST_ENDS = 500;',
        replace: 'const MOST_ENDS = 1e9;',
      },
      {
        file: 'src/sandbox/content/words.ts',
        find: 'const LONGEST_END = 100;',
        replace: 'const LONGEST_END = 1e9;',
      },
    ],
    tests: [{ file: FORMS, name: 'a title without spaces' }],
    hangs: true,
  },
  {
    id: 'headings-counted-anew',
    what: 'a page of thousands of headings of the same words stops the sandbox',
    patches: [
      {
        file: 'src/markdown/heading-anchor.ts',
        find: '    this.numbers.set(wanted, number);\n',
        replace: '',
      },
    ],
    tests: [{ file: 'test/unit/markdown/heading-anchor.test.ts', name: 'thousands of the same heading' }],
  },
  {
    id: 'names-counted-anew',
    what: 'thousands of files of one name and ID hold up a download',
    patches: [{ file: 'src/files/safe-path.ts', find: '    rounds.set(key, round + 1);\n', replace: '' }],
    tests: [{ file: 'test/unit/files/safe-path.test.ts', name: 'the same name and ID' }],
  },
  {
    id: 'columns-of-an-item',
    what: 'an item of rows may have any number of columns',
    patches: [
      {
        file: 'src/engine/rows/rows-file.ts',
        find: "refuseMany(cells.length, MOST_COLUMNS, 'columns', place.where);",
        replace: '',
      },
    ],
    tests: [{ file: 'test/unit/engine/rows/rows.test.ts', name: 'a million columns in an item' }],
  },
  {
    id: 'table-read-to-its-end',
    what: 'a table of millions of lines is read to its end before it is refused',
    patches: [
      { file: 'src/engine/rows/rows-file.ts', find: '      to: MOST_RECORDS + 1,\n', replace: '' },
      {
        file: 'src/engine/rows/rows-file.ts',
        find: "refuseMany(records.length, MOST_RECORDS, 'lines', source);",
        replace: '',
      },
    ],
    tests: [{ file: 'test/unit/engine/rows/rows.test.ts', name: 'are refused in one line' }],
  },
  {
    id: 'git-follows-redirects',
    what: 'a host of a repository leads git into the network of this machine',
    patches: [
      {
        file: 'src/folder/git-binary.ts',
        find: "'http.followRedirects': 'false',",
        replace: "'http.followRedirects': 'initial',",
      },
    ],
    tests: [{ file: 'test/sandbox/content/git-import.test.ts', name: 'sends git elsewhere' }],
  },
];
