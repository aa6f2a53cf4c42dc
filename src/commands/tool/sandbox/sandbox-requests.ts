// docs sandbox requests: what came in at a served sandbox, and whether the contract has such requests.

import type { Flags } from '../../../engine/model/flag-types.ts';
import type { Run } from '../../../engine/run/run.ts';
import { viewOf } from '../../../engine/run/view.ts';
import { note } from '../../../output/note.ts';
import { listWriter } from '../../../output/render.ts';
import { controls, type FileFlag, fileServed, withFile } from './sandbox-make.ts';

export const REQUEST_COLUMNS = ['time', 'method', 'path', 'status', 'ms', 'fits', 'problems'];

/** One question waits this long: the signal ends it at once. */
const WAIT_MS = 10_000;

export async function showRequests(run: Run<FileFlag & Flags<'--follow'>>): Promise<void> {
  const { io, signal } = run.context;
  const file = await fileServed(run);
  const follows = run.flags.follow === true;
  const { requestsOf } = await controls();
  const first = await requestsOf(file, { after: 0, waitMs: 0, signal });
  const writer = await listWriter(io, { ...viewOf(run), columns: REQUEST_COLUMNS, idField: 'requestId' });
  await writer.page(first ?? []);
  if (!first) note(io, `no server serves ${file}; to start one: ${withFile(run, 'docs sandbox serve')}`);
  else if (!follows && first.length === 0) note(io, 'no requests yet');
  let last = first?.at(-1)?.number ?? 0;
  while (first && follows && !signal.aborted) {
    const more = await requestsOf(file, { after: last, waitMs: WAIT_MS, signal });
    // The server has ended.
    if (!more) break;
    await writer.page(more);
    last = more.at(-1)?.number ?? last;
  }
  await writer.end();
}
