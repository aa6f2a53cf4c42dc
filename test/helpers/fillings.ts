// What the path parameters of an operation may be in a sandbox: the ids of what is there.
import type { Operation } from '../../src/api/operation.ts';
import type { TestSandbox } from './sandbox.ts';

/** Values of a path parameter, below those that are chosen already. */
function valuesOf(
  box: TestSandbox,
  name: string,
  { chosen, order }: { chosen: Record<string, string>; order: Order },
): string[] {
  const ids = (sql: string) => box.sandbox.db.all<{ id: string }>(inOrder(sql, order)).map(({ id }) => id);
  const { spaceId, changeRequestId, commentId, siteId, specSlug, integrationName } = chosen;
  const inRequest = changeRequestId === undefined ? 'IS NULL' : `= '${changeRequestId}'`;
  const values: Record<string, () => string[]> = {
    organizationId: () => [box.organizationId],
    spaceId: () => ids('SELECT id FROM spaces'),
    changeRequestId: () => ids(`SELECT id FROM change_requests WHERE space = '${spaceId}'`),
    revisionId: () => ids(`SELECT id FROM revisions WHERE space = '${spaceId}'`).slice(0, 2),
    commentId: () =>
      ids(`SELECT id FROM comments WHERE space = '${spaceId}' AND changeRequest ${inRequest}`).slice(0, 2),
    commentReplyId: () => ids(`SELECT id FROM commentReplies WHERE comment = '${commentId}'`),
    reviewId: () => ids(`SELECT id FROM reviews WHERE changeRequest = '${changeRequestId}'`),
    siteId: () => ids('SELECT id FROM sites'),
    siteSpaceId: () => ids(`SELECT id FROM siteSpaces WHERE site = '${siteId}'`),
    siteSectionId: () => ids(`SELECT id FROM siteSections WHERE site = '${siteId}'`),
    siteSectionGroupId: () => ids(`SELECT id FROM siteSectionGroups WHERE site = '${siteId}'`),
    siteMcpServerId: () => ids(`SELECT id FROM siteMcpServers WHERE site = '${siteId}'`),
    siteContextConnectionId: () => ids(`SELECT id FROM contextConnections WHERE site = '${siteId}'`),
    siteContextRecordId: () => ids(`SELECT id FROM contextRecords WHERE site = '${siteId}'`).slice(0, 3),
    siteFindingId: () => ids(`SELECT id FROM siteFindings WHERE site = '${siteId}'`),
    siteScanId: () => ids(`SELECT id FROM siteScans WHERE site = '${siteId}'`),
    siteTopicId: () => ids(`SELECT id FROM siteTopics WHERE site = '${siteId}'`),
    shareLinkId: () => ids(`SELECT id FROM shareLinks WHERE site = '${siteId}'`),
    siteExternalLinkId: () => ids(`SELECT id FROM siteExternalLinks WHERE site = '${siteId}'`),
    fontId: () => ids('SELECT id FROM fonts'),
    hostname: () => ids('SELECT hostname AS id FROM customHostnames'),
    siteChannelId: () => [],
    siteQuestionId: () => ids(`SELECT id FROM siteQuestions WHERE site = '${siteId}'`).slice(0, 3),
    siteQuestionAnswerId: () => ids(`SELECT id FROM siteAnswers WHERE site = '${siteId}'`).slice(0, 3),
    siteRedirectId: () => ids(`SELECT id FROM siteRedirects WHERE site = '${siteId}'`),
    collectionId: () => ids('SELECT id FROM collections'),
    userId: () => ids('SELECT id FROM users WHERE id IN (SELECT user FROM members)').slice(0, 2),
    teamId: () => ids('SELECT id FROM teams'),
    specSlug: () => ids('SELECT slug AS id FROM openApiSpecs'),
    versionId: () =>
      ids(
        `SELECT id FROM openApiVersions WHERE spec IN (SELECT id FROM openApiSpecs WHERE slug = '${specSlug}')`,
      ),
    samlProviderId: () => ids('SELECT id FROM samlProviders'),
    importRunId: () => ids('SELECT id FROM importRuns'),
    glossaryEntryId: () => ids('SELECT id FROM glossary'),
    translationId: () => ids('SELECT id FROM translations'),
    conversationId: () => ids('SELECT id FROM conversations').slice(0, 3),
    issueId: () => ids('SELECT id FROM conversationIssues').slice(0, 3),
    integrationName: () => ids('SELECT name AS id FROM integrations'),
    installationId: () =>
      integrationName === undefined
        ? ids('SELECT id FROM gitInstallations')
        : ids(`SELECT id FROM installations WHERE integration = '${integrationName}'`),
    accountName: () => [],
    repositoryName: () => [],
    projectId: () => [],
    eventId: () =>
      ids(`SELECT id FROM integrationEvents WHERE integration = '${integrationName}'`).slice(0, 2),
    pageId: () => pagesOf(box, spaceId ?? ''),
    fileId: () => filesOf(box, spaceId ?? ''),
    pagePath: () => ['quickstart'],
    reusableContentId: () => reusableOf(box, spaceId ?? ''),
    emailDomain: () => ['tarnpost.example'],
    subdomain: () => ['tarnpost'],
    inviteId: () => ids('SELECT id FROM linkInvites'),
    auditEventId: () => ids('SELECT id FROM auditEvents').slice(0, 3),
  };
  const found = values[name];
  if (!found) throw new Error(`say what {${name}} may be`);
  return found();
}

const pagesOf = (box: TestSandbox, space: string) =>
  treeOf(box, space)
    .pages.slice(0, 1)
    .map(({ id }) => id);
const filesOf = (box: TestSandbox, space: string) =>
  treeOf(box, space)
    .files.slice(0, 1)
    .map(({ id }) => id);

const reusableOf = (box: TestSandbox, space: string) =>
  treeOf(box, space).reusableContents.map(({ id }) => id);

interface Ids {
  reusableContents: { id: string }[];
  pages: { id: string }[];
  files: { id: string }[];
}

function treeOf(box: TestSandbox, space: string): Ids {
  const [row] = box.sandbox.db.all<{ bytes: Uint8Array }>(
    `SELECT b.bytes FROM spaces s JOIN revisions r ON r.id = s.revision JOIN blobs b ON b.hash = r.tree WHERE s.id = '${space}'`,
  );
  return row
    ? (JSON.parse(Buffer.from(row.bytes).toString()) as Ids)
    : { pages: [], files: [], reusableContents: [] };
}

/** As they were made: where IDs are random, only that is the same each time. Without it, as the database finds them. */
export type Order = 'made' | undefined;

export const inOrder = (sql: string, order: Order): string =>
  order === 'made' ? `${sql} ORDER BY rowid` : sql;

/** Every filling of an operation's path. */
export function fillings(box: TestSandbox, operation: Operation, order?: Order): Record<string, string>[] {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  return names.reduce<Record<string, string>[]>(
    (all, name) =>
      all.flatMap((chosen) =>
        valuesOf(box, name, { chosen, order }).map((value) => ({ ...chosen, [name]: value })),
      ),
    [{}],
  );
}
