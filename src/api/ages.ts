// Which operations a published version of the contract does not have, and what a host says without them.
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
}

const removed = new Map<string, Removal>();
function gone(version: string, what: string, instead: string | undefined, ...ids: OperationId[]): void {
  for (const id of ids) removed.set(id, { version, what, ...(instead !== undefined && { instead }) });
}

const IMPORTS = 'docs imports start --help';
gone('0.146.0', 'content imports', IMPORTS, 'imports.create', 'imports.createInChangeRequest');
const RECORDS = 'docs records list --help';
gone('0.167.0', 'support conversations', RECORDS, 'conversations.list', 'conversations.get');
gone('0.167.0', 'uploads of support conversations', 'docs records push --help', 'conversations.ingest');
const ISSUES = 'issues found in support conversations';
gone('0.167.0', ISSUES, 'docs questions list --help', 'conversationIssues.list', 'conversationIssues.get');
gone('0.167.0', `groups of ${ISSUES}`, 'docs topics list --help', 'conversationIssues.clusters');
const MOVES = 'moves of sections into and out of groups';
gone('0.181.0', MOVES, undefined, 'siteSectionGroups.add', 'siteSectionGroups.remove');
gone('0.181.0', 'transfers of spaces to another organization', 'docs migrate --help', 'spaces.transfer');
const LINKS = ['links.listOfSpace', 'links.listOfPage', 'links.listOfPageInChangeRequest'] as const;
gone('0.201.0', 'lists of links', undefined, ...LINKS);
const FILES = ['files.backlinks', 'files.backlinksInChangeRequest'] as const;
const TO_PAGE = 'lists of links to a page or file';
gone('0.201.0', TO_PAGE, undefined, 'links.backlinksOfPageInChangeRequest', ...FILES);
const LEGACY = 'removal of a legacy Git installation';
gone('0.201.0', LEGACY, 'docs installations delete --help', 'git.removeLegacy');

/** Since which version newer hosts do not have an operation, and what they lack; undefined for one that they have. */
export const removalOf = ({ id }: Pick<Operation, 'id'>): Removal | undefined => removed.get(id);

/** The way out for what an older host lacks. */
export const NEWER_HOST = 'use a host with a newer version of the platform';

/** The versions that ages are told apart by, the oldest first. */
export const AGES = ['0.146.0', '0.202.0'] as const;

/** Whether hosts of one of these versions have an operation. */
export const isInVersion = ({ only }: Operation, version: string): boolean =>
  only === undefined || only === version;
