// One field of a site file after the other is changed: planned as that, applied, and done after one round.
import { afterAll, expect, it } from 'vitest';
import { createSpace } from '../../../../src/api/content/spaces.ts';
import {
  GroupShape,
  LinkShape,
  SectionShape,
  SiteShape,
  SpaceShape,
} from '../../../../src/jobs/site-file/schema.ts';
import { openTestSandbox } from '../../../helpers/sandbox.ts';
import { applied, planned } from '../../../helpers/site-files.ts';
import { workflowClient } from '../../../helpers/workflow-client.ts';

const box = await openTestSandbox();
afterAll(() => box.cleanup());

const SPACES = ['Guides', 'More guides', 'News', 'Reference', 'Style'];
const file = {
  version: 2,
  title: 'Docs',
  visibility: 'public',
  basename: 'docs',
  publish: true,
  sections: [
    { title: 'Guides', spaces: [{ space: 'Guides' }, { space: 'More guides' }] },
    { title: 'News', spaces: [{ space: 'News' }] },
    { group: 'More', sections: [{ title: 'Reference', spaces: [{ space: 'Reference' }] }] },
    { link: 'Status', url: 'https://status.example.com' },
  ],
  redirects: [{ from: '/old', to: { url: 'https://a.example.com' } }],
  shareLinks: [{ name: 'Press' }],
};

type Change = readonly [path: string, values: readonly unknown[]];

const under = (path: string, changes: readonly Change[]): Change[] =>
  changes.map(([name, values]) => [`${path}.${name}`, values]);

const section = (name: string): Change[] => [
  ['title', [`${name} of old`, `${name} of now`]],
  ['path', [`${name}-a`, `${name}-b`, `${name}-c`].map((path) => path.toLowerCase())],
  ['icon', ['book', 'bolt', 'gear', 'bell', 'box', 'globe']],
  ['description', ['One', 'Two', 'Three "quoted"', 'Vier: ü', 'Five # no comment', '6', 'true']],
  ['condition', ['visitor.claims.unsigned.a', 'visitor.claims.unsigned.b', 'visitor.claims.unsigned.e']],
  ['draft', [true, false]],
  ['localizedTitle', [{ fr: 'Un' }, { fr: 'Deux' }, { fr: 'Deux', de: 'Zwei' }]],
  ['localizedDescription', [{ fr: 'Un' }, { fr: 'Un', de: 'Eins' }]],
];

const LOOKS: readonly unknown[] = [
  { styling: { theme: 'bold' } },
  { styling: { theme: 'muted', corners: 'circular' } },
  { styling: { primaryColor: { light: '#ff0000' } } },
  { styling: { primaryColor: { light: '#ff0000', dark: '#00ff00' } } },
  { pagination: { enabled: false } },
  { themes: { default: 'dark' } },
  { styling: { corners: 'straight' }, pagination: { enabled: true } },
];

const space = (name: string): Change[] => [
  ['path', [`${name}-x`, `${name}-y`, `${name}-z`, name]],
  ['condition', ['visitor.claims.unsigned.c', 'visitor.claims.unsigned.d']],
  ['draft', [true, false]],
  ['hidden', [true, false]],
  ['customization', LOOKS],
];

const claims = (name: string) => ({
  type: 'object',
  properties: { [name]: { type: 'string', description: `Their ${name}` } },
  additionalProperties: false,
});

const CHANGES: readonly Change[] = [
  ['title', ['Documents', 'Docs']],
  ['visibility', ['unlisted', 'share-link', 'public']],
  ['basename', ['papers', 'docs']],
  ['agentsContext', ['excluded', 'included']],
  ['defaultLevel', ['comment', 'edit', 'inherit']],
  ['styleguide', ['Style', 'News', null]],
  ['adaptiveContent', [true, false]],
  ['publish', [false, true]],
  ['adaptiveSchema', [claims('plan'), claims('team')]],
  [
    'auth',
    [
      { backend: 'custom', fallbackURL: 'https://a.example.com' },
      { backend: 'custom', logoutURL: 'https://b.example.com' },
    ],
  ],
  ['default', ['News', 'Guides']],
  ...under('sections.0', section('Guides')),
  ['sections.0.default', ['More guides', 'Guides']],
  ...under('sections.1', section('News')),
  ...under('sections.2.sections.0', section('Reference')),
  ...under('sections.0.spaces.0', space('guides')),
  ...under('sections.0.spaces.1', space('more')),
  ...under('sections.1.spaces.0', space('news')),
  ...under('sections.2.sections.0.spaces.0', space('reference')),
  ...under('sections.2', [
    ['icon', ['folder', 'box']],
    ['draft', [true, false]],
    ['localizedTitle', [{ fr: 'Plus' }, { de: 'Mehr' }]],
  ]),
  ...under('sections.3', [
    ['url', ['https://b.example.com', 'https://c.example.com/status']],
    ['description', ['Whether all is well', 'Up or down']],
    ['condition', ['visitor.claims.unsigned.f', 'visitor.claims.unsigned.g']],
    ['localizedDescription', [{ fr: 'Tout va bien' }, { de: 'Alles gut' }]],
    ['icon', ['globe', 'bolt']],
    ['draft', [true, false]],
    ['localizedTitle', [{ fr: 'État' }, { de: 'Zustand' }]],
  ]),
  ...under('redirects.0', [
    ['to', [{ url: 'https://d.example.com' }, { section: 'News of now' }, { url: 'https://a.example.com' }]],
    ['permanent', [true, false]],
    ['draft', [true, false]],
  ]),
  ['shareLinks.0.active', [false, true]],
  // Last, and of what no space says: what a space has like its site is no difference.
  ['customization', LOOKS.filter((one) => !('pagination' in Object(one)))],
];

/** Fields that no change of a value shows, each with its reason. */
const APART: Readonly<Record<string, string>> = {
  'site $schema': 'for editors',
  'site version': 'of the file',
  'site organization': 'where the site is',
  'site type': 'its plan, which is bought',
  'site proxy': 'needs a plan that has it',
  'site other': 'what no version knows yet',
  'site spaces': 'instead of sections',
  'site integrations': 'installed, not set',
  'section other': 'what no version knows yet',
  'group group': 'its name',
  'group other': 'what no version knows yet',
  'link link': 'its name',
  'link other': 'what no version knows yet',
  'space space': 'its name',
  'space home': 'needs pages',
  'space other': 'what no version knows yet',
};

/** Where an item of each shape stands in the file. */
const PLACES = {
  site: [SiteShape, /^(\w+)/],
  section: [SectionShape, /^sections\.0\.(\w+)/],
  group: [GroupShape, /^sections\.2\.(\w+)/],
  link: [LinkShape, /^sections\.3\.(\w+)/],
  space: [SpaceShape, /^sections\.0\.spaces\.0\.(\w+)/],
} as const;

it('changes every field that a file may have', () => {
  const left = Object.entries(PLACES).flatMap(([of, [shape, place]]) => {
    const changed = new Set(CHANGES.map(([path]) => place.exec(path)?.[1]));
    return Object.keys(shape.properties)
      .filter((name) => !changed.has(name))
      .map((name) => `${of} ${name}`);
  });
  expect(left.sort()).toEqual(Object.keys(APART).sort());
});

/** Sets what a path leads to. */
function set(path: string, value: unknown): void {
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let at: object = file;
  for (const key of keys) at = Object(Reflect.get(at, key));
  Reflect.set(at, last, value);
}

it('plans each as what it is, and has nothing left to do after it', async () => {
  const { client } = workflowClient(box);
  const { organizationId } = box;
  for (const title of SPACES) await client.call(createSpace, { organizationId, title });
  const org = { client, organizationId };
  const plan = (site: string) => planned(org, JSON.stringify(file), { site, prune: false });
  await applied(org, await plan('Docs'));
  let title = 'Docs';
  let count = 0;
  const wrong: string[] = [];
  for (const [path, values] of CHANGES)
    for (const value of values) {
      set(path, value);
      const about = `${path} ${JSON.stringify(value)}`;
      try {
        const { rows } = await plan(title);
        if (rows.length !== 1)
          wrong.push(`${about}: ${rows.map(({ operation }) => operation.id).join(', ')}`);
        await applied(org, { rows });
      } catch (error) {
        wrong.push(`${about}: ${String(error)}`);
        continue;
      }
      title = file.title;
      const left = (await plan(title)).rows;
      if (left.length > 0) wrong.push(`${about}: again ${JSON.stringify(left.map(({ input }) => input))}`);
      count += 1;
    }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThanOrEqual(200);
});
