// Roles, default levels and merge rules: shared by organizations, spaces, collections and members.
import type { Static } from '@sinclair/typebox';
import { Enum, Nullable } from './schema.ts';

/** From the most to the least powerful. */
export const ROLES = ['admin', 'create', 'review', 'edit', 'comment', 'read'] as const;
export const Role = Enum(ROLES);
export type Role = (typeof ROLES)[number];

/** A level of a space or collection, which may be that of the parent (src/api/README.md#roles). */
export const DefaultLevel = Nullable(Enum([...ROLES, 'inherit']));
export type DefaultLevel = Static<typeof DefaultLevel>;

export const MERGE_RULES = 'rules that a change request must meet before it can be merged';
