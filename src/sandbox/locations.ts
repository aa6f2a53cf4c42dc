// What answers name as `urls.location` beyond the operations that docs has commands for: the sandbox reads it, too.
import { IssuesCluster } from '../api/insights/conversation-issues.ts';
import { operation, Type } from '../api/schema.ts';

const { Object: Obj, String: Str } = Type;

export const getIssuesCluster = operation('conversationIssues.cluster', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/conversations-clusters/{clusterId}',
  summary: 'Show a cluster of issues',
  params: Obj({ organizationId: Str(), clusterId: Str() }),
  result: IssuesCluster,
});

export const LOCATIONS = [getIssuesCluster] as const;
