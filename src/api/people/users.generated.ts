// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { builders } from '../schema.ts';

const { Literal, Obj, Optional, Str, Uri } = builders;

export const User = Obj({
  object: Literal('user'),
  id: Str(),
  displayName: Str(),
  email: Optional(Str()),
  photoURL: Optional(Str()),
  urls: Obj({ location: Uri() }),
});
export type User = Static<typeof User>;

export const getAuthenticatedUser = { method: 'GET', path: '/v1/user', result: User, errors: [404] } as const;

export const getUserById = {
  method: 'GET',
  path: '/v1/users/{userId}',
  result: User,
  errors: [404],
} as const;

export const updateUserById = {
  method: 'PATCH',
  path: '/v1/users/{userId}',
  body: Obj({
    displayName: Optional(Str({ minLength: 1, maxLength: 64 })),
    photoURL: Optional(Uri({ maxLength: 2048 })),
  }),
  result: User,
  errors: [404],
} as const;
