import { beforeAll, expect, it } from 'vitest';
import type { SiteStructure } from '../../src/api/sites/site-structure.generated.ts';
import { getSiteStructure, listSiteSpaces } from '../../src/api/sites/site-structure.ts';
import { createSite, deleteSite } from '../../src/api/sites/sites.ts';
import { perFile } from '../helpers/lasting.ts';
import { type Choices, expectStatus, playModel, withoutDisk } from '../helpers/model-runs.ts';
import { reached, runs } from '../helpers/runs.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';
import { type Real, steps } from './models/site-commands.ts';
import { emptySite, mend, type SiteModel, shownModel } from './models/site-model.ts';

const box = perFile(openTestSandbox);
const spaces: string[] = [];

beforeAll(async () => {
  withoutDisk(box);
  for (const title of ['Guides', 'API', 'Notes', 'Handbook', 'Legal', 'Blog', 'Help']) {
    spaces.push(await box.newSpace({ title }));
  }
});

type Node = SiteStructure['structure'][number];
type Shown = string | { [name: string]: Shown[] };

function shownReal(nodes: readonly Node[]): Shown[] {
  return nodes.map((node) => {
    if (node.object === 'site-external-link') return node.id;
    if (node.object === 'site-section-group') return { [node.id]: shownReal(node.children) };
    const name = `${node.id}${node.default ? '*' : ''}`;
    return node.object === 'site-section' ? { [name]: shownReal(node.siteSpaces) } : name;
  });
}

/** No row without what it stands in, no level with two defaults: read from the tables themselves. */
function requireWhole(siteId: string): void {
  const wrong = box.sandbox.db.all(
    `SELECT 'orphan' AS what, id FROM siteSpaces p WHERE site = ?1 AND section IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM siteSections c WHERE c.id = p.section AND c.site = ?1)
     UNION ALL SELECT 'mixed', id FROM siteSpaces WHERE site = ?1 AND section IS NULL
       AND EXISTS (SELECT 1 FROM siteSections c WHERE c.site = ?1)
     UNION ALL SELECT 'empty', id FROM siteSections c WHERE site = ?1
       AND NOT EXISTS (SELECT 1 FROM siteSpaces p WHERE p.section = c.id)
     UNION ALL SELECT 'defaults', ifnull(section, 'root') FROM siteSpaces WHERE site = ?1
       GROUP BY section HAVING sum(isDefault) <> 1
     UNION ALL SELECT 'default section', site FROM siteSections WHERE site = ?1
       GROUP BY site HAVING sum(isDefault) <> 1
     UNION ALL SELECT 'same place', section FROM siteSpaces WHERE site = ?1
       GROUP BY section, position HAVING count(*) > 1
     UNION ALL SELECT 'lost link', id FROM siteExternalLinks l WHERE site = ?1 AND parent IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM siteSectionGroups g WHERE g.id = l.parent AND g.site = ?1)
     UNION ALL SELECT 'same position', max(id) FROM (
         SELECT id, sectionGroup AS parent, position FROM siteSections WHERE site = ?1
         UNION ALL SELECT id, parent, position FROM siteSectionGroups WHERE site = ?1
         UNION ALL SELECT id, parent, position FROM siteExternalLinks WHERE site = ?1)
       GROUP BY parent, position HAVING count(*) > 1`,
    siteId,
  );
  expect(wrong).toEqual([]);
}

interface Played {
  siteId: string;
  model: SiteModel;
  real: Real;
}

/** A new site: its spaces stand at the root, the first one is the default. */
async function start(): Promise<Played> {
  const { organizationId } = box;
  const input = { organizationId, title: 'Site', spaces: spaces.slice(0, 3) };
  const { id: siteId } = await box.call(createSite, input);
  const site = { organizationId, siteId };
  const { items } = await box.call(listSiteSpaces, site);
  const model = { ...emptySite(), root: items.map(({ id, space }) => ({ id, space: space.id })) };
  mend(model);
  // Safe: what an operation of a site lacks are these two.
  const withSite = (given: object = {}) => ({ ...site, ...given }) as never;
  const real: Real = {
    spaces,
    call: (operation, given) => box.call(operation, withSite(given)),
    says: (status, operation, given) => expectStatus(status, box.answer(operation, withSite(given))),
  };
  return { siteId, model, real };
}

async function compare({ siteId, model }: Played): Promise<void> {
  mend(model);
  const { structure } = await box.call(getSiteStructure, { organizationId: box.organizationId, siteId });
  expect(shownReal(structure)).toEqual(shownModel(model));
}

it('sites, sections, groups, links and site spaces are what a simple model says', async () => {
  const numRuns = runs('L17', 'sequences for sites', 40);
  const played = Object.entries(steps).map(([name, step]) => [
    name,
    ({ model, real }: Played, choices: Choices) => step(model, real, choices),
  ]);
  const end = async (it: Played) => {
    await compare(it);
    requireWhole(it.siteId);
    await box.call(deleteSite, { organizationId: box.organizationId, siteId: it.siteId });
  };
  const all = { steps: Object.fromEntries(played), start, compare, end };
  await playModel({ numRuns, ...all, choices: 11, length: 24 });
  reached('L17', 'sequences for sites', numRuns);
}, 1_200_000);
