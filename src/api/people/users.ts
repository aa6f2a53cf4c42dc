// Users: the caller, and whoever wrote, reviewed or joined.
import type { Static } from '@sinclair/typebox';
import { NoParams, operation, Type, Uri } from '../schema.ts';

const { Object: Obj, String: Str, Optional, Literal } = Type;

export const User = Obj({
  object: Literal('user'),
  id: Str(),
  displayName: Str(),
  email: Optional(Str()),
  photoURL: Optional(Str()),
  urls: Obj({ location: Str() }),
});
export type User = Static<typeof User>;

export const getCaller = operation('users.caller', {
  method: 'GET',
  path: '/v1/user',
  summary: 'Show the user that a token belongs to',
  params: NoParams,
  result: User,
});

export const UserRef = Obj({ userId: Str({ description: 'user: ID, email or name' }) });

export const getUser = operation('users.get', {
  method: 'GET',
  path: '/v1/users/{userId}',
  summary: 'Show a user',
  params: UserRef,
  result: User,
  errors: [404],
});

export const updateUser = operation('users.update', {
  method: 'PATCH',
  path: '/v1/users/{userId}',
  summary: 'Change the name or photo of a user',
  params: UserRef,
  body: Obj({
    displayName: Optional(Str({ minLength: 1, maxLength: 64, description: 'name that others see' })),
    photoURL: Optional(Uri({ description: 'URL of the photo' })),
  }),
  result: User,
  errors: [404],
});
