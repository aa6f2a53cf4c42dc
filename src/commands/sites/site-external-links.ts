// docs external-links: links to other places in the navigation of a site.

import type { SiteExternalLink, SiteStructure } from '../../api/sites/site-structure.generated.ts';
import * as api from '../../api/sites/site-structure.ts';
import dangers from '../../domain/dangers/sites.ts';
import { command, group } from '../../engine/model/command.ts';
import { absent } from '../../engine/references/look-up.ts';
import { settleNames } from '../../engine/references/resolve-names.ts';
import type { Run } from '../../engine/run/run.ts';
import { NotFoundError } from '../../errors.ts';
import { TITLED } from '../required-title.ts';
import { whereTo } from './site-consent.ts';

const ROW = ['id', 'title', 'url', 'sectionGroup', 'draft', 'condition'] as const;
const shown = {
  table: ['title', 'url', 'sectionGroup', 'draft', 'condition', 'id'],
  names: { sectionGroup: 'siteSectionGroupId' },
  labels: { sectionGroup: 'within' },
} as const;
const refs = { parent: 'siteSectionGroupId' } as const;
/** Nothing else shows links. */
const CHECK = 'docs sites structure get';
const LISTED = 'docs sites structure get lists the links of a site.';

const linkAway = whereTo('link');

export default group(
  'external-links',
  'Manage links to other places in the navigation of a site',
  [
    command('create', api.createExternalLink, {
      ...TITLED,
      columns: ROW,
      ...shown,
      refs,
      ...dangers['siteExternalLinks.create'],
      stakes: linkAway,
      check: CHECK,
      examples: [
        [
          'Add a link to the top level',
          'docs external-links create "Status page" --url https://status.tarnpost.example --site "Tarnpost Docs" --yes',
        ],
        [
          'Add a draft inside a section group',
          'docs external-links create Blog --url https://tarnpost.example/blog --parent Resources --draft --site "Tarnpost Docs" --yes',
        ],
      ],
      notes: LISTED,
    }),
    command('update', api.updateExternalLink, {
      args: ['siteExternalLinkId'],
      columns: ROW,
      ...shown,
      refs,
      find: findLink,
      uses: [api.getSiteStructure],
      ...dangers['siteExternalLinks.update'],
      stakes: linkAway,
      check: CHECK,
      examples: ['docs external-links update Support --title "Get help" --site "Tarnpost Docs"'],
      notes: LISTED,
    }),
    command('delete', api.deleteExternalLink, {
      args: ['siteExternalLinkId'],
      ...dangers['siteExternalLinks.delete'],
      find: findLink,
      uses: [api.getSiteStructure],
      check: CHECK,
      examples: ['docs external-links delete Support --site "Tarnpost Docs" --yes'],
    }),
  ],
  [
    ['Add a link', 'create'],
    ['Change its title', 'update'],
  ],
);

/** No list holds links, but the structure of their site. By ID or title; throws NotFoundError. */
async function findLink(run: Run): Promise<void> {
  await settleNames(run, 'siteExternalLinkId');
  const client = await run.client();
  const { organizationId, siteId, siteExternalLinkId: name } = run.input;
  const structure = await client.call(api.getSiteStructure, {
    organizationId: String(organizationId),
    siteId: String(siteId),
  });
  const all = linksIn(structure.structure);
  const found = all.find(({ id }) => id === name) ?? all.find(({ title }) => title === name);
  if (!found) {
    const details = { kind: 'external link', name: String(name) };
    const hint = 'docs sites structure get';
    throw absent(
      new NotFoundError(`external link "${String(name)}" not found, or not visible to you`, {
        details,
        hint,
      }),
    );
  }
  run.input = { ...run.input, siteExternalLinkId: found.id };
  run.target = { ...found };
}

type Node = SiteStructure['structure'][number];

const linksIn = (nodes: readonly Node[]): SiteExternalLink[] =>
  nodes.flatMap((node) => {
    if (node.object === 'site-external-link') return [node];
    return node.object === 'site-section-group' ? linksIn(node.children) : [];
  });
