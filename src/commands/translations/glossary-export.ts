// docs glossary export: the glossary as a table with a column for each language.

import { getOrganization } from '../../api/people/organizations.ts';
import { type GlossaryEntry, listGlossary } from '../../api/translations/glossary.ts';
import { type Command, handmade } from '../../engine/model/command.ts';
import { CONTEXT_FLAGS } from '../../engine/model/globals.ts';
import { idIn, readNamed } from '../../engine/references/named.ts';
import type { Run } from '../../engine/run/run.ts';
import { chosenFormat, viewOf } from '../../engine/run/view.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { listWriter } from '../../output/render.ts';

export const glossaryExport: Command = handmade('export', {
  summary: 'Export the glossary as CSV, one column per language',
  options: CONTEXT_FLAGS.organizationId ? [CONTEXT_FLAGS.organizationId] : [],
  columns: ['id'],
  fields: ['id'],
  uses: [listGlossary, getOrganization],
  examples: [
    ['Print CSV', 'docs glossary export'],
    ['Print JSON', 'docs glossary export -o json'],
  ],
  notes: 'Edit the file, then send it with docs glossary push. -o writes another format.',
  paged: true,
  run: exportGlossary,
});

async function exportGlossary(run: Run): Promise<void> {
  const entries = await readNamed(run, listGlossary, (input) =>
    readGlossary(run, idIn(input, 'organizationId')),
  );
  const languages = [
    ...new Set(entries.flatMap(({ translations }) => Object.keys(translations ?? {}))),
  ].sort();
  const columns = ['id', ...languages];
  const view = viewOf(run);
  const writer = await listWriter(run.context.io, {
    ...view,
    columns,
    table: columns,
    format: chosenFormat(run) ?? 'csv',
  });
  await writer.page(entries.map(({ id, translations }) => ({ id, ...translations })));
  await writer.end();
  note(run.context.io, `exported ${plural(entries.length, 'glossary entry', 'glossary entries')}`);
}

/** Every entry of an organization. */
export async function readGlossary(run: Run, organizationId: string): Promise<GlossaryEntry[]> {
  const client = await run.client();
  const entries: GlossaryEntry[] = [];
  for await (const { items } of client.pages(listGlossary, { organizationId })) entries.push(...items);
  return entries;
}
