// Revisions by id, also those that are no longer current.
import { resource } from '../schema.ts';
import * as wire from './revisions.generated.ts';

const op = resource('revisions');
export const getRevision = op('get', 'Show a revision', wire.getRevisionById);
export const listRevisionPages = op('pages', 'List the pages in a revision', wire.listPagesInRevisionById);
export const listRevisionFiles = op('files', 'List the files in a revision', wire.listFilesInRevisionById);
export const getRevisionPage = op('page', 'Show a page in a revision', wire.getPageInRevisionById);
export const getRevisionPageByPath = op('pageByPath', 'Show a page in a revision by its path', {
  ...wire.getPageInRevisionByPath,
});
export const getRevisionFile = op('file', 'Show a file in a revision and its download URL', {
  ...wire.getFileInRevisionById,
});
