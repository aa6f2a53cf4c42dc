// docs sites spaces: spaces shown on a site.

import * as api from '../../api/sites/site-structure.ts';
import dangers from '../../domain/dangers/sites.ts';
import { command, subgroup } from '../../engine/model/command.ts';
import { getPath } from '../../engine/references/names.ts';
import { settleOne } from '../../engine/references/resolve-names.ts';
import { called } from '../../engine/run/outcome.ts';
import type { Run } from '../../engine/run/run.ts';
import { onLiveSite } from '../live-site.ts';
import { besideItself, positionFlags, readSibling, sayReplaced, siblingRefs } from '../position.ts';
import { whatIsShown } from './site-consent.ts';

const ROW = ['id', 'path', 'title', 'section', 'space.id', 'default', 'draft', 'hidden'] as const;
const shown = {
  table: ['title', 'path', 'section', 'space.title', 'default', 'draft', 'hidden', 'id'],
  names: { section: 'siteSectionId' },
} as const;

export const siteSpaces = subgroup(
  'spaces',
  'Manage the spaces on a site',
  [
    command('list', api.listSiteSpaces, {
      columns: ROW,
      ...shown,
      examples: [
        ['List all spaces of a site', 'docs sites spaces list --site "Tarnpost Docs"'],
        ['Only those shown first', 'docs sites spaces list --site "Tarnpost Docs" --default'],
      ],
    }),
    command('add', api.addSiteSpace, {
      args: ['spaceId'],
      columns: ROW,
      ...shown,
      refs: { spaceId: 'spaceId', sectionId: 'siteSectionId', pageId: 'pageId' },
      ...dangers['siteSpaces.add'],
      stakes: onLiveSite('space', 'to'),
      success: async (run, { space, path }) =>
        `added space "${space.title}" to ${await called(run, 'siteId')}${path ? ` at "${path}"` : ''}`,
      examples: ['docs sites spaces add Handbook --site "Tarnpost Docs" --section-id Guides --yes'],
    }),
    command('update', api.updateSiteSpace, {
      args: ['siteSpaceId'],
      columns: ROW,
      ...shown,
      refs: { spaceId: 'spaceId' },
      target: api.listSiteSpaces,
      settled: settleHome,
      ...dangers['siteSpaces.update'],
      stakes: whatIsShown,
      examples: [
        [
          'Change its path on the site',
          'docs sites spaces update api-reference --path api --site "Partner portal"',
        ],
        [
          'Leave it out of the navigation',
          'docs sites spaces update release-notes --hidden --site "Partner portal"',
        ],
      ],
    }),
    command('remove', api.removeSiteSpace, {
      args: ['siteSpaceId'],
      ...dangers['siteSpaces.remove'],
      target: api.listSiteSpaces,
      where: async (run) => `from ${await called(run, 'siteId')}`,
      examples: ['docs sites spaces remove release-notes --site "Partner portal" --yes --dry-run'],
      notes: 'The space itself is not deleted.',
    }),
    command('duplicate', api.duplicateSiteSpace, {
      args: ['siteSpaceId'],
      columns: ROW,
      ...shown,
      target: api.listSiteSpaces,
      ...dangers['siteSpaces.duplicate'],
      examples: ['docs sites spaces duplicate release-notes --site "Partner portal" --yes'],
      notes: 'Its space is copied as well: content and settings, without comments and change requests.',
    }),
    command('move', api.moveSiteSpace, {
      args: ['siteSpaceId'],
      columns: ROW,
      ...shown,
      hidden: ['position'],
      options: positionFlags('site space'),
      oneOf: ['--before', '--after'],
      prepare: (run) => readSibling(run, 'site-space', 'siteSpace'),
      refs: siblingRefs('siteSpace'),
      foresee: besideItself,
      after: async (run) => sayReplaced(run),
      examples: ['docs sites spaces move release-notes --before api-reference --site "Partner portal"'],
      notes: 'Deprecated by the platform: use docs sites structure sort.',
    }),
  ],
  [
    ['List the spaces on a site', 'list'],
    ['Add a space to a section', 'add'],
    ['Change the path of a space', 'update'],
  ],
);

// --home: the page that a space on a site opens with, by its path or title.

/** The page is one of the space that is shown, or will be. */
async function settleHome(run: Run): Promise<void> {
  const { pageId, spaceId } = run.input;
  if (typeof pageId !== 'string') return;
  const input = { ...run.input, spaceId: spaceId ?? (await spaceShown(run)) };
  run.input = { ...run.input, pageId: await settleOne({ ...run, input }, 'pageId', pageId) };
}

async function spaceShown(run: Run): Promise<unknown> {
  const { organizationId, siteId, siteSpaceId } = run.input;
  const place = { organizationId: String(organizationId), siteId: String(siteId) };
  const known = getPath(run.target, ['space', 'id']);
  if (known !== undefined) return known;
  for await (const { items } of (await run.client()).pages(api.listSiteSpaces, place))
    for (const { id, space } of items) if (id === siteSpaceId) return space.id;
  return undefined;
}
