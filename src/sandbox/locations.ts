// What answers name as `urls.location` beyond the operations that docs has commands for: the sandbox reads it, too.
import { ConversationsIssuesCluster as IssuesCluster } from '../api/insights/conversation-issues.generated.ts';
import { resource } from '../api/schema.ts';

export const getIssuesCluster = resource('conversationIssues')('cluster', 'Show a cluster of issues', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/conversations-clusters/{clusterId}',
  result: IssuesCluster,
});

export const LOCATIONS = [getIssuesCluster] as const;
