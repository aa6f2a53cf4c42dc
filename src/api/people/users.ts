// Users: the caller, and whoever wrote, reviewed or joined.
import { resource } from '../schema.ts';
import * as wire from './users.generated.ts';

const op = resource('users', { says: { userId: 'user: ID, email or name' } });
export const getCaller = op('caller', 'Show the user that a token belongs to', wire.getAuthenticatedUser);
export const getUser = op('get', 'Show a user', wire.getUserById);
export const updateUser = op('update', 'Change the name or photo of a user', {
  ...wire.updateUserById,
  says: { displayName: 'name that others see', photoURL: 'URL of the photo' },
});
