// Made by npx tsx src/build/indexes.ts from the files of this folder: add a file there, then run it.
import type { AuditRule } from '../rule.ts';
import { rules as people } from './people.ts';

export const auditRules: readonly AuditRule[] = [
  ...people,
];
