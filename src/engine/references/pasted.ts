// What a person pastes: a URL of the app or of the API, `space#42`, `#42`.
import { decoded, parsedUrl } from '../../files/texts.ts';
import type { Input } from '../run/input.ts';

const APP_PARTS: Readonly<Record<string, string>> = {
  o: 'organizationId',
  s: 'spaceId',
  c: 'collectionId',
  site: 'siteId',
  sites: 'siteId',
  changes: 'changeRequestId',
  revisions: 'revisionId',
  integrations: 'integrationName',
};
const API_PARTS: Readonly<Record<string, string>> = {
  orgs: 'organizationId',
  spaces: 'spaceId',
  'change-requests': 'changeRequestId',
  collections: 'collectionId',
  sites: 'siteId',
  sections: 'siteSectionId',
  'section-groups': 'siteSectionGroupId',
  'site-spaces': 'siteSpaceId',
  redirects: 'siteRedirectId',
  'share-links': 'shareLinkId',
  fonts: 'fontId',
  channels: 'siteChannelId',
  'mcp-servers': 'siteMcpServerId',
  'context-connections': 'siteContextConnectionId',
  'context-records': 'siteContextRecordId',
  findings: 'siteFindingId',
  scans: 'siteScanId',
  topics: 'siteTopicId',
  page: 'pageId',
  files: 'fileId',
  comments: 'commentId',
  replies: 'commentReplyId',
  revisions: 'revisionId',
  reviews: 'reviewId',
  teams: 'teamId',
  members: 'userId',
  integrations: 'integrationName',
  installations: 'installationId',
  events: 'eventId',
  openapi: 'specSlug',
  versions: 'versionId',
  saml: 'samlProviderId',
  translations: 'translationId',
  conversations: 'conversationId',
  'conversations-issues': 'issueId',
  'link-invites': 'inviteId',
  imports: 'importRunId',
  'translations-glossary': 'glossaryEntryId',
};

/**
 * Reads what a person pasted as the parameter `param`. Returns the ids it names, `param` among them; undefined when
 * it is no such thing.
 */
export function parseReference(param: string, text: string): Input | undefined {
  if (param === 'changeRequestId') {
    const [, space, number] = /^(.*)#(\d+)$/s.exec(text) ?? [];
    if (number !== undefined) return { ...(space && { spaceId: space }), changeRequestId: number };
  }
  const found = parseAddress(text);
  if (param === 'pageId' && found?.spaceId !== undefined) found.pageId ??= pageIn(text);
  return found?.[param] === undefined ? undefined : found;
}

/** The path of the page that a URL of the app ends in, behind the space, and `~/changes/42` and the like; none of an older revision. */
function pageIn(text: string): string | undefined {
  const [, inSpace = ''] = /\/s\/[^/]+\/(.*)$/.exec(pathOf(text)?.join('/') ?? '') ?? [];
  const path = inSpace.replace(/(?<![^/])~\/(?:changes\/)?[^/]+(?:\/|$)/g, '').replace(/(?<!\/)\/+$/, '');
  return path === '' || /~\/revisions\//.test(inSpace) ? undefined : decoded(path);
}

/** Every id in a URL of the app or of the API, from the outside in; undefined for any other text. */
export function parseAddress(text: string): Input | undefined {
  const parts = pathOf(text)?.filter((part) => part !== '' && part !== '~');
  if (!parts) return undefined;
  const start = parts.indexOf('v1');
  const names = start === -1 ? APP_PARTS : API_PARTS;
  const found: Input = {};
  for (let at = start + 1; at < parts.length - 1; at += 1) {
    const name = Object.hasOwn(names, parts[at] ?? '') ? names[parts[at] ?? ''] : undefined;
    if (name === undefined || Object.hasOwn(found, name)) continue;
    found[name] = decoded(parts[at + 1] ?? '');
    // An id is no keyword, whatever it looks like.
    at += 1;
  }
  return found;
}

function pathOf(text: string): string[] | undefined {
  // The sandbox in this process has no host: `sandbox:/v1/spaces/...`.
  if (/^sandbox:\/(o|v1)\//.test(text)) return text.slice('sandbox:'.length).split('/');
  return /^https?:\/\//.test(text) ? parsedUrl(text)?.pathname.split('/') : undefined;
}
