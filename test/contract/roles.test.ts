// Whoever may read only, and a guest: all commands. A missing right is said as such, with what is missing, and a dry run
// says it, too. Nothing is "not found" that is there for the caller, and nothing ends in a trace.
import { beforeAll, describe, expect, it } from 'vitest';
import { mutates } from '../../src/api/operation.ts';
import { optionsOf } from '../../src/engine/model/flags.ts';
import { absentCommands } from '../helpers/absent-commands.ts';
import { freshCli, sandboxedCli } from '../helpers/cli.ts';
import { hostCommands } from '../helpers/command-lines.ts';
import { writeFixtures } from '../helpers/example-files.ts';
import { perFile } from '../helpers/lasting.ts';
import { prepareForExamples } from '../helpers/prepared-examples.ts';
import { kindOf, partOf, rotated } from '../helpers/rotation.ts';

/** They change who the caller is, or act on what another command or caller of the walk has left. */
const OTHER = /^docs (?:orgs (?:create|join|leave)|undo|apply|plan |migrate|restore|access diff)/;
/** What nobody can read of it before it is sent. */
const UNREAD: Readonly<Record<string, string>> = {
  'docs git installations create': 'the space or site is named in the body, and either can allow it',
  'docs git remove-legacy': 'takes a token of another kind, and a token does not say its kind',
  'docs installations token': 'takes a token of another kind, and a token does not say its kind',
  'docs users update': 'users change themselves only, and an administrator may name anyone',
  'docs content import': 'the host reads the URL when it imports it, and may refuse what it finds',
  'docs imports cancel': 'an import may end before it is canceled',
  'docs invites accept': 'nobody sees an invite but the platform',
};

const commands = hostCommands
  .filter(([path]) => !OTHER.test(path) && !absentCommands.has(path))
  .map(([path, words, command]) => {
    const flags = optionsOf(command).map((option) => option.flags);
    const has = (name: string) => flags.some((text) => new RegExp(`${name}\\b`).test(text));
    return { path, command, words: words.filter((word) => word !== '--yes'), has };
  });

/** What is looked for by a name may be hidden; what is asked for by its own ID or domain is the platform's to find. */
const LOOKED_FOR =
  /not visible to you|you can see|not found: |^docs: (?:hostname|conversation|issue|invite) "|^docs: space "\w{20}"/;

const BROKEN = /^ +at |TypeError|unexpected (?:failure|error)|undefined|\[object|\bno no\b/m;

/** Which request is sent is for --debug and --json. */
const REQUEST = /^(?:POST|PUT|PATCH|DELETE) |\/v1\//m;

const CALLERS = { reader: 'lucas@tarnpost.example', guest: 'sofia@marchetti-writes.example' } as const;
type Caller = keyof typeof CALLERS;
const as = (caller: Caller) => ['--profile', `sandbox-${CALLERS[caller].split('@')[0]}`];

const cli = perFile(() => sandboxedCli({ stdin: '' }));
beforeAll(async () => {
  await prepareForExamples(cli);
  for (const email of Object.values(CALLERS)) await cli(`sandbox token ${email}`);
});

const calls = rotated(commands, Object.keys(CALLERS) as Caller[], ({ command }) => kindOf(command));
type One = (typeof commands)[number];

async function bothWays({ words, has }: One, caller: Caller) {
  const consent = has('--yes') ? ['--yes'] : [];
  const plan = has('--dry-run') ? await cli([...words, '--dry-run', ...as(caller)]) : undefined;
  const real = await cli([...words, ...consent, ...as(caller)]);
  return { plan, real };
}

const changes = ({ command: { operation } }: One) => operation === undefined || mutates(operation);
/** Of many changes some may be done before. */
const foreseen = (exitCode: number, stderr: string) => (/is missing/.test(stderr) ? 4 : exitCode);

describe('whoever may not do everything', () => {
  it.each(calls.map(([one, caller]) => [one.path, caller, one] as const))(
    '%s, as a %s, is told what is missing, by a dry run, too',
    async (path, caller, one) => {
      const { plan, real } = await bothWays(one, caller);
      expect(real.stderr).not.toMatch(BROKEN);
      expect([0, 1, 4, 5, 6, 7, ...(path in UNREAD ? [2] : [])]).toContain(real.exitCode);
      if (real.exitCode === 4) expect(real.stderr).toMatch(/right "|only .* (?:may|can) |token/);
      if (real.exitCode === 5) expect(real.stderr).toMatch(LOOKED_FOR);
      if (!plan || !changes(one) || path in UNREAD) return;
      expect(plan.exitCode, `${plan.stderr}\n${real.stderr}`).toBe(foreseen(real.exitCode, real.stderr));
      expect(plan.stderr).not.toMatch(BROKEN);
      if (path !== 'docs api') expect(plan.stdout).not.toMatch(REQUEST);
    },
  );
});

describe('an organization without anything', () => {
  const empty = perFile(() => freshCli({ stdin: '' }));
  beforeAll(async () => {
    writeFixtures(empty.cwd);
    await empty('sandbox init');
  });

  it.each(partOf(commands, 3).map((one) => [one.path, one] as const))(
    '%s finds nothing, and says so',
    async (_, one) => {
      const { words, has, command } = one;
      const { exitCode, stdout, stderr } = await empty([
        ...words,
        ...(changes(one) && has('--dry-run') ? ['--dry-run'] : []),
      ]);
      expect(`${stdout}${stderr}`).not.toMatch(BROKEN);
      expect([0, 2, 4, 5, 6], stderr).toContain(exitCode);
      if (exitCode === 5) expect(stderr).toMatch(/ not found|you can see/);
      const isEmptyList = command.operation?.paging !== undefined && exitCode === 0 && stdout === '';
      if (isEmptyList) expect(stderr).toMatch(/^no (?!no )[^\n]+\n$/);
    },
  );
});
