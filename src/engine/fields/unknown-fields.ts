// Fields that are asked for and that no schema has: a newer host may tell them. Whether it does is seen on the first items.
import type { UsageError } from '../../errors.ts';
import { nearest } from '../../files/nearest.ts';
import { valueAt } from '../../output/columns.ts';
import type { Run } from '../model/command-type.ts';

interface Unknown {
  name: string;
  refusal: () => UsageError;
}

interface Asked {
  unknown: Unknown[];
  /** The first items were there. */
  isSeen: boolean;
}

/** A command has one context; its runs for many targets are copies of each other. */
const asked = new WeakMap<object, Asked>();

/** Fields that a mistyped one may mean; what others call a name is a title here, or the other way round. */
export function fieldsLike(typed: string, known: readonly string[]): string[] {
  const near = nearest(typed, known);
  if (near.length > 0 || nearest(typed, ['name', 'title']).length === 0) return near;
  return ['title', 'name'].filter((name) => known.includes(name)).slice(0, 1);
}

/**
 * Keeps a name for the first items. Throws its refusal at once where docs makes the rows itself, and for programs that
 * were given a list of columns.
 */
export function lookLater({ command, operation, context }: Run, unknown: Unknown): void {
  const isMade = command.fields !== undefined || !operation.result;
  if (isMade || context.actor !== undefined) throw unknown.refusal();
  const { isSeen, unknown: others } = asked.get(context) ?? { isSeen: false, unknown: [] };
  asked.set(context, { isSeen, unknown: [...others, unknown] });
}

/** Throws the refusal of a name that none of the first items has. */
export function requireUnknown({ context }: Run, items: readonly unknown[]): void {
  const { isSeen = true, unknown = [] } = asked.get(context) ?? {};
  if (isSeen) return;
  asked.set(context, { isSeen: true, unknown: [] });
  const stray = unknown.find(({ name }) => items.every((item) => valueAt(item, name) === undefined));
  if (stray) throw stray.refusal();
}
