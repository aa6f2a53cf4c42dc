// Whoever adds an operation learns from here which of its places is still empty, and what belongs there.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AGES, removalOf } from '../../src/api/ages.ts';
import { operations } from '../../src/api/index.ts';
import { mutates, type Operation } from '../../src/api/operation.ts';
import { COMMAND, staleIndexFiles } from '../../src/build/index-files.ts';
import { entries } from '../../src/commands/index.ts';
import { SEVERE } from '../../src/domain/dangers/danger.ts';
import { dangerOfOperation } from '../../src/domain/dangers/of-operations.ts';
import { reversalOf } from '../../src/domain/reversals/of-operations.ts';
import type { Command } from '../../src/engine/model/command.ts';
import { aboutOf } from '../../src/engine/plan/row-target.ts';
import { unbuilt } from '../../src/sandbox/ages/unbuilt.ts';
import { whyAbsent } from '../../src/sandbox/fidelity.ts';
import { handlerModules } from '../../src/sandbox/resources/index.ts';
import { commands } from '../helpers/command-lines.ts';
import { scripts } from '../helpers/scripts.ts';

const changelog = readFileSync('CHANGELOG.md', 'utf8').split('\n');
const released = new Set(readFileSync('test/contract/released-operations.txt', 'utf8').trim().split('\n'));

const oldPaths = commands
  .filter(({ command }) => released.has(command.operation?.id ?? ''))
  .map(({ path }) => path);

const played = scripts.flat();

const ofRights = readFileSync('test/contract/rights.tsv', 'utf8').split('\n');
const WRITES_RIGHTS =
  'DOCS_RIGHTS=1 npx vitest run --config test/vitest.config.ts test/contract/rights.test.ts';

interface Use {
  path: string;
  command: Command;
  /** `operation` of the command, its `cr` or one of its `uses`. */
  as: 'operation' | 'cr' | 'uses';
}

const usesOf = ({ id }: Operation): Use[] =>
  commands.flatMap(({ path, command }): Use[] => {
    if (command.operation?.id === id) return [{ path, command, as: 'operation' }];
    if (command.cr?.id === id) return [{ path, command, as: 'cr' }];
    return command.uses?.some((one) => one.id === id) ? [{ path, command, as: 'uses' }] : [];
  });

const isPlayed = ({ path, as }: Use): boolean =>
  played.some(({ line }) => line.startsWith(`${path} `) && (as !== 'cr' || /--cr[ =]|#\d/.test(line)));

/** Whether the answer is shown by the usual steps, which print its columns. */
const showsRows = ({ command, as }: Use, { method, result }: Operation): boolean =>
  as === 'operation' && method === 'GET' && result !== undefined && !command.run && !command.send;

async function missingHandler({ id }: Operation): Promise<string | undefined> {
  const [resource = ''] = id.split('.');
  const load = handlerModules[resource];
  if (!load)
    return `src/sandbox/resources is missing a file for "${resource}", or src/sandbox/fidelity.ts a reason (operation ${id})`;
  const { default: handlers } = await load();
  if (handlers.some(({ operation }) => operation.id === id)) return undefined;
  const file = new RegExp(`${resource}: \\(\\) => import\\('\\./([^']+)'\\)`).exec(
    readFileSync('src/sandbox/resources/modules.generated.ts', 'utf8'),
  );
  return `src/sandbox/resources/${file?.[1]} is missing an entry for operation ${id}, or src/sandbox/fidelity.ts a reason`;
}

/** By its whole name, beside another of its group (`docs pages create`, `edit`), or by a group of which all is new. */
function isTold(path: string): boolean {
  const words = path.split(' ');
  const groups = words.map((_, end) => words.slice(0, end).join(' ')).slice(2);
  const isNew = (group: string) => !oldPaths.some((one) => one.startsWith(`${group} `));
  const names = [path, ...groups.filter(isNew)];
  return changelog.some(
    (line) =>
      names.some((name) => line.includes(`\`${name}\``) || line.includes(`\`${name} `)) ||
      (line.includes(`\`${groups.at(-1)} `) && line.includes(`\`${words.at(-1)}\``)),
  );
}

/** What is known of an operation once it is added, and must not be forgotten with it. */
async function missingFacts(operation: Operation, isAbsent: boolean): Promise<string[]> {
  const { id, method, path, deprecated, newer, only } = operation;
  const missing: string[] = [];
  // Safe: whatever is listed with that danger says what follows, in an object of its own.
  if (mutates(operation) && (await dangerOfOperation(id)) === SEVERE)
    missing.push(
      `src/domain/dangers is missing an entry for operation ${id}: what it endangers, or a line in mild.ts`,
    );
  if (mutates(operation) && !aboutOf({ operation, input: {} }).kind)
    missing.push(
      `src/engine/plan/row-target.ts is missing an entry of ABOUT for operation ${id}: what it changes, as plans call it`,
    );
  if (unbuilt.some((one) => one.method === method && placeholders(one.path) === placeholders(path)))
    missing.push(`src/sandbox/ages/unbuilt.ts has a line too many: ${method} ${path} is operation ${id} now`);
  if (!isAbsent && !ofRights.some((line) => line.startsWith(`${id}\t`)))
    missing.push(`test/contract/rights.tsv is missing a line for operation ${id}: ${WRITES_RIGHTS}`);
  if (only === AGES.at(-1) && newer === undefined)
    missing.push(
      `src/api is missing newer: 'audit events' of operation ${id}: what hosts of ${AGES[0]} lack`,
    );
  if (only === AGES[0] && !removalOf(operation))
    missing.push(`src/api/ages.ts is missing operation ${id}: hosts of ${AGES.at(-1)} do not have it`);
  if (deprecated !== undefined && !operations.some((one) => one.id === deprecated))
    missing.push(
      `src/api says that operation ${id} is deprecated, but not for which: deprecated: 'siteStructure.sort'`,
    );
  return missing;
}

const placeholders = (path: string): string => path.replace(/\{\w+\}/g, '{}');

async function missingPlaces(operation: Operation): Promise<string[]> {
  const { id } = operation;
  const uses = usesOf(operation);
  const [use] = uses;
  // What the sandbox does not do, it says with a reason in src/sandbox/fidelity.ts; nothing can be played there.
  const isAbsent = whyAbsent(id) !== undefined;
  const missing: (string | undefined)[] = isAbsent ? [] : [await missingHandler(operation)];
  if (!use) missing.push(`src/commands is missing a command for operation ${id}`);
  if (!isAbsent && uses.length > 0 && !uses.some(isPlayed)) {
    const line = `"${use?.path}${use?.as === 'cr' ? ' --cr' : ''}"`;
    missing.push(`test/acceptance is missing a script that plays ${line} (operation ${id})`);
  }
  for (const one of uses.filter((candidate) => showsRows(candidate, operation))) {
    if (one.command.columns.length > 0) continue;
    missing.push(`the command "${one.path}" in src/commands is missing its columns (operation ${id})`);
  }
  for (const one of uses.filter(({ command }) => command.examples.length === 0))
    missing.push(`the command "${one.path}" in src/commands is missing an example (operation ${id})`);
  if (mutates(operation) && !(await reversalOf(id))) {
    const where = 'src/domain/reversals is missing an entry for operation';
    missing.push(`${where} ${id}: how docs undo reverses it, or why nothing can`);
  }
  if (!released.has(id) && !uses.some(({ path }) => isTold(path)))
    missing.push(`CHANGELOG.md is missing a line with \`${use?.path ?? id}\` (operation ${id})`);
  missing.push(...(await missingFacts(operation, isAbsent)));
  return missing.filter((one) => one !== undefined);
}

describe('every operation has all its places', () => {
  it.each(operations.map((operation) => [operation.id, operation] as const))('%s', async (_, operation) => {
    const missing = await missingPlaces(operation);
    expect(missing, missing.join('\n')).toEqual([]);
  });
});

it('CHANGELOG.md has at most 40 entries a version beside its highlights, none longer than a person reads', () => {
  const entries = changelog.filter((line) => line.startsWith('- '));
  const long = entries.filter((line) => line.length > 400);
  expect(long, `make shorter: ${long.join('\n')}`).toEqual([]);
  const versions = changelog.join('\n').split(/^## /m).slice(1);
  const counts = versions.map((text) => text.replace(/^### Highlights\n[^#]*/m, '').match(/^- /gm)?.length);
  expect(
    counts.filter((count = 0) => count > 40),
    'too many entries of one version: say it in an entry that is there',
  ).toEqual([]);
});

describe('every file is listed', () => {
  it('by the lists that are made from the folders', () => {
    const stale = staleIndexFiles().map(([path]) => `${path} is stale: run ${COMMAND}`);
    expect(stale, stale.join('\n')).toEqual([]);
  });

  it('by src/commands/index.ts, for commands about the tool itself and those of jobs, where no list is made of them', () => {
    const lists = ['index', 'groups.generated'].map((name) =>
      readFileSync(`src/commands/${name}.ts`, 'utf8'),
    );
    const missing = ['./tool', '../jobs'].flatMap((folder) =>
      readdirSync(join('src/commands', folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => `${folder}/${file}`)
        .filter((file) => /^export default /m.test(readFileSync(join('src/commands', file), 'utf8')))
        .filter((file) => !lists.some((text) => text.includes(`'${file}'`)))
        .map((file) => `src/commands/index.ts is missing a line for ${file}`),
    );
    expect(missing, missing.join('\n')).toEqual([]);
  });

  it('by "man" of package.json, for the pages of groups', () => {
    const { man } = JSON.parse(readFileSync('package.json', 'utf8'));
    const pages = [...Object.keys(entries), 'sandbox-fidelity'].map((name) => `./dist/man/docs-${name}.1`);
    const wanted = ['./dist/man/docs.1', ...pages].sort((a, b) => Number(a > b) - Number(a < b));
    const missing = wanted.filter((page) => !man.includes(page));
    const said = missing.map((page) => `"man" of package.json is missing "${page}"`);
    expect(said, said.join('\n')).toEqual([]);
    expect(man, 'in the order of their names').toEqual(wanted);
  });
});
