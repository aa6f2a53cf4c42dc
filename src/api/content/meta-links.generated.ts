// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { builders } from '../schema.ts';

const { ArrayOf, Literal, Obj, Optional, Str, Union } = builders;

export const RevisionPageMetaLinks = Obj({
  canonical: Optional(
    Union([
      Obj({ kind: Literal('page'), page: Str(), space: Optional(Str()) }),
      Obj({ kind: Literal('url'), url: Str() }),
    ]),
  ),
  alternates: Optional(
    ArrayOf(
      Union([
        Obj({ kind: Literal('page'), page: Str(), space: Optional(Str()) }),
        Obj({ kind: Literal('url'), url: Str() }),
      ]),
    ),
  ),
});
export type RevisionPageMetaLinks = Static<typeof RevisionPageMetaLinks>;

export const listSpacePageMetaLinks = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/page/{pageId}/meta-links',
  result: RevisionPageMetaLinks,
  only: '0.202.0',
} as const;

export const listChangeRequestPageMetaLinks = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/meta-links',
  result: RevisionPageMetaLinks,
  only: '0.202.0',
} as const;

export const listRevisionPageMetaLinks = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/meta-links',
  result: RevisionPageMetaLinks,
  only: '0.202.0',
} as const;
