// Every field that sections, groups, site spaces, links and sites have is in a clone.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSpace } from '../../../../src/api/content/spaces.ts';
import { getSiteStructure } from '../../../../src/api/sites/site-structure.ts';
import { listSites } from '../../../../src/api/sites/sites.ts';
import type { Client } from '../../../../src/client/client.ts';
import { clientOfFile, cloneInto } from '../../../helpers/cloned.ts';
import { temporaryFolder, untilEnd } from '../../../helpers/lasting.ts';
import { openTestSandbox } from '../../../helpers/sandbox.ts';
import { applied, planned, pulled } from '../../../helpers/site-files.ts';
import { workflowClient } from '../../../helpers/workflow-client.ts';

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
  const box = untilEnd(await openTestSandbox());
  const folder = temporaryFolder();
  const { client } = workflowClient(box);
  const { organizationId } = box;
  for (const title of ['Guides', 'Hidden notes', 'Next version', 'Plans', 'Style'])
    await client.call(createSpace, { organizationId, title });
  const org = { client, organizationId };
  await applied(org, await planned(org, FILE));
  const now = () => box.clock.now;
  const { file, token } = await cloneInto(join(folder, 'clone.db'), client, { organizationId, now });
  const clone = clientOfFile(file, token, now);
  const [theirs, ours] = [await shown(client, organizationId), await shown(clone, organizationId)];
  const same = [await pulled(org, 'Docs'), await pulled({ client: clone, organizationId }, 'Docs')];
  await clone.close();
  expect(ours).toEqual(theirs);
  expect(same[1]).toBe(same[0]);
  for (const [, field] of FILE.matchAll(/^ *(?:- )?(\w+): /gm))
    expect(same[0], `${field} is written`).toContain(`${field}:`);
});

async function shown(client: Client, organizationId: string) {
  const { items } = await client.call(listSites, { organizationId });
  const [site] = items;
  const { structure } = await client.call(getSiteStructure, { organizationId, siteId: site?.id ?? '' });
  return { site, structure };
}
