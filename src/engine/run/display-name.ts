// What a line calls the things that a command names: by the words that were typed or a known name, else by ID.
import type { Operation } from '../../api/operation.ts';
import { DocsError } from '../../errors.ts';
import { flagNamed, type Run } from '../model/command-type.ts';
import { asTyped, titleOf } from '../references/names.ts';
import { parseReference } from '../references/pasted.ts';
import { KINDS, nounOf } from '../references/reference-kinds.ts';
import { CACHE_MS, cacheKey } from '../references/references.ts';
import { fromContext, titleOfOrganization } from './context-params.ts';

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
export function typedName(run: Run, param: string, value: string, flag?: string): string | undefined {
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
    // It is done by now: a name that cannot be read is no reason to fail.
    if (error instanceof DocsError) return undefined;
    throw error;
  }
}
