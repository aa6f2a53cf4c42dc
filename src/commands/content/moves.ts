// docs spaces move and docs collections move: leaving a collection ends access, entering one can widen it; both ask. And
// what keeps a collection from being moved or deleted.
import * as api from '../../api/content/collections.ts';
import { getSpace, moveSpace } from '../../api/content/spaces.ts';
import { allItems } from '../../client/pages.ts';
import { MOVED_OPERATIONS } from '../../domain/access/moved.ts';
import collectionDangers from '../../domain/dangers/content.ts';
import spaceDangers from '../../domain/dangers/spaces.ts';
import { command, type Stakes } from '../../engine/model/command.ts';
import type { Run } from '../../engine/run/run.ts';
import { describe } from '../../engine/run/target.ts';
import { ConflictError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { isAlready } from '../already.ts';
import { besideItself, POSITION_REFS, positionFlags, readPosition } from '../position.ts';

/** What may be read before the question. */
const MOVING_USES = [api.getCollection, ...MOVED_OPERATIONS];

/** Where it goes to. */
async function entering({ input, client }: Run): Promise<Stakes> {
  if (input.parent === null) return { change: 'out of its collection' };
  const { title } = await (await client()).call(api.getCollection, { collectionId: String(input.parent) });
  return { change: `into collection "${title}"` };
}

/** Unless it goes to another place among its neighbors. */
async function alreadyIn(run: Run) {
  const { parent, position } = run.input;
  if (position !== undefined || parent !== (run.target?.parent ?? null)) return undefined;
  if (parent === null) return isAlready(run, 'at the top level');
  const { title } = await (await run.client()).call(api.getCollection, { collectionId: String(parent) });
  return isAlready(run, `in collection "${title}"`);
}

/** A collection is never in itself, or in one that is inside it. */
async function insideItself(run: Run): Promise<ConflictError | undefined> {
  const { collectionId, parent } = run.input;
  const client = await run.client();
  const above = new Set<unknown>();
  for (let at = parent; typeof at === 'string' && !above.has(at); ) {
    above.add(at);
    if (at !== collectionId) at = (await client.call(api.getCollection, { collectionId: at })).parent;
  }
  if (!above.has(collectionId)) return undefined;
  return new ConflictError(
    `cannot move ${describe(run)}: it cannot be moved into itself or into a collection inside it`,
    { hint: 'docs collections list' },
  );
}

/** Only an empty collection can be deleted. */
export async function notEmpty(run: Run): Promise<ConflictError | undefined> {
  const collectionId = String(run.input.collectionId);
  const client = await run.client();
  const { items: spaces } = await client.call(api.listCollectionSpaces, { collectionId });
  const organizationId = String(run.target?.organization ?? '');
  const collections = await allItems(client.pages(api.listCollections, { organizationId }));
  const inside = [...spaces, ...collections.filter(({ parent }) => parent === collectionId)];
  if (inside.length === 0) return undefined;
  return new ConflictError(
    `cannot delete ${describe(run)}: it is not empty (${inside.length}): move its content first`,
    {
      hint: shell`docs collections spaces ${collectionId}`,
    },
  );
}

const shared = {
  names: { parent: 'collectionId' },
  hidden: ['position'] as const,
  options: positionFlags('space or collection'),
  oneOf: ['--parent', '--clear-parent', '--before', '--after'],
  prepare: readPosition,
  already: alreadyIn,
  foresee: besideItself,
  refs: { parent: 'collectionId', ...POSITION_REFS },
  uses: MOVING_USES,
};

export const spaceMove = command('move', moveSpace, {
  ...shared,
  args: ['spaceId'],
  columns: ['id', 'title', 'parent', 'updatedAt'],
  labels: { parent: 'collection' },
  ...spaceDangers['spaces.move'],
  stakes: entering,
  target: getSpace,
  examples: [
    ['Move it to the top level', 'docs spaces move Handbook --clear-parent --yes'],
    ['Move it into a collection', 'docs spaces move Guides --parent Internal --yes'],
  ],
});

export const collectionMove = command('move', api.moveCollection, {
  ...shared,
  args: ['collectionId'],
  columns: ['id', 'title', 'description', 'parent', 'defaultLevel'],
  names: { parent: 'collectionId', organization: 'organizationId' },
  ...collectionDangers['collections.move'],
  stakes: entering,
  target: api.getCollection,
  foresee: async (run) => (await besideItself(run)) ?? insideItself(run),
  examples: ['docs collections move Archive --clear-parent --yes'],
});
