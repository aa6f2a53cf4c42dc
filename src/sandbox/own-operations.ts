// Operations that docs has no commands for: those of the sandbox itself, and what answers name as `urls.location`.
import { ConversationsIssuesCluster as IssuesCluster } from '../api/insights/conversations.generated.ts';
import { builders, resource } from '../api/schema.ts';

const { Literal, Obj, Unknown } = builders;

const downloads = resource('downloads');
/** The signed address of a file or PDF, as an operation: so it goes the way of every request, but without a token. */
export const getDownload = downloads('get', 'Download a file or a PDF', {
  method: 'GET',
  path: '/~download/{payload}/{signature}/{name}',
  // Bytes, not JSON.
  result: Unknown(),
});

const health = resource('health');
/** For programs that wait until it answers. */
export const getHealth = health('get', 'Check whether the sandbox answers', {
  method: 'GET',
  path: '/~health',
  result: Obj({ status: Literal('ok') }),
});

const specification = resource('specification');
/** The one that `docs api --spec` prints. */
export const getSpecification = specification('get', 'Get the OpenAPI document of this sandbox', {
  method: 'GET',
  path: '/v1/openapi.json',
  result: Unknown(),
});

/** They answer without a token. */
export const OWN_OPERATIONS = [getDownload, getSpecification, getHealth] as const;

const issues = resource('conversationIssues');
export const getIssuesCluster = issues('cluster', 'Show a cluster of issues', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/conversations-clusters/{clusterId}',
  result: IssuesCluster,
});
