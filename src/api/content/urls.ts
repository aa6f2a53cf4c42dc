// What a URL of the app or of a published site refers to, and where a published one leads.
import { resource } from '../schema.ts';
import * as wire from './urls.generated.ts';

const op = resource('urls');
export const lookUpUrl = op('content', 'Show the content that a URL refers to', {
  ...wire.getContentByUrl,
  says: { url: 'URL of the app or of a published site' },
});

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
});
