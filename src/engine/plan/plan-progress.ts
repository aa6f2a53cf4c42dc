// How far plans were applied from this machine: what was sent and what is done, by the hash of the plan. Kept after the
// last row, so that the same plan applied again creates nothing twice.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { requirePath } from '../../config/paths.ts';
import type { Context } from '../../context.ts';
import { asItem } from '../../domain/reversals/reversal.ts';
import { messageOf } from '../../errors.ts';
import { readPrivateFile } from '../../files/private-file.ts';
import { warn } from '../../output/note.ts';
import type { ManyProgress } from '../many/many-progress.ts';
import type { Task } from '../many/many-task.ts';
import { openProgressLines, type ProgressLines } from '../many/progress-lines.ts';
import type { Run } from '../model/command-type.ts';

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
  /** The IDs of the pages that its edits are about, in their order. */
  pages?: readonly string[];
  /** The revision of the change request after it. */
  revision?: string;
}

const fileOf = (context: Context, hash: string) =>
  join(requirePath(context.paths(), 'data'), 'plans', `${hash}.jsonl`);

const LINE =
  /^(sent|done|failed) (\d+)(?: ([\w-]+))?(?: ([\w-]+))?(?: files:([\w,-]+))?(?: pages:([\w,-]+))?(?: revision:([\w-]+))?$/;

/** By number of the row. Empty for a plan that was never applied from here. */
export function readRowStates(context: Context, hash: string): Map<number, RowState> {
  const text = readPrivateFile(fileOf(context, hash)) ?? '';
  const states = new Map<number, RowState>();
  for (const line of text.split('\n')) {
    // What a kill left of a line says nothing.
    const [, word, row, id, first, files, pages, revision] = LINE.exec(line) ?? [];
    if (word === 'failed') states.delete(Number(row));
    else if (word === 'sent' || word === 'done')
      states.set(Number(row), {
        state: word,
        ...(id !== undefined && { id }),
        ...(first !== undefined && { first }),
        ...(files !== undefined && { files: files.split(',') }),
        ...(pages !== undefined && { pages: pages.split(',') }),
        ...(revision !== undefined && { revision }),
      });
  }
  return states;
}

/** As if the plan had never been applied from here. */
export const forgetRows = (context: Context, hash: string): void =>
  rmSync(fileOf(context, hash), { force: true });

/** Writes each row down before it is sent. A home that cannot be written is said, and the work goes on. */
export function recordRows(
  { context, config }: Pick<Run, 'context' | 'config'>,
  hash: string,
  numberOf: (task: Task) => number,
): ManyProgress {
  const giveUp = (error: unknown) =>
    warn(context.io, `applying this plan again could repeat what it creates: ${messageOf(error)}`);
  try {
    const opening = { host: config().baseUrl.value, keptMs: KEPT_MS, onFailure: giveUp };
    return recorder(openProgressLines(fileOf(context, hash), opening), numberOf);
  } catch (error) {
    giveUp(error);
    return { begin: () => {}, end: () => {}, close: () => {} };
  }
}

function recorder({ write, close }: ProgressLines, numberOf: (task: Task) => number): ManyProgress {
  return {
    begin(task) {
      write(`sent ${numberOf(task)}`, task.run.operation.retry === 'never');
    },
    end(task, result) {
      const { id, siteSpaces, insertedFiles, changes, changeRequest, revision } = asItem(result?.result);
      const spaces = idsIn(siteSpaces).slice(0, 1);
      const after = idsIn([{ id: asItem(changeRequest).revision ?? revision }]);
      const lists = { files: idsIn(insertedFiles), pages: pagesIn(changes), revision: after };
      const told = Object.entries(lists).filter(([, ids]) => ids.length > 0);
      const made = [...idsIn([{ id }]), ...spaces, ...told.map(([name, ids]) => `${name}:${ids.join(',')}`)]
        .map((word) => ` ${word}`)
        .join('');
      if (result?.ok) write(`done ${numberOf(task)}${made}`);
      else if (result?.outcome !== 'unknown') write(`failed ${numberOf(task)}`);
    },
    close,
  };
}

/** Of edits, each with its page or that page's ID: all of them, since they go by their place, or none. */
function pagesIn(changes: unknown): string[] {
  const pages = Array.isArray(changes) ? changes.map((one) => asItem(one).page) : [];
  const ids = idsIn(pages.map((page) => (typeof page === 'string' ? { id: page } : page)));
  return ids.length === pages.length ? ids : [];
}

const idsIn = (things: unknown): string[] =>
  (Array.isArray(things) ? things : [])
    .map((one) => asItem(one).id)
    .filter((id) => typeof id === 'string')
    .filter((id) => /^[\w-]+$/.test(id));
