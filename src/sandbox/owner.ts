// Which process is at work, in a text that another process can check.
import { readFileSync } from 'node:fs';
import { kill, pid } from 'node:process';

/** This process: its id, and when it began where the system tells. */
export function thisProcess(): string {
  return `${pid} ${startOf(pid)}`;
}

/** Whether the process that wrote this text is still there. An id that was given out anew does not count. */
export function isAlive(owner: string): boolean {
  const [id = '', start] = owner.split(' ');
  const number = Number(id);
  if (!Number.isSafeInteger(number) || number <= 0 || !exists(number)) return false;
  return !start || startOf(number) === start;
}

function exists(id: number): boolean {
  try {
    return kill(id, 0);
  } catch (error) {
    // Not permitted: it is there, and another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Ticks since the system's start (Linux); empty elsewhere, where only the id is compared. */
function startOf(id: number): string {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'latin1');
    // The second field is the program's name, in parentheses, with any character in it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
