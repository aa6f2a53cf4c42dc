// What gets through to some requests that an input by chance never does: what must be there first, and fields that fit it.
import { operations } from '../../src/api/index.ts';
import { members } from '../../src/sandbox/db/people/organizations.ts';
import type { TestSandbox } from './sandbox.ts';

export type Item = Record<string, unknown>;
/** The whole input, or that of each caller. */
type Prepared = Item | ((as: string) => Item);
/** Makes what the request needs as the administrator. `callers` will try it in turn. */
export type Prepare = (box: TestSandbox, callers: readonly string[]) => Prepared | Promise<Prepared>;

export async function does(box: TestSandbox, id: string, input: object): Promise<Item> {
  const operation = operations.find((one) => one.id === id);
  if (!operation) throw new Error(`there is no operation ${id}`);
  const { status, body } = await box.attempt(operation, input);
  if (status >= 300) throw new Error(`${id}: ${status} ${JSON.stringify(body)}`);
  return { ...Object(body) };
}

export function one(box: TestSandbox, sql: string): string {
  const found = box.sandbox.db.get<{ id: string }>(sql)?.id;
  if (found === undefined) throw new Error(`nothing is found by ${sql}`);
  return found;
}

export const spaceId = (box: TestSandbox) => one(box, "SELECT id FROM spaces WHERE title = 'Guides'");
export const openSpace = (box: TestSandbox) =>
  one(box, "SELECT id FROM spaces WHERE editMode = 'live' AND deletedAt IS NULL");
const team = (box: TestSandbox) => one(box, "SELECT id FROM teams WHERE title = 'Support'");
export const user = (box: TestSandbox) =>
  one(box, "SELECT id FROM users WHERE email = 'lucas@tarnpost.example'");
export const site = (box: TestSandbox) => ({
  organizationId: box.organizationId,
  siteId: one(box, "SELECT id FROM sites WHERE title = 'Tarnpost Docs'"),
});
/** Not the one that is hidden: which comes first is chance. */
const collection = (box: TestSandbox) => ({
  collectionId: one(box, "SELECT id FROM collections WHERE title <> 'Board'"),
});

/** Where a grant is given, and the operation that gives it. */
const PLACES = {
  collectionPermissions: collection,
  sitePermissions: site,
  spacePermissions: (box: TestSandbox) => ({ spaceId: spaceId(box) }),
};

function grants(): [string, Prepare][] {
  return Object.entries(PLACES).flatMap(([group, placeOf]) =>
    (['User', 'Team'] as const).flatMap((kind) =>
      ['update', 'remove'].map((verb): [string, Prepare] => [
        `${group}.${verb}${kind}`,
        async (box) => {
          const place = placeOf(box);
          const id = kind === 'User' ? user(box) : team(box);
          await does(box, `${group}.add`, { ...place, role: 'read', [`${kind.toLowerCase()}s`]: [id] });
          return { ...place, [`${kind.toLowerCase()}Id`]: id, ...(verb === 'update' && { role: 'comment' }) };
        },
      ]),
    ),
  );
}

/** All of them are administrators where it goes: what counts is their role where it comes from. */
async function otherOrganization(box: TestSandbox, callers: readonly string[]): Promise<string> {
  const { id } = await does(box, 'orgs.create', { title: 'Elsewhere' });
  const organization = String(id);
  const at = box.clock.now.toISOString();
  const membership = {
    organization,
    role: 'admin',
    disabled: 0,
    sso: 0,
    joinedAt: at,
    lastSeenAt: null,
  } as const;
  for (const caller of callers)
    if (!members(box.sandbox.db).find({ organization, user: caller }))
      members(box.sandbox.db).insert({ ...membership, user: caller });
  return organization;
}

export async function translation(box: TestSandbox): Promise<Item> {
  const { organizationId } = box;
  const source = { space: spaceId(box), language: 'en' };
  const { id } = await does(box, 'translations.create', { organizationId, language: 'fr', source });
  await box.sandbox.background.settle();
  return { organizationId, translationId: id };
}

async function storedFont(box: TestSandbox): Promise<string> {
  const file = { name: 'serif.woff2', type: 'font/woff2', size: 4 };
  const { organizationId } = box;
  const { key } = await does(box, 'storage.upload', { organizationId, file, kind: 'customization_font' });
  return String(key);
}

export const PREPARED: ReadonlyMap<string, Prepare> = new Map<string, Prepare>([
  ...grants(),
  [
    'collections.transfer',
    async (box, callers) => ({ ...collection(box), organization: await otherOrganization(box, callers) }),
  ],
  [
    'spaces.transfer',
    async (box, callers) => {
      const { id } = await does(box, 'spaces.create', {
        organizationId: box.organizationId,
        title: 'Moving',
      });
      return { spaceId: id, organization: await otherOrganization(box, callers) };
    },
  ],
  [
    'importRuns.cancel',
    async (box) => {
      const { organizationId } = box;
      const source = { type: 'website', url: 'http://127.0.0.1:1/' };
      const { id } = await does(box, 'importRuns.start', {
        organizationId,
        source,
        target: { space: openSpace(box) },
      });
      await box.sandbox.background.settle();
      box.sandbox.db.run(
        "UPDATE importRuns SET status = 'in-progress', reason = NULL WHERE id = ?",
        String(id),
      );
      return { organizationId, importRunId: id };
    },
  ],
  [
    'contextConnections.create',
    (box) => {
      box.sandbox.db.run('DELETE FROM contextConnections');
      const usageSettings = { changeRequests: true, search: true, searchBoost: 'x1.0' };
      return { ...site(box), connector: 'builtin:api', usageSettings };
    },
  ],
  [
    'installationSites.add',
    async (box) => {
      const row = box.sandbox.db.get<{ id: string; integration: string }>(
        'SELECT id, integration FROM installations',
      );
      const siteId = one(box, "SELECT id FROM sites WHERE title = 'Partner portal'");
      const ref = { integrationName: row?.integration, installationId: row?.id, siteId };
      await does(box, 'installations.update', { ...ref, site_selection: 'selected' });
      await does(box, 'installationSites.remove', ref);
      return ref;
    },
  ],
  ['templates.apply', (box) => ({ spaceId: openSpace(box), id: 'api-docs' })],
  [
    'integrations.devEnable',
    (box) => ({
      integrationName: one(box, 'SELECT name AS id FROM integrations'),
      tunnelUrl: 'http://localhost:8080/dev',
    }),
  ],
  [
    'teamMembers.remove',
    (box) => {
      const teamId = team(box);
      const userId = one(box, `SELECT user AS id FROM teamMembers WHERE team = '${teamId}'`);
      return { organizationId: box.organizationId, teamId, userId };
    },
  ],
  [
    'changeRequestContent.update',
    async (box) => {
      const { id } = await does(box, 'changeRequests.create', { spaceId: spaceId(box), subject: 'Edit' });
      const { pages } = await does(box, 'content.get', { spaceId: spaceId(box) });
      const page = (pages as { id: string; type: string }[]).find(({ type }) => type === 'document')?.id;
      const changes = [{ operation: 'update_page', page, title: 'Edited' }];
      return { spaceId: spaceId(box), changeRequestId: id, changes };
    },
  ],
  [
    'reviewers.remove',
    (box) => {
      const row = box.sandbox.db.get<{ changeRequest: string; user: string; space: string }>(
        'SELECT r.changeRequest, r.user, c.space FROM requested_reviewers r JOIN change_requests c ON c.id = r.changeRequest',
      );
      return { spaceId: row?.space, changeRequestId: row?.changeRequest, userId: row?.user };
    },
  ],
  [
    'adaptiveSchema.set',
    (box) => ({
      ...site(box),
      jsonSchema: {
        type: 'object',
        properties: { beta: { type: 'boolean', description: 'Takes part in the beta' } },
        additionalProperties: false,
      },
    }),
  ],
  [
    'customization.set',
    async (box) => {
      const { object: _, urls: __, ...looks } = await does(box, 'customization.get', site(box));
      return { ...site(box), ...looks };
    },
  ],
  [
    'fonts.create',
    async (box) => ({
      organizationId: box.organizationId,
      fontFamily: 'Serif',
      fontFaces: [{ weight: 400, storageKey: await storedFont(box) }],
    }),
  ],
  ['siteExternalLinks.create', (box) => ({ ...site(box), title: 'Status', url: 'https://status.example/' })],
  [
    'siteRedirects.create',
    (box) => ({
      ...site(box),
      source: '/once',
      destination: { kind: 'external', url: 'https://tarnpost.example/now' },
    }),
  ],
  [
    'siteRedirects.push',
    (box) => ({
      ...site(box),
      redirects: [
        {
          source: '/once',
          intent: 'live',
          destination: { kind: 'external', url: 'https://tarnpost.example/now' },
        },
      ],
    }),
  ],
  ['ask.site', (box) => ({ ...site(box), question: 'Where is my parcel?', scope: { mode: 'all' } })],
  ['ask.organization', ({ organizationId }) => ({ organizationId, query: 'parcel' })],
  ['siteSearch.search', (box) => ({ ...site(box), query: 'parcel', scope: { mode: 'all' } })],
  [
    'siteStructure.sort',
    (box) => {
      const ref = site(box);
      const sections = box.sandbox.db.all<{ id: string }>(
        `SELECT id FROM siteSections WHERE site = '${ref.siteId}'`,
      );
      const item = { type: 'site-section', id: sections[0]?.id };
      return { ...ref, item, position: { after: { type: 'site-section', id: sections[1]?.id } } };
    },
  ],
  ['translations.delete', translation],
  ['translations.run', translation],
  [
    'translations.update',
    async (box) => ({
      ...(await translation(box)),
      instructions: { object: 'document', data: { schemaVersion: 1 }, nodes: [] },
    }),
  ],
]);
