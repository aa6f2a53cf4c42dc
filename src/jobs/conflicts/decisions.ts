// What was decided of the conflicts of one change request: kept until all of them are, and while they are being resolved.
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import { requirePath } from '../../config/paths.ts';
import type { Run } from '../../engine/run/run.ts';
import { isJsonObject } from '../../files/json-file.ts';
import { readPrivateFile } from '../../files/private-file.ts';
import { writeFileDurably } from '../../files/writer.ts';
import type { Conflict, Meeting, Meets } from './find-conflicts.ts';

/** One decision, with what it was made about: it does not hold for anything else. */
export interface Kept {
  how: 'ours' | 'theirs' | 'file';
  /** What the conflict was then. */
  sign: string;
  /** Of `file`: its path and its text. */
  file?: string;
  text?: string;
}

export interface Decisions {
  /** By `keyOf`. */
  kept: Record<string, Kept>;
  /** Edits have been sent since: what met then. */
  begun?: Meets;
  /** The host found conflicts where both sides can be joined. */
  wide?: true;
}

export const keyOf = ({ kind, id }: Pick<Conflict, 'kind' | 'id'>): string => `${kind} ${id}`;

/** Changes with whatever either side says of it. */
export function signOf({ fields, sides, texts, orders, values }: Conflict): string {
  const said = [sides.ours, sides.theirs].map((one) => one && [one.parent, one.page.title, texts]);
  return createHash('sha256')
    .update(JSON.stringify([fields, said, orders, values]))
    .digest('base64url')
    .slice(0, 22);
}

/** The decisions for a change request. Throws ConfigError `NO_HOME`, LocalIoError. */
export function readDecisions(run: Run, changeRequest: ChangeRequest): Decisions {
  try {
    const read: unknown = JSON.parse(readPrivateFile(fileFor(run, changeRequest)) ?? '{}');
    // Safe: this file alone writes it, and what it holds is compared with the conflicts before it counts.
    if (isJsonObject(read) && isJsonObject(read.kept)) return read as unknown as Decisions;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return { kept: {} };
}

export const saveDecisions = (run: Run, changeRequest: ChangeRequest, decisions: Decisions): void =>
  writeFileDurably(fileFor(run, changeRequest), JSON.stringify(decisions), { ownDir: true });

export const dropDecisions = (run: Run, changeRequest: ChangeRequest): void =>
  rmSync(fileFor(run, changeRequest), { force: true });

/** The decision that still holds for a conflict. */
export function decisionFor({ kept }: Decisions, conflict: Conflict): Kept | undefined {
  // Nothing of it is to be decided.
  if (conflict.fields.join() === 'joined') return { how: 'ours', sign: '' };
  const one = kept[keyOf(conflict)];
  return one?.sign === signOf(conflict) ? one : undefined;
}

/** What meets, and which pages count, where an earlier run was cut off after it had begun. */
export function optionsIn({ begun, kept, wide }: Decisions) {
  const pages = Object.keys(kept).flatMap((key) =>
    key.startsWith('page ') ? [key.slice('page '.length)] : [],
  );
  return { wide, ...(begun && { meets: begun, pages: new Set(pages) }) };
}

export const meetsOf = ({ revisions: { base, ours } }: Meeting): Meets => ({ base, ours });

function fileFor(run: Run, { id, space }: ChangeRequest): string {
  const about = JSON.stringify([run.config().origin, space, id]);
  const name = createHash('sha256').update(about).digest('hex').slice(0, 24);
  return join(requirePath(run.context.paths(), 'data'), 'conflicts', `${name}.json`);
}
