// Links of a space or a page, and what links to a page (src/api/README.md#space-content).
import { resource } from '../schema.ts';
import { twin } from '../twin.ts';
import * as wire from './links.generated.ts';

const op = resource('links', { says: { status: 'only links with this status' } });
export const listSpaceLinks = op('listOfSpace', 'List the links in a space', wire.listSpaceLinks);
export const listPageLinks = op('listOfPage', 'List the links on a page', wire.listPageLinksInSpace);
/** Has no status filter (src/api/README.md#change-requests). */
export const listChangeRequestPageLinks = twin(op, listPageLinks, wire.listPageLinksInChangeRequest);
/** Has no twin on the main content of the space. */
export const listChangeRequestPageBacklinks = op(
  'backlinksOfPageInChangeRequest',
  'List the links to a page in a change request',
  wire.listChangeRequestPageBacklinks,
);
