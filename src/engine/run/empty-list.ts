// One sentence for a list without rows: what there is none of, and where.
import type { Client } from '../../client/client.ts';
import { note } from '../../output/note.ts';
import { flagNamed, type Run } from '../model/command-type.ts';
import { knownNames } from '../references/known-names.ts';
import { nounOf } from '../references/reference-kinds.ts';
import { fromContext, titleOfOrganization } from './session.ts';

const PLACES = ['organizationId', 'spaceId', 'siteId', 'collectionId', 'teamId'];
/** What looks like an id says nothing to a person. */
const LIKE_ID = /^[\w-]{15,}$/;

export async function noteEmpty(run: Run): Promise<void> {
  note(run.context.io, await emptyText(run));
}

/** `no translations in Tarnpost`; `kind` is before the noun: `open`. */
export async function emptyText(run: Run, kind = isFiltered(run) ? 'matching ' : ''): Promise<string> {
  const param = /\{(\w+)\}[^{}]*$/.exec(run.operation.path)?.[1];
  const place = param === undefined ? undefined : await placeName(run, param);
  const { none } = run.command;
  if (none?.includes('{}')) return sentence(none, kind).replace('{}', () => place ?? 'it');
  const noun = none ?? nounIn(run.operation.summary);
  if (param === undefined || place === undefined) return `no ${kind}${noun}`;
  const where = PLACES.includes(param) ? `in ${place}` : `in ${nounOf(param)} ${place}`;
  return `no ${kind}${noun} ${where}`;
}

/** `no audit events in {}`, also of a part of them. */
function sentence(none: string, kind: string): string {
  if (kind === '' || none.endsWith('matches')) return none;
  return /^no (?!one )/.test(none) ? `no ${kind}${none.slice('no '.length)}` : `no ${kind}results`;
}

/** `List the files of a space` lists files. */
function nounIn(summary: string): string {
  const found = /^List (?:the |all )?(.+?)(?: of | in | on | to | that | sent | found |$)/.exec(summary)?.[1];
  return found ?? 'results';
}

function isFiltered({ command, operation: { query }, input, flags: { where } }: Run): boolean {
  if (where !== undefined) return true;
  // What an argument names is what the list is about.
  const others = [...['page', 'limit', 'format', 'order', 'sort'], ...command.args.map(({ field }) => field)];
  return Object.keys(query?.properties ?? {}).some(
    (name) => !others.includes(name) && input[name] !== undefined,
  );
}

const flagText = ({ flags }: Run, param: string): string | undefined => {
  const value = flagNamed(flags, nounOf(param));
  return typeof value === 'string' ? value : undefined;
};

/** What a person calls the place: as it was typed, else by its name. */
async function placeName(run: Run, param: string): Promise<string | undefined> {
  const id = run.input[param];
  const label = run.command.args.find(({ field }) => field === param)?.label;
  const typed = (label && run.args[label]) ?? fromContext(run, param) ?? flagText(run, param);
  if (typed !== undefined && !LIKE_ID.test(typed) && !typed.includes('://')) return typed;
  if (typeof id !== 'string') return typed;
  const only = param === 'organizationId' ? await titleOfOrganization(run, id) : undefined;
  if (only !== undefined) return only;
  // Into a pipe nothing is read for the sake of a note.
  const names = run.context.io.outTty
    ? await knownNames(await hurried(run), param, new Set([id]))
    : undefined;
  return names?.get(id) ?? (param === 'organizationId' ? undefined : id);
}

/** A courtesy keeps no one waiting: its requests get a second. */
async function hurried(run: Run): Promise<Run> {
  const client = await run.client();
  const signal = AbortSignal.timeout(1000);
  const soon: Client = { ...client, pages: (operation, input) => client.pages(operation, input, { signal }) };
  return { ...run, client: async () => soon };
}
