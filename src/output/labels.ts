// What people call the columns: words, never the path of a field. Programs get the path.

/** By path. What is not here reads as its path does: `contentType` is "content type". */
const LABELS: Readonly<Record<string, string>> = {
  ...by('by', 'createdBy.displayName', 'postedBy.displayName', 'updatedBy'),
  ...by('requested by', 'requestedBy.displayName'),
  ...by('resolved by', 'resolvedBy.displayName'),
  ...by('reviewer', 'reviewer.displayName'),
  ...by('name', 'user.displayName', 'organization.user.displayName'),
  ...by('email', 'user.email', 'organization.user.email'),
  ...by('user id', 'user.id', 'organization.id'),
  ...by('role', 'team.role', 'member.role'),
  ...by('team', 'team.title'),
  ...by('space', 'space.title', 'source.space'),
  ...by('site', 'site.title'),
  ...by('page', 'page.path', 'target.page'),
  ...by('translated into', 'result.space'),
  ...by('updated', 'updatedAt', 'space.updatedAt'),
  ...by('created', 'createdAt', 'event.createdAt', 'issue.createdAt'),
  ...by('posted', 'postedAt'),
  ...by('edited', 'editedAt'),
  ...by('resolved', 'resolvedAt'),
  ...by('joined', 'joinedAt'),
  ...by('last seen', 'lastSeenAt', 'organization.lastSeenAt'),
  ...by('synced', 'syncedAt'),
  ...by('deleted', 'deletedAt'),
  ...by('processed', 'processedAt', 'lastProcessedAt'),
  ...by('when', 'at'),
  ...by('error', 'lastProcessErrorCode'),
  ...by('state', 'processingState'),
  ...by('repository', 'gitSync.repoName', 'repoName'),
  ...by('provider', 'installationProvider'),
  ...by('git path', 'git.path'),
  ...by('commit', 'git.oid'),
  ...by('parent ids', 'parents'),
  ...by('revision id', 'revision', 'result.revision'),
  ...by('last version id', 'lastVersion'),
  ...by('installation id', 'installation', 'installationId'),
  ...by('published at', 'urls.published'),
  ...by('url', 'urls.app', 'metadata.url'),
  ...by('api url', 'urls.location'),
  ...by('open CRs', 'changeRequestsOpen'),
  ...by('type', 'contentType'),
  ...by('download url', 'downloadURL'),
  ...by('width', 'dimensions.width'),
  ...by('height', 'dimensions.height'),
  ...by('target', 'targetReference'),
  ...by('places', 'locationReferences'),
  ...by('spaces', 'siteSpaces'),
  ...by('group', 'sectionGroup'),
  ...by('visibility', 'site.visibility'),
  ...by('structure', 'structure.type'),
  ...by('schema', 'jsonSchema'),
  ...by('which spaces', 'space_selection'),
  ...by('which sites', 'site_selection'),
  ...by('organization', 'target.organization'),
  ...by('owner', 'owner.title'),
  ...by('event', 'payload.type'),
  ...by('event id', 'event.id'),
  ...by('status', 'event.status'),
  ...by('payload', 'event.payload'),
  ...by('from', 'source.language'),
  ...by('runs', 'stats.runs'),
  ...by('words', 'stats.totalWords'),
  ...by('issues', 'stats.issues'),
  ...by('conversations', 'stats.conversations'),
  ...by('issue', 'issue.title'),
  ...by('cluster', 'issue.cluster'),
  ...by('summary', 'issue.summary'),
  ...by('subject', 'conversation.subject'),
  ...by('source', 'conversation.source'),
  ...by('action', 'actionType'),
  ...by('sso url', 'ssoURL'),
  ...by('start url', 'startURL', 'service.startURL'),
  ...by('source url', 'sourceURL'),
  ...by('entity id', 'entityID'),
  ...by('acs url', 'service.acsURL'),
  ...by('audience', 'service.entityID'),
  ...by('claims', 'serviceVisitorClaims'),
  ...by('host', 'baseUrl'),
  ...by('default', 'isDefault'),
  ...by('signed in', 'hasToken'),
};

function by(label: string, ...paths: readonly string[]): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [path, label]));
}

/** `gitSync.repoName` is "repository", `daysLeft` is "days left". */
export function labelOf(path: string, own: Readonly<Record<string, string>> = {}): string {
  if (Object.hasOwn(own, path)) return own[path] ?? path;
  if (Object.hasOwn(LABELS, path)) return LABELS[path] ?? path;
  return path
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[._]/g, ' ')
    .toLowerCase();
}
