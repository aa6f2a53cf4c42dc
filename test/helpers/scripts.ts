// The acceptance scripts as lists of commands, for tests that ask what is played in them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'test/acceptance';

export interface Played {
  /** `docs spaces list --json `, with a blank at its end. */
  line: string;
  /** What is expected of it: `stdout 'Guides'`. */
  expected: readonly string[];
}

/** The commands of each script, in its order. */
export const scripts: readonly (readonly Played[])[] = readdirSync(FOLDER, {
  recursive: true,
  encoding: 'utf8',
})
  .filter((file) => file.endsWith('.txt'))
  .map((file) => commandsIn(readFileSync(join(FOLDER, file), 'utf8')));

function commandsIn(text: string): Played[] {
  const found: { line: string; expected: string[] }[] = [];
  for (const line of text.split('\n').map((one) => one.trim())) {
    const command = /^(?:! )?(?:capture \w+ )?(docs .*)$/.exec(line)?.[1];
    if (command !== undefined) found.push({ line: `${command} `, expected: [] });
    else if (/^(?:! )?(?:stdout|stderr|exit) /.test(line)) found.at(-1)?.expected.push(line);
  }
  return found;
}

/** Whether a script plays the command and looks at what it says about its work. */
export const saysInScript = (path: string): boolean =>
  scripts.some((played) =>
    played.some(
      ({ line, expected }) =>
        line.startsWith(`${path} `) && expected.some((one) => one.startsWith('stderr ')),
    ),
  );

/** Whether a script plays the command, on a change request where that is asked for, and then `docs undo`. */
export const undoneInScript = (path: string, onCr = false): boolean =>
  scripts.some((played) => {
    const at = played.findIndex(
      ({ line }) => line.startsWith(`${path} `) && (!onCr || /--cr[ =]|#\d/.test(line)),
    );
    return at >= 0 && played.slice(at + 1).some(({ line }) => line.startsWith('docs undo '));
  });
