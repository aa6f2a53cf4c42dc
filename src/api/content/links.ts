// Links of spaces and pages, and what URLs lead to.

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

const urlOp = resource('urls');
export const lookUpUrl = urlOp('content', 'Show the content that a URL refers to', {
  ...wire.getContentByUrl,
  says: { url: 'URL of the app or of a published site' },
});

export const resolvePublished = urlOp('published', 'Show where a published URL leads its readers', {
  ...wire.resolvePublishedContentByUrl,
  retry: 'safe',
  says: {
    url: 'URL of a published site',
    redirectOnError: 'lead a visitor whose token is not valid to the sign-in page',
    visitor: 'who reads it',
    'visitor.type': 'a person or an agent',
    'visitor.jwtToken': 'token of a visitor who is signed in',
    'visitor.unsignedClaims': 'claims that no token signs',
  },
});
