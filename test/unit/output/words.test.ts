// What output makes of a text or a value, a line each.
import { join } from 'node:path';
import { leafPaths, pickFields, valueAt } from '../../../src/output/columns.ts';
import { cellText, formatBytes, plural, relativeTime } from '../../../src/output/format.ts';
import { fitColumns } from '../../../src/output/formats/table.ts';
import { inWords } from '../../../src/output/note.ts';
import { hasHyperlinks, markdownText } from '../../../src/output/safe-text.ts';
import { cutToLength, cutToWidth, displayWidth, wrapText } from '../../../src/output/width.ts';
import { type MemoryIoOptions, memoryIo } from '../../helpers/memory-io.ts';
import { lineCases } from '../../helpers/text-cases.ts';

const now = new Date('2024-06-15T12:00:00Z');
const space = {
  id: 'sp_1',
  gitSync: { repoName: 'docs', branch: 'main' },
  tags: [{ name: 'a', n: 1 }, { name: 'b' }],
  empty: {},
};

lineCases(join(import.meta.dirname, 'words'), {
  width: displayWidth,
  cut: cutToWidth,
  'cut-to-length': cutToLength,
  wrap: wrapText,
  'relative-time': (time: string) => relativeTime(time, now),
  cell: (value?: unknown) => [cellText(value), cellText(value, { relativeTo: now })],
  bytes: formatBytes,
  plural,
  'value-at': (path: string) => valueAt(space, path),
  'fields-of': (...fields: string[]) => pickFields(space, fields),
  'leaf-paths': leafPaths,
  'markdown-title': markdownText,
  'in-words': (columns: number, text: string, before = 0, tty = true) =>
    inWords(memoryIo({ tty, columns }), text, before),
  'fit-columns': fitColumns,
  hyperlinks: hasHyperlinks,
  environment: (options: MemoryIoOptions) => {
    const { colorOut, colorErr, accessible, ci, inCi, columns } = memoryIo(options);
    const marks = { colorOut, colorErr, accessible, inCi };
    const told = Object.entries(marks).flatMap(([mark, isSo]) => (isSo ? [mark] : []));
    return [...told, ...(ci === undefined ? [] : [ci]), columns].join(' ');
  },
});
