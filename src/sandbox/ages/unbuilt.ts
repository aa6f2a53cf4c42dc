// Operations of the newest published contract that this program does not have: the sandbox answers 501 to each by its name.
import type { Operation } from '../../api/operation.ts';

/** Why each is not there, as a whole sentence; then method, path and name of each, as the contract has them. */
const UNBUILT: Readonly<Record<string, string>> = {
  'The specification of the sandbox is at /v1/openapi.json.': `
    GET /v1/ getApiInformation
`,
  'The sandbox sends no notifications.': `
    POST /v1/user/notifications/token createUserNotificationsToken
`,
  'The sandbox fetches no pages of other sites to embed them.': `
    GET /v1/spaces/{spaceId}/embed getEmbedByUrlInSpace
    GET /v1/urls/embed getEmbedByUrl
`,
  'No integration runs in the sandbox that could compute content.': `
    POST /v1/spaces/{spaceId}/content/computed/document getComputedDocument
    POST /v1/spaces/{spaceId}/content/computed/revision getComputedRevision
`,
  'Pages give the same document.': `
    GET /v1/spaces/{spaceId}/documents/{documentId} getDocumentById
    GET /v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/document getPageDocumentInRevisionById
`,
  'No integration runs in the sandbox that could show anything.': `
    GET /v1/integrations/{integrationName}/render renderIntegrationUIWithGet
    POST /v1/integrations/{integrationName}/render renderIntegrationUIWithPost
`,
  'No integration runs in the sandbox that could take up a task.': `
    POST /v1/integrations/{integrationName}/tasks queueIntegrationTask
`,
  'The same is asked as a stream, at /ask/stream.': `
    POST /v1/orgs/{organizationId}/ask askInOrganization
  `,
  'The same comes at once from /ask/questions.': `
    GET /v1/orgs/{organizationId}/ask/questions/stream streamRecommendedQuestionsInOrganization
  `,
  'The sandbox has no AI agent to talk to.': `
    GET /v1/orgs/{organizationId}/agent/conversations listOrganizationAgentConversations
    PUT /v1/orgs/{organizationId}/agent/conversations/{conversationId} provisionOrganizationAgentConversation
    PATCH /v1/orgs/{organizationId}/agent/conversations/{conversationId} updateOrganizationAgentConversation
    DELETE /v1/orgs/{organizationId}/agent/conversations/{conversationId} deleteOrganizationAgentConversation
    POST /v1/orgs/{organizationId}/sites/{siteId}/ai/response streamAIResponseInSite
`,
  'The search of the sandbox is always ready.': `
    POST /v1/orgs/{organizationId}/sites/{siteId}/search/prewarm prewarmSiteSearch
`,
  'Only agents that read a published site rate it, and none does here.': `
    POST /v1/orgs/{organizationId}/sites/{siteId}/agent-feedback submitSiteAgentFeedback
    POST /v1/orgs/{organizationId}/sites/{siteId}/agents/feedback submitAgentFeedbackToSite
`,
  'Sections and groups are sorted by one operation, sites structure sort.': `
    POST /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move moveSiteSectionGroup
`,
  'Only the scripts of published sites report events, and none runs here.': `
    POST /v1/orgs/{organizationId}/sites/{siteId}/insights/events trackEventsInSiteById
`,
  'The sandbox shows no ads.': `
    POST /v1/orgs/{organizationId}/sites/{siteId}/ads updateSiteAdsById
    GET /v1/ads/sites adsListSites
    PATCH /v1/ads/sites/{siteId} adsUpdateSite
`,
  'The sandbox looks a published URL up by POST alone.': `
    GET /v1/urls/published getPublishedContentByUrl
`,
};

export interface Unbuilt {
  method: Operation['method'];
  path: string;
  name: string;
  /** A whole sentence. */
  reason: string;
}

const METHODS: readonly Operation['method'][] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export const unbuilt: readonly Unbuilt[] = Object.entries(UNBUILT).flatMap(([reason, lines]) =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [word = '', path = '', name = ''] = line.trim().split(' ');
      return { method: METHODS.find((method) => method === word) ?? 'GET', path, name, reason };
    }),
);

/** Which of them a request asks for. */
export function unbuiltAt(method: string, path: string): Unbuilt | undefined {
  const segments = path.split('/');
  return unbuilt.find((one) => one.method === method && fits(one.path.split('/'), segments));
}

const fits = (template: readonly string[], segments: readonly string[]): boolean =>
  template.length === segments.length &&
  template.every((part, at) => (part.startsWith('{') ? segments[at] !== '' : part === segments[at]));
