// Who gets what from each request of the contract: a stranger, a guest, and a member of each role, disabled or not. Every
// one of them sends each request, and what they get is compared with a table that people read.
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { operations } from '../../src/api/index.ts';
import { whyAbsent } from '../../src/sandbox/fidelity.ts';
import { lacks } from '../helpers/needs.ts';
import { type Rights, rightsOf, WORDS } from '../helpers/rights.ts';
import { CALLERS, openRightsBox, type RightsBox } from '../helpers/rights-box.ts';
import { needsGit } from '../helpers/rights-inputs.ts';
import { reached } from '../helpers/runs.ts';

/** `DOCS_RIGHTS=1` with this test writes it anew; then read what changed. */
const TABLE = new URL('./rights.tsv', import.meta.url);
const HEAD = ['request', ...CALLERS].join('\t');

const noGit = lacks('who may use the repositories of the sandbox', 'git');
const present = operations.filter(({ id }) => whyAbsent(id) === undefined);
const tried = present.filter(({ id }) => !noGit || !needsGit.has(id));

type Found = ReadonlyMap<string, Rights>;
let rights: RightsBox | undefined;
let asked: Promise<Found> | undefined;
/** Every request is sent once, by the test that comes first. */
const everything = (): Promise<Found> => {
  asked ??= askEverything();
  return asked;
};
afterAll(() => rights?.cleanup());

async function askEverything(): Promise<Found> {
  rights = await openRightsBox();
  const found = new Map<string, Rights>();
  for (const operation of tried) found.set(operation.id, await rightsOf(rights, operation));
  const lines = [...found].map(([id, { words }]) => lineOf(id, words));
  if (process.env.DOCS_RIGHTS) writeFileSync(TABLE, `${[HEAD, ...lines.sort()].join('\n')}\n`);
  return found;
}

const lineOf = (id: string, words: Rights['words']) =>
  [id, ...CALLERS.map((caller) => words.get(caller))].join('\t');
const table = () => readFileSync(TABLE, 'utf8').trimEnd().split('\n');

it('names every request of the contract that the sandbox does, and no other', () => {
  const [head, ...lines] = table();
  expect(head).toBe(HEAD);
  // In which order a module gives its operations is not the same for Node and for Vite.
  expect(lines.map((line) => line.split('\t')[0]).sort()).toEqual(present.map(({ id }) => id).sort());
});

it('gives to everybody what the table names', async () => {
  const found = await everything();
  const lines = new Map(table().map((line) => [line.split('\t')[0], line]));
  const wrong = [...found].filter(([id, { words }]) => lines.get(id) !== lineOf(id, words));
  expect(wrong.map(([id, { words }]) => [lineOf(id, words), lines.get(id)])).toEqual([]);
  reached('L23', 'operations', found.size);
});

it('gives to a higher role no less, and to whoever is disabled no more than to a stranger', async () => {
  const found = await everything();
  const rank = (id: string, caller: (typeof CALLERS)[number]) => {
    const word = found.get(id)?.words.get(caller);
    return word === undefined ? -1 : WORDS.indexOf(word);
  };
  const members = CALLERS.slice(2);
  const wrong = [...found.keys()].filter(
    (id) =>
      rank(id, 'disabled') > rank(id, 'stranger') ||
      members.some((caller, at) => at > 0 && rank(id, caller) < rank(id, members[at - 1] ?? caller)),
  );
  expect(wrong).toEqual([]);
});

it('answers for what a caller may not know of as for what never was', async () => {
  const found = await everything();
  expect([...found.values()].flatMap(({ leaks }) => leaks)).toEqual([]);
});
