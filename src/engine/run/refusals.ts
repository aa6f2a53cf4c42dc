// Calls that are refused before anything is sent: what is empty, or changes nothing.

import type { Operation } from '../../api/operation.ts';
import { seeHelp, UsageError } from '../../errors.ts';
import { type Command, lineWith } from '../model/command.ts';
import { flagNamed, type Run } from '../model/command-type.ts';
import { attribute } from '../model/fields.ts';
import { optionsOf } from '../model/flags.ts';
import { CONTEXT_FLAGS } from '../model/globals.ts';
import type { Input } from './input.ts';

/** Throws UsageError for a flag that means nothing without another one. */
export function refuseWithoutOthers(
  command: Command,
  flags: Readonly<Record<string, unknown>>,
  argv: readonly string[],
): void {
  const isGiven = (name: string) => flags[attribute(name.slice(2))] !== undefined;
  for (const { flags: text, needs = [] } of optionsOf(command)) {
    const name = text.replace(/ .*$/, '');
    if (needs.length === 0 || !isGiven(name) || needs.some(isGiven)) continue;
    const [first = ''] = needs;
    const added = first === '--plan-out' ? [first, 'plan.json'] : [first];
    throw new UsageError(`${name} needs ${needs.join(' or ')}`, { hint: lineWith(argv, ...added) });
  }
}

/** Throws UsageError where a switch is turned on and off in one line. */
export function refuseOpposites(command: Command, argv: readonly string[]): void {
  const end = argv.indexOf('--');
  const given = end < 0 ? argv : argv.slice(0, end);
  for (const off of given.filter((word) => word.startsWith('--no-'))) {
    const on = off.replace('--no-', '--');
    if (
      given.includes(on) &&
      [on, off].every((name) => optionsOf(command).some(({ flags }) => flags === name))
    )
      throw new UsageError(`${on} and ${off} cannot be used together`);
  }
}

/** Throws UsageError: an empty variable in a script must not become a reference to nothing, or this folder. */
export function refuseBlank({ command, args, operation, path }: Run): void {
  const { refs = {} } = command;
  const isReference = (field: string) => field in operation.params.properties || field in refs;
  for (const { field, label } of command.args)
    if (isBlank(args[label]) && (command.operation === undefined || isReference(field)))
      throw seeHelp(path, `<${label}> must not be empty`);
}

const isBlank = (text: unknown): boolean => typeof text === 'string' && text.trim() === '';

/**
 * Throws UsageError: no file, folder, place or profile has an empty name (another one would be used instead), and `-` is
 * standard input or output where a flag says so.
 */
export function refuseOddNames(command: Command, flags: Run['flags'], path: string): void {
  if (!Object.values(flags).some((value) => value === '-' || isBlank(value))) return;
  for (const { flags: text, description } of optionsOf(command)) {
    const [name = ''] = text.split(' ');
    const isFile = / <(?:file|folder)>$|^--to <path>$/.test(text);
    if (!isFile && !/^--(?:profile|base-url|org|space|spaces|site|sites|cr) | <profile>$/.test(text))
      continue;
    const value = flagNamed(flags, attribute(name.slice(2)));
    if (isBlank(value)) throw seeHelp(path, `${name} must not be empty`);
    if (isFile && value === '-' && !/ - for std/.test(description))
      throw new UsageError(`${name} cannot be "-": it takes a path`, {
        hint: 'name a file or a folder, and write ./- for one that is called -',
      });
  }
}

/** An update without a field would be called done and change nothing. */
export function refuseNothing({ command, operation: { method, body }, input, path }: Run): void {
  if (method !== 'PATCH' || !body || Object.keys(body.properties ?? {}).some((name) => name in input)) return;
  const needed = command.options.find(({ required }) => required)?.flags.replace(/ .*$/, '');
  const why = needed ? `${needed} is required` : 'nothing to change: give at least one field';
  throw seeHelp(path, why);
}

/** Throws UsageError where an argument is given by position and by its flag, as two values. */
export function refuseBoth({ command, flags, input, path }: Run): void {
  for (const { field, label, required } of command.args) {
    const flag = CONTEXT_FLAGS[field]?.flags.replace(/ .*$/, '') ?? `--${label}`;
    const [placed, flagged] = [input[field], flagNamed(flags, attribute(flag.slice(2)))];
    if (required || typeof placed !== 'string' || flagged === undefined || placed === flagged) continue;
    throw seeHelp(path, `${label} is given twice: as "${placed}" and with ${flag} "${flagged}"`);
  }
}

/** Throws UsageError where none of the flags is given of which one must be; --data may hold the same. */
export function refuseNeither({ command, flags, path }: Run): void {
  const { oneOf = [] } = command;
  if (oneOf.length === 0 || flags.data !== undefined) return;
  if (oneOf.some((flag) => flagNamed(flags, attribute(flag.slice(2))) !== undefined)) return;
  // In the order of the help.
  const names = optionsOf(command).map((option) => option.flags.replace(/ .*$/, ''));
  const needed = names.filter((name) => oneOf.includes(name));
  const last = needed.pop() ?? '';
  throw seeHelp(path, `${needed.length > 0 ? `${needed.join(', ')} or ` : ''}${last} is required`);
}

// A reference that names where a thing is, such as `Guides#4`, beside a flag that names a place.

/** Finds the IDs behind titles. */
type Find = (
  run: Run,
  operation: Operation,
  refs: Readonly<Record<string, string>>,
) => Promise<Input | undefined>;

/** Throws UsageError where the flag names another one. */
export async function requireOnePlace(run: Run, text: string, named: Input, find: Find): Promise<void> {
  const { organization, space, site } = run.config();
  for (const [param, setting] of Object.entries({
    organizationId: organization,
    spaceId: space,
    siteId: site,
  })) {
    const both = [setting?.value, named[param]];
    if (setting?.source !== 'flag' || both.includes(undefined)) continue;
    const found = await find({ ...run, input: { [param]: both } }, run.operation, { [param]: param });
    const [given, own] = [found?.[param] ?? both].flat();
    if (given === own) continue;
    const noun = param.replace(/Id$/, '');
    throw new UsageError(`"${text}" is in another ${noun} than ${setting.where} "${setting.value}"`, {
      hint: `leave out ${setting.where}`,
    });
  }
}
