// Plans that are applied a second time, in scripts as those of test/acceptance.
//
//   rows <<EOF         the rows of plan.json, one a line: a collection that is created, or `was` called so and is changed
//   lost done 1 2      as a kill leaves it: of these rows it was not noted that they are done;  kept LINE  this was noted
//   forget N           the history no longer holds the first changes, as one that has become too long
//   both LINE          two runs of it at once, both of which succeed;  append NAME <<EOF  adds to a file
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { playCases, type State } from '../../../helpers/play.ts';

function rowOf(line: string, organizationId: string) {
  const { needs, was, ...input } = JSON.parse(line);
  const row = { danger: 'mild', ...(needs && { needs }) };
  const target = { kind: 'collection', title: was ?? input.title };
  if (was !== undefined)
    return { ...row, operation: 'collections.update', input, target, after: { title: input.title } };
  const all = { organizationId, ...input };
  return { ...row, operation: 'collections.create', input: all, target, before: null, after: input };
}

function notesOf({ cli }: State): string {
  const folder = join(cli.home, '.local/share/docs/plans');
  return join(folder, readdirSync(folder)[0] ?? '');
}

playCases(join(import.meta.dirname, 'cut-off'), sandboxedCli, {
  rows: async ({ cli }, _, block) => {
    const path = join(cli.cwd, 'plan.json');
    const plan = JSON.parse(readFileSync(path, 'utf8'));
    const rows = block.trim().split('\n');
    writeFileSync(
      path,
      JSON.stringify({ ...plan, rows: rows.map((row) => rowOf(row, plan.organization.id)) }),
    );
  },
  lost: (state, [word, ...numbers]) => {
    const path = notesOf(state);
    const isLost = (line: string) => numbers.some((number) => line.startsWith(`${word} ${number}`));
    const lines = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, lines.filter((line) => !isLost(line)).join('\n'));
  },
  kept: (state, words) => appendFileSync(notesOf(state), `\n${words.join(' ')}\n`),
  forget: ({ cli }, [count]) => {
    const path = join(cli.home, '.local/share/docs/history/journal.jsonl');
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    const entries = lines.map((line) => JSON.parse(line));
    const gone = entries.filter(({ kind }) => kind === 'intent').slice(0, Number(count));
    const kept = lines.filter((_, at) => gone.every(({ id }) => id !== entries[at].id));
    writeFileSync(path, kept.map((line) => `${line}\n`).join(''));
  },
  both: async ({ cli, last }, words) => {
    const ends = await Promise.all([cli(words), cli(words)]);
    const stderr = ends.map((end) => end.stderr).join('');
    expect([ends.map(({ exitCode }) => exitCode), stderr]).toEqual([[0, 0], expect.anything()]);
    Object.assign(last, { stderr });
  },
  append: ({ cli }, [name = ''], block) => {
    const path = join(cli.cwd, name);
    writeFileSync(path, `${readFileSync(path, 'utf8').trimEnd()}\n${block}`);
  },
});
