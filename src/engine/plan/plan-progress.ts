// How far plans were applied from this machine: what was sent and what is done, by the hash of the plan. Kept after the
// last row, so that the same plan applied again creates nothing twice.
import { join } from 'node:path';
import { requirePath } from '../../config/paths.ts';
import type { Context } from '../../context.ts';
import { messageOf } from '../../errors.ts';
import { readPrivateFile } from '../../files/private-file.ts';
import { warn } from '../../output/note.ts';
import { asItem } from '../../workflows/reversals/reversal.ts';
import type { ManyProgress } from '../many/many-progress.ts';
import type { Task } from '../many/many-task.ts';
import { openProgressLines } from '../many/progress-lines.ts';

/** Longer than any plan is good for. */
const KEPT_MS = 120 * 24 * 3600_000;

export interface RowState {
  /** `sent`, with nothing after it: the answer never came. */
  state: 'sent' | 'done';
  /** The ID of what the row created. */
  id?: string;
  /** The ID of the space that a section was created with. */
  first?: string;
  /** The IDs of the files that it uploaded. */
  files?: readonly string[];
}

const fileOf = (context: Context, hash: string) =>
  join(requirePath(context.paths(), 'data'), 'plans', `${hash}.jsonl`);

/** By number of the row. Empty for a plan that was never applied from here. */
export function readRowStates(context: Context, hash: string): Map<number, RowState> {
  const text = readPrivateFile(fileOf(context, hash)) ?? '';
  const states = new Map<number, RowState>();
  for (const line of text.split('\n')) {
    // What a kill left of a line says nothing.
    const [, word, row, id, first, files] =
      /^(sent|done|failed) (\d+)(?: ([\w-]+))?(?: ([\w-]+))?(?: files:([\w,-]+))?$/.exec(line) ?? [];
    if (word === 'failed') states.delete(Number(row));
    else if (word === 'sent' || word === 'done')
      states.set(Number(row), {
        state: word,
        ...(id !== undefined && { id }),
        ...(first !== undefined && { first }),
        ...(files !== undefined && { files: files.split(',') }),
      });
  }
  return states;
}

/** Writes each row down before it is sent. A home that cannot be written is said, and the work goes on. */
export function recordRows(context: Context, hash: string, numberOf: (task: Task) => number): ManyProgress {
  const giveUp = (error: unknown) =>
    warn(context.io, `applying this plan again could repeat what it creates: ${messageOf(error)}`);
  try {
    return recorder(fileOf(context, hash), numberOf, giveUp);
  } catch (error) {
    giveUp(error);
    return { begin: () => {}, end: () => {}, close: () => {} };
  }
}

function recorder(
  path: string,
  numberOf: (task: Task) => number,
  onFailure: (error: Error) => void,
): ManyProgress {
  const { write, close } = openProgressLines(path, { keptMs: KEPT_MS, onFailure });
  return {
    begin(task) {
      write(`sent ${numberOf(task)}`, task.run.operation.retry === 'never');
    },
    end(task, result) {
      const { id, siteSpaces, insertedFiles } = asItem(result?.result);
      const [files, spaces] = [idsIn(insertedFiles), idsIn(siteSpaces).slice(0, 1)];
      const made = [...idsIn([{ id }]), ...spaces, ...(files.length > 0 ? [`files:${files.join(',')}`] : [])]
        .map((word) => ` ${word}`)
        .join('');
      if (result?.ok) write(`done ${numberOf(task)}${made}`);
      else if (result?.outcome !== 'unknown') write(`failed ${numberOf(task)}`);
    },
    close,
  };
}

const idsIn = (things: unknown): string[] =>
  (Array.isArray(things) ? things : [])
    .map((one) => asItem(one).id)
    .filter((id) => typeof id === 'string')
    .filter((id) => /^[\w-]+$/.test(id));
