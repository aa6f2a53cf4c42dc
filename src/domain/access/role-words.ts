// Roles by the words of other programs, and what is said of a word that is no role.

import { ROLES, type Role } from '../../api/roles.ts';

/** What other programs call them. */
const OTHER_WORDS: Readonly<Record<string, Role>> = {
  owner: 'admin',
  administrator: 'admin',
  creator: 'create',
  reviewer: 'review',
  editor: 'edit',
  writer: 'edit',
  write: 'edit',
  contributor: 'edit',
  commenter: 'comment',
  viewer: 'read',
  view: 'read',
  reader: 'read',
};

/** The role that somebody means who knows it by another word. */
export function roleMeantBy(word: string): Role | undefined {
  const text = word.toLowerCase();
  return (
    ROLES.find((role) => role === text) ?? (Object.hasOwn(OTHER_WORDS, text) ? OTHER_WORDS[text] : undefined)
  );
}

/** `"viewer" is not a level: use one of admin, ... or read; did you mean "read"?` */
export function notARole(word: string): string {
  const meant = roleMeantBy(word);
  const guess = meant === undefined ? '' : `; did you mean "${meant}"?`;
  return `"${word}" is not a level: use one of ${ROLES.join(', ')}${guess}`;
}
