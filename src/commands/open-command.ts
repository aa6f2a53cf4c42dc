// docs open: anything, in the browser.

import { arg, handmade } from '../engine/model/command.ts';
import { findThings } from '../engine/references/find-things.ts';
import { fromContext } from '../engine/run/in-hand.ts';
import type { Run } from '../engine/run/run.ts';
import { openThing } from '../engine/run/web.ts';
import { AmbiguousError, UsageError } from '../errors.ts';

export default handmade('open', {
  summary: 'Open anything in the browser: by id, title, number or pasted URL',
  args: [arg('text', false)],
  options: [
    { flags: '--published', description: 'where readers find it, in place of the app', group: 'Fields:' },
    { flags: '--print', description: 'show the address and open nothing', group: 'Fields:' },
    { flags: '--org <org>', description: 'look in this organization', group: 'Context:' },
    {
      flags: '--space <space>',
      description: 'look among its pages and change requests too',
      group: 'Context:',
    },
    { flags: '--site <site>', description: 'look in this site too', group: 'Context:' },
    { flags: '-y, --yes', description: 'open an address on any host', group: 'Safety:' },
  ],
  examples: [
    'docs open Guides --print',
    'docs open "Guides#1" --print',
    'docs open "Tarnpost Docs" --published --print',
  ],
  notes:
    'Without a name it opens the space, site or organization in use. The address is always printed. Only https is opened, and hosts that are not the profile’s own are asked about. BROWSER names the program.',
  run: openAnything,
});

async function openAnything(run: Run): Promise<void> {
  const text = run.args.text ?? inUse(run);
  const found = await findThings(run, text);
  const [only, second] = found;
  if (!only || second) throw ambiguous(text, found);
  const { published, print } = run.flags;
  await openThing(run, only.item, { published: published === true, printOnly: print === true });
}

function inUse(run: Run): string {
  const text = ['spaceId', 'siteId', 'organizationId'].map((param) => fromContext(run, param)).find(Boolean);
  if (text !== undefined) return text;
  throw new UsageError('nothing to open: name it', {
    hint: 'docs open <title>, or docs use --space <space>',
  });
}

function ambiguous(text: string, found: Awaited<ReturnType<typeof findThings>>): AmbiguousError {
  const candidates = found.map(({ kind, id, title }) => ({ kind, id, title }));
  const listed = candidates.map(({ kind, id, title }) => `${kind} ${id} (${title})`).join(', ');
  return new AmbiguousError(`"${text}" may be ${candidates.length} things: ${listed}`, {
    hint: 'give the id',
    details: { candidates },
  });
}
