// Random plans: applied and undone they give the state before, applied twice they send nothing the second time.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sandboxedCli } from '../helpers/cli.ts';
import { perFile } from '../helpers/lasting.ts';
import { reached, runs } from '../helpers/runs.ts';

const PLANS = runs('B11', 'plans', 3);

const SPACES = ['Guides', 'Handbook', 'Release notes', 'API reference'];
const PEOPLE = ['jonas@tarnpost.example', 'mei@tarnpost.example', 'tomas@tarnpost.example'];
const some = (names: readonly string[]) => fc.subarray([...names], { minLength: 1 });
const title = fc.stringMatching(/^[A-Z][a-z]{3,12}$/);

/** Commands whose change the platform can take back. */
const line = fc.oneof(
  fc
    .tuple(some(SPACES), fc.constantFrom('en', 'de', 'fr'))
    .map(([on, to]) => ['spaces', 'update', ...on, '--language', to]),
  fc.tuple(fc.constantFrom(...SPACES), title).map(([on, to]) => ['spaces', 'update', on, '--title', to]),
  fc
    .tuple(some(PEOPLE), fc.constantFrom('read', 'edit', 'comment'))
    .map(([on, to]) => ['members', 'update', ...on, '--role', to]),
  fc.constantFrom(...SPACES).map((on) => ['spaces', 'move', on, '--parent', 'Archive']),
  fc.constant(['spaces', 'delete', 'Release notes']),
  title.map((to) => ['teams', 'update', 'Documentation', '--title', to]),
  title.map((to) => ['sites', 'update', 'Tarnpost Docs', '--title', to]),
);

const cli = perFile(sandboxedCli);

/** What the commands may change. Counts, times and places among others are left out. */
async function state(): Promise<string> {
  const lists = [
    'spaces list -o ndjson --fields id,title,language,parent,visibility',
    'members list -o ndjson --fields id,role',
    'teams list -o ndjson --fields id,title',
    'sites list -o ndjson --fields id,title',
  ];
  const texts = await Promise.all(
    lists.map(async (list) => (await cli(list)).stdout.split('\n').sort().join('\n')),
  );
  return texts.join('\n');
}

it('every plan is applied once, and undone as a whole', { timeout: 3_600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(line, async (words) => {
      const before = await state();
      const made = await cli([...words, '--plan-out', 'plan.json']);
      expect([words, made]).toMatchObject([words, { exitCode: 0 }]);
      expect(await state()).toBe(before);
      const { rows } = JSON.parse(readFileSync(join(cli.cwd, 'plan.json'), 'utf8'));
      if (rows.length === 0) return;
      const consent = [
        '--yes',
        ...(rows.some((row: { danger: string }) => row.danger === 'severe') ? ['--confirm', '1 change'] : []),
      ];
      expect(await cli(['apply', 'plan.json', ...consent])).toMatchObject({ exitCode: 0 });
      const after = await state();
      expect(after).not.toBe(before);
      const again = await cli(['apply', 'plan.json', ...consent, '-o', 'ndjson']);
      expect([words, again, await state()]).toMatchObject([words, { exitCode: 0 }, after]);
      const hash = (await cli('plan show plan.json -q')).stdout.trim();
      const undone = await cli(['undo', '--plan', hash, '--yes']);
      expect([words, undone]).toMatchObject([words, { exitCode: 0 }]);
      expect([words, await state()]).toEqual([words, before]);
    }),
    { numRuns: PLANS },
  );
  reached('B11', 'plans', PLANS);
});
