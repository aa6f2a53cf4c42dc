import { beforeAll, expect, it } from 'vitest';
import {
  getCustomization,
  getSiteSpaceCustomization,
  resetSiteSpaceCustomization,
  setCustomization,
  updateSiteSpaceCustomization,
} from '../../src/api/sites/customization.ts';
import { listSiteSpaces } from '../../src/api/sites/site-structure.ts';
import { perFile } from '../helpers/lasting.ts';
import { type Choices, pick, playModel, withoutDisk } from '../helpers/model-runs.ts';
import { reached, runs } from '../helpers/runs.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

/** Values by path; a site space knows only its own. */
type Values = Map<string, unknown>;
interface Model {
  site: Values;
  own: [Values, Values];
}
type Step = (model: Model, choices: Choices) => Promise<void>;

const color = (light: string) => ({ light, dark: '#000000' });
/** What is set as a whole, by path. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  title: ['One', 'Two'],
  'styling.theme': ['clean', 'bold', 'muted'],
  'styling.primaryColor': [color('#111111'), color('#abc')],
  'styling.sidebar.list': ['pill', 'line'],
  'styling.codeTheme.openapi': [
    { light: 'nord', dark: 'nord' },
    { light: 'monokai', dark: 'nord' },
  ],
  favicon: [{}, { emoji: '1f4e6' }],
  'header.preset': ['none', 'bold'],
  'header.links': [[], [{ title: 'Home', to: null, links: [] }]],
  'footer.copyright': ['We', 'They'],
  'themes.default': ['dark', 'system'],
  'themes.toggeable': [true, false],
  'feedback.enabled': [true, false],
  'externalLinks.target': ['self', 'blank'],
};
const PATHS = Object.keys(VALUES);

const box = perFile(() => openTestSandbox({ demo: true }));
let site: { organizationId: string; siteId: string };
let places: string[];
beforeAll(async () => {
  withoutDisk(box);
  const row = box.sandbox.db.get<{ id: string }>("SELECT id FROM sites WHERE title = 'Tarnpost Docs'");
  site = { organizationId: box.organizationId, siteId: row?.id ?? '' };
  places = (await box.call(listSiteSpaces, site)).items.map(({ id }) => id);
});

const placeOf = (choice: number) => ({ ...site, siteSpaceId: places[choice % 2] ?? '' });

type Fields = Record<string, unknown>;
const read = (fields: Fields, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Fields | undefined)?.[key], fields);

/** A document of these values and nothing else. */
function documentOf(values: readonly (readonly [string, unknown])[], into: Fields = {}): Fields {
  for (const [path, value] of values) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    let fields = into;
    for (const key of keys) {
      fields[key] ??= {};
      fields = fields[key] as Fields;
    }
    fields[last] = value;
  }
  return into;
}

/** Two or three paths with a value each. */
const chosen = ([a, b, c]: Choices) =>
  [...new Set([pick(PATHS, a), pick(PATHS, b), pick(PATHS, c)])].map(
    (path, index) => [path, pick(VALUES[path] ?? [], a + b + index)] as const,
  );

const steps: Record<string, Step> = {
  async setSite(model, choices) {
    const { updatedAt: _, ...now } = await box.call(getCustomization, site);
    const values = chosen(choices);
    const next = documentOf(values, structuredClone(now) as Fields);
    expect((await box.attempt(setCustomization, { ...site, ...next })).status).toBe(200);
    for (const [path, value] of values) model.site.set(path, value);
  },
  async override(model, choices) {
    const values = chosen(choices);
    const { status } = await box.attempt(updateSiteSpaceCustomization, {
      ...placeOf(choices[0]),
      ...documentOf(values),
    });
    expect(status).toBe(200);
    for (const [path, value] of values) model.own[choices[0] % 2 === 0 ? 0 : 1].set(path, value);
  },
  async clear(model, choices) {
    const values = chosen(choices).map(([path]) => [path, null] as const);
    const { status } = await box.attempt(updateSiteSpaceCustomization, {
      ...placeOf(choices[0]),
      ...documentOf(values),
    });
    expect(status).toBe(200);
    for (const [path] of values) model.own[choices[0] % 2 === 0 ? 0 : 1].delete(path);
  },
  async reset(model, [a]) {
    const own = model.own[a % 2 === 0 ? 0 : 1];
    const { status } = await box.attempt(resetSiteSpaceCustomization, placeOf(a));
    if (own.size > 0) expect(status).toBe(205);
    expect((await box.attempt(resetSiteSpaceCustomization, placeOf(a))).status).toBe(204);
    own.clear();
  },
  async refuse(_, [a, b]) {
    const path = pick(
      PATHS.filter((one) => one.includes('.')),
      b,
    );
    const wrong = documentOf([[`${path.replace(/\.\w+$/, '')}.nothing`, 1]]);
    expect((await box.attempt(updateSiteSpaceCustomization, { ...placeOf(a), ...wrong })).status).toBe(400);
  },
};

async function compare({ site: values, own }: Model, defaults: Fields): Promise<void> {
  const ofSite = (await box.call(getCustomization, site)) as Fields;
  const expectedAt = (path: string) => (values.has(path) ? values.get(path) : read(defaults, path));
  for (const path of PATHS) expect(read(ofSite, path), path).toEqual(expectedAt(path));
  for (const index of [0, 1] as const) {
    const shown = (await box.call(getSiteSpaceCustomization, placeOf(index))) as Fields;
    for (const path of PATHS) {
      const wanted = own[index].has(path) ? own[index].get(path) : expectedAt(path);
      expect(read(shown, path), `${index} ${path}`).toEqual(wanted);
    }
    expect(shown.insights).toEqual(defaults.insights);
  }
}

it('the looks of a site and of its spaces are what a simple model says', async () => {
  const numRuns = runs('L20', 'sequences of looks', 40);
  let defaults: Fields = {};
  const start = async (): Promise<Model> => {
    box.sandbox.db.run('DELETE FROM siteCustomizations');
    box.sandbox.db.run('DELETE FROM siteSpaceCustomizations');
    defaults = (await box.call(getCustomization, site)) as Fields;
    return { site: new Map(), own: [new Map(), new Map()] };
  };
  const compareNow = (model: Model) => compare(model, defaults);
  await playModel({ numRuns, steps, choices: 77, length: 12, start, compare: compareNow });
  reached('L20', 'sequences of looks', numRuns);
}, 1_200_000);
