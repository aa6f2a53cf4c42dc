import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { beforeAll, expect, it } from 'vitest';
import { listSpaces } from '../../src/api/content/spaces.ts';
import { listSiteSpaces } from '../../src/api/sites/site-structure.ts';
import { getSite, listSites, unpublishSite } from '../../src/api/sites/sites.ts';
import { routes } from '../../src/sandbox/http/routes.ts';
import { builtDocs, finished } from '../helpers/built.ts';
import { makeRepository } from '../helpers/git-repository.ts';
import { perFile } from '../helpers/lasting.ts';
import { reached, runs } from '../helpers/runs.ts';
import { openTestSandbox, type TestSandbox } from '../helpers/sandbox.ts';

/** Of copy, name, import, attach, address, default, publish; each before the platform has it, and after. */
const STEPS = ['copy', 'name', 'import', 'attach', 'address', 'default', 'publish'];
const KILLS = runs('J1', 'kills', 1);
/** Those where most can go wrong come first: the answer that is lost, and the copy that is not on the site yet. */
const moments = [...Array(STEPS.length * 2).keys()]
  .map((n) => ({ at: Math.floor(n / 2) + 1, when: n % 2 === 0 ? ('after' as const) : ('before' as const) }))
  .sort((a, b) => Number(b.at === 4 && b.when === 'after') - Number(a.at === 4 && a.when === 'after'))
  .slice(0, KILLS);

const docs = perFile(builtDocs);
const repository = perFile(makeRepository);
beforeAll(() => {
  repository.commit({ 'README.md': '# Version 2.1\n' });
});

interface Host {
  sandbox: TestSandbox;
  url: string;
  /** Method and path of each write that came. */
  writes: string[];
  /** Kills `child` when the nth write comes, or once it has taken effect and nobody has been told. */
  killAt(child: ChildProcess, moment: (typeof moments)[number]): void;
  stop(): void;
}

/** A demo sandbox behind HTTP, its site not published. */
async function startHost(): Promise<Host> {
  const sandbox = await openTestSandbox({ demo: true });
  sandbox.clock.now = new Date();
  const { organizationId } = sandbox;
  const { items } = await sandbox.call(listSites, { organizationId });
  const site = items.find(({ title }) => title === 'Tarnpost Docs');
  await sandbox.call(unpublishSite, { organizationId, siteId: site?.id ?? '' });
  const app = routes(sandbox.sandbox, {});
  const writes: string[] = [];
  let kill = (_: 'before' | 'after') => false;
  const listener = getRequestListener(
    async (request) => {
      if (request.method === 'GET') return app.fetch(request);
      writes.push(`${request.method} ${new URL(request.url).pathname}`);
      if (kill('before')) return new Promise<Response>(() => {});
      const answer = await app.fetch(request);
      return kill('after') ? new Promise<Response>(() => {}) : answer;
    },
    { overrideGlobalObjects: false },
  );
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    sandbox,
    // Safe: it listens on a port.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    writes,
    killAt(child, { at, when }) {
      kill = (now) => writes.length === at && now === when && child.kill('SIGKILL');
    },
    stop() {
      server.closeAllConnections();
      server.close();
      sandbox.cleanup();
    },
  };
}

const words = () => [
  ...[
    'release',
    'cut',
    'v2.1',
    '--site',
    'Tarnpost Docs',
    '--from',
    'guides',
    '--default',
    '--publish',
    '--yes',
  ],
  ...['--repo', `file://${repository.url}`, '--ref', 'refs/heads/main', '--wait'],
];
const env = ({ sandbox, url }: Host) => ({ DOCS_TOKEN: sandbox.adminToken, DOCS_BASE_URL: url });

/** What there is, without ids. */
async function world({ sandbox }: Host) {
  const { organizationId } = sandbox;
  const { items } = await sandbox.call(listSites, { organizationId });
  const siteId = items.find(({ title }) => title === 'Tarnpost Docs')?.id ?? '';
  const spaces = await sandbox.call(listSpaces, { organizationId });
  const shown = await sandbox.call(listSiteSpaces, { organizationId, siteId });
  const { published } = await sandbox.call(getSite, { organizationId, siteId });
  return {
    published,
    spaces: spaces.items.map(({ title, gitSync }) => [title, gitSync?.url]).sort(),
    shown: shown.items.map((one) => [one.path, one.space.title, one.default]).sort(),
  };
}

it('a release that is killed at any step and run again is what an undisturbed one is', {
  timeout: 1_200_000,
}, async () => {
  const clean = await startHost();
  const { code, stderr } = await docs(words(), { env: env(clean) });
  expect(code, stderr).toBe(0);
  expect(clean.writes).toHaveLength(STEPS.length);
  const wanted = await world(clean);
  clean.stop();
  for (const moment of moments) {
    const host = await startHost();
    try {
      const child = docs.start(words(), { env: env(host) });
      host.killAt(child, moment);
      expect((await finished(child)).signal).toBe('SIGKILL');
      await host.sandbox.sandbox.background.settle();
      const again = await docs(words(), { env: env(host) });
      const step = `${moment.when} ${STEPS[moment.at - 1]}`;
      expect(again.code, `${step}: ${again.stderr}`).toBe(0);
      expect(await world(host), step).toEqual(wanted);
      expect(wanted.spaces.filter(([title]) => title?.startsWith('Guides'))).toHaveLength(2);
    } finally {
      host.stop();
    }
  }
  reached('J1', 'kills', moments.length);
});
