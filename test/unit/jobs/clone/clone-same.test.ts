// What commands print of a clone is what they print of its source, byte by byte.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { listOrganizationChangeRequests } from '../../../../src/api/review/change-requests.ts';
import { type Cli, freshCli, type Outcome } from '../../../helpers/cli.ts';
import { randomOrganization } from '../../../helpers/random-organization.ts';
import { reached, runs } from '../../../helpers/runs.ts';
import { openTestSandbox, type TestSandbox } from '../../../helpers/sandbox.ts';

interface Pair {
  cli: Cli;
  source: TestSandbox;
  run(where: 'source' | 'clone', line: string): Promise<Outcome>;
}

async function pair({ demo = true, seed }: { demo?: boolean; seed?: number } = {}): Promise<Pair> {
  const source = await openTestSandbox({ demo });
  if (seed !== undefined) await randomOrganization(source, seed, 120);
  const cli = freshCli({ now: () => source.clock.now });
  onTestFinished(cli.cleanup);
  onTestFinished(source.cleanup);
  const env = { DOCS_BASE_URL: `sandbox:${source.file}`, DOCS_TOKEN: source.adminToken };
  const { organizationId } = source;
  const cloned = await cli(`sandbox clone --org ${organizationId} --file clone.db`, { env });
  expect(cloned.exitCode, cloned.stderr).toBe(0);
  return {
    cli,
    source,
    run: (where, line) => cli(`${line} --org ${organizationId}`, where === 'source' ? { env } : {}),
  };
}

/** Every file of a folder, by its path. */
function filesIn(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  return Object.fromEntries(
    files.sort().map((path) => [path.slice(folder.length), shownIn(readFileSync(path).toString('latin1'))]),
  );
}

/** A mark is made of the ID of a document, which a host gives anew to each text that comes to it. */
const shownIn = (text: string) => text.replace(/"mark": "[0-9a-f]{32}"/g, '"mark": ""');

/** Links to one space or collection are in no list, and the events that tell of them are not cloned. */
const OF_EVENTS_ALONE =
  /^\{[^\n]*"rule":"access\/invite-link-(?:open|role)"[^\n]* on (?:space|collection) [^\n]*\n/gm;

const LINES = ['access matrix --long -o csv', 'links check --all-spaces -o ndjson', 'audit -o ndjson'];
/** Of an organization without spaces or sites. */
const NOTHING_THERE = [2, 5];
const FOLDERS = ['sites pull --all --to here', 'export --all-spaces --files --comments --to here'];

async function printsTheSame({ cli, source, run }: Pair): Promise<void> {
  const { items } = await source.call(listOrganizationChangeRequests, {
    organizationId: source.organizationId,
    status: 'open',
  });
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
      written.push({ exitCode, files: filesIn(join(cli.cwd, 'here')) });
      rmSync(join(cli.cwd, 'here'), { recursive: true, force: true });
    }
    expect(written[1], line).toEqual(written[0]);
  }
}

it('of the demo', async () => {
  await printsTheSame(await pair());
});

it('of organizations of chance', async () => {
  const count = runs('L26', 'compared organizations', 1);
  for (let seed = 0; seed < count; seed += 1) await printsTheSame(await pair({ demo: seed % 2 === 0, seed }));
  reached('L26', 'compared organizations', count);
});
