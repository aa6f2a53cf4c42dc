// docs restore: spaces of an export, back on the platform.

import { createCollection, listCollections, updateCollection } from '../../api/content/collections.ts';
import { getChangeRequestContent, listPages } from '../../api/content/pages.ts';
import { createSpace, getSpace, listSpaces, updateSpace } from '../../api/content/spaces.ts';
import { importGit } from '../../api/integrations/git.ts';
import { getOrganization } from '../../api/people/organizations.ts';
import {
  createChangeRequest,
  getChangeRequest,
  listChangeRequests,
  mergeChangeRequest,
  updateChangeRequest,
  updateChangeRequestContent,
} from '../../api/review/change-requests.ts';
import {
  createChangeRequestComment,
  createChangeRequestCommentReply,
  createComment,
  createCommentReply,
  listCommentReplies,
  listComments,
  updateChangeRequestComment,
  updateComment,
} from '../../api/review/comments.ts';
import { requestReviewers } from '../../api/review/reviews.ts';
import { getSite } from '../../api/sites/sites.ts';
import type { Option } from '../../engine/model/command.ts';
import { arg, group, handmade, type WrittenGroup } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import { CONTEXT_FLAGS, WRITE_FLAGS, YES_FLAG } from '../../engine/model/globals.ts';
import type { Run } from '../../engine/run/run.ts';
import { READS, WRITES } from '../site-file/site-operations.ts';
import { BROKEN_LINK_READS } from './broken-links.ts';
import { REPLACED } from './replaced.ts';

/** What docs migrate has, too. */
export const COPY_FLAGS = [
  { flags: '--no-comments', reach: 'platform', description: 'leave comments out', group: 'Fields:' },
  {
    flags: '--change-requests',
    reach: 'platform',
    description: 'also open change requests: you become their author, and reviewers are asked again',
    group: 'Fields:',
  },
  {
    flags: '--map <file>',
    description: 'write the new IDs by the old ones to a JSON file',
    group: 'Fields:',
  },
] as const satisfies readonly Option[];

const RESTORE_FLAGS = [
  { flags: '--space <space>', description: 'space in the backup: ID, title or folder', group: 'Fields:' },
  { flags: '--all-spaces', reach: 'platform', description: 'all spaces in the backup', group: 'Fields:' },
  {
    flags: '--page <page...>',
    reach: 'platform',
    description: 'only this page, back into its space: path, ID, title or file (can be repeated)',
    group: 'Fields:',
  },
  {
    flags: '--accept-changed <page...>',
    reach: 'platform',
    description: 'take this page or file as it is in the folder now (can be repeated)',
    group: 'Safety:',
  },
  { flags: '--as <title>', description: 'title of the new space', group: 'Fields:' },
  { flags: '--into <space>', description: 'space to replace the content of: ID or title', group: 'Fields:' },
  {
    flags: '--sites <sites>',
    description: 'sites in the backup: IDs or titles, separated by commas',
    group: 'Fields:',
  },
  { flags: '--all-sites', reach: 'platform', description: 'all sites in the backup', group: 'Fields:' },
  {
    flags: '--publish',
    reach: 'platform',
    description: 'publish sites that were published',
    group: 'Fields:',
  },
  {
    flags: '--collections',
    reach: 'platform',
    description: 'put new spaces into the collections they were in, made where missing',
    group: 'Fields:',
  },
  ...COPY_FLAGS,
  {
    flags: '--to-repository <folder>',
    description:
      'write one space as files for docs git import; to a URL: push them, and import them from there',
    group: 'Fields:',
  },
  {
    flags: '--ref <branch>',
    description: 'new branch to push to (with a repository URL; default: main)',
    group: 'Fields:',
  },
  {
    flags: '--import-url <url>',
    reach: 'platform',
    description: 'URL the host reads the repository from, if another',
    group: 'Fields:',
  },
  {
    flags: '--how',
    reach: 'platform',
    description: 'show the ways to restore, and what each cannot carry',
    group: 'Fields:',
  },
  { flags: '--resume', reach: 'machine', description: 'resume an interrupted restore', group: 'Safety:' },
  {
    flags: '--fresh',
    reach: 'platform',
    description: 'start again, whatever an interrupted restore has done',
    group: 'Safety:',
  },
  ...(CONTEXT_FLAGS.organizationId ? [CONTEXT_FLAGS.organizationId] : []),
  ...WRITE_FLAGS,
  YES_FLAG,
] as const satisfies readonly Option[];

export type RestoreRun = Run<FlagsOf<typeof RESTORE_FLAGS>>;

/** Every operation that a restore may send. */
export const RESTORE_USES = [
  getOrganization,
  getSpace,
  listSpaces,
  createSpace,
  updateSpace,
  listPages,
  createChangeRequest,
  getChangeRequest,
  listChangeRequests,
  getChangeRequestContent,
  updateChangeRequestContent,
  importGit,
  mergeChangeRequest,
  listComments,
  createComment,
  updateComment,
  listCommentReplies,
  createCommentReply,
  updateChangeRequest,
  createChangeRequestComment,
  updateChangeRequestComment,
  createChangeRequestCommentReply,
  requestReviewers,
  listCollections,
  createCollection,
  updateCollection,
  getSite,
  ...BROKEN_LINK_READS,
  ...READS,
  ...WRITES,
];

const own = handmade('restore', {
  summary: 'Restore spaces from an export',
  args: [arg('folder')],
  options: RESTORE_FLAGS,
  columns: ['kind', 'title', 'id', 'state', 'pages', 'files', 'comments'],
  fields: [
    'kind',
    'from',
    'title',
    'id',
    'state',
    'pages',
    'files',
    'comments',
    'changeRequests',
    'way',
    'offered',
    'when',
    'lost',
  ],
  asksIf: 'it replaces content, pushes to a repository or publishes a site',
  stakes: { follows: REPLACED },
  uses: RESTORE_USES,
  done: 'restored',
  check: '--dry-run',
  exits: [5, 6, 7],
  examples: [
    [
      'See what a restore would do',
      'docs restore ./backup --space Guides --as "Guides (restored)" --dry-run',
    ],
    ['Restore one space as a new one', 'docs restore ./backup --space Guides --as "Guides (restored)"'],
    ['Replace the content of a space', 'docs restore ./backup --space Guides --into Guides --yes'],
    ['Restore one page', 'docs restore ./backup --space Guides --page install --into Guides --yes'],
    ['Restore a site whose spaces are there', 'docs restore ./backup --sites "Parcel docs" --dry-run'],
    [
      'Write a space as files for docs git import',
      'docs restore ./backup --space Guides --to-repository ./repo',
    ],
    ['See what restoring cannot carry', 'docs restore ./backup --space Guides --how'],
  ],
  notes: `The backup is a folder written by docs export; export with --files, --comments, --settings and --change-requests to keep everything.
Content goes through a change request, which is merged at the end: main changes all at once, or not at all.
Pages get new IDs; links and pictures lead to the same places, and more broken links than there were exit 7. Sites are made from their site files, unpublished unless --publish is given.
With --to-repository and a URL, your own git pushes the files to a new branch, with the credentials it has, and the host
imports it: the host must be able to read that URL without a password. Members and access are not restored. Comments become notes with author and date.
--change-requests opens those that were open again, with their edits, comments and reviewers; reviews become a note.`,
  run: async (run: RestoreRun) => (await import('./restore-run.ts')).runRestore(run),
});

const restores: WrittenGroup = { ...group('restore', 'Restore spaces from an export', []), own };
export default restores;
