// Pages of a space or a change request.
import { resource } from '../schema.ts';
import { twin } from '../twin.ts';
import * as wire from './pages.generated.ts';

const op = resource('pages');
export const listPages = op('list', 'List the pages in a space', {
  ...wire.listPages,
  lists: {
    param: 'pageId',
    noun: 'page',
    rows: 'pages',
    onChangeRequest: 'listChangeRequestPages',
    names: ['path', 'title', 'slug'],
  },
});
export const listChangeRequestPages = twin(op, listPages, wire.listPagesInChangeRequest);
export const getPage = op('get', 'Show a page', wire.getPageById);
export const getChangeRequestPage = twin(op, getPage, wire.getPageInChangeRequestById);
/** The path is one segment, with its slashes percent-encoded (src/api/README.md#space-content). */
export const getPageByPath = op('getByPath', 'Show a page by its path', wire.getPageByPath);
export const getChangeRequestPageByPath = twin(op, getPageByPath, wire.getPageInChangeRequestByPath);
