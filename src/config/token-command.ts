// A token that a program of the person prints, such as a password manager: asked for once a process, and kept nowhere.
import { AuthError, messageOf } from '../errors.ts';
import { parseToken, type Secret } from './credentials.ts';

/** Runs a command line and resolves with what it printed; its errors quote nothing of that. */
type ReadProgram = (line: string) => Promise<Uint8Array>;

interface Surroundings {
  /** Absent: no program is started. */
  readProgram?: ReadProgram;
  signal: AbortSignal;
}

/** What was printed, by command: one process has one `readProgram`, in however many runs. */
const printed = new WeakMap<ReadProgram, Map<string, Promise<Secret>>>();

/** Runs the command of a profile. Throws AuthError `TOKEN_COMMAND`, which names the profile and quotes nothing that was printed. */
export async function tokenOfCommand(
  { readProgram, signal }: Surroundings,
  command: string,
  profile: string,
): Promise<Secret> {
  if (!readProgram) throw failed(command, profile, 'no program may be started here');
  const known = printed.get(readProgram) ?? new Map<string, Promise<Secret>>();
  printed.set(readProgram, known);
  const asked = known.get(command) ?? readProgram(command).then(parseToken);
  known.set(command, asked);
  try {
    return await asked;
  } catch (error) {
    // A password manager that was locked may be open the next time.
    known.delete(command);
    if (signal.aborted) throw error;
    throw failed(command, profile, messageOf(error), error);
  }
}

function failed(command: string, profile: string, why: string, cause?: unknown): AuthError {
  return new AuthError(`the command that prints the token of profile "${profile}" failed: ${why}`, {
    code: 'TOKEN_COMMAND',
    hint: `run it yourself to see why: ${command}`,
    cause,
  });
}
