// Kinds of conflicts between a change request and main, resolved by typing what the hints say.
// The edits of each side are those of test/helpers/tree-edits.ts; what is wanted of main in the end, by who wins, is
// what is not as it was at the start.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSandbox } from '../../../src/sandbox/app.ts';
import { emptyTree, type PageNode, type Tree } from '../../../src/sandbox/content/model.ts';
import { findPage, walk } from '../../../src/sandbox/content/tree.ts';
import { contentStore, revisionsStore } from '../../../src/sandbox/db/content/content.ts';
import { liveSpace } from '../../../src/sandbox/db/content/spaces.ts';
import { commitTree } from '../../../src/sandbox/resources/content/content-target.ts';
import { sandboxedCli, splitWords } from '../../helpers/cli.ts';
import { perFile } from '../../helpers/lasting.ts';
import { rotated } from '../../helpers/rotation.ts';
import { casesIn } from '../../helpers/text-cases.ts';
import { treeEdits } from '../../helpers/tree-edits.ts';

const cli = perFile(() => sandboxedCli({ stdin: '' }));
const sandbox = perFile(
  () => openSandbox({ file: join(cli.home, '.local/share/docs/sandbox.db'), env: {} }),
  ({ db }) => db.close(),
);
const content = () => contentStore(sandbox.db);
const LINES = ['First line.', '', 'Second line.', '', 'Third line.', '', 'Fourth line.', ''];
const { textOf, edited } = treeEdits(content, LINES);
const START = `alpha new
one new alpha
two new alpha
three new alpha
beta new
gamma new
delta new
logo file = one logo.png
note reusable = Note Reused.
release variable = 1`;
const start = (): Tree => START.split('\n').reduce(edited, emptyTree());

const parentOf = (tree: Tree, id: string) => findPage(tree, id)?.parents.at(-1)?.id ?? 'nothing';
const idsOf = (tree: Tree, known: Tree) =>
  [...walk(tree.pages)].flatMap(({ page: { id } }) => (findPage(known, id) ? [id] : []));

/** What is not as at the start. */
function news(tree: Tree): string {
  const old = start();
  const gone = [...walk(old.pages)].filter(({ page: { id } }) => !findPage(tree, id));
  const found = [...walk(tree.pages)].flatMap(({ page: now }) => {
    const { id, type, pages, markdown, createdAt, updatedAt, ...fields } = now;
    const was = findPage(old, id)?.page;
    const lines = textOf(now).split('\n');
    const [parent, former] = [parentOf(tree, id), was && parentOf(old, id)];
    const values = Object.entries({ ...fields }).flatMap(([name, value]) => {
      if (was?.[name as keyof PageNode] === value) return [];
      return [`${id} ${name} = ${typeof value === 'string' ? value : JSON.stringify(value)}`];
    });
    return [
      ...(parent === former ? [] : [`${id} below ${parent}`]),
      ...values,
      ...LINES.filter((line) => !lines.includes(line)).map((line) => `${id} lacks ${line}`),
      ...lines.filter((line) => !LINES.includes(line)).map((line) => `${id} says ${line}`),
    ];
  });
  const [order, before] = [idsOf(tree, old), idsOf(old, tree)];
  return [
    ...gone.map(({ page: { id } }) => `${id} gone`),
    ...found,
    ...(order.join() === before.join() ? [] : [`order ${order.join(' ')}`]),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

/** A space with a change request that conflicts; returns how they are typed. */
async function conflicting(title: string, { ours, theirs }: Readonly<Record<string, string>>) {
  const said = async (...argv: string[]) => (await cli(argv)).stdout.trim();
  const space = await said('spaces', 'create', title.slice(-40), '--jq', '.id');
  const userId = await said('auth', 'status', '--jq', '.user.id');
  const commit = (lines = '', changeRequestId?: string) => {
    const ref = { spaceId: space, ...(changeRequestId !== undefined && { changeRequestId }) };
    commitTree(sandbox, { ...ref, tree: lines.trim().split('\n').reduce(edited, start()), userId });
  };
  commitTree(sandbox, { spaceId: space, tree: start(), userId });
  const number = await said('cr', 'create', '--space', space, '--subject', 'Ours', '--jq', '.number');
  commit(ours, number);
  commit(theirs);
  return { space, number };
}

type Way = 'ours' | 'theirs' | 'files';

/** Runs a line, and where it wants a consent the line that it names. */
async function typed(line: string) {
  const done = await cli(splitWords(line.replace(/^docs /, '')));
  if (done.exitCode !== 3) return done;
  const hint = /^hint: docs (.*)$/m.exec(done.stderr)?.[1] ?? '';
  return cli(splitWords(hint));
}

const commandsIn = (stderr: string) =>
  [...stderr.matchAll(/^(?:(?:hint|next): )?(docs .*)$/gm)].map(([, line = '']) => line);

/** Keeps what both sides say: the markers go. */
function keepBoth(folder: string, names: readonly string[]): void {
  for (const name of names) {
    const path = join(cli.cwd, folder, name);
    const kept = readFileSync(path, 'utf8')
      .replace(/^\|{7} [\s\S]*?^=======\n/gm, '')
      .replace(/^(<{7}|>{7}) .*\n/gm, '')
      // Settings have one value: the last one is main's.
      .replace(/^(\w+): .*\n(?=(?:\w+: .*\n)*\1: )/gm, '');
    writeFileSync(path, kept);
  }
}

/** From a merge that fails to one that does not, by nothing but what is printed. */
async function byHints(first: string, way: Way): Promise<void> {
  let line = first;
  for (let turn = 0; turn < 12; turn += 1) {
    const merged = await typed(line);
    if (merged.exitCode === 0) return;
    const [hint = ''] = commandsIn(merged.stderr);
    expect(hint, merged.stderr).toContain('docs cr conflicts');
    const shown = await typed(hint);
    expect(shown.exitCode, shown.stderr).toBe(0);
    const steps = commandsIn(shown.stderr);
    const around = steps.find((step) => step.includes('apply-to'));
    if (around !== undefined) {
      const made = await typed(around);
      // The edit that no change request can make is left out.
      expect(made.exitCode, made.stderr).toBe(7);
      line = commandsIn(made.stderr).find((step) => step.includes('cr merge')) ?? '';
      expect(line, made.stderr).not.toBe('');
      continue;
    }
    await resolveBy(steps, way);
  }
  throw new Error(`not merged by the hints: ${line}`);
}

async function resolveBy(steps: readonly string[], way: Way): Promise<void> {
  const files = steps.find((step) => step.includes('--to '));
  if (way === 'files' && files !== undefined) {
    const written = await typed(files);
    expect(written.exitCode, written.stderr).toBe(0);
    const folder = /--to (\S+)/.exec(files)?.[1] ?? '';
    keepBoth(
      folder,
      written.stdout.split('\n').filter((name) => name !== ''),
    );
    const [send = ''] = commandsIn(written.stderr);
    const sent = await typed(send);
    expect(sent.exitCode, sent.stderr).toBe(0);
    return;
  }
  const step = steps.find((one) => one.endsWith(way === 'theirs' ? '--theirs' : '--ours')) ?? '';
  const done = await typed(step);
  expect(done.exitCode, `${step}: ${done.stderr}`).toBe(0);
}

/** The platform joins both, or no edit resolves it and another change request is made: nothing to do in files. */
const WHOLE = ['order', 'created twice at one path', 'a file', 'reusable content', 'a variable'];
/** Each kind in one of the ways, in turns; with `harden` in all. */
const byWay = rotated(casesIn('test/unit/jobs/conflicts/kinds.txt'), ['ours', 'theirs', 'files'] as const);

it.each(byWay.map(([kind, way]) => [kind.title, way, kind] as const))(
  '%s is resolved by the hints: %s',
  async (title, chosen, { given, wanted }) => {
    const way = chosen === 'files' && WHOLE.includes(title) ? 'ours' : chosen;
    const { space, number } = await conflicting(`${title} ${way}`, given);
    await byHints(`docs cr merge ${number} --space ${space}`, way);
    const tree = revisionsStore(sandbox.db).tree(liveSpace(sandbox.db, space).revision);
    expect(news(tree)).toBe(wanted[way]);
  },
);
