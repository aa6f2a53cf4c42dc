// docs revisions: content as it was at some time.
import {
  getRevision,
  getRevisionPage,
  listRevisionFiles,
  listRevisionPages,
} from '../../api/content/revisions.ts';
import { command, group } from '../../engine/model/command.ts';
import { revisionChanges } from '../review/cr/changes.ts';
import { showPages } from './page-tree.ts';
import { showPage } from './show-page.ts';

export default group(
  'revisions',
  'Show earlier revisions of a space',
  [
    command('get', getRevision, {
      args: ['revisionId'],
      columns: ['id', 'type', 'parents', 'git.oid', 'createdAt'],
      examples: ['docs revisions get mmPPY5YLNpc3PvV8nfpL --space Guides'],
      notes: 'To find revision IDs, see the revision field of docs spaces get and docs cr get.',
    }),
    command('pages', listRevisionPages, {
      args: ['revisionId'],
      rows: 'pages',
      columns: ['id', 'title', 'type', 'path', 'hidden'],
      options: [{ flags: '--flat', description: 'one row per page instead of a tree', group: 'Output:' }],
      send: showPages,
      examples: ['docs revisions pages mmPPY5YLNpc3PvV8nfpL --space Guides'],
    }),
    command('page', getRevisionPage, {
      args: ['revisionId', 'pageId'],
      columns: ['id', 'title', 'type', 'path', 'description', 'updatedAt'],
      send: showPage,
      examples: ['docs revisions page mmPPY5YLNpc3PvV8nfpL webhooks --space Guides --format markdown'],
    }),
    command('files', listRevisionFiles, {
      args: ['revisionId'],
      columns: ['id', 'name', 'contentType', 'size'],
      examples: ['docs revisions files mmPPY5YLNpc3PvV8nfpL --space Guides'],
    }),
    revisionChanges,
  ],
  [['List the changes in a revision', 'docs revisions changes mmPPY5YLNpc3PvV8nfpL --space Guides']],
);
