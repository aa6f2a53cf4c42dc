// Sixty pages of a manual that was sorted anew, and visitors who still come by the old addresses.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { openSandbox } from '../../../../src/sandbox/app.ts';
import type { PageNode } from '../../../../src/sandbox/content/model.ts';
import { contentStore } from '../../../../src/sandbox/db/content/content.ts';
import { commitTree } from '../../../../src/sandbox/resources/content/content-target.ts';
import type { Sandbox } from '../../../../src/sandbox/sandbox.ts';
import { sandboxedCli, serveFor } from '../../../helpers/cli.ts';
import { perFile } from '../../../helpers/lasting.ts';

/** Where each page was, below /guides, and where it is now: below /guides or /api. */
const MOVED = readFileSync(join(import.meta.dirname, 'moved-pages.txt'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [old = '', now = '', title = ''] = line.split('|').map((one) => one.trim());
    return { old: `/guides/${old}`, now: `/${now}`, title };
  });

const cli = perFile(sandboxedCli);
let root: string;
beforeAll(async () => {
  const run = async (...argv: string[]) => {
    const { exitCode, stdout, stderr } = await cli(argv);
    expect(exitCode, `${argv.join(' ')}: ${stderr}`).toBe(0);
    return stdout.trim();
  };
  const make = (title: string) => run('spaces', 'create', title, '--jq', '.id');
  const spaces = { guides: await make('Manual'), api: await make('Endpoints') };
  await run('sites', 'create', 'Manual', '--type', 'ultimate', '--visibility', 'public');
  for (const [path, id] of Object.entries(spaces)) {
    const made = `sites sections create --site Manual --space ${id} --title ${path} --jq .id --yes`;
    const section = await run(...made.split(' '));
    await run(...['sites', 'sections', 'update', section, '--site', 'Manual', '--path', path, '--yes']);
  }
  await run('sites', 'publish', 'Manual', '--yes');
  const file = join(cli.home, '.local/share/docs/sandbox.db');
  const sandbox = openSandbox({ file, env: { PATH: process.env.PATH }, now: () => new Date() });
  for (const [path, spaceId] of Object.entries(spaces)) {
    const pages = treeOf(
      sandbox,
      MOVED.filter(({ now }) => now.startsWith(`/${path}/`)),
    );
    const hidden = pageOf(sandbox.db, { id: 'hidden', title: 'For members', slug: 'members' });
    if (path === 'guides') pages.push({ ...hidden, condition: 'visitor.claims.member' });
    commitTree(sandbox, { spaceId, tree: { pages, files: [], reusableContents: [], variables: {} } });
  }
  sandbox.db.close();
  await serveFor(cli);
  root = await run('sites', 'get', 'Manual', '--jq', '.urls.published');
});

const pageOf = (db: Sandbox['db'], about: Pick<PageNode, 'id' | 'title' | 'slug'>): PageNode => ({
  ...about,
  ...{ type: 'document', pages: [], markdown: contentStore(db).put(about.title) },
});

/** Pages at these paths, with one for each path above them. */
function treeOf({ db }: Sandbox, list: typeof MOVED): PageNode[] {
  const titles = new Map(list.map(({ now, title }) => [now, title]));
  const top: PageNode[] = [];
  const made = new Map<string, PageNode>();
  const page = (path: string): PageNode => {
    const known = made.get(path);
    if (known) return known;
    const words = path.split('/');
    const slug = words.at(-1) ?? '';
    const title = titles.get(path) ?? slug.replaceAll('-', ' ');
    const id = `p${made.size}x${words[1]}`;
    const one = pageOf(db, { id, title, slug });
    made.set(path, one);
    (words.length === 3 ? top : page(words.slice(0, -1).join('/')).pages).push(one);
    return one;
  };
  for (const { now } of list) page(now);
  return top;
}

it('sixty pages visited by their old addresses are found: 57 or more rightly, and all are redirected', async () => {
  const site = ['--site', 'Manual'];
  for (const [at, { old }] of MOVED.entries())
    for (let visit = 0; visit <= at % 3; visit += 1)
      expect((await fetch(root + old.slice(1), { redirect: 'manual' })).status, old).toBe(404);

  // A page that exists for others is not broken.
  expect((await fetch(`${root}guides/members`)).status).toBe(404);
  const hidden = await cli([
    ...['insights', 'events', ...site, '--by', 'eventPageNotFoundType', '--only', 'page=null', '-o', 'tsv'],
  ]);
  expect(hidden.stdout).toMatch(/^conditional\t1$/m);

  const broken = await cli(['insights', 'broken', ...site, '--json']);
  expect(broken.exitCode, broken.stderr).toBe(0);
  const rows = JSON.parse(broken.stdout) as {
    address: string;
    visits: number;
    page: string | null;
    next: string;
  }[];
  expect(rows.map(({ address }) => address).sort()).toEqual(MOVED.map(({ old }) => old).sort());
  expect(rows[0]?.visits).toBe(3);
  expect(rows.every(({ next }) => next.startsWith('docs '))).toBe(true);
  const few = await cli(['insights', 'broken', ...site, '--min', '3', '-q']);
  expect(few.stdout.trim().split('\n')).toHaveLength(20);

  const wanted = new Map(MOVED.map(({ old, now }) => [old, now]));
  const wrong = rows
    .filter(({ address, page }) => page !== wanted.get(address))
    .map(({ address, page }) => `${address} ${page}`);
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(3);

  const suggested = await cli(['redirects', 'suggest', '--from-visits', ...site, '-o', 'csv']);
  expect(suggested.stdout.split('\n')[0]).toBe('source,destination,visits,match,id');
  writeFileSync(join(cli.cwd, 'map.csv'), suggested.stdout);
  const pushed = await cli(['redirects', 'push', 'map.csv', ...site, '--yes']);
  expect(pushed.stderr).toContain('pushed 60 redirects: 60 created');
  const verified = await cli(['redirects', 'verify', ...site, '--exit-code']);
  expect([verified.exitCode, verified.stderr.trim()]).toEqual([0, 'visited 60 addresses: 60 redirected']);

  const after = await cli(['insights', 'broken', ...site, '--json']);
  expect(JSON.parse(after.stdout)).toEqual([]);
  expect(after.stderr).toContain(
    '0 broken addresses: 0 with a page that they most likely mean, 60 answered by now',
  );
});

it('pushes 1,700 redirects in four calls', async () => {
  const rows = Array.from({ length: 1700 }, (_, n) => `/old-${n},https://tarnpost.example/${n}`);
  writeFileSync(join(cli.cwd, 'many.csv'), ['source,destination', ...rows, ''].join('\n'));
  const { exitCode, stderr } = await cli([
    ...['redirects', 'push', 'many.csv', '--site', 'Tarnpost Docs', '-o', 'ndjson', '--debug', '--yes'],
  ]);
  expect([exitCode, exitCode === 0 ? '' : stderr.slice(-2000)]).toEqual([0, '']);
  expect(stderr).toContain('pushed 1700 redirects: 1700 created');
  expect(stderr.match(/^(?:POST|PUT|PATCH) \S+\/redirects\S* \d+ /gm)).toHaveLength(4);
});
