import { beforeAll, expect, it } from 'vitest';
import { listSpaces } from '../../src/api/content/spaces.ts';
import { listSiteSpaces } from '../../src/api/sites/site-structure.ts';
import { getSite, listSites, unpublishSite } from '../../src/api/sites/sites.ts';
import { type KillingHost, killingHost } from '../helpers/box-server.ts';
import { builtDocs, finished } from '../helpers/built.ts';
import { makeRepository } from '../helpers/git-repository.ts';
import { perFile } from '../helpers/lasting.ts';
import { reached, runs } from '../helpers/runs.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

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

/** A demo sandbox behind HTTP, its site not published. */
async function startHost(): Promise<KillingHost> {
  const box = await openTestSandbox({ demo: true });
  box.clock.now = new Date();
  const { organizationId } = box;
  const { items } = await box.call(listSites, { organizationId });
  const site = items.find(({ title }) => title === 'Tarnpost Docs');
  await box.call(unpublishSite, { organizationId, siteId: site?.id ?? '' });
  return killingHost(box);
}

const words = () => [
  ...['release', 'cut', 'v2.1', '--site', 'Tarnpost Docs', '--from', 'guides'],
  ...['--default', '--publish', '--yes'],
  ...['--repo', `file://${repository.url}`, '--ref', 'refs/heads/main', '--wait'],
];
const env = ({ box, url }: KillingHost) => ({ DOCS_TOKEN: box.adminToken, DOCS_BASE_URL: url });

/** What there is, without ids. */
async function world({ box }: KillingHost) {
  const { organizationId } = box;
  const { items } = await box.call(listSites, { organizationId });
  const siteId = items.find(({ title }) => title === 'Tarnpost Docs')?.id ?? '';
  const spaces = await box.call(listSpaces, { organizationId });
  const shown = await box.call(listSiteSpaces, { organizationId, siteId });
  const { published } = await box.call(getSite, { organizationId, siteId });
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
      host.killAt(child, moment.at, moment.when);
      expect((await finished(child)).signal).toBe('SIGKILL');
      await host.box.sandbox.background.settle();
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
