import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mutates } from '../../src/api/operation.ts';
import { reversalOf } from '../../src/domain/reversals/of-operations.ts';
import { absentCommands } from '../helpers/absent-commands.ts';
import { commands } from '../helpers/command-lines.ts';
import { saysInScript, scripts, undoneInScript } from '../helpers/scripts.ts';

const rows = readFileSync('test/contract/commands.tsv', 'utf8').trim().split('\n').slice(1);
const usages = rows.map((row) => row.split('\t')[0] ?? '');

it('every documented command is played by a script, on change requests too', () => {
  const missing = usages.filter((usage) => {
    const name = usage.replace(/ [<[-].*$/, '');
    const flag = /--[\w-]+/.exec(usage)?.[0] ?? '';
    return !scripts.flat().some(({ line }) => line.startsWith(`${name} `) && line.includes(flag));
  });
  expect(missing).toEqual([]);
});

/** What a script has no repository, no host and no second organization for, or what the platform keeps no name of. */
const SAID_ELSEWHERE =
  /^docs (?:(?:spaces|collections) transfer|content import|imports (?:start|cancel)|git (?:import|export)|orgs join|invites (?:accept|links (?:update|revoke)))$/;

it('what was done is said in a script, for every command that changes something on the platform', async () => {
  const unsaid = commands
    .filter(({ command: { operation } }) => operation !== undefined && mutates(operation))
    .map(({ path }) => path)
    .filter((path) => !SAID_ELSEWHERE.test(path) && !absentCommands.has(path) && !saysInScript(path))
    .map((path) => `test/acceptance is missing a script that plays "${path}" and checks its stderr`);
  expect(unsaid, unsaid.join('\n')).toEqual([]);
});

/** A source by URL only, which a script has no host for: test/unit/jobs/page-edits covers it. */
const UNDONE_ELSEWHERE = ['openapi.set'];

it('what docs undo can undo is undone in a script, on change requests too', async () => {
  const uses = commands.flatMap(({ path, command: { operation, cr } }) => [
    ...(operation ? [{ id: operation.id, path, onCr: false }] : []),
    ...(cr ? [{ id: cr.id, path, onCr: true }] : []),
  ]);
  const undone = new Set(uses.filter(({ path, onCr }) => undoneInScript(path, onCr)).map(({ id }) => id));
  const missing: string[] = [];
  for (const { id, path } of uses)
    if (!undone.has(id) && !UNDONE_ELSEWHERE.includes(id) && (await reversalOf(id))?.undo)
      missing.push(`test/acceptance is missing a script that plays "${path}" and docs undo (${id})`);
  expect(missing, missing.join('\n')).toEqual([]);
});
