import { join } from 'node:path';
import { expect, it } from 'vitest';
import { changesFromEnd } from '../../../../src/domain/journal/journal-from-end.ts';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { perTest } from '../../../helpers/lasting.ts';
import { countedParts } from '../../../helpers/parsed-lines.ts';

const docs = perTest(sandboxedCli);

async function ok(line: string): Promise<string> {
  const { exitCode, stdout, stderr } = await docs(line);
  expect(exitCode, `${line}\n${stderr}`).toBe(0);
  return stdout;
}

it('two at once undo two commands, one after the other', async () => {
  await ok('teams create Writers');
  await ok('teams update Writers --title Authors');
  await ok('teams update Authors --title Editors');
  const ended = await Promise.all([docs('undo --yes'), docs('undo --yes')]);
  expect(ended.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual([
    [0, expect.stringContaining('undid')],
    [0, expect.stringContaining('undid')],
  ]);
  expect(await ok('teams list -o csv --fields title')).toContain('Writers');
});

it('the history holds changes and undos of them so that they are counted without parsing them', async () => {
  await ok('spaces update Guides Handbook "Release notes" --language fr --yes');
  await ok('undo --yes');
  const { parts, parsed } = countedParts(join(docs.home, '.local/share/docs/history'));
  const met = [...changesFromEnd(parts)].flatMap(({ change }) => change ?? []);
  expect(met.map(({ isUndoable }) => isUndoable)).toEqual(Array(6).fill(true));
  expect(met.map(({ undoneBy }) => undoneBy !== undefined)).toEqual([false, false, false, true, true, true]);
  expect(parsed()).toBe(0);
  const counted = await ok('history --json --fields id,targets,outcome,undo');
  const whole = JSON.parse(await ok('history --json'));
  expect(JSON.parse(counted)).toEqual(
    whole.map(({ id, targets, outcome, undo }: Record<string, unknown>) => ({
      id,
      targets,
      outcome,
      undo,
    })),
  );
});

it('docs spaces trash counts the days until a deleted space is gone', async () => {
  await ok('spaces delete Handbook --yes');
  const later = await docs('spaces trash --json', { now: () => new Date(Date.now() + 6.5 * 86_400_000) });
  expect(JSON.parse(later.stdout)[0]).toMatchObject({ daysLeft: 1 });
});
