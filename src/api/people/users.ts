// Users: the caller, and whoever wrote, reviewed or joined.
import type { Static } from '@sinclair/typebox';
import { resource } from '../schema.ts';
import * as wire from './users.generated.ts';

export const User = wire.User;
export type User = Static<typeof User>;

const op = resource('users', { says: { userId: 'user: ID, email or name' } });
export const getCaller = op('caller', 'Show the user that a token belongs to', wire.getAuthenticatedUser);
export const getUser = op('get', 'Show a user', {
  ...wire.getUserById,
  errors: [404],
});
export const updateUser = op('update', 'Change the name or photo of a user', {
  ...wire.updateUserById,
  errors: [404],
  says: {
    userId: 'user: ID, email or name',
    displayName: 'name that others see',
    photoURL: 'URL of the photo',
  },
});
