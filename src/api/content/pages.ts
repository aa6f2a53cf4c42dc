// What spaces, change requests and revisions hold: pages, meta links, reusable content.

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

const contentOp = resource('content');
export const getContent = contentOp('get', 'Show the current content of a space', {
  ...wire.getCurrentRevision,
  lists: {
    param: 'reusableContentId',
    noun: 'reusable content',
    rows: 'reusableContents',
    onChangeRequest: 'getChangeRequestContent',
    names: ['title'],
  },
});
export const getChangeRequestContent = twin(contentOp, getContent, wire.getRevisionOfChangeRequestById);

const metaLinkOp = resource('metaLinks', { newer: 'meta links' });
export const getMetaLinks = metaLinkOp('get', 'Show the canonical and alternate links of a page', {
  ...wire.listSpacePageMetaLinks,
});
export const getChangeRequestMetaLinks = twin(metaLinkOp, getMetaLinks, wire.listChangeRequestPageMetaLinks);
export const getRevisionMetaLinks = metaLinkOp(
  'getInRevision',
  'Show the canonical and alternate links of a page in a revision',
  wire.listRevisionPageMetaLinks,
);

const reusableOp = resource('reusableContents');
export const getReusableContent = reusableOp(
  'get',
  'Show reusable content of a space',
  wire.getReusableContentById,
);
export const getChangeRequestReusableContent = twin(
  reusableOp,
  getReusableContent,
  wire.getReusableContentInChangeRequestById,
);
export const getRevisionReusableContent = reusableOp('getInRevision', 'Show reusable content of a revision', {
  ...wire.getReusableContentInRevisionById,
});
export const getReusableContentDocument = reusableOp(
  'document',
  'Show the text of reusable content in a revision',
  {
    ...wire.getReusableContentDocumentInRevisionById,
  },
);

const revisionOp = resource('revisions');
export const getRevision = revisionOp('get', 'Show a revision', wire.getRevisionById);
export const listRevisionPages = revisionOp(
  'pages',
  'List the pages in a revision',
  wire.listPagesInRevisionById,
);
export const listRevisionFiles = revisionOp(
  'files',
  'List the files in a revision',
  wire.listFilesInRevisionById,
);
export const getRevisionPage = revisionOp('page', 'Show a page in a revision', wire.getPageInRevisionById);
export const getRevisionPageByPath = revisionOp('pageByPath', 'Show a page in a revision by its path', {
  ...wire.getPageInRevisionByPath,
});
export const getRevisionFile = revisionOp('file', 'Show a file in a revision and its download URL', {
  ...wire.getFileInRevisionById,
});
