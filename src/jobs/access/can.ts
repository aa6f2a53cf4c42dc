// docs access can: whether the caller may do an operation on something, and through what.

import type { Operation } from '../../api/operation.ts';
import { getCaller, listMembers } from '../../api/people/members.ts';
import { type NeededRight, neededRight } from '../../domain/access/needed-rights.ts';
import { readPeople } from '../../domain/access/people.ts';
import { arg, handmade } from '../../engine/model/command.ts';
import { READ_CONCURRENCY_FLAG } from '../../engine/model/globals.ts';
import { allCommands } from '../../engine/model/load.ts';
import { idIn } from '../../engine/references/named.ts';
import { titleOf } from '../../engine/references/names.ts';
import { nounOf } from '../../engine/references/reference-kinds.ts';
import { settleOne } from '../../engine/references/resolve-names.ts';
import { rightOf } from '../../engine/run/missing-right.ts';
import type { Run } from '../../engine/run/run.ts';
import { printItem } from '../../engine/run/view.ts';
import { ForbiddenError, isOutOfReach, UnsupportedError, UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { note } from '../../output/note.ts';
import { operationNamed } from '../explain/explain.ts';
import { ORGANIZATION_FLAG, organizationIn } from './access-scope.ts';
import { callerOf } from './grant-changes.ts';
import { accessRows, kindAndName, readThing, THING_OPERATIONS, WHO_OPERATIONS } from './who-can.ts';

const COLUMNS = ['allowed', 'operation', 'right', 'kind', 'title', 'level', 'origin', 'id'];

/** What a level is on; on anything else one has rights only. */
const LEVELED = ['spaceId', 'collectionId', 'siteId'];

export const can = handmade('can', {
  summary: 'Check whether you may do an operation, and why',
  args: [{ field: 'operation', label: 'operation', reach: 'platform', required: true }, arg('thing', false)],
  uses: [getCaller, listMembers, ...THING_OPERATIONS, ...WHO_OPERATIONS],
  options: [...ORGANIZATION_FLAG, READ_CONCURRENCY_FLAG],
  columns: COLUMNS,
  exits: [4],
  run: showWhether,
  examples: [
    ['Check whether you may delete a space', 'docs access can spaces.delete Guides'],
    [
      'Check whether you may create a space in a collection',
      'docs access can spaces.create collection:Internal',
    ],
    ['The same by the name of a command, as JSON', 'docs access can "cr merge" Guides --json'],
  ],
  notes: `Nothing is changed. Exits 0 for yes and 4 for no, as the operation itself would; 5 where the host does not say.
The thing is what the right is on: the space for its change requests, the organization (left out: the one in use) for its
members. docs explain says what an operation does.`,
});

async function showWhether(run: Run): Promise<void> {
  const { io } = run.context;
  const { operation: words = '', thing: text } = run.args;
  const operation = await operationOf(run, words, text);
  const parent = text !== undefined && kindAndName(text).kind === 'collection' ? text : undefined;
  const needed = neededRight(operation, { parent });
  if (!needed)
    throw new UnsupportedError(`no host says who may do ${operation.id}`, {
      hint: shell`docs explain ${operation.id}`,
    });
  const asked = await withThing(run, needed, text);
  const { has, thing } = await rightOf({ ...asked, operation }, needed);
  if (thing instanceof ForbiddenError) throw thing;
  const id = asked.input[needed.param];
  const kind = nounOf(needed.param);
  const title = titleOf(thing ?? {}) ?? String(id);
  const name = `${kind} "${title}"`;
  if (has === undefined) throw new UnsupportedError(`this host does not say what you may do on ${name}`);
  const { level, origin } = await ownAccess(asked, needed.param);
  const facts = {
    allowed: has,
    operation: operation.id,
    right: needed.right,
    kind,
    title,
    level,
    origin,
    id,
  };
  await printItem(run, facts);
  const why = level === null ? '' : `: you have ${level}${origin === null ? '' : ` by ${origin}`}`;
  const reason = `the right "${needed.right}" on ${name}`;
  if (!has) throw new ForbiddenError(`no, ${reason} is missing${why}`, { outcome: 'not-sent' });
  note(io, `yes, ${reason} is yours${why}`);
}

/** Throws UsageError for the words of a command that were not quoted: the second was taken for the thing. */
async function operationOf({ path, catalog }: Run, words: string, thing = ''): Promise<Operation> {
  const listed = await allCommands(catalog);
  const operationOfPath = (path: string) =>
    listed.find((one) => one.path.slice('docs '.length) === path)?.command.operation;
  const meant = operationOfPath(`${words} ${thing}`);
  if (meant === undefined || operationOfPath(words)) return operationNamed(words, listed);
  const needed = neededRight(meant, {});
  const isOnThing = needed !== undefined && needed.param !== 'organizationId';
  throw new UsageError(`name the operation in one word: ${meant.id}`, {
    hint: shell`${path.split(' ')} ${meant.id}` + (isOnThing ? ` <${nounOf(needed.param)}>` : ''),
  });
}

/** The run with the ID of the thing that the right is on, and of the organization it is in. */
async function withThing(run: Run, { param }: NeededRight, text: string | undefined): Promise<Run> {
  if (param === 'organizationId' && text !== undefined) {
    const organizationId = await settleOne({ ...run, input: {} }, param, text);
    return { ...run, input: { organizationId } };
  }
  const organizationId = await organizationIn(run);
  if (param === 'organizationId') return { ...run, input: { organizationId } };
  if (text === undefined)
    throw new UsageError(`name the ${nounOf(param)}`, {
      hint: `${run.path} ${shell`${run.args.operation ?? ''}`} <${nounOf(param)}>`,
    });
  const inOrganization = { ...run, input: { organizationId } };
  const { name } = LEVELED.includes(param) ? kindAndName(text) : { name: text };
  const id = await settleOne(inOrganization, param, name);
  return { ...run, input: { organizationId, [param]: id } };
}

interface Own {
  level: string | null;
  origin: string | null;
}

/** The caller's level and through what; of what has no levels the role; nulls where the host does not show it to the caller. */
async function ownAccess(run: Run, param: string): Promise<Own> {
  const client = await run.client();
  const organizationId = idIn(run.input, 'organizationId');
  try {
    const caller = await callerOf(client);
    if (!LEVELED.includes(param)) {
      const person = (await readPeople(client, organizationId)).find(({ id }) => id === caller);
      return { level: person?.role ?? null, origin: person?.role ? 'organization role' : null };
    }
    const text = `${param.slice(0, -'Id'.length)}:${run.input[param]}`;
    const thing = await readThing(run, client, { organizationId, text });
    const rows = await accessRows(run, client, { organizationId, thing });
    const own = rows.find(({ id }) => id !== undefined && id === caller);
    return { level: own?.level ?? null, origin: own?.origin ?? null };
  } catch (error) {
    if (isOutOfReach(error)) return { level: null, origin: null };
    throw error;
  }
}
