// A backup that somebody has edited so that it says two things of one ID: nothing is sent.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { perTest } from '../../../helpers/lasting.ts';

const cli = perTest(sandboxedCli);
const pathOf = (path: string) => join(cli.cwd, 'backup', path);
const textOf = (path: string) => readFileSync(pathOf(path), 'utf8');
const manifest = () => JSON.parse(textOf('.docs-export.json'));
const writeManifest = (value: object) => writeFileSync(pathOf('.docs-export.json'), JSON.stringify(value));

/** With size and hash of the new text. */
function rewrite(path: string, text: string, prefix = ''): void {
  writeFileSync(pathOf(prefix + path), text);
  const whole = manifest();
  const entries =
    prefix === '' ? whole.files : whole.spaces.flatMap(({ files }: { files: object[] }) => files);
  const own = entries.find((entry: { path: string }) => entry.path === path);
  const sha256 = createHash('sha256').update(text).digest('hex');
  Object.assign(own, { size: Buffer.byteLength(text), sha256 });
  writeManifest(whole);
}

const spaceOf = (title: string) =>
  manifest().spaces.find((space: { title: string }) => space.title === title);

const withId = (title: string, id: string) => {
  const whole = manifest();
  Object.assign(
    whole.spaces.find((space: { title: string }) => space.title === title),
    { id },
  );
  writeManifest(whole);
};

const SITES = '_settings/sites';
const ofSite = (text: string) => /# id: (\w+)/.exec(text)?.[1] ?? '';
const REQUESTS = '_change-requests';

it.each<[string, () => void, RegExp]>([
  ['two spaces', () => withId('Handbook', spaceOf('Guides').id), /two spaces have the ID "\w+"/],
  ['a space', () => withId('Handbook', '__proto__'), /.docs-export.json is damaged: .*id/],
  [
    'two sites',
    () => {
      const [one, other] = [textOf(`${SITES}/Tarnpost Docs.yaml`), textOf(`${SITES}/Partner portal.yaml`)];
      rewrite(`${SITES}/Partner portal.yaml`, other.replace(ofSite(other), ofSite(one)));
    },
    /has the ID of another site/,
  ],
  [
    'two change requests',
    () => {
      const [one, other] = [1, 2].map((number) => textOf(`Guides/${REQUESTS}/${number}/change-request.json`));
      const { id } = JSON.parse(one ?? '');
      rewrite(
        `${REQUESTS}/2/change-request.json`,
        JSON.stringify({ ...JSON.parse(other ?? ''), id }),
        'Guides/',
      );
    },
    /Guides has two change requests with the ID "\w+"/,
  ],
])('refuses the ID of %s', async (_, edit, words) => {
  const all = '--files --comments --settings --change-requests';
  expect(await cli(`export --all-spaces --to backup ${all}`)).toMatchObject({ exitCode: 0 });
  expect(await cli('sandbox init --file other.db --name other')).toMatchObject({ exitCode: 0 });
  edit();
  const before = (await cli('history --json --profile other')).stdout;
  const { exitCode, stderr } = await cli(
    'restore backup --all-spaces --all-sites --change-requests --yes --profile other',
  );
  expect(stderr).toMatch(words);
  expect(exitCode).toBeGreaterThan(0);
  expect((await cli('history --json --profile other')).stdout).toBe(before);
});
