// One field of a site file after the other is changed: planned as that, applied, and done after one round.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  GroupShape,
  LinkShape,
  SectionShape,
  SiteShape,
  SpaceShape,
} from '../../../../src/jobs/site-file/schema.ts';
import { applied, openOrg, planned } from '../../../helpers/site-files.ts';

/** A site file, and what each of its fields becomes, one value after the other. */
const { file, changes }: { file: { title: string }; changes: Record<string, readonly unknown[]> } = parse(
  readFileSync(join(import.meta.dirname, 'single-changes.yaml'), 'utf8'),
);

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
  'space title': 'taken where it is added',
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
    const changed = new Set(Object.keys(changes).map((path) => place.exec(path)?.[1]));
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
  const org = await openOrg(['Guides', 'More guides', 'News', 'Reference', 'Style']);
  const plan = (site: string) => planned(org, JSON.stringify(file), { site, prune: false });
  await applied(org, await plan('Docs'));
  let title = 'Docs';
  let count = 0;
  const wrong: string[] = [];
  for (const [path, values] of Object.entries(changes))
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
