import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/engine/model/command.ts';
import { manyArg } from '../../src/engine/model/flags.ts';
import { freshCli } from '../helpers/cli.ts';
import { commands } from '../helpers/command-lines.ts';
import { perFile } from '../helpers/lasting.ts';
import { startManyServer } from '../helpers/many-server.ts';
import { reached } from '../helpers/runs.ts';

const dangerous = commands.filter(
  ({ command }) => manyArg(command) && command.danger !== undefined && command.danger !== 'mild',
);

const server = perFile(startManyServer, (it) => it.stop());
const cli = perFile(() => freshCli({ env: { DOCS_TOKEN: 'token-1', DOCS_BASE_URL: server.url } }));

/** Its words with two targets, and whatever else it must be told. */
function lineOf(path: string, { args, operation }: Command): string[] {
  const fixed = args.slice(0, -1).map(({ label }) => `some-${label}`);
  const given = new Set(args.map(({ field }) => field));
  const flags: Record<string, string> = {
    organizationId: '--org',
    siteId: '--site',
    spaceId: '--space',
    changeRequestId: '--cr',
  };
  const context = Object.keys(operation?.params.properties ?? {}).flatMap((name) => {
    const flag = flags[name];
    return flag && !given.has(name) ? [flag, `some-${name}`] : [];
  });
  return [...path.replace(/^docs /, '').split(' '), ...fixed, 'first', 'second', ...context];
}

describe('what destroys', () => {
  it.each(dangerous.map(({ path, command }) => [path, command] as const))(
    '%s starts on several targets only with a word',
    async (path, command) => {
      const line = lineOf(path, command);
      for (const words of [line, [...line, '--no-input'], [...line, '--confirm', '3 things']]) {
        const before = server.requests.length;
        const { exitCode, stderr } = await cli(words, { stdin: 'y\n' });
        expect(exitCode, `${words.join(' ')}: ${stderr}`).not.toBe(0);
        expect(server.requests.slice(before).filter((sent) => !sent.startsWith('GET'))).toEqual([]);
      }
      reached('B4', 'commands', 1);
    },
  );

  it('is more than a few commands', () => {
    expect(dangerous.length).toBeGreaterThanOrEqual(15);
  });
});
