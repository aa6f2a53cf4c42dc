// Every field that sections, groups, site spaces, links and sites have is in a clone.
import { expect, it } from 'vitest';
import { createSpace } from '../../../../src/api/content/spaces.ts';
import { getSiteStructure } from '../../../../src/api/sites/site-structure.ts';
import { listSites } from '../../../../src/api/sites/sites.ts';
import type { Client } from '../../../../src/client/client.ts';
import { cloneBox } from '../../../helpers/cloned.ts';
import { applied, planned, pulled } from '../../../helpers/site-files.ts';

/** Fields of newer versions, each with another value than it has by itself. */
const FILE = `version: 2
title: Docs
visibility: public
basename: docs
agentsContext: excluded
defaultLevel: comment
styleguide: Style
adaptiveContent: true
publish: true
sections:
  - title: Guides
    icon: book
    description: All of it
    condition: visitor.claims.unsigned.beta
    path: guides
    localizedTitle: { fr: Guides, de: Anleitungen }
    localizedDescription: { fr: Tout }
    spaces:
      - space: Guides
        path: main
      - space: Hidden notes
        hidden: true
        path: notes
        condition: visitor.claims.unsigned.staff
      - space: Next version
        draft: true
        path: next
  - title: Plans
    draft: true
    spaces: [Plans]
  - group: More
    icon: folder
    draft: true
    localizedTitle: { de: Mehr }
    sections:
      - title: Style
        spaces: [Style]
  - link: Status
    url: https://status.tarnpost.example
    icon: heart-pulse
    draft: true
    localizedTitle: { fr: État }
`;

it('keeps every field of sites, sections, groups, links and site spaces', async () => {
  const { client, clone, open, organizationId } = await cloneBox({ demo: false });
  for (const title of ['Guides', 'Hidden notes', 'Next version', 'Plans', 'Style'])
    await client.call(createSpace, { organizationId, title });
  const org = { client, organizationId };
  await applied(org, await planned(org, FILE));
  const copy = open((await clone()).token);
  expect(await shown(copy, organizationId)).toEqual(await shown(client, organizationId));
  const ours = await pulled(org, 'Docs');
  expect(await pulled({ client: copy, organizationId }, 'Docs')).toBe(ours);
  for (const [, field] of FILE.matchAll(/^ *(?:- )?(\w+): /gm))
    expect(ours, `${field} is written`).toContain(`${field}:`);
});

async function shown(client: Client, organizationId: string) {
  const { items } = await client.call(listSites, { organizationId });
  const [site] = items;
  const { structure } = await client.call(getSiteStructure, { organizationId, siteId: site?.id ?? '' });
  return { site, structure };
}
