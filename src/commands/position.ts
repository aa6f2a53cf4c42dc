// --before and --after: where something goes among its siblings.

import type { FlagsOf } from '../engine/model/command-type.ts';
import { flag, type Option } from '../engine/model/option.ts';
import { refuseTogether } from '../engine/model/used-together.ts';
import type { Run } from '../engine/run/run.ts';
import { seeHelp, ValidationError } from '../errors.ts';
import { warn } from '../output/note.ts';

export const positionFlags = (what: string) =>
  [
    flag('--before <ref>', `place it before this ${what}`, { reach: 'platform' }),
    flag('--after <ref>', `place it after this ${what}`, { reach: 'platform' }),
  ] as const satisfies readonly Option[];

export type PositionRun = Run<FlagsOf<ReturnType<typeof positionFlags>>>;

/** The fields of `position` that name something, for Command.refs. */
export const POSITION_REFS: Readonly<Record<string, string>> = {
  'position.before.space': 'spaceId',
  'position.before.collection': 'collectionId',
  'position.after.space': 'spaceId',
  'position.after.collection': 'collectionId',
};

/** Turns --before and --after into `position`; a collection is named `collection:<id>`. */
export async function readPosition(run: PositionRun): Promise<void> {
  const { before, after } = run.flags;
  refuseTogether(run, 'before', 'after');
  const position = {
    ...(typeof before === 'string' && { before: pointer(before) }),
    ...(typeof after === 'string' && { after: pointer(after) }),
  };
  if (Object.keys(position).length > 0) run.input = { ...run.input, position };
}

/** Of a move: the platform refuses it, and a dry run says so. */
export async function besideItself({ command, input }: Run): Promise<ValidationError | undefined> {
  const own = input[command.args[0]?.field ?? ''];
  const beside = Object.values(Object(input.position)).flatMap((one) => Object.values(Object(one)));
  return beside.includes(own) ? nextToItself(own) : undefined;
}

export const nextToItself = (id: unknown): ValidationError =>
  new ValidationError(`position: "${id}" cannot be placed next to itself`, {
    hint: 'name another one with --before or --after',
  });

function pointer(ref: string) {
  const id = /^collection:(.+)$/.exec(ref)?.[1];
  return id === undefined ? { type: 'space', space: ref } : { type: 'collection', collection: id };
}

// Among the siblings on a site, and what replaces the deprecated moves there.

/** Turns --before and --after into `position` with pointers of one type. Throws UsageError without either. */
export async function readSibling(run: PositionRun, type: string, field: string): Promise<void> {
  const { before, after } = run.flags;
  if (run.input.position !== undefined) return;
  if ((before === undefined) === (after === undefined)) {
    throw seeHelp(run.path, 'either --before or --after is required');
  }
  const position =
    before === undefined ? { after: { type, [field]: after } } : { before: { type, [field]: before } };
  run.input = { ...run.input, position };
}

/** The fields of such a position that name something, for Command.refs. */
export const siblingRefs = (field: 'siteSection' | 'siteSpace'): Readonly<Record<string, string>> => ({
  [`position.before.${field}`]: `${field}Id`,
  [`position.after.${field}`]: `${field}Id`,
});

export function sayReplaced({ context }: Run): void {
  warn(context.io, 'the platform has deprecated this move; what replaces it: docs sites structure sort');
}
