// What can be named by more than its id, and the list it is looked up in.
import type { OperationId } from '../../api/index.ts';
import type { Operation } from '../../api/operation.ts';
import { plural } from '../../output/format.ts';

export interface ReferenceKind {
  noun: string;
  /** Lists the candidates; its path parameters must be known. `onChangeRequest`: the input names one. */
  list(onChangeRequest: boolean): Promise<Operation>;
  /** Id of that operation: to know the list without loading it. */
  listId: OperationId;
  /** The field of the answer that holds them, where it is not a paged list. */
  rows?: string;
  /** What the platform knows an item by, where it is not its `id`. */
  key?: string;
  names(item: Record<string, unknown>): readonly unknown[];
  /** Which of the names a table shows, where it is not the first. */
  shown?: number;
}

const userOf = ({ user }: Record<string, unknown>): Record<string, unknown> =>
  typeof user === 'object' && user !== null ? { ...user } : {};

const spaceOf = (source: unknown): unknown =>
  typeof source === 'object' && source !== null && 'space' in source ? source.space : undefined;

/** By path parameter. Order matters: a space is looked for in an organization that was looked up before. */
export const KINDS: Readonly<Record<string, ReferenceKind>> = {
  organizationId: {
    noun: 'organization',
    listId: 'orgs.list',
    list: async () => (await import('../../api/people/organizations.ts')).listOrganizations,
    names: ({ title, hostname }) => [title, hostname],
  },
  collectionId: {
    noun: 'collection',
    listId: 'collections.list',
    list: async () => (await import('../../api/content/collections.ts')).listCollections,
    names: ({ title }) => [title],
  },
  spaceId: {
    noun: 'space',
    listId: 'spaces.list',
    list: async () => (await import('../../api/content/spaces.ts')).listSpaces,
    names: ({ title }) => [title],
  },
  changeRequestId: {
    noun: 'change request',
    listId: 'changeRequests.list',
    list: async () => (await import('../../api/review/change-requests.ts')).listChangeRequests,
    names: ({ number, subject }) => [number === undefined ? undefined : String(number), subject],
  },
  siteId: {
    noun: 'site',
    listId: 'sites.list',
    list: async () => (await import('../../api/sites/sites.ts')).listSites,
    names: ({ title, basename, hostname }) => [title, basename, hostname],
  },
  siteSectionGroupId: {
    noun: 'section group',
    listId: 'siteSectionGroups.list',
    list: async () => (await import('../../api/sites/site-section-groups.ts')).listSiteSectionGroups,
    names: ({ title }) => [title],
  },
  siteSectionId: {
    noun: 'section',
    listId: 'siteSections.list',
    list: async () => (await import('../../api/sites/site-sections.ts')).listSiteSections,
    names: ({ title, path }) => [title, path],
  },
  siteSpaceId: {
    noun: 'site space',
    listId: 'siteSpaces.list',
    list: async () => (await import('../../api/sites/site-spaces.ts')).listSiteSpaces,
    names: ({ title, path }) => [title, path],
  },
  siteRedirectId: {
    noun: 'redirect',
    listId: 'siteRedirects.list',
    list: async () => (await import('../../api/sites/site-redirects.ts')).listRedirects,
    names: ({ source }) => [source],
  },
  shareLinkId: {
    noun: 'share link',
    listId: 'siteShareLinks.list',
    list: async () => (await import('../../api/sites/site-share-links.ts')).listShareLinks,
    names: ({ name }) => [name],
  },
  siteMcpServerId: {
    noun: 'MCP server',
    listId: 'siteMcpServers.list',
    list: async () => (await import('../../api/sites/site-mcp-servers.ts')).listMcpServers,
    names: ({ name }) => [name],
  },
  siteContextConnectionId: {
    noun: 'connection',
    listId: 'contextConnections.list',
    list: async () => (await import('../../api/insights/context-connections.ts')).listConnections,
    names: ({ label, connector }) => [label, connector],
  },
  siteContextRecordId: {
    noun: 'record',
    listId: 'contextRecords.list',
    list: async () => (await import('../../api/insights/context-records.ts')).listRecords,
    names: ({ title }) => [title],
  },
  siteFindingId: {
    noun: 'finding',
    listId: 'siteFindings.list',
    list: async () => (await import('../../api/insights/site-findings.ts')).listFindings,
    names: ({ title }) => [title],
  },
  siteTopicId: {
    noun: 'topic',
    listId: 'siteTopics.list',
    list: async () => (await import('../../api/insights/site-topics.ts')).listTopics,
    rows: 'items',
    names: ({ label }) => [label],
  },
  siteQuestionId: {
    noun: 'question',
    listId: 'questions.list',
    list: async () => (await import('../../api/insights/questions.ts')).listQuestions,
    names: ({ question }) => [question],
  },
  fontId: {
    noun: 'font',
    listId: 'fonts.list',
    list: async () => (await import('../../api/sites/fonts.ts')).listFonts,
    rows: 'items',
    names: ({ fontFamily }) => [fontFamily],
  },
  pageId: {
    noun: 'page',
    listId: 'pages.list',
    list: async (onChangeRequest) => {
      const { listChangeRequestPages, listPages } = await import('../../api/content/pages.ts');
      return onChangeRequest ? listChangeRequestPages : listPages;
    },
    rows: 'pages',
    names: ({ title, path, slug }) => [path, title, slug],
  },
  fileId: {
    noun: 'file',
    listId: 'files.list',
    list: async (onChangeRequest) => {
      const { listChangeRequestFiles, listFiles } = await import('../../api/content/files.ts');
      return onChangeRequest ? listChangeRequestFiles : listFiles;
    },
    names: ({ name }) => [name],
  },
  reusableContentId: {
    noun: 'reusable content',
    listId: 'content.get',
    list: async (onChangeRequest) => {
      const { getChangeRequestContent, getContent } = await import('../../api/content/content.ts');
      return onChangeRequest ? getChangeRequestContent : getContent;
    },
    rows: 'reusableContents',
    names: ({ title }) => [title],
  },
  userId: {
    noun: 'member',
    listId: 'members.list',
    list: async () => (await import('../../api/people/members.ts')).listMembers,
    names: (item) => [userOf(item).email, userOf(item).displayName],
    // The platform does not show an e-mail address for everyone.
    shown: 1,
  },
  teamId: {
    noun: 'team',
    listId: 'teams.list',
    list: async () => (await import('../../api/people/teams.ts')).listTeams,
    names: ({ title }) => [title],
  },
  integrationName: {
    noun: 'integration',
    listId: 'integrations.list',
    key: 'name',
    list: async () => (await import('../../api/integrations/integrations.ts')).listIntegrations,
    names: ({ title }) => [title],
  },
  specSlug: {
    noun: 'OpenAPI specification',
    listId: 'openapi.list',
    key: 'slug',
    list: async () => (await import('../../api/integrations/openapi.ts')).listOpenApiSpecs,
    names: ({ id }) => [id],
  },
  samlProviderId: {
    noun: 'SAML provider',
    listId: 'saml.list',
    list: async () => (await import('../../api/people/saml.ts')).listSamlProviders,
    names: ({ label }) => [label],
  },
  translationId: {
    noun: 'translation',
    listId: 'translations.list',
    list: async () => (await import('../../api/translations/translations.ts')).listTranslations,
    names: ({ language, source }) => [language, `${spaceOf(source)}:${language}`],
  },
  clusterId: {
    noun: 'issues cluster',
    listId: 'conversationIssues.clusters',
    list: async () => (await import('../../api/insights/conversation-issues.ts')).listIssuesClusters,
    names: ({ label }) => [label],
  },
};

/** The kind whose candidates an operation lists. */
export const kindListedBy = (operation: Operation): ReferenceKind | undefined =>
  Object.values(KINDS).find(({ listId }) => listId === operation.id);

/** `1 space`, `2 comment replies`. */
export const amountOf = (count: number, param: string): string =>
  plural(count, nounOf(param), nounOf(param).replace(/y$/, 'ie').concat('s'));

/** Of what no list names. */
const NOUNS: Readonly<Record<string, string>> = {
  siteQuestionAnswerId: 'answer',
  siteExternalLinkId: 'external link',
};

export const nounOf = (param: string): string =>
  KINDS[param]?.noun ??
  NOUNS[param] ??
  param
    .replace(/Id$/, '')
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase();
