// Canonical and alternate addresses of a page, for search engines.
import type { Static } from '@sinclair/typebox';
import { operation, SpaceRef, Type } from '../schema.ts';
import { ChangeRequestPageRef, PageRef } from './content.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional, Union, Literal } = Type;

const RevisionPageMetaLinkTarget = Union([
  Obj({ kind: Literal('page'), page: Str(), space: Optional(Str()) }),
  Obj({ kind: Literal('url'), url: Str() }),
]);

export const RevisionPageMetaLinks = Obj({
  canonical: Optional(RevisionPageMetaLinkTarget),
  alternates: Optional(ArrayOf(RevisionPageMetaLinkTarget)),
});
export type RevisionPageMetaLinks = Static<typeof RevisionPageMetaLinks>;

const newer = 'meta links';

export const getMetaLinks = operation('metaLinks.get', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/page/{pageId}/meta-links',
  summary: 'Show the canonical and alternate links of a page',
  params: PageRef,
  result: RevisionPageMetaLinks,
  newer,
});

export const getChangeRequestMetaLinks = operation('metaLinks.getInChangeRequest', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/meta-links',
  summary: 'Show the canonical and alternate links of a page in a change request',
  params: ChangeRequestPageRef,
  result: RevisionPageMetaLinks,
  newer,
});

export const getRevisionMetaLinks = operation('metaLinks.getInRevision', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/meta-links',
  summary: 'Show the canonical and alternate links of a page in a revision',
  params: Obj({
    ...SpaceRef.properties,
    revisionId: Str({ description: 'revision' }),
    pageId: Str({ description: 'page' }),
  }),
  result: RevisionPageMetaLinks,
  newer,
});
