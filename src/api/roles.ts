// Roles, default levels and merge rules: shared by organizations, spaces, collections and members.
import type { Static } from '@sinclair/typebox';
import { Enum, Nullable } from './schema.ts';

/** From the most to the least powerful. */
export const ROLES = ['admin', 'create', 'review', 'edit', 'comment', 'read'] as const;
export const Role = Enum(ROLES);
export type Role = (typeof ROLES)[number];

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

/** A level of a space or collection, which may be that of the parent (src/api/README.md#roles). */
export const DefaultLevel = Nullable(Enum([...ROLES, 'inherit']));
export type DefaultLevel = Static<typeof DefaultLevel>;

export const MERGE_RULES = 'rules that a change request must meet before it can be merged';
