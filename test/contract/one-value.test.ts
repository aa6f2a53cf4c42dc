import { afterAll, describe, expect, it } from 'vitest';
import { answeredCli } from '../helpers/answered-cli.ts';
import type { Cli } from '../helpers/cli.ts';
import { hostCommands } from '../helpers/command-lines.ts';
import { sandboxFor } from '../helpers/example-sandbox.ts';
import { rotated } from '../helpers/rotation.ts';
import { reached } from '../helpers/runs.ts';

const LEFT_OUT = /^(--json|-q|--quiet|-o|--yes|--confirm)$/;
const FORMATS = [['--json'], ['-o', 'ndjson']];
/** Every command that sends a change, as its example calls it with one target, whatever the format. */
const changes = hostCommands
  .filter(([, , { operation, run }]) => operation && operation.method !== 'GET' && !run)
  .map(([path, words]) => {
    const given = words.filter((word, at) => !LEFT_OUT.test(word) && words[at - 1] !== '--confirm');
    return [path, [...given, '--no-input']] as const;
  });

const { cli } = answeredCli();
const done = new Set<string>();
let held = 0;
afterAll(() => reached('W4', 'answers', held));

/** With the consent that the refusal without it names. */
async function agreed(docs: Cli, words: readonly string[]) {
  const asked = await docs(words);
  if (asked.exitCode !== 3) return asked;
  const name = /--confirm ('[^']*'|"[^"]*"|\S+)$/m.exec(asked.stderr)?.[1]?.replace(/^['"]|['"]$/g, '');
  return docs([...words, ...(name === undefined ? ['--yes'] : ['--confirm', name])]);
}

/** By a host that answers anything; what reads its target first finds it in a sandbox alone. */
async function answered(words: readonly string[], format: readonly string[]) {
  const atHost = await agreed(cli, [...words, ...format]);
  if (atHost.exitCode === 0) return atHost;
  const own = await sandboxFor(`docs ${words.join(' ')}`);
  try {
    return await agreed(own, [...words, ...format]);
  } finally {
    own.cleanup();
  }
}

// The last one counts what those before it have done.
describe('a change of one target', { shuffle: false }, () => {
  it.each(rotated(changes, FORMATS).map(([[path, words], format]) => [path, format, words] as const))(
    '%s answers with %j and a value that a script can read',
    async (path, format, words) => {
      const { stdout, exitCode } = await answered(words, format);
      if (exitCode !== 0) return;
      const texts = format.includes('--json') ? [stdout] : stdout.trim().split('\n');
      for (const text of texts) expect(JSON.parse(text), path).toBeTypeOf('object');
      done.add(path);
      held += 1;
    },
  );

  it('is nearly every command that changes something', () => {
    const left = changes.map(([path]) => path).filter((path) => !done.has(path));
    expect(left.length, left.join('\n')).toBeLessThan(changes.length / 6);
  });
});
