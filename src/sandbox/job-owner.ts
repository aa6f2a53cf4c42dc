// Whether the process that runs a job of the sandbox may still be at work.
import { isAlive } from '../files/process-owner.ts';
import type { Sandbox } from './sandbox.ts';

/** A process in another container cannot be asked: its job counts as lost after this long. */
const LONGEST_JOB_MS = 10 * 60_000;

export function mayBeAlive(
  { now }: Pick<Sandbox, 'now'>,
  { owner, updatedAt }: { owner: string; updatedAt: string },
): boolean {
  return isAlive(owner, now().getTime() - Date.parse(updatedAt), LONGEST_JOB_MS);
}
