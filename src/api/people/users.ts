// Users: the caller, and whoever wrote, reviewed or joined.
import type { Static } from '@sinclair/typebox';
import { NoParams, operation, Type } from '../schema.ts';

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
