// docs restore: spaces of an export, back on the platform.

import { createCollection, listCollections, updateCollection } from '../../api/content/collections.ts';
import { getChangeRequestContent, getPage, listPages } from '../../api/content/pages.ts';
import { createSpace, getSpace, listSpaces, updateSpace } from '../../api/content/spaces.ts';
import { importGit } from '../../api/integrations/git.ts';
import { getOrganization } from '../../api/people/organizations.ts';
import * as requestsApi from '../../api/review/change-requests.ts';
import * as commentsApi from '../../api/review/comments.ts';
import { requestReviewers } from '../../api/review/reviews.ts';
import { getSite } from '../../api/sites/sites.ts';
import { arg, group, handmade, type WrittenGroup } from '../../engine/model/command.ts';
import { READS, WRITES } from '../site-file/site-operations.ts';
import { BROKEN_LINK_READS } from './backup-links.ts';
import { RESTORE_FLAGS, type RestoreRun } from './restore-flags.ts';
import { REPLACED } from './restore-show.ts';

/** Every operation that a restore may send. */
export const RESTORE_USES = [
  getOrganization,
  getSpace,
  listSpaces,
  createSpace,
  updateSpace,
  listPages,
  getPage,
  requestsApi.createChangeRequest,
  requestsApi.getChangeRequest,
  requestsApi.listChangeRequests,
  getChangeRequestContent,
  requestsApi.updateChangeRequestContent,
  importGit,
  requestsApi.mergeChangeRequest,
  commentsApi.listComments,
  commentsApi.createComment,
  commentsApi.updateComment,
  commentsApi.listCommentReplies,
  commentsApi.createCommentReply,
  requestsApi.updateChangeRequest,
  commentsApi.createChangeRequestComment,
  commentsApi.updateChangeRequestComment,
  commentsApi.createChangeRequestCommentReply,
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
imports it: the host must be able to read that URL without a password. Default levels are restored, members and teams are not. Comments become notes with author and date.
--change-requests opens those that were open again, with their edits, comments and reviewers; reviews become a note.`,
  run: async (run: RestoreRun) => (await import('./restore-run.ts')).runRestore(run),
});

const restores: WrittenGroup = { ...group('restore', 'Restore spaces from an export', []), own };

export default restores;
