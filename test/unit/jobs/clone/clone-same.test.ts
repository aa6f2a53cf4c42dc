// What commands print of a clone is what they print of its source, byte by byte.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listOrganizationChangeRequests } from '../../../../src/api/review/change-requests.ts';
import { freshCli, type Outcome } from '../../../helpers/cli.ts';
import { filesIn } from '../../../helpers/export-folder.ts';
import { untilEnd } from '../../../helpers/lasting.ts';
import { randomOrganization } from '../../../helpers/random-organization.ts';
import { reached, runs } from '../../../helpers/runs.ts';
import { openTestSandbox, type TestSandbox } from '../../../helpers/sandbox.ts';

type Run = (where: 'source' | 'clone', line: string) => Promise<Outcome>;

/** Every file of a folder, by its path. */
const shownBelow = (folder: string): Record<string, string> =>
  existsSync(folder)
    ? Object.fromEntries(Object.entries(filesIn(folder)).map(([path, text]) => [path, shownIn(text)]))
    : {};

/** A mark is made of the ID of a document, which a host gives anew to each text that comes to it. */
const shownIn = (text: string) => text.replace(/"mark": "[0-9a-f]{32}"/g, '"mark": ""');

/** Links to one space or collection are in no list, and the events that tell of them are not cloned. */
const OF_EVENTS_ALONE =
  /^\{[^\n]*"rule":"access\/invite-link-(?:open|role)"[^\n]* on (?:space|collection) [^\n]*\n/gm;

const LINES = ['access matrix --long -o csv', 'links check --all-spaces -o ndjson', 'audit -o ndjson'];
/** Of an organization without spaces or sites. */
const NOTHING_THERE = [2, 5];
const FOLDERS = ['sites pull --all --to here', 'export --all-spaces --files --comments --to here'];

async function printsTheSame(source: TestSandbox): Promise<void> {
  const cli = untilEnd(freshCli({ now: () => source.clock.now }));
  const env = { DOCS_BASE_URL: `sandbox:${source.file}`, DOCS_TOKEN: source.adminToken };
  const { organizationId } = source;
  const run: Run = (where, line) => cli(`${line} --org ${organizationId}`, where === 'source' ? { env } : {});
  const cloned = await run('source', 'sandbox clone --file clone.db');
  expect(cloned.exitCode, cloned.stderr).toBe(0);
  const open = { organizationId, status: 'open' } as const;
  const { items } = await source.call(listOrganizationChangeRequests, open);
  const diffs = items.map(({ number, space }) => `cr diff ${number} --space ${space}`);
  for (const line of [...LINES, ...diffs]) {
    const [theirs, ours] = [await run('source', line), await run('clone', line)];
    expect([0, ...NOTHING_THERE], theirs.stderr).toContain(theirs.exitCode);
    const expected = line.startsWith('audit') ? theirs.stdout.replace(OF_EVENTS_ALONE, '') : theirs.stdout;
    expect([ours.exitCode, ours.stdout], line).toEqual([theirs.exitCode, expected]);
  }
  for (const line of FOLDERS) {
    const written = [];
    for (const where of ['source', 'clone'] as const) {
      const { exitCode, stderr } = await run(where, line);
      expect([0, ...NOTHING_THERE], stderr).toContain(exitCode);
      written.push({ exitCode, files: shownBelow(join(cli.cwd, 'here')) });
      rmSync(join(cli.cwd, 'here'), { recursive: true, force: true });
    }
    expect(written[1], line).toEqual(written[0]);
  }
}

it('of the demo and of organizations of chance', async () => {
  const count = runs('L26', 'compared organizations', 1);
  for (let seed = 0; seed < count; seed += 1) {
    const source = untilEnd(await openTestSandbox({ demo: seed % 2 === 0 }));
    await randomOrganization(source, seed, 120);
    await printsTheSame(source);
  }
  reached('L26', 'compared organizations', count);
});
