// Canonical and alternate addresses of a page, for search engines.
import type { Static } from '@sinclair/typebox';
import { operation, SpaceRef, Type } from '../schema.ts';
import { ChangeRequestPageRef, PageRef } from './content.ts';
import * as wire from './meta-links.generated.ts';

const { Object: Obj, String: Str } = Type;

export const RevisionPageMetaLinks = wire.RevisionPageMetaLinks;
export type RevisionPageMetaLinks = Static<typeof RevisionPageMetaLinks>;

const newer = 'meta links';

export const getMetaLinks = operation('metaLinks.get', {
  ...wire.listSpacePageMetaLinks,
  summary: 'Show the canonical and alternate links of a page',
  params: PageRef,
  newer,
});

export const getChangeRequestMetaLinks = operation('metaLinks.getInChangeRequest', {
  ...wire.listChangeRequestPageMetaLinks,
  summary: 'Show the canonical and alternate links of a page in a change request',
  params: ChangeRequestPageRef,
  newer,
});

export const getRevisionMetaLinks = operation('metaLinks.getInRevision', {
  ...wire.listRevisionPageMetaLinks,
  summary: 'Show the canonical and alternate links of a page in a revision',
  params: Obj({
    ...SpaceRef.properties,
    revisionId: Str({ description: 'revision' }),
    pageId: Str({ description: 'page' }),
  }),
  newer,
});
