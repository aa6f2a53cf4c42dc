// Roles, default levels and merge rules: shared by organizations, spaces, collections and members.
import type { Static } from '@sinclair/typebox';
import { builders, Enum, Nullable } from './schema.ts';

const { ArrayOf, Obj, Str, Literal, Optional, Union } = builders;

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

const withUsers = <const N extends string>(name: N) => Obj({ rule: Literal(name), users: ArrayOf(Str()) });
const alone = <const N extends string>(name: N) => Obj({ rule: Literal(name) });

/** All listed rules must hold (src/api/README.md#merge-rules). */
export const MergeRule = Union([
  withUsers('require_specific_reviewers'),
  withUsers('require_one_of_specific_reviewers'),
  withUsers('allow_bypass'),
  alone('require_at_least_one_review'),
  alone('require_at_least_one_approved_review'),
  alone('require_all_reviews_approved'),
  alone('require_agent_review'),
  alone('require_up_to_date_change_request'),
  alone('require_change_request_subject'),
  alone('require_change_request_description'),
  alone('require_author_to_merge'),
  Obj({ rule: Literal('custom'), expression: Str({ maxLength: 1024 }), message: Optional(Str()) }),
]);
export type MergeRule = Static<typeof MergeRule>;

export const MergeRules = Union([
  Obj({ type: Literal('inherit') }),
  Obj({ type: Literal('rules'), rules: ArrayOf(MergeRule) }),
  Obj({ type: Literal('none') }),
]);
export const MERGE_RULES = 'rules that a change request must meet before it can be merged';
export type MergeRules = Static<typeof MergeRules>;
