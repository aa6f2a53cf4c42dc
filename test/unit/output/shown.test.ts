// Lists and resources as they are shown.
//
//   ---- view       format, columns and what else a view has; `tty`, `width` and `env` of who reads it
//   ---- pages      the rows of each page, a line each; or `---- item`, one resource
import { join } from 'node:path';
import { DocsError } from '../../../src/errors.ts';
import { listWriter, renderItem } from '../../../src/output/render.ts';
import { memoryIo } from '../../helpers/memory-io.ts';
import { textCases } from '../../helpers/text-cases.ts';

const now = new Date('2024-06-15T12:00:00Z');

textCases(join(import.meta.dirname, 'shown'), async (_, { view = '', pages, item = '' }) => {
  const { tty = false, width: columns, env = { NO_COLOR: '1' }, ...how } = JSON.parse(view);
  const io = memoryIo({ tty, columns, env });
  const given = { columns: ['id', 'title'], now, ...how };
  try {
    if (pages === undefined) await renderItem(io, item.trim() ? JSON.parse(item) : undefined, given);
    else {
      const writer = await listWriter(io, given);
      for (const page of pages.trimEnd().split('\n')) await writer.page(JSON.parse(page || '[]'));
      await writer.end();
    }
  } catch (error) {
    if (!(error instanceof DocsError)) throw error;
    return { stderr: `${error.message} (exit ${error.exit})\n` };
  }
  return { stdout: io.stdout().replaceAll('\u001b', '␛'), stderr: io.errors() };
});
