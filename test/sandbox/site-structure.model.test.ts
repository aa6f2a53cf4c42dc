import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { SiteStructure } from '../../src/api/sites/site-structure.generated.ts';
import { getSiteStructure, listSiteSpaces } from '../../src/api/sites/site-structure.ts';
import { createSite, deleteSite } from '../../src/api/sites/sites.ts';
import { perFile } from '../helpers/lasting.ts';
import { reached, runs } from '../helpers/runs.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';
import { type Choices, type Real, type Step, steps } from './models/site-commands.ts';
import { emptySite, mend, type SiteModel, shownModel } from './models/site-model.ts';

const SEQUENCES = runs('L17', 'sequences for sites', 40);

const box = perFile(openTestSandbox);
const spaces: string[] = [];

beforeAll(async () => {
  // Thousands of small writes: nothing here is about a power cut.
  box.sandbox.db.run('PRAGMA synchronous = OFF');
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

async function compare(model: SiteModel, real: Real): Promise<void> {
  const { structure } = await real.box.call(getSiteStructure, real.site);
  expect(shownReal(structure)).toEqual(shownModel(model));
}

/** No row without what it stands in, no level with two defaults: read from the tables themselves. */
function requireWhole({ box: { sandbox }, site: { siteId } }: Real): void {
  const wrong = sandbox.db.all(
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

const commandOf = (name: string, step: Step, choices: Choices): fc.AsyncCommand<SiteModel, Real> => ({
  check: () => true,
  async run(model, real) {
    if (!(await step(model, real, choices))) return;
    mend(model);
    await compare(model, real);
  },
  toString: () => `${name}(${choices.join(', ')})`,
});

/** The model of a new site: its spaces stand at the root, the first one is the default. */
async function firstModel({ box, site }: Real): Promise<SiteModel> {
  const { items } = await box.call(listSiteSpaces, site);
  const model = { ...emptySite(), root: items.map(({ id, space }) => ({ id, space: space.id })) };
  mend(model);
  return model;
}

const choices = fc.tuple(fc.nat(11), fc.nat(11), fc.nat(11));

it('sites, sections, groups, links and site spaces are what a simple model says', async () => {
  const commands = Object.entries(steps).map(([name, step]) =>
    choices.map((chosen) => commandOf(name, step, chosen)),
  );
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 24, size: 'max' }), async (sequence) => {
      const organization = { organizationId: box.organizationId };
      const { id } = await box.call(createSite, {
        ...organization,
        title: 'Site',
        spaces: spaces.slice(0, 3),
      });
      const real: Real = { box, site: { ...organization, siteId: id }, spaces };
      const model = await firstModel(real);
      await fc.asyncModelRun(() => ({ model, real }), sequence);
      await compare(model, real);
      requireWhole(real);
      await box.call(deleteSite, real.site);
    }),
    { numRuns: SEQUENCES },
  );
  reached('L17', 'sequences for sites', SEQUENCES);
}, 1_200_000);
