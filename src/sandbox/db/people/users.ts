// Users.
import { key, type RowOf, table, text, textOrNull } from '../table.ts';

export const users = table('users', {
  id: key(),
  displayName: text(),
  email: textOrNull('UNIQUE COLLATE NOCASE'),
  photoURL: textOrNull(),
  createdAt: text(),
});
export type UserRow = RowOf<typeof users>;
