// Canonical and alternate addresses of a page, for search engines.
import { resource } from '../schema.ts';
import { twin } from '../twin.ts';
import * as wire from './meta-links.generated.ts';

const op = resource('metaLinks', { newer: 'meta links' });
export const getMetaLinks = op('get', 'Show the canonical and alternate links of a page', {
  ...wire.listSpacePageMetaLinks,
});
export const getChangeRequestMetaLinks = twin(op, getMetaLinks, wire.listChangeRequestPageMetaLinks);
export const getRevisionMetaLinks = op(
  'getInRevision',
  'Show the canonical and alternate links of a page in a revision',
  wire.listRevisionPageMetaLinks,
);
