// Inputs of requests that read by more than an ID, that reach beyond the sandbox, or that are about the caller alone.
import { users } from '../../src/sandbox/db/people/organizations.ts';
import {
  does,
  type Item,
  one,
  openSpace,
  type Prepare,
  site,
  spaceId,
  translation,
} from './rights-inputs.ts';
import { pageUrl, repository } from './rights-outside.ts';
import type { TestSandbox } from './sandbox.ts';

const changeRequest = (box: TestSandbox) => ({
  spaceId: spaceId(box),
  changeRequestId: one(
    box,
    `SELECT id FROM change_requests WHERE space = '${spaceId(box)}' AND status = 'open'`,
  ),
});

async function pagePath(box: TestSandbox): Promise<string> {
  const { pages } = await does(box, 'content.get', { spaceId: spaceId(box) });
  // Safe: the answer was compared with the operation's schema.
  const first = (pages as { type: string; path: string }[]).find(({ type }) => type === 'document');
  return first?.path ?? '';
}

/** A connection to the repository, ready to look into it. */
async function connection(box: TestSandbox, provider: 'github' | 'gitlab'): Promise<Item> {
  repository(box);
  const target = { type: 'space', spaceId: spaceId(box) };
  const { id } = await does(box, 'gitInstallations.create', { provider, target });
  const providerConfiguration = provider === 'gitlab' ? { accessToken: 'hush' } : {};
  await does(box, 'gitInstallations.update', { installationId: id, provider, providerConfiguration });
  return { installationId: id };
}

const github = async (box: TestSandbox) => ({
  ...(await connection(box, 'github')),
  accountName: 'tarnpost',
  repositoryName: 'docs',
});

async function gitlab(box: TestSandbox): Promise<Item> {
  const ref = await connection(box, 'gitlab');
  const { items } = await does(box, 'gitInstallations.gitlabProjects', ref);
  const [project] = items as { id: number }[];
  return { ...ref, projectId: String(project?.id) };
}

const sync = (box: TestSandbox) => ({
  spaceId: openSpace(box),
  url: repository(box),
  ref: 'refs/heads/main',
  force: true,
});
const FILE = { path: 'README.md', ref: 'main' };

export const GIT: readonly (readonly [string, Prepare])[] = [
  ['git.import', sync],
  ['git.export', (box) => ({ ...sync(box), commitMessage: 'Export' })],
  ['gitInstallations.githubBranches', github],
  ['gitInstallations.githubFile', async (box) => ({ ...(await github(box)), ...FILE })],
  ['gitInstallations.gitlabProjects', (box) => connection(box, 'gitlab')],
  ['gitInstallations.gitlabBranches', gitlab],
  ['gitInstallations.gitlabFile', async (box) => ({ ...(await gitlab(box)), ...FILE })],
];

export const MORE: readonly (readonly [string, Prepare])[] = [
  [
    'imports.create',
    async (box) => ({ spaceId: openSpace(box), url: await pageUrl(box), source: 'website' }),
  ],
  [
    'imports.createInChangeRequest',
    async (box) => ({ ...changeRequest(box), url: await pageUrl(box), source: 'website' }),
  ],
  ['pages.getByPath', async (box) => ({ spaceId: spaceId(box), pagePath: await pagePath(box) })],
  [
    'pages.getByPathInChangeRequest',
    async (box) => ({ ...changeRequest(box), pagePath: await pagePath(box) }),
  ],
  [
    'revisions.pageByPath',
    async (box) => ({
      spaceId: spaceId(box),
      revisionId: one(box, `SELECT revision AS id FROM spaces WHERE id = '${spaceId(box)}'`),
      pagePath: await pagePath(box),
    }),
  ],
  ['search.space', (box) => ({ spaceId: spaceId(box), query: 'parcel' })],
  ['orgs.search', ({ organizationId }) => ({ organizationId, query: 'parcel', limit: 100 })],
  [
    'orgs.aiUsage',
    ({ organizationId }) => ({ organizationId, from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' }),
  ],
  [
    'urls.content',
    async (box) => {
      const { urls } = await does(box, 'spaces.get', { spaceId: spaceId(box) });
      return { url: (urls as { app: string }).app };
    },
  ],
  ['urls.published', () => ({ url: 'https://docs.tarnpost.example/guides/webhooks' })],
  [
    'siteRedirects.test',
    async (box) => {
      const destination = { kind: 'external', url: 'https://tarnpost.example/now' };
      await does(box, 'siteRedirects.create', { ...site(box), source: '/once', destination });
      return { ...site(box), source: '/once' };
    },
  ],
  // By chance it would show a space that only administrators may know of.
  // By chance their parent would be the hidden collection.
  ['spaces.create', ({ organizationId }) => ({ organizationId, title: 'Help' })],
  ['collections.create', ({ organizationId }) => ({ organizationId, title: 'Help' })],
  ['sites.create', ({ organizationId }) => ({ organizationId, title: 'Help' })],
  ['translations.get', translation],
  [
    'translations.list',
    async (box) => {
      await translation(box);
      return { organizationId: box.organizationId };
    },
  ],
  // Whoever is no member yet has an address of the domain that may join.
  [
    'orgs.join',
    (box, callers) => {
      for (const caller of callers)
        users(box.sandbox.db).update({ id: caller }, { email: `${caller}@tarnpost.example` });
      return { organizationId: box.organizationId };
    },
  ],
  ['users.update', () => (as) => ({ userId: as, displayName: 'Another name' })],
];
