// Users: the caller, and whoever wrote, reviewed or joined.
import type { Static } from '@sinclair/typebox';
import { NoParams, operation, Type } from '../schema.ts';
import * as wire from './users.generated.ts';

const { Object: Obj, String: Str } = Type;

export const User = wire.User;
export type User = Static<typeof User>;

export const getCaller = operation('users.caller', {
  ...wire.getAuthenticatedUser,
  summary: 'Show the user that a token belongs to',
  params: NoParams,
});

export const UserRef = Obj({ userId: Str({ description: 'user: ID, email or name' }) });

export const getUser = operation('users.get', {
  ...wire.getUserById,
  summary: 'Show a user',
  params: UserRef,
  errors: [404],
});

export const updateUser = operation('users.update', {
  ...wire.updateUserById,
  summary: 'Change the name or photo of a user',
  params: UserRef,
  errors: [404],
  says: { displayName: 'name that others see', photoURL: 'URL of the photo' },
});
