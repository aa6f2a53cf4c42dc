// Made by npx tsx src/build/indexes.ts from the files of this folder: add a file there, then run it.
export const kinds = {
  integrationName: {
    noun: 'integration',
    key: 'name',
    names: ['title'],
    listId: 'integrations.list',
    list: async () => (await import('../../api/integrations/integrations.ts')).listIntegrations,
  },
  organizationId: {
    noun: 'organization',
    names: ['title', 'hostname'],
    listId: 'orgs.list',
    list: async () => (await import('../../api/people/organizations.ts')).listOrganizations,
  },
  collectionId: {
    noun: 'collection',
    names: ['title'],
    listId: 'collections.list',
    list: async () => (await import('../../api/content/collections.ts')).listCollections,
  },
  spaceId: {
    noun: 'space',
    names: ['title'],
    listId: 'spaces.list',
    list: async () => (await import('../../api/content/spaces.ts')).listSpaces,
  },
  clusterId: {
    noun: 'issues cluster',
    names: ['label'],
    listId: 'conversationIssues.clusters',
    list: async () => (await import('../../api/insights/conversations.ts')).listIssuesClusters,
  },
  specSlug: {
    noun: 'OpenAPI specification',
    key: 'slug',
    names: ['slug', 'id'],
    listId: 'openapi.list',
    list: async () => (await import('../../api/integrations/openapi.ts')).listOpenApiSpecs,
  },
  samlProviderId: {
    noun: 'SAML provider',
    names: ['label'],
    listId: 'saml.list',
    list: async () => (await import('../../api/people/invites.ts')).listSamlProviders,
  },
  userId: {
    noun: 'member',
    shown: 1,
    names: ['user.email', 'user.displayName'],
    listId: 'members.list',
    list: async () => (await import('../../api/people/members.ts')).listMembers,
  },
  teamId: {
    noun: 'team',
    names: ['title'],
    listId: 'teams.list',
    list: async () => (await import('../../api/people/members.ts')).listTeams,
  },
  fontId: {
    noun: 'font',
    rows: 'items',
    names: ['fontFamily'],
    listId: 'fonts.list',
    list: async () => (await import('../../api/sites/fonts.ts')).listFonts,
  },
  siteId: {
    noun: 'site',
    names: ['title', 'basename', 'hostname'],
    listId: 'sites.list',
    list: async () => (await import('../../api/sites/sites.ts')).listSites,
  },
  translationId: {
    noun: 'translation',
    names: ['language', '{source.space}:{language}'],
    listId: 'translations.list',
    list: async () => (await import('../../api/translations/translations.ts')).listTranslations,
  },
  siteContextConnectionId: {
    noun: 'connection',
    names: ['label', 'connector'],
    listId: 'contextConnections.list',
    list: async () => (await import('../../api/insights/context-connections.ts')).listConnections,
  },
  siteContextRecordId: {
    noun: 'record',
    names: ['title'],
    listId: 'contextRecords.list',
    list: async () => (await import('../../api/insights/context-connections.ts')).listRecords,
  },
  siteQuestionId: {
    noun: 'question',
    names: ['question'],
    listId: 'questions.list',
    list: async () => (await import('../../api/insights/questions.ts')).listQuestions,
  },
  siteFindingId: {
    noun: 'finding',
    names: ['title'],
    listId: 'siteFindings.list',
    list: async () => (await import('../../api/insights/site-findings.ts')).listFindings,
  },
  siteTopicId: {
    noun: 'topic',
    rows: 'items',
    names: ['label'],
    listId: 'siteTopics.list',
    list: async () => (await import('../../api/insights/site-findings.ts')).listTopics,
  },
  changeRequestId: {
    noun: 'change request',
    names: ['number', 'subject'],
    listId: 'changeRequests.list',
    list: async () => (await import('../../api/review/change-requests.ts')).listChangeRequests,
  },
  siteMcpServerId: {
    noun: 'MCP server',
    names: ['name'],
    listId: 'siteMcpServers.list',
    list: async () => (await import('../../api/sites/site-agent-settings.ts')).listMcpServers,
  },
  shareLinkId: {
    noun: 'share link',
    names: ['name'],
    listId: 'siteShareLinks.list',
    list: async () => (await import('../../api/sites/site-publishing.ts')).listShareLinks,
  },
  siteRedirectId: {
    noun: 'redirect',
    names: ['source'],
    listId: 'siteRedirects.list',
    list: async () => (await import('../../api/sites/site-redirects.ts')).listRedirects,
  },
  siteSectionId: {
    noun: 'section',
    names: ['title', 'path'],
    listId: 'siteSections.list',
    list: async () => (await import('../../api/sites/site-structure.ts')).listSiteSections,
  },
  siteSectionGroupId: {
    noun: 'section group',
    names: ['title'],
    listId: 'siteSectionGroups.list',
    list: async () => (await import('../../api/sites/site-structure.ts')).listSiteSectionGroups,
  },
  siteSpaceId: {
    noun: 'site space',
    names: ['title', 'path'],
    listId: 'siteSpaces.list',
    list: async () => (await import('../../api/sites/site-structure.ts')).listSiteSpaces,
  },
  fileId: {
    noun: 'file',
    names: ['name'],
    listId: 'files.list',
    list: async (onChangeRequest: boolean) =>
      onChangeRequest
        ? (await import('../../api/content/files.ts')).listChangeRequestFiles
        : (await import('../../api/content/files.ts')).listFiles,
  },
  pageId: {
    noun: 'page',
    rows: 'pages',
    names: ['path', 'title', 'slug'],
    listId: 'pages.list',
    list: async (onChangeRequest: boolean) =>
      onChangeRequest
        ? (await import('../../api/content/pages.ts')).listChangeRequestPages
        : (await import('../../api/content/pages.ts')).listPages,
  },
  reusableContentId: {
    noun: 'reusable content',
    rows: 'reusableContents',
    names: ['title'],
    listId: 'content.get',
    list: async (onChangeRequest: boolean) =>
      onChangeRequest
        ? (await import('../../api/content/pages.ts')).getChangeRequestContent
        : (await import('../../api/content/pages.ts')).getContent,
  },
} as const;
