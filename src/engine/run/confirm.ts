// Asks before something is lost. Without a terminal nothing waits: exit 3 and the command to repeat.
import type { Operation } from '../../api/operation.ts';
import type { Client } from '../../client/client.ts';
import { InteractionError, NotFoundError, UsageError } from '../../errors.ts';
import { note } from '../../output/note.ts';
import type { Danger, Stakes } from '../model/command.ts';
import { titleOf } from '../references/names.ts';
import { nounOf } from '../references/reference-kinds.ts';
import { canAsk } from './can-ask.ts';
import type { Input } from './input.ts';
import { type Asked, askName, askYes, place } from './question.ts';
import type { Run } from './run.ts';
import { findByTitle } from './scope.ts';

/** Returns false when there is nothing to do. Throws InteractionError (exit 3) when consent is missing or refused. */
export async function confirmDanger(run: Run): Promise<boolean> {
  if (hasTarget(run) && !(await readTarget(run))) return absent(run);
  const danger = await dangerOf(run);
  if (danger === 'mild') return true;
  if (danger === 'severe') await needName(run);
  else await needYes(run);
  return true;
}

function targetOf(run: Run): Operation | undefined {
  const { command, flags } = run;
  if (command.targetIf?.(run) === false) return undefined;
  return (flags.cr !== undefined && command.crTarget) || command.target;
}

/** Whether something is read before the command acts. */
export const hasTarget = (run: Run): boolean => targetOf(run) !== undefined;

/** What it is about to do, once its target is known. */
export const dangerOf = async (run: Run): Promise<Danger> =>
  (await run.command.dangerOf?.(run)) ?? run.command.danger;

/** Always fresh: by id first, then by title. What it finds is also what is acted on. False: there is nothing. */
export async function readTarget(run: Run): Promise<boolean> {
  const target = targetOf(run);
  if (!target) return true;
  const client = await run.client();
  const read = (input: Input) =>
    target.paging === 'pages'
      ? findInList(client, target, run.operation, input)
      : readOne(client, target, input);
  try {
    run.target = await read(run.input);
    return true;
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
  const found = await findByTitle(run, run.operation);
  if (found) {
    run.input = { ...run.input, ...found };
    const again = await read(run.input).catch(nothing);
    if (again) run.target = again;
    if (again) return true;
  }
  await requirePlace(run, client);
  return false;
}

function nothing(error: unknown): undefined {
  if (!(error instanceof NotFoundError)) throw error;
}

/** Something is absent only from a place that is there. Throws NotFoundError for a space or change request that is not. */
async function requirePlace(run: Run, client: Client): Promise<void> {
  const field = targetField(run);
  const { spaceId, changeRequestId } = run.input;
  if (field === 'spaceId' || typeof spaceId !== 'string') return;
  if (field === 'changeRequestId' || typeof changeRequestId !== 'string') {
    const { getSpace } = await import('../../api/spaces.ts');
    await client.call(getSpace, { spaceId });
    return;
  }
  const { getChangeRequest } = await import('../../api/change-requests.ts');
  await client.call(getChangeRequest, { spaceId, changeRequestId });
}

async function readOne(client: Client, target: Operation, input: Input): Promise<Record<string, unknown>> {
  return asRecord(await client.call(target, paramsOf(target, input)));
}

/** Where nothing reads a single one, it is found in the list it stands in. Throws NotFoundError. */
async function findInList(client: Client, list: Operation, { params }: Operation, input: Input) {
  const id = input[Object.keys(params.properties).at(-1) ?? ''];
  for await (const { items } of client.pages(list, paramsOf(list, input))) {
    const found = items.map(asRecord).find((item) => item.id === id);
    if (found) return found;
  }
  throw new NotFoundError(`"${id}" not found`);
}

const paramsOf = ({ params }: Operation, input: Input): Input =>
  Object.fromEntries(Object.entries(input).filter(([name]) => name in params.properties));

// Safe: the result of a get is an object; its fields are read as unknown.
const asRecord = (value: unknown) => value as Record<string, unknown>;

function absent(run: Run): boolean {
  const what = describe(run);
  if (run.operation.method !== 'DELETE' || run.flags.mustExist) {
    const details = { kind: nounOf(targetField(run)), name: run.input[targetField(run)] };
    throw new NotFoundError(`${what} not found`, { details });
  }
  note(run.context.io, `${what} was already absent`);
  return false;
}

/** `space "Guides" (id)`. */
export function describe(run: Run): string {
  const field = targetField(run);
  const given = String(run.input[field] ?? '');
  const noun = nounOf(field);
  const title = titleOf(run.target);
  const number = run.target?.number === undefined ? '' : ` #${run.target.number}`;
  return title === undefined
    ? `${noun}${number} "${given}"`
    : `${noun}${number} "${title}" (${run.target?.id ?? given})`;
}

/** What a command acts on: the last thing its path names. */
function targetField({ command, operation }: Run): string {
  const params = Object.keys(operation.params.properties);
  const given = command.args.map(({ field }) => field).filter((field) => params.includes(field));
  return given.at(-1) ?? params.at(-1) ?? '';
}

async function needYes(run: Run): Promise<void> {
  if (run.flags.yes || matches(run, run.flags.confirm)) return;
  const asked = await questionOf(run);
  if (!canAsk(run)) throw refusal(run, asked, '--yes');
  await askYes(run, asked);
}

async function needName(run: Run): Promise<void> {
  const { confirm } = run.flags;
  if (matches(run, confirm)) return;
  const name = nameOf(run);
  if (confirm !== undefined) {
    throw new UsageError(`--confirm "${confirm}" is neither the title nor the id of ${describe(run)}`, {
      code: 'CONFIRM_MISMATCH',
      exit: 3,
    });
  }
  const asked = await questionOf(run);
  if (!canAsk(run)) throw refusal(run, asked, `--confirm ${shellQuote(name)}`);
  await askName(run, asked, { name, isRight: (typed) => matches(run, typed) });
}

/** What a question is about, what changes, where, and what follows. */
async function questionOf(run: Run): Promise<Asked> {
  const { what = describe(run), change, follows } = await stakesOf(run);
  const urls = asRecord(run.target?.urls ?? {});
  const published = typeof urls.published === 'string' ? urls.published : undefined;
  const address =
    published !== undefined && !follows?.includes(published) ? `, published at ${published}` : '';
  const words = [run.command.verb.replaceAll('-', ' '), what, change].filter((one) => one !== undefined);
  return { act: `${words.join(' ')}${address}${await place(run)}`, follows };
}

/** What is at stake, as the command tells it; also for each one of many. */
export async function stakesOf(run: Run): Promise<Stakes> {
  const { stakes = {} } = run.command;
  return typeof stakes === 'function' ? stakes(run) : stakes;
}

const nameOf = (run: Run): string => String(titleOf(run.target) ?? run.input[targetField(run)] ?? '');

/** The title, or the id, name or e-mail by which the platform knows it. */
const matches = (run: Run, confirm: string | undefined): boolean =>
  confirm !== undefined && [nameOf(run), run.target?.id, run.target?.name, emailOf(run)].includes(confirm);

/** A member is named by e-mail, which stands in the user. */
function emailOf({ target }: Run): unknown {
  const user = target?.user;
  return typeof user === 'object' && user !== null && 'email' in user ? user.email : undefined;
}

/** The hint is the command as it was typed, with the target by its id. */
function refusal(run: Run, { act, follows }: Asked, flag: string): InteractionError {
  const field = targetField(run);
  const label = run.command.args.find((arg) => arg.field === field)?.label;
  const typed = label === undefined ? undefined : run.args[label];
  const id = typeof run.target?.id === 'string' ? run.target.id : undefined;
  const words = run.context.argv.map((word) => shellQuote(word === typed ? (id ?? word) : word));
  const why = follows === undefined ? '' : `: ${follows}`;
  return new InteractionError(`refusing to ${act} without ${flag.split(' ')[0]}${why}`, {
    hint: ['docs', ...words, flag].join(' '),
  });
}

export const shellQuote = (text: string) =>
  /^[\w./:@#%+=-]+$/.test(text) ? text : `"${text.replace(/(["$`\\])/g, '\\$1')}"`;
