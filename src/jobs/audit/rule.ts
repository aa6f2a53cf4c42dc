// What a rule of the audit is: data, and one function that finds what breaks it.

import type { Operation } from '../../api/operation.ts';
import type { Width } from '../../client/pool.ts';
import type { Lists } from './lists.ts';

/** From the most to the least severe. */
export const SEVERITIES = ['high', 'medium', 'low'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Where a finding is: what people call it, and an ID that stays when it is renamed. */
export interface Target {
  kind: string;
  id: string;
  title: string;
}

export const targetAs =
  (kind: string) =>
  ({ id, title }: { id: string; title: string }): Target => ({ kind, id, title });

/** Where a finding about a page is. */
export const onPage = (
  space: { id: string; title: string },
  { id, title, path }: { id: string; title: string; path: string },
): Pick<AuditFinding, 'target' | 'within'> => ({
  target: { kind: 'page', id, title: path || title },
  within: targetAs('space')(space),
});

export interface AuditFinding {
  target: Target;
  /** One line without the target: `not seen for 120 days`. */
  message: string;
  /** The command that makes this finding go, ready to paste; undefined where no command can. */
  mend: string | undefined;
  /** The space or site it is in, where the target is part of one. */
  within?: Target;
  /** Tells findings of one rule on one target apart: it stays the same from run to run. */
  key?: string;
  /** Path in a repository, where the target has one. */
  file?: string;
}

/** `skipped`: why it could not look at everything, which is never a pass. What it found where it could look still counts. */
export type Found = readonly AuditFinding[] | { findings?: readonly AuditFinding[]; skipped?: string };

export interface AuditContext {
  organizationId: string;
  now: Date;
  /** Everything is read through these, each list once. */
  lists: Lists;
  concurrency: Width;
  /** Who asks: no command is against them. Undefined where the host does not say. */
  caller: string | undefined;
  /** The text of `owners.yaml`, where there is one. */
  owners: string | undefined;
  /** Only some spaces or sites can be reached: what is on none of them may be on another. */
  isNarrow?: boolean;
}

export interface AuditRule {
  /** Topic and name: `people/single-admin`. */
  id: `${string}/${string}`;
  severity: Severity;
  /** One sentence that says what is wrong. */
  summary: string;
  /** What may come of it, in one or two sentences. */
  why: string;
  /** The command that makes a finding go, with words in angle brackets; or what to do where no command can. */
  mend: string;
  reads: readonly Operation[];
  /** It asks of every page, or once more of every space: only where its ID or topic is given. */
  onRequest?: boolean;
  /** Only reads. May throw what reading throws: the audit tells a refusal (skipped) from a failure. */
  find(context: AuditContext): Promise<Found>;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whole days since a date of the platform; none since one that cannot be read, of which nothing is found. */
export const daysSince = (date: string, now: Date): number =>
  Math.floor((now.getTime() - Date.parse(date)) / DAY_MS) || 0;

/** What ends something of a member: nothing for the caller, who would lock themselves out. */
export const mendOf = (
  { caller }: Pick<AuditContext, 'caller'>,
  userId: string,
  { message, mend }: Pick<AuditFinding, 'message' | 'mend'>,
): Pick<AuditFinding, 'message' | 'mend'> =>
  userId === caller ? { message: `${message}; that is you`, mend: undefined } : { message, mend };

/** How a member is named in a command that a person must recognise. */
export const nameOfUser = ({ id, email }: { id: string; email?: string | undefined }): string => email ?? id;
