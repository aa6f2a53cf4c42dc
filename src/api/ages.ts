// Which operations a published version of the contract does not have: those that came after it, and those that went before it.
import type { OperationId } from './index.ts';
import type { Operation } from './operation.ts';

/** Operations that the newest version does not have any more. */
interface Removal {
  /** The first published version without them. */
  readonly version: string;
  /** What a host does not offer without them. */
  readonly what: string;
  /** What does the same, or nearly: a command, or a sentence. */
  readonly instead?: string;
  readonly operations: readonly OperationId[];
}

const REMOVED: readonly Removal[] = [
  {
    version: '0.146.0',
    what: 'content imports',
    instead: 'docs imports start --help',
    operations: ['imports.create', 'imports.createInChangeRequest'],
  },
  {
    version: '0.167.0',
    what: 'support conversations',
    instead: 'docs records list --help',
    operations: ['conversations.list', 'conversations.get'],
  },
  {
    version: '0.167.0',
    what: 'uploads of support conversations',
    instead: 'docs records push --help',
    operations: ['conversations.ingest'],
  },
  {
    version: '0.167.0',
    what: 'issues found in support conversations',
    instead: 'docs questions list --help',
    operations: ['conversationIssues.list', 'conversationIssues.get'],
  },
  {
    version: '0.167.0',
    what: 'groups of issues found in support conversations',
    instead: 'docs topics list --help',
    operations: ['conversationIssues.clusters'],
  },
  {
    version: '0.181.0',
    what: 'moves of sections into and out of groups',
    operations: ['siteSectionGroups.add', 'siteSectionGroups.remove'],
  },
  {
    version: '0.181.0',
    what: 'transfers of spaces to another organization',
    instead: 'docs migrate --help',
    operations: ['spaces.transfer'],
  },
  {
    version: '0.201.0',
    what: 'lists of links',
    operations: ['links.listOfSpace', 'links.listOfPage', 'links.listOfPageInChangeRequest'],
  },
  {
    version: '0.201.0',
    what: 'lists of links to a page or file',
    operations: ['links.backlinksOfPageInChangeRequest', 'files.backlinks', 'files.backlinksInChangeRequest'],
  },
  {
    version: '0.201.0',
    what: 'removal of a legacy Git installation',
    instead: 'docs installations delete --help',
    operations: ['git.removeLegacy'],
  },
];

/** Operations by the first published version that has them; all others are older. */
const ADDED: Readonly<Record<string, readonly OperationId[]>> = {
  '0.167.0': [
    'metaLinks.getInChangeRequest',
    'metaLinks.get',
    'metaLinks.getInRevision',
    'answers.get',
    'answers.sources',
    'answers.list',
    'contextConnections.create',
    'contextConnections.delete',
    'contextConnections.get',
    'contextConnections.list',
    'contextConnections.sync',
    'contextConnections.update',
    'contextRecords.get',
    'contextRecords.list',
    'contextRecords.push',
    'questions.get',
    'questions.stats',
    'questions.list',
    'siteTopics.get',
    'siteTopics.list',
    'siteTopics.update',
    'sitePermissions.add',
    'sitePermissions.teams',
    'sitePermissions.users',
    'sitePermissions.removeTeam',
    'sitePermissions.removeUser',
    'sitePermissions.updateTeam',
    'sitePermissions.updateUser',
    'siteChannels.create',
    'siteChannels.delete',
    'siteChannels.get',
    'siteChannels.list',
    'siteRedirects.push',
  ],
  '0.181.0': [
    'answers.thread',
    'questions.sources',
    'siteFindings.fix',
    'siteFindings.get',
    'siteFindings.changeRequests',
    'siteFindings.pages',
    'siteFindings.questions',
    'siteFindings.records',
    'siteFindings.list',
    'siteFindings.update',
    'siteScans.get',
    'siteScans.list',
    'siteTopics.clearFindings',
    'gitInstallations.create',
    'gitInstallations.delete',
    'gitInstallations.get',
    'gitInstallations.githubBranches',
    'gitInstallations.githubRepositories',
    'gitInstallations.gitlabBranches',
    'gitInstallations.gitlabProjects',
    'gitInstallations.update',
    'siteAgentSettings.get',
    'siteAgentSettings.set',
    'siteChannels.update',
  ],
  '0.201.0': [
    'importRuns.get',
    'importRuns.list',
    'contextConnections.test',
    'siteFindings.stats',
    'gitInstallations.githubFile',
    'gitInstallations.gitlabFile',
    'gitInstallations.list',
    'openapiVersions.latestRaw',
    'auditEvents.get',
    'auditEvents.actions',
    'auditEvents.list',
    'orgs.create',
    'styleguides.templates',
    'styleguides.list',
    'changeRequestContent.update',
    'changeRequestConversations.delete',
    'changeRequestConversations.list',
    'changeRequestConversations.update',
    'siteExternalLinks.create',
    'siteExternalLinks.delete',
    'siteExternalLinks.update',
    'siteSpaces.duplicate',
    'siteStyleguide.template',
    'siteStyleguide.create',
    'siteStyleguide.runs',
    'siteStyleguide.run',
  ],
  '0.202.0': ['orgs.aiUsage'],
};

const byId = new Map<string, Removal>(
  REMOVED.flatMap((removal) => removal.operations.map((id) => [id, removal] as const)),
);

/** Since which version newer hosts do not have an operation, and what they lack; undefined for one that they have. */
export const removalOf = ({ id }: Pick<Operation, 'id'>): Removal | undefined => byId.get(id);

/** The way out for what an older host lacks. */
export const NEWER_HOST = 'use a host with a newer version of the platform';

/** The versions that ages are told apart by, the oldest first. */
export const AGES = ['0.146.0', '0.202.0'] as const;

/** Whether hosts of a published version have an operation. */
export function isInVersion({ id }: Pick<Operation, 'id'>, version: string): boolean {
  const removed = byId.get(id);
  if (removed !== undefined && !isBefore(version, removed.version)) return false;
  return !Object.entries(ADDED).some(([since, ids]) => isBefore(version, since) && isOne(ids, id));
}

const isOne = (ids: readonly string[], id: string): boolean => ids.includes(id);

function isBefore(version: string, other: string): boolean {
  const [parts, others] = [version, other].map((text) => text.split('.').map(Number));
  for (const [at, part] of (parts ?? []).entries()) {
    const difference = part - (others?.[at] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
