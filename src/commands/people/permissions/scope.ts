// What permissions are given on: the space, collection or site that the flags name.

import { getCollection } from '../../../api/content/collections.ts';
import { getSpace } from '../../../api/content/spaces.ts';
import type { Operation } from '../../../api/operation.ts';
import { getSite } from '../../../api/sites/sites.ts';
import type { RunFlags } from '../../../engine/model/command-type.ts';
import { CONTEXT_FLAGS } from '../../../engine/model/globals.ts';
import { flag, type Option } from '../../../engine/model/option.ts';
import { knownNames } from '../../../engine/references/known-names.ts';
import { nounOf } from '../../../engine/references/reference-kinds.ts';
import { called } from '../../../engine/run/outcome.ts';
import type { Run } from '../../../engine/run/run.ts';
import { seeHelp, UsageError } from '../../../errors.ts';
import { canAsk } from '../../../output/io.ts';

export type Scope = 'space' | 'collection' | 'site';

const COLLECTION = flag('--collection <collection>', 'collection: ID, title or URL', { group: 'Context:' });

/** A flag of every command on a site or space, where the operation in hand does not have it. */
const contextFlag = (param: 'organizationId' | 'spaceId' | 'siteId'): Option[] => {
  const option = CONTEXT_FLAGS[param];
  return option ? [option] : [];
};

/** Beside those of the operation itself. */
export const SCOPE_FLAGS: readonly Option[] = [
  ...contextFlag('spaceId'),
  COLLECTION,
  ...contextFlag('siteId'),
  ...contextFlag('organizationId'),
];

type Given = RunFlags & { collection?: unknown };

/** By the flags alone: what is the default of a profile or folder is a space. */
export function scopeOf({ space, collection, site }: Given): Scope {
  if (collection !== undefined) return 'collection';
  return site !== undefined && space === undefined ? 'site' : 'space';
}

export const PARAM = { space: 'spaceId', collection: 'collectionId', site: 'siteId' } as const;

/** Puts the collection in hand. Throws UsageError where two of the flags are given. */
export async function readScope(run: Run): Promise<void> {
  const { space, site } = run.flags;
  const { collection }: Given = run.flags;
  const given = Object.entries({ '--space': space, '--collection': collection, '--site': site })
    .filter(([, value]) => value !== undefined)
    .map(([flag]) => flag);
  if (given.length > 1) throw seeHelp(run.path, `${given.join(' and ')} cannot be used together`);
  // A row names its place in the input.
  const isNamed = Object.values(PARAM).some((param) => run.input[param] !== undefined);
  if (given.length === 0 && !isNamed && run.config().space === undefined && !canAsk(run))
    throw new UsageError('no space, collection or site given', {
      hint: `${run.path} --space <space>, or the same with --collection or --site`,
    });
  if (typeof collection === 'string') run.input = { ...run.input, collectionId: collection };
}

const READ: Readonly<Record<Scope, Operation>> = {
  space: getSpace,
  collection: getCollection,
  site: getSite,
};

/** `space "Guides"`. */
export function place(run: Run): Promise<string> {
  const scope = scopeOf(run.flags);
  return called(run, PARAM[scope], READ[scope]);
}

/** The same for a question or a plan, where a name is worth a list: what rows name is not known otherwise. */
export async function knownPlace(run: Run): Promise<string> {
  const param = PARAM[scopeOf(run.flags)];
  const text = await place(run);
  const id = String(run.input[param] ?? '');
  const name = text.endsWith(` ${id}`) ? (await knownNames(run, param, new Set([id]))).get(id) : undefined;
  return name === undefined ? text : `${nounOf(param)} "${name}"`;
}

/** Of a success, or of the row of a plan. */
export const placeIn = (run: Run): Promise<string> =>
  run.flags.planOut === undefined ? place(run) : knownPlace(run);

/** The operation for what the flags name. */
export const byScope =
  (operations: Readonly<Record<Scope, Operation>>, targets?: Readonly<Record<Scope, Operation>>) =>
  (flags: RunFlags): { operation: Operation; target?: Operation | undefined } => {
    const scope = scopeOf(flags);
    return { operation: operations[scope], target: targets?.[scope] };
  };
