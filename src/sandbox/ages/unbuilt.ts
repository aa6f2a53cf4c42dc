// Operations of the newest published contract that this program does not have: the sandbox answers 501 to each by its name.

/** Method, path and name of each, as the contract has them. */
const UNBUILT = `
  GET /v1/ getApiInformation
  POST /v1/user/notifications/token createUserNotificationsToken
  GET /v1/spaces/{spaceId}/embed getEmbedByUrlInSpace
  POST /v1/spaces/{spaceId}/content/computed/document getComputedDocument
  POST /v1/spaces/{spaceId}/content/computed/revision getComputedRevision
  GET /v1/spaces/{spaceId}/documents/{documentId} getDocumentById
  GET /v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/document getPageDocumentInRevisionById
  GET /v1/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}/document getReusableContentDocumentInRevisionById
  GET /v1/integrations/{integrationName}/render renderIntegrationUIWithGet
  POST /v1/integrations/{integrationName}/render renderIntegrationUIWithPost
  POST /v1/integrations/{integrationName}/tasks queueIntegrationTask
  POST /v1/integrations/{integrationName}/installations/{installationId}/tokens createIntegrationInstallationToken
  POST /v1/orgs/{organizationId}/ask askInOrganization
  GET /v1/orgs/{organizationId}/ask/questions getRecommendedQuestionsInOrganization
  GET /v1/orgs/{organizationId}/ask/questions/stream streamRecommendedQuestionsInOrganization
  GET /v1/orgs/{organizationId}/ask/stream streamAskInOrganization
  GET /v1/orgs/{organizationId}/agent/conversations listOrganizationAgentConversations
  PUT /v1/orgs/{organizationId}/agent/conversations/{conversationId} provisionOrganizationAgentConversation
  PATCH /v1/orgs/{organizationId}/agent/conversations/{conversationId} updateOrganizationAgentConversation
  DELETE /v1/orgs/{organizationId}/agent/conversations/{conversationId} deleteOrganizationAgentConversation
  POST /v1/orgs/{organizationId}/sites/{siteId}/search/prewarm prewarmSiteSearch
  POST /v1/orgs/{organizationId}/sites/{siteId}/agent-feedback submitSiteAgentFeedback
  POST /v1/orgs/{organizationId}/sites/{siteId}/agents/feedback submitAgentFeedbackToSite
  POST /v1/orgs/{organizationId}/sites/{siteId}/ask streamAskInSite
  GET /v1/orgs/{organizationId}/sites/{siteId}/ask/questions streamRecommendedQuestionsInSite
  POST /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move moveSiteSectionGroup
  POST /v1/orgs/{organizationId}/sites/{siteId}/ai/response streamAIResponseInSite
  POST /v1/orgs/{organizationId}/sites/{siteId}/insights/events trackEventsInSiteById
  POST /v1/orgs/{organizationId}/sites/{siteId}/ads updateSiteAdsById
  GET /v1/ads/sites adsListSites
  PATCH /v1/ads/sites/{siteId} adsUpdateSite
  GET /v1/urls/embed getEmbedByUrl
  GET /v1/urls/published getPublishedContentByUrl
  POST /v1/urls/published resolvePublishedContentByUrl
`;

export interface Unbuilt {
  method: string;
  path: string;
  name: string;
}

export const unbuilt: readonly Unbuilt[] = UNBUILT.trim()
  .split('\n')
  .map((line) => {
    const [method = '', path = '', name = ''] = line.trim().split(' ');
    return { method, path, name };
  });

/** Which of them a request asks for. */
export function unbuiltAt(method: string, path: string): Unbuilt | undefined {
  const segments = path.split('/');
  return unbuilt.find((one) => one.method === method && fits(one.path.split('/'), segments));
}

const fits = (template: readonly string[], segments: readonly string[]): boolean =>
  template.length === segments.length &&
  template.every((part, at) => (part.startsWith('{') ? segments[at] !== '' : part === segments[at]));
