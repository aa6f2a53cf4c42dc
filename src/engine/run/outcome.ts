// What a command came to: as a row, as the line that says what was done, with things by the names that people know.

import type { Operation } from '../../api/operation.ts';
import { DocsError } from '../../errors.ts';
import { done } from '../../output/note.ts';
import type { Command } from '../model/command.ts';
import { flagNamed, type Run } from '../model/command-type.ts';
import { asTyped, titleOf } from '../references/names.ts';
import { parseReference } from '../references/pasted.ts';
import { KINDS, nounOf } from '../references/reference-kinds.ts';
import { CACHE_MS, cacheKey } from '../references/references.ts';
import { fromContext, titleOfOrganization } from './session.ts';
import { describe } from './target.ts';
import { chosenFormat, ownView, printItem } from './view.ts';

/** Columns of what became of a target. */
export const OUTCOME_COLUMNS = ['target', 'id', 'outcome', 'error.message'];

/** A row, unless a person reads the line on standard error. `undo`: the command that undoes it. */
export async function printOutcome(run: Run, outcome: string, undo?: string): Promise<void> {
  const { io } = run.context;
  if (io.outTty && chosenFormat(run) === undefined) return;
  const { fields } = run.flags;
  const columns = typeof fields === 'string' ? fields.split(',').map((name) => name.trim()) : undefined;
  const view = ownView(run, columns ?? OUTCOME_COLUMNS);
  const row = {
    ...(await targetOf(run)),
    // What is not there has none, whatever was typed.
    ...(outcome === 'absent' && { id: null }),
    ok: outcome !== 'failed',
    outcome,
    ...(undo !== undefined && { undo }),
  };
  await printItem(run, row, { ...view, idField: 'id', ...(columns && { fields: columns }) });
}

/** A row in place of an answer. */
export const printChanged = (run: Run): Promise<void> => printOutcome(run, outcomeOf(run.command));

/** As it was given, and its ID; of a command without an argument what its path names last. */
async function targetOf(run: Run) {
  const { command, args, input, operation, target } = run;
  const last = command.args.at(-1);
  const field = last?.field ?? Object.keys(operation.params.properties).at(-1) ?? '';
  const all = last?.variadic ? [input[field] ?? []].flat().map(String) : [];
  const id = textOf(all.length === 1 ? all[0] : input[field]);
  const typed = last && args[last.label];
  if (last && (all.length > 1 || (all.length === 1 && typed === undefined)))
    return { target: await namesOf(run, last.field, all), id: id ?? null };
  const given = typed ?? typedName(run, field, id ?? '') ?? id ?? null;
  return { target: given, id: textOf(target?.id) ?? id ?? null };
}

/** Of several that one argument takes. */
async function namesOf(run: Run, field: string, ids: readonly string[]): Promise<string> {
  const { knownNames } = await import('../references/known-names.ts');
  const names = await knownNames(run, run.command.refs?.[field] ?? field, new Set(ids));
  return ids.map((id) => names.get(id) ?? id).join(', ');
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

// The line that says what a command has done, with the thing by the name that people know.

const DONE: Record<string, string> = {
  send: 'sent',
  'remove-legacy': 'removed',
  sync: 'synced',
  get: 'got',
  set: 'set',
  add: 'added',
  run: 'started',
  transfer: 'transferred',
  import: 'started the import of',
};

/** `restored`, `deleted`: what was done by this verb. */
export const pastOf = ({ verb, done: past }: Command): string =>
  past ?? DONE[verb] ?? (verb.endsWith('e') ? `${verb}d` : `${verb}ed`);

/** The same as a word of a row, which names the thing elsewhere: `replied to` is `replied`. */
export const outcomeOf = (command: Command): string =>
  pastOf(command).replace(/ (?:of|to|into|for|from|in|with)$/, '');

/** On standard error: what was done to what, and where. */
export async function sayDone(run: Run, result: unknown): Promise<void> {
  const { command, context } = run;
  if (context.io.quiet) return;
  const isTold = result !== undefined || run.operation.result === undefined;
  const own = isTold ? await command.success?.(run, result) : wordsTyped(run);
  done(context.io, own ?? (await usualLine(run, result)));
}

/** Of what a host answers without showing it, such as a space that was added to a site. */
function wordsTyped({ command, operation, args }: Run): string | undefined {
  const last = command.args.at(-1);
  const typed = args[last?.label ?? ''];
  if (!last || typed === undefined || Object.hasOwn(operation.params.properties, last.field))
    return undefined;
  return `${pastOf(command)} ${nounOf(last.field)} "${[typed].flat().join('", "')}"`;
}

const usualLine = async (run: Run, result: unknown): Promise<string> =>
  `${pastOf(run.command)} ${named(run, result)}${await whereOf(run)}`;

/** ` from team "Writers"`, empty where it goes without saying. */
export async function whereOf(run: Run): Promise<string> {
  const where = await run.command.where?.(run);
  return where === undefined ? '' : ` ${where}`;
}

/** Things that people call otherwise than the platform, or know by another key than their ID. */
const PARAMS: Readonly<Record<string, string>> = {
  'context-connection': 'siteContextConnectionId',
  'context-record': 'siteContextRecordId',
  'context-topic': 'siteTopicId',
  integration: 'integrationName',
  'openapi-spec': 'specSlug',
  'saml-provider': 'samlProviderId',
  'site-finding': 'siteFindingId',
  'site-mcp-server': 'siteMcpServerId',
  'site-external-link': 'siteExternalLinkId',
  'site-redirect': 'siteRedirectId',
  'site-section': 'siteSectionId',
  'site-section-group': 'siteSectionGroupId',
};

function named(run: Run, result: unknown): string {
  const record = typeof result === 'object' && result !== null ? { ...result } : {};
  return nameThing(record) ?? describe(run);
}

/** `space "Guides" (id)`, `change request #1 "Explain rate limits" (id)`; undefined for what has no ID. */
export function nameThing(thing: Readonly<Record<string, unknown>>): string | undefined {
  // A change request may have no subject yet.
  const title = titleOf(thing) || undefined;
  const { object, number } = thing;
  if (typeof object !== 'string') return undefined;
  const param = PARAMS[object];
  const id = thing[KINDS[param ?? '']?.key ?? 'id'];
  if (id === undefined) return undefined;
  const noun = param === undefined ? object.replaceAll('-', ' ') : nounOf(param);
  const numbered = number === undefined ? noun : `${noun} #${number}`;
  if (title === undefined) return `${numbered} (${id})`;
  return title === id ? `${numbered} "${title}"` : `${numbered} "${title}" (${id})`;
}

// What a line calls the things that a command names: by the words that were typed or a known name, else by ID.

/**
 * `team "Writers"`, `change request #1 "Explain rate limits"`, `team vJ0N...` where no name is known. With
 * `read`, a person at a terminal gets the name for one more request; a script is not slowed down for it.
 */
export async function called(run: Run, param: string, read?: Operation): Promise<string> {
  const id = String(run.input[param] ?? '');
  const flag = flagNamed(run.flags, param.replace(/Id$/, ''));
  return nameOf(run, param, {
    ...{ id, found: await readIt(run, read), typed: typedName(run, param, id) },
    ...(typeof flag === 'string' && { flag: typedName(run, param, id, flag) }),
  });
}

/** The same for a thing that an answer names, which may be the one that was typed. */
export async function calledById(run: Run, param: string, id: string, read: Operation): Promise<string> {
  const asked = { ...run, input: { ...run.input, [param]: id } };
  const own = run.input[param] === id ? typedName(run, param, id) : undefined;
  const named = asTyped(run, id);
  const typed = own ?? (named === id ? undefined : named);
  return nameOf(asked, param, { id, found: await readIt(asked, read), typed });
}

interface Known {
  id: string;
  found: Readonly<Record<string, unknown>> | undefined;
  typed?: string | undefined;
  /** The flag of its name, which may hold a path: a title that is known says more. */
  flag?: string | undefined;
}

async function nameOf(run: Run, param: string, { id, found, typed, flag }: Known): Promise<string> {
  const noun = nounOf(param);
  if (found?.number !== undefined) return `${noun} #${found.number} "${titleOf(found)}"`;
  const name = titleOf(found) ?? typed ?? (await nameInHand(run, param, id)) ?? flag;
  if (param === 'changeRequestId' && /^\d+$/.test(String(name))) return `${noun} #${name}`;
  return name === undefined ? `${noun} ${id}` : `${noun} "${name}"`;
}

/** The display name of a member, or the address that was typed. */
export async function calledPerson(run: Run, read?: Operation): Promise<string> {
  const isPerson = ['member', 'user'].includes(String(run.target?.object));
  const target = isPerson ? run.target : await readIt(run, read);
  const given = titleOf(target);
  const value = String(run.input.userId ?? '');
  return String(given ?? typedName(run, 'userId', value) ?? (await knownName(run, 'userId', value)) ?? value);
}

/** What was typed, where it is a name: no pasted address, and no ID that the platform took as it was. */
function typedName(run: Run, param: string, value: string, flag?: string): string | undefined {
  const label = run.command.args.find(({ field }) => field === param)?.label;
  const typed = (label === undefined ? undefined : run.args[label]) ?? fromContext(run, param) ?? flag;
  if (typed === undefined) return undefined;
  const pasted = parseReference(param, typed)?.[param];
  const text = typeof pasted === 'string' ? pasted : typed;
  const isKey = KINDS[param]?.key !== undefined || /^\d+$|@/.test(text);
  return isKey || (text !== value && pasted === undefined) ? text : undefined;
}

/** What was read anyway, or minutes ago: it is only shown. */
async function nameInHand(run: Run, param: string, id: string): Promise<string | undefined> {
  const only = param === 'organizationId' ? await titleOfOrganization(run, id) : undefined;
  return only ?? knownName(run, param, id);
}

async function knownName(run: Run, param: string, id: string): Promise<string | undefined> {
  const kind = KINDS[param];
  const cache = kind && (await run.names());
  if (!kind || !cache) return undefined;
  const list = await kind.list(run.input.changeRequestId !== undefined);
  const item = cache.find(cacheKey(list, run.input), CACHE_MS, id)?.find((one) => one.id === id);
  return item?.names[kind.shown ?? 0] ?? item?.names[0];
}

async function readIt(run: Run, read: Operation | undefined): Promise<Record<string, unknown> | undefined> {
  const { io } = run.context;
  if (!read || run.many || !io.errTty || io.quiet) return undefined;
  const input = Object.fromEntries(
    Object.keys(read.params.properties).map((name) => [name, String(run.input[name] ?? '')]),
  );
  try {
    const found: unknown = await (await run.client()).call(read, input);
    return typeof found === 'object' && found !== null ? { ...found } : undefined;
  } catch (error) {
    // It is done by now: a name that cannot be read must not make it fail.
    if (error instanceof DocsError) return undefined;
    throw error;
  }
}
