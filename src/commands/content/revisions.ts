// docs revisions: content as it was at some time.

import * as api from '../../api/content/pages.ts';
import { command, group } from '../../engine/model/command.ts';
import { revisionChanges } from '../review/cr/changes.ts';
import { pageTree, presentMetaLinks, showPage, takePath } from './page-tree.ts';

export default group(
  'revisions',
  'Show earlier revisions of a space',
  [
    command('get', api.getRevision, {
      args: ['revisionId'],
      columns: ['id', 'type', 'parents', 'git.oid', 'createdAt'],
      examples: ['docs revisions get mmPPY5YLNpc3PvV8nfpL --space Guides'],
      notes: 'To find revision IDs, see the revision field of docs spaces get and docs cr get.',
    }),
    command('pages', api.listRevisionPages, {
      args: ['revisionId'],
      ...pageTree,
      examples: ['docs revisions pages mmPPY5YLNpc3PvV8nfpL --space Guides'],
    }),
    command('page', api.getRevisionPage, {
      args: ['revisionId', 'pageId'],
      columns: ['id', 'title', 'type', 'path', 'description', 'updatedAt'],
      uses: [api.getRevisionPageByPath],
      prepare: async (run) => takePath(run, api.getRevisionPageByPath),
      send: showPage,
      examples: ['docs revisions page mmPPY5YLNpc3PvV8nfpL webhooks --space Guides --format markdown'],
    }),
    command('file', api.getRevisionFile, {
      args: ['revisionId', 'fileId'],
      columns: ['id', 'name', 'contentType', 'size', 'downloadURL'],
      examples: ['docs revisions file mmPPY5YLNpc3PvV8nfpL sample-label.png --space Guides'],
    }),
    command('meta-links', api.getRevisionMetaLinks, {
      args: ['revisionId', 'pageId'],
      columns: ['canonical', 'alternates'],
      present: presentMetaLinks,
      examples: ['docs revisions meta-links mmPPY5YLNpc3PvV8nfpL webhooks --space Guides'],
    }),
    command('reusable', api.getRevisionReusableContent, {
      args: ['revisionId', 'reusableContentId'],
      columns: ['id', 'title', 'document', 'git.path'],
      examples: ['docs revisions reusable mmPPY5YLNpc3PvV8nfpL "Shipping note" --space Guides'],
    }),
    command('files', api.listRevisionFiles, {
      args: ['revisionId'],
      columns: ['id', 'name', 'contentType', 'size'],
      examples: ['docs revisions files mmPPY5YLNpc3PvV8nfpL --space Guides'],
    }),
    revisionChanges,
  ],
  [['List the changes in a revision', 'changes']],
);
