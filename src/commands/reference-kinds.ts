// What can be named by more than its id, and the list it is looked up in.
import type { Operation } from '../api/operation.ts';

export interface ReferenceKind {
  noun: string;
  /** Lists the candidates; its path parameters must be known. `onChangeRequest`: the input names one. */
  list(onChangeRequest: boolean): Promise<Operation>;
  /** The field of the answer that holds them, where it is not a paged list. */
  rows?: string;
  /** What the platform knows an item by, where it is not its `id`. */
  key?: string;
  names(item: Record<string, unknown>): readonly unknown[];
}

const userOf = ({ user }: Record<string, unknown>): Record<string, unknown> =>
  typeof user === 'object' && user !== null ? { ...user } : {};

/** By path parameter. Order matters: a space is looked for in an organization that was looked up before. */
export const KINDS: Readonly<Record<string, ReferenceKind>> = {
  organizationId: {
    noun: 'organization',
    list: async () => (await import('../api/organizations.ts')).listOrganizations,
    names: ({ title, hostname }) => [title, hostname],
  },
  collectionId: {
    noun: 'collection',
    list: async () => (await import('../api/collections.ts')).listCollections,
    names: ({ title }) => [title],
  },
  spaceId: {
    noun: 'space',
    list: async () => (await import('../api/spaces.ts')).listSpaces,
    names: ({ title }) => [title],
  },
  siteId: {
    noun: 'site',
    list: async () => (await import('../api/sites.ts')).listSites,
    names: ({ title, basename, hostname }) => [title, basename, hostname],
  },
  siteSectionGroupId: {
    noun: 'section group',
    list: async () => (await import('../api/site-section-groups.ts')).listSiteSectionGroups,
    names: ({ title }) => [title],
  },
  siteSectionId: {
    noun: 'section',
    list: async () => (await import('../api/site-sections.ts')).listSiteSections,
    names: ({ title, path }) => [title, path],
  },
  siteSpaceId: {
    noun: 'site space',
    list: async () => (await import('../api/site-spaces.ts')).listSiteSpaces,
    names: ({ title, path }) => [title, path],
  },
  pageId: {
    noun: 'page',
    list: async (onChangeRequest) => {
      const { listChangeRequestPages, listPages } = await import('../api/pages.ts');
      return onChangeRequest ? listChangeRequestPages : listPages;
    },
    rows: 'pages',
    names: ({ title, path, slug }) => [path, title, slug],
  },
  fileId: {
    noun: 'file',
    list: async (onChangeRequest) => {
      const { listChangeRequestFiles, listFiles } = await import('../api/files.ts');
      return onChangeRequest ? listChangeRequestFiles : listFiles;
    },
    names: ({ name }) => [name],
  },
  userId: {
    noun: 'member',
    list: async () => (await import('../api/members.ts')).listMembers,
    names: (item) => [userOf(item).email, userOf(item).displayName],
  },
  teamId: {
    noun: 'team',
    list: async () => (await import('../api/teams.ts')).listTeams,
    names: ({ title }) => [title],
  },
  integrationName: {
    noun: 'integration',
    key: 'name',
    list: async () => (await import('../api/integrations.ts')).listIntegrations,
    names: ({ title }) => [title],
  },
  specSlug: {
    noun: 'OpenAPI specification',
    key: 'slug',
    list: async () => (await import('../api/openapi.ts')).listOpenApiSpecs,
    names: ({ id }) => [id],
  },
  samlProviderId: {
    noun: 'SAML provider',
    list: async () => (await import('../api/saml.ts')).listSamlProviders,
    names: ({ label }) => [label],
  },
  clusterId: {
    noun: 'issues cluster',
    list: async () => (await import('../api/conversation-issues.ts')).listIssuesClusters,
    names: ({ label }) => [label],
  },
};

export const nounOf = (param: string): string =>
  KINDS[param]?.noun ??
  param
    .replace(/Id$/, '')
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase();
