// Pages that break the rules about pages and links, each in a space of its own.

import type { AuditFinding } from '../../../../../src/jobs/audit/rule.ts';
import type { PageNode } from '../../../../../src/sandbox/content/model.ts';
import { contentStore } from '../../../../../src/sandbox/db/content/content.ts';
import { newId } from '../../../../../src/sandbox/ids.ts';
import { commitPages } from '../../../../helpers/edit-content.ts';
import { addToSite, changeRequest, textFile } from '../garden.ts';
import type { Garden, Plant, Plants } from '../plant.ts';

interface Written {
  title: string;
  text: string;
  description?: string;
}

/** A space whose pages break nothing but what is written here; returns the IDs of the pages. */
export async function writeSpace(garden: Garden, title: string, pages: readonly Written[]) {
  const spaceId = await garden.newSpace({ title });
  const at = garden.clock.now.toISOString();
  const nodes = pages.map(
    ({ text, ...page }): PageNode => ({
      ...{ id: newId(), type: 'document', slug: page.title.toLowerCase(), createdAt: at, updatedAt: at },
      ...{ description: 'What it is about', pages: [], ...page },
      markdown: contentStore(garden.sandbox.db).put(text),
    }),
  );
  commitPages(garden.sandbox, { spaceId }, nodes);
  garden.ids.set(title, spaceId);
  await addToSite(garden, spaceId);
  return nodes.map(({ id }) => id);
}

/** What somebody writes: the values of the command that edits the page, in a change request of its own. */
export async function rewritten(garden: Garden, { target, within }: AuditFinding) {
  const spaceId = within?.id ?? '';
  const cr = await changeRequest(garden, spaceId);
  return {
    ...{ '<page>': target.id, '<space>': spaceId, '<cr>': cr },
    '<file>': textFile(garden, '## One\n\nText.\n'),
    '<text>': "'What it tells'",
    '<title>': target.id,
  };
}

const YEAR_AND_A_DAY_MS = 366 * 86_400_000;

const planted = (title: string, pages: readonly Written[], guilty: number): Plant => ({
  fill: rewritten,
  plant: async (garden) => (await writeSpace(garden, title, pages)).slice(guilty),
});

const fine = { title: 'Fine', text: '## One\n\nText with ![a form](https://tarnpost.example/form.png).\n' };

export const plants: Plants = {
  'pages/empty': planted('Empty', [fine, { title: 'Nothing', text: ' \n' }], 1),
  'pages/no-description': planted('Undescribed', [fine, { title: 'Bare', text: 'x', description: '' }], 1),
  'pages/duplicate-title': planted(
    'Twins',
    [fine, { title: 'Twin', text: 'x' }, { title: 'twin', text: 'x' }],
    2,
  ),
  'pages/heading-skip': planted('Headings', [fine, { title: 'Deep', text: '## One\n\n#### Three\n' }], 1),
  'pages/image-text': planted(
    'Images',
    [fine, { title: 'Picture', text: 'See ![](https://tarnpost.example/shot.png).\n' }],
    1,
  ),
  'pages/stale': {
    fill: rewritten,
    async plant(garden) {
      const { now } = garden.clock;
      garden.clock.now = new Date(now.getTime() - YEAR_AND_A_DAY_MS);
      const ids = await writeSpace(garden, 'Yearbook', [fine]);
      garden.clock.now = now;
      return ids;
    },
  },
  'pages/owner-left': {
    byHand: 'another owner is named in owners.yaml',
    async afterwards(garden) {
      garden.context.owners = '"Orphans/*": first@garden.example\n';
    },
    async plant(garden) {
      const ids = await writeSpace(garden, 'Orphans', [fine]);
      garden.context.owners = '"Orphans/*": gone@tarnpost.example\n';
      return ids;
    },
  },
};
