// docs whatis: what an id, a title, an address or a number stands for.

import { arg, handmade } from '../engine/model/command.ts';
import { findThings } from '../engine/references/find-things.ts';
import type { Run } from '../engine/run/run.ts';
import { viewOf } from '../engine/run/view.ts';
import { listWriter } from '../output/render.ts';

export default handmade('whatis', {
  summary: 'Tell what an id, title, e-mail address, number or pasted URL stands for',
  args: [arg('text')],
  columns: ['kind', 'id', 'title', 'command', 'url'],
  table: ['title', 'kind', 'command', 'url', 'id'],
  options: [
    { flags: '--org <org>', description: 'look in this organization', group: 'Context:' },
    {
      flags: '--space <space>',
      description: 'look among its pages, files and change requests too',
      group: 'Context:',
    },
    { flags: '--site <site>', description: 'look among its sections and site spaces too', group: 'Context:' },
  ],
  examples: ['docs whatis Guides', 'docs whatis "Guides#1"', 'docs whatis Webhooks --space Guides'],
  notes: 'All that fits is listed. Exit 5 when nothing does.',
  run: tell,
});

async function tell(run: Run): Promise<void> {
  const found = await findThings(run, run.args.text ?? '');
  const writer = await listWriter(run.context.io, { ...viewOf(run), upright: true });
  await writer.page(found.map(({ item: _, ...shown }) => shown));
  await writer.end();
}
