// What answers name as `urls.location` beyond the operations that docs has commands for: the sandbox reads it, too.
import { IssuesCluster } from '../api/insights/conversation-issues.ts';
import {
  Installation,
  IntegrationSite,
  IntegrationSpace,
} from '../api/integrations/integration-installations.ts';
import { User } from '../api/people/users.ts';
import { operation, Type } from '../api/schema.ts';

const { Object: Obj, String: Str } = Type;
const installation = { integrationName: Str(), installationId: Str() };

export const getUser = operation('users.get', {
  method: 'GET',
  path: '/v1/users/{userId}',
  summary: 'Show a user',
  params: Obj({ userId: Str() }),
  result: User,
});

export const getInstallation = operation('installations.get', {
  method: 'GET',
  path: '/v1/integrations/{integrationName}/installations/{installationId}',
  summary: 'Show an installation of an integration',
  params: Obj(installation),
  result: Installation,
});

export const getInstallationSpace = operation('installations.space', {
  method: 'GET',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/spaces/{spaceId}',
  summary: 'Show an installation on a space',
  params: Obj({ ...installation, spaceId: Str() }),
  result: IntegrationSpace,
  token: 'any',
});

export const getInstallationSite = operation('installations.site', {
  method: 'GET',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/sites/{siteId}',
  summary: 'Show an installation on a site',
  params: Obj({ ...installation, siteId: Str() }),
  result: IntegrationSite,
  token: 'any',
});

export const getIssuesCluster = operation('conversationIssues.cluster', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/conversations-clusters/{clusterId}',
  summary: 'Show a cluster of issues',
  params: Obj({ organizationId: Str(), clusterId: Str() }),
  result: IssuesCluster,
});

export const LOCATIONS = [
  getUser,
  getInstallation,
  getInstallationSpace,
  getInstallationSite,
  getIssuesCluster,
] as const;
