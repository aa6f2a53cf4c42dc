// The next command after a 409: what shows or changes the state that a request conflicts with.
import type { OperationId } from '../../api/index.ts';
import type { DocsError } from '../../errors.ts';
import { shellWord } from '../../files/shell-word.ts';
import type { Run } from '../model/command-type.ts';

/** `{param}` is the input of that name; the first text that the message holds decides, and '' fits any. */
type Hints = Readonly<
  Partial<Record<OperationId, string | readonly (readonly [text: string, hint: string])[]>>
>;

const EDITS = [
  ['is merged', 'docs cr create --space {spaceId}'],
  ['already merged', 'docs cr create --space {spaceId}'],
  ['archived', 'docs cr update {changeRequestId} --space {spaceId} --status open'],
  ['', 'docs pages list --space {spaceId} --cr {changeRequestId}'],
] as const;
const SITE_SPACES = 'docs sites spaces list --site {siteId}';
const SECTIONS = 'docs sites sections list --site {siteId}';
const INVITES = 'docs orgs update {organizationId} --invite-links';
const ADMIN = 'docs members update <member> --role admin --org {organizationId}';

export const CONFLICT_HINTS: Hints = {
  'changeRequestContent.update': EDITS,
  'changeRequests.update': EDITS,
  'changeRequests.merge': [...EDITS.slice(0, 3), ['', 'docs cr get {changeRequestId} --space {spaceId}']],
  'changeRequests.sync': [
    ...EDITS.slice(0, 3),
    ['', 'docs cr conflicts {changeRequestId} --space {spaceId}'],
  ],
  'spaces.create': 'docs spaces list',
  'spaces.restore': 'docs spaces get {spaceId}',
  'spaces.move': 'docs spaces get {spaceId}',
  'spaces.transfer': 'docs spaces get {spaceId}',
  'collections.delete': 'docs collections spaces {collectionId}',
  'collections.move': 'docs collections list',
  'collections.transfer': 'docs collections get {collectionId}',
  'sites.create': 'docs sites list',
  'sites.update': 'docs sites list',
  'sites.publish': 'docs sites spaces add --help',
  'siteSpaces.add': SITE_SPACES,
  'siteSpaces.update': SITE_SPACES,
  'siteSpaces.move': SITE_SPACES,
  'siteSpaces.remove': 'docs sites spaces add --help',
  'siteSections.create': SECTIONS,
  'siteSections.update': SECTIONS,
  'siteSections.move': SECTIONS,
  'siteStructure.sort': 'docs sites structure get {siteId}',
  'siteShareLinks.create': 'docs share-links list --site {siteId}',
  'siteRedirects.update': 'docs redirects list --site {siteId}',
  'siteMcpServers.create': 'docs mcp-servers list --site {siteId}',
  'siteMcpServers.update': 'docs mcp-servers list --site {siteId}',
  'siteFindings.fix': 'docs sites spaces add --help',
  'fonts.delete': 'docs sites list',
  'contextConnections.create': 'docs connections list --site {siteId}',
  'contextRecords.push': 'docs connections create --help',
  'customHostnames.check': 'docs hostnames get {hostname}',
  'installations.create': 'docs installations list',
  'installationSpaces.add': 'docs installations spaces list {installationId}',
  'installationSites.add': 'docs installations sites list {installationId}',
  'gitInstallations.create': 'docs git installations list',
  'gitInstallations.update': 'docs git installations list',
  'git.export': 'docs git status --space {spaceId}',
  'git.import': 'docs git status --space {spaceId}',
  'orgs.update': 'docs orgs get {organizationId}',
  'linkInvites.create': INVITES,
  'linkInvites.update': INVITES,
  'members.update': ADMIN,
  'members.remove': ADMIN,
};

/** Undefined where nothing leads on, or where a value that it needs is not known. */
export function conflictHint(
  { command, operation, input }: Run,
  { http, message }: DocsError,
): string | undefined {
  const sent = [operation, command.operation, command.cr, ...(command.uses ?? [])].find(
    (one) => one?.method === http?.method && one?.path === http?.path,
  );
  // Safe: any other text is no key of it.
  const found = CONFLICT_HINTS[sent?.id as OperationId];
  const hint = typeof found === 'string' ? found : found?.find(([text]) => message.includes(text))?.[1];
  if (hint === undefined) return undefined;
  let isWhole = true;
  const line = hint.replace(/\{(\w+)\}/g, (_, name: string) => {
    isWhole &&= typeof input[name] === 'string';
    return shellWord(String(input[name]));
  });
  return isWhole ? line : undefined;
}
