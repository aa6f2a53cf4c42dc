// What a URL of the app or of a published site refers to, and where a published one leads.
import type { Static } from '@sinclair/typebox';
import { ChangeRequest } from '../review/change-requests.ts';
import { resource, Type } from '../schema.ts';
import { Collection } from './collections.ts';
import { Page } from './content.ts';
import { Space } from './spaces.ts';
import * as wire from './urls.generated.ts';

const { Object: Obj, String: Str, Optional, Union } = Type;
const op = resource('urls');

export const lookUpUrl = op('content', 'Show the content that a URL refers to', {
  method: 'GET',
  path: '/v1/urls/content',
  query: Obj({ url: Str({ description: 'URL of the app or of a published site' }) }),
  result: Union([
    Obj({ collection: Collection }),
    Obj({ space: Space, changeRequest: Optional(ChangeRequest), page: Optional(Page) }),
  ]),
  token: 'any',
});

/** The site and space that readers get, or the address that they are sent to. */
export const PublishedPlace = wire.PublishedSiteContentLookup;
export type PublishedPlace = Static<typeof PublishedPlace>;

export const resolvePublished = op('published', 'Show where a published URL leads its readers', {
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
  token: 'any',
});
